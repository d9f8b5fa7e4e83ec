/* hitmask: pixel-exact 2D sprite collision. https://crates.io/crates/hitmask

   Do these two sprites touch where they are solid? And if so, where, and by how much?

       hitmask_mask *ship = NULL, *rock = NULL;
       bool boom = false;
       hitmask_mask_from_rgba8(32, 32, ship_pixels, 32 * 4, 128, &ship);
       hitmask_mask_from_rgba8(24, 24, rock_pixels, 24 * 4, 128, &rock);
       hitmask_mask_overlaps(ship, rock, (hitmask_point){9, -4}, &boom);

   RESULTS. Nearly every function returns a status: 0 is success, everything else says what was wrong. Answers are written to the pointers
   that you pass last. With any status but 0 nothing was written and nothing has changed, except where a comment says otherwise. An answer
   that may be missing comes with a bool that says whether it was found; if not, the answer is left as it was.

   LISTS. A function that gives a list takes your array, the number of its places, and a count. The count receives how many there are. If
   the array is too short, it is filled, and the status is HITMASK_TOO_SMALL. Pass NULL and 0 to ask only for the count.
   Eight functions give a list of the library's instead, which you only read: hitmask_world_step, hitmask_world_step_with,
   hitmask_world_step_along, hitmask_world_events_by_time, hitmask_world_move_solid, hitmask_buffer_test, hitmask_buffer_test_and_draw
   and hitmask_buffer_take_latched. Such a list is good until the next call that takes the world or the buffer without const,
   unless the comment of the function promises more.

   OBJECTS. hitmask_mask and the other types without fields are objects: a function that makes one gives you a pointer, and you free it with
   the function whose name ends in _free. Freeing NULL does nothing. What you pass to a function stays yours: nothing that you pass is freed
   or kept, and no pointer of yours is remembered, except where a comment says so: the user data of a callback, bytes that are read in
   place. Copies of an object share its pixels until one of them is changed; only masks copy theirs at once.

   VALUES. All other types are plain structs: copy them as you like. Where a struct has a _default function, begin with that, and change what
   you need: later versions may add fields.

   MISUSE. NULL and misaligned pointers, stale handles, wrong sizes, short pitches and unknown constants give a status. What no library
   can check is up to you: a pointer must point to memory of the size that you say, and to an object that was not freed.

   THREADS. There is no global state. Any number of threads may read an object at the same time. While one thread changes an object, no other
   may use it. Functions that change it take a pointer that is not const.

   CALLBACKS. Some functions take a function of yours and a pointer that is handed to it, and some ask the custom tests of colliders. It is
   called before the function returns, on the same thread, while nothing is locked, and it may call any function. A world that is asked can
   be asked more, but gives HITMASK_BUSY to whatever would change it; a world that is stepped or changed gives HITMASK_BUSY to everything.
   A world that you free there lives until the calls on it have ended, and any other object may be changed or freed; only arrays, bytes and
   structs that you passed must stay. The callback must return normally: after a longjmp over the library nothing is certain, and a C++
   exception that leaves it ends the program.

   The answers are exact and the same on every machine. docs/c.md of the repository says how to build and link.

   This file is written by `cargo xtask capi --bless`. */

#ifndef HITMASK_H
#define HITMASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The objects. */
typedef struct hitmask_mask hitmask_mask;                         /* the solid pixels of a picture, as bits */
typedef struct hitmask_alpha_mask hitmask_alpha_mask;             /* the alphas of a picture */
typedef struct hitmask_label_mask hitmask_label_mask;             /* a label for each pixel of a picture */
typedef struct hitmask_run_mask hitmask_run_mask;                 /* the solid pixels of a picture, as runs */
typedef struct hitmask_polygon hitmask_polygon;                   /* a convex polygon */
typedef struct hitmask_frames hitmask_frames;                     /* the frames of an animation */
typedef struct hitmask_pack hitmask_pack;                         /* many masks with their names */
typedef struct hitmask_kept_shape hitmask_kept_shape;             /* the shape of a collider */
typedef struct hitmask_terrain hitmask_terrain;                   /* a large ground that is carved */
typedef struct hitmask_terrain_snapshot hitmask_terrain_snapshot; /* the state of a terrain at a moment */
typedef struct hitmask_tile_set hitmask_tile_set;                 /* tiles by their ids */
typedef struct hitmask_tile_map hitmask_tile_map;                 /* a level made of tiles */
typedef struct hitmask_bytes hitmask_bytes;                       /* a saved form */
typedef struct hitmask_components hitmask_components;             /* the connected parts of a mask */
typedef struct hitmask_outline hitmask_outline;                   /* the outline of a mask, with holes */
typedef struct hitmask_pieces hitmask_pieces;                     /* convex polygons */
typedef struct hitmask_distance_field hitmask_distance_field;     /* the distance of each pixel to the nearest wanted one */
typedef struct hitmask_pose_cache hitmask_pose_cache;             /* masks as they look under poses */
typedef struct hitmask_buffer hitmask_buffer;                     /* a collision buffer */
typedef struct hitmask_world hitmask_world;                       /* thousands of colliders */
typedef struct hitmask_world_snapshot hitmask_world_snapshot;     /* the state of a world at a moment */

/* -----------------------------------------------------------------------------------------------------------------
   Status, messages, version

   Nearly every function returns a status: 0, HITMASK_OK, is success. hitmask_status_message tells what a status means. There is no "last
   error" behind the interface. Where a status alone does not tell what was wrong, the function takes a hitmask_error of yours as its last
   argument, and writes one sentence into it; NULL is fine if you don't want it.
   ----------------------------------------------------------------------------------------------------------------- */

/* The major version of this header. */
#define HITMASK_VERSION_MAJOR 0

/* The minor version of this header. */
#define HITMASK_VERSION_MINOR 1

/* The patch version of this header. */
#define HITMASK_VERSION_PATCH 0

/* What a function returns. Functions return it as an int32_t. A later version may have more of them, so treat an unknown number as a
   failure. */
typedef enum {
    /* Success. */
    HITMASK_OK = 0,
    /* A pointer that must not be NULL is NULL. */
    HITMASK_NULL_POINTER = 1,
    /* A pointer is not aligned as its type asks. */
    HITMASK_MISALIGNED_POINTER = 2,
    /* A number names none of the constants that are allowed there. */
    HITMASK_UNKNOWN_CONSTANT = 3,
    /* A size is larger than the library allows, or larger than memory. */
    HITMASK_TOO_LARGE = 4,
    /* An array has not the length that goes with the size. */
    HITMASK_WRONG_LENGTH = 5,
    /* The pitch is shorter than a row of pixels. */
    HITMASK_BAD_PITCH = 6,
    /* A run is empty, leaves its row, or is out of order. */
    HITMASK_BAD_RUN = 7,
    /* A number is infinite or NaN. */
    HITMASK_NOT_FINITE = 8,
    /* A number is beyond its limits. */
    HITMASK_OUT_OF_RANGE = 9,
    /* A pose has no inverse: it flattens the sprite to a line or a point. */
    HITMASK_SINGULAR = 10,
    /* The corners are not those of a convex polygon. */
    HITMASK_NOT_CONVEX = 11,
    /* A shape of this kind cannot be used there. */
    HITMASK_WRONG_SHAPE = 12,
    /* A handle is stale: the collider was removed, or the handle is of another world. */
    HITMASK_NO_SUCH_COLLIDER = 13,
    /* A number of a frame, a component or a ring is too large, or a set has no tile of this id. */
    HITMASK_NO_SUCH_INDEX = 14,
    /* Your array has too few places. The count says how many are needed. */
    HITMASK_TOO_SMALL = 15,
    /* A step met more pairs of boxes than the options of the world allow. */
    HITMASK_TOO_MANY_PAIRS = 16,
    /* The bytes are damaged, or not of this format or version. */
    HITMASK_BAD_BYTES = 17,
    /* The bytes would take more memory than you allowed. */
    HITMASK_TOO_MUCH_MEMORY = 18,
    /* A difference or a snapshot belongs to another state of the terrain. */
    HITMASK_WRONG_BASE = 19,
    /* A promise cannot be kept with so few corners. */
    HITMASK_TOO_MANY_POINTS = 20,
    /* The object is in use by the function that called you back. */
    HITMASK_BUSY = 21,
    /* The library ran into a fault of its own, or into a size that it cannot handle. Free the objects that the call could change. */
    HITMASK_PANICKED = 22,
    /* A part of another collider cannot do that, or the collider cannot be a part there. */
    HITMASK_WRONG_PART = 23,
    /* A rider is neither a character nor a crate, or is a part, stale, disabled or elsewhere. */
    HITMASK_CANNOT_RIDE = 24,
} hitmask_status;

/* One sentence about what was wrong. */
typedef struct {
    /* Ends with a zero byte. Empty after a success. */
    char message[240];
} hitmask_error;

/* What a status means, in a few words of English. Never NULL; it needs no freeing. */
const char *hitmask_status_message(int32_t status);

/* The version of the library that runs, such as "0.1.0". Never NULL; it needs no freeing. The macros HITMASK_VERSION_MAJOR, _MINOR and
   _PATCH are the version of the header. */
const char *hitmask_version(void);

/* -----------------------------------------------------------------------------------------------------------------
   Points, rectangles, times, angles and poses

   These are plain values: copy them, and make them as you like. y points down. A pixel (x, y) is the unit square from (x, y) to
   (x + 1, y + 1), without its right and lower edges. "First" always means the lowest y, and among those the lowest x.
   ----------------------------------------------------------------------------------------------------------------- */

/* How a motion ends. */
typedef enum {
    /* It meets nothing. */
    HITMASK_MISS = 0,
    /* They overlap at the start already. */
    HITMASK_INITIAL_OVERLAP = 1,
    /* It is free at first, then meets something. */
    HITMASK_HIT = 2,
    /* A turning motion passes so near that neither a hit nor a miss is proven. */
    HITMASK_UNCLEAR = 3,
} hitmask_outcome;

/* The units of a hitmask_angle. */
typedef enum {
    /* 360 are a turn. */
    HITMASK_DEGREES = 0,
    /* 2 pi are a turn. */
    HITMASK_RADIANS = 1,
    /* A number of equal parts of a turn: exact for every number of parts. */
    HITMASK_STEPS = 2,
} hitmask_angle_unit;

/* An angle. Positive angles turn clockwise on the screen. All zero is no rotation. */
typedef struct {
    /* A hitmask_angle_unit. */
    int32_t unit;
    /* The number of steps, if the unit is HITMASK_STEPS. */
    int32_t step;
    /* How many steps are a turn, if the unit is HITMASK_STEPS. Not 0. */
    uint32_t of;
    /* Degrees or radians. */
    double amount;
} hitmask_angle;

/* A position or a motion in units of 1/65536 of a pixel: 98304 is one and a half pixels. Coordinates lie within 2^31 pixels on both sides
   of 0, which is 2^47 here; functions refuse others with HITMASK_OUT_OF_RANGE. */
typedef struct {
    /* To the right. */
    int64_t x;
    /* Down. */
    int64_t y;
} hitmask_point_q16;

/* A pair of numbers. */
typedef struct {
    /* To the right. */
    double x;
    /* Down. */
    double y;
} hitmask_vector;

/* What a pose is made of: world = position + rotation * shear * scale * (texel - pivot). Begin with hitmask_pose_parts_default, because a
   scale of 0 shows nothing. */
typedef struct {
    /* Where the pivot lies in the world, in pixels. */
    hitmask_vector position;
    /* The rotation about the pivot. */
    hitmask_angle rotation;
    /* The scale along the sprite's own axes. A negative number mirrors that axis. */
    hitmask_vector scale;
    /* Whether the sprite is mirrored along its own x axis. */
    bool flip_x;
    /* Whether the sprite is mirrored along its own y axis. */
    bool flip_y;
    /* How far x shifts per pixel of y, and y per pixel of x. */
    hitmask_vector shear;
    /* The fixed point, in texels from the sprite's upper left corner. */
    hitmask_vector pivot;
} hitmask_pose_parts;

/* Where and how a sprite lies: the point (u, v) of the sprite lies at (a u + b v + tx, c u + d v + ty). All numbers are in units of 1/65536.
   Every function that takes a pose checks it: the matrix must have an inverse (HITMASK_SINGULAR) and entries of at most 32767 times 65536
   (HITMASK_OUT_OF_RANGE). A pose of zeros is no pose; begin with hitmask_pose_at. */
typedef struct {
    /* How far x moves per texel to the right. */
    int64_t a;
    /* How far x moves per texel down. */
    int64_t b;
    /* How far y moves per texel to the right. */
    int64_t c;
    /* How far y moves per texel down. */
    int64_t d;
    /* Where the sprite's origin lies. */
    int64_t tx;
    /* Where the sprite's origin lies. */
    int64_t ty;
} hitmask_pose;

/* A pixel, or an offset in whole pixels. An offset of two shapes is the origin of b minus the origin of a, in pixels of a. */
typedef struct {
    /* To the right. */
    int32_t x;
    /* Down. */
    int32_t y;
} hitmask_point;

/* Where a collider lies: as parts, which can be read and changed one by one, or as a matrix. */
typedef struct {
    /* Whether the pose counts. Otherwise the parts do. */
    bool has_matrix;
    /* The parts. */
    hitmask_pose_parts parts;
    /* The matrix. */
    hitmask_pose pose;
} hitmask_transform;

/* A rectangle of pixels. It is empty if a side is 0. */
typedef struct {
    /* The column of its upper left pixel. */
    int32_t x;
    /* The row of its upper left pixel. */
    int32_t y;
    /* Its width. */
    uint32_t w;
    /* Its height. */
    uint32_t h;
} hitmask_rect;

/* How far the corners and edges of a picture reach in from its sides, in pixels: where it is cut into nine slices. */
typedef struct {
    /* The width of the left column of slices. */
    uint32_t left;
    /* The height of the upper row. */
    uint32_t top;
    /* The width of the right column. */
    uint32_t right;
    /* The height of the lower row. */
    uint32_t bottom;
} hitmask_margins;

/* A circle, in units of 1/65536 of a pixel. It covers the pixels whose centres lie inside. */
typedef struct {
    /* The column of its centre. */
    int64_t x;
    /* The row of its centre. */
    int64_t y;
    /* Its radius. Not negative. */
    int64_t radius;
} hitmask_circle;

/* A moment of a motion, as an exact fraction in lowest terms: 0 is the start, 1 the end. */
typedef struct {
    /* Above the line. */
    uint64_t numerator;
    /* Below the line. Not 0 in answers. */
    uint64_t denominator;
} hitmask_time;

/* Which layers a collider belongs to, and with which it collides, as bits. Two colliders may meet if each belongs to a layer that the other
   collides with. */
typedef struct {
    /* The layers it is on. */
    uint32_t belongs_to;
    /* The layers it meets. */
    uint32_t collides_with;
} hitmask_layers;

/* An angle in degrees. */
hitmask_angle hitmask_degrees(double degrees);

/* An angle in radians. */
hitmask_angle hitmask_radians(double radians);

/* An angle of some of equal parts of a turn: (1, 8) is 45 degrees. */
hitmask_angle hitmask_steps(int32_t step, uint32_t of);

/* A position in pixels, rounded to 1/65536. HITMASK_OUT_OF_RANGE if it is not finite or beyond 2^31 pixels. */
int32_t hitmask_point_q16_from(double x, double y, hitmask_point_q16 *out);

/* The parts of the identity: position, shear and pivot 0, no rotation, scale 1. */
hitmask_pose_parts hitmask_pose_parts_default(void);

/* The upright pose with the sprite's upper left corner on a pixel. */
hitmask_pose hitmask_pose_at(int32_t x, int32_t y);

/* The pose that parts make. The same parts make the same pose on every machine. */
int32_t hitmask_pose_from_parts(const hitmask_pose_parts *parts, hitmask_pose *out, hitmask_error *error);

/* The pose of a matrix a, b, c, d, tx, ty in pixels, each rounded to 1/65536. The array has six numbers. */
int32_t hitmask_pose_from_matrix(const double *matrix, hitmask_pose *out, hitmask_error *error);

/* The pose of a sprite that lies under a pose in the plane of another one, which lies under `outer`: a gun in the picture of an arm. Each
   number is rounded once. */
int32_t hitmask_pose_then(const hitmask_pose *pose,
                          const hitmask_pose *outer,
                          hitmask_pose *out,
                          hitmask_error *error);

/* Where a point of the sprite, in texels, lies in the world. */
int32_t hitmask_pose_point_at(const hitmask_pose *pose, hitmask_vector texel, hitmask_vector *out);

/* The texel under the centre of a world pixel: which pixel of the sprite it shows. It may lie outside the sprite. */
int32_t hitmask_pose_texel_at(const hitmask_pose *pose,
                              hitmask_point pixel,
                              int64_t *x,
                              int64_t *y);

/* The upright transform at a position. */
hitmask_transform hitmask_transform_at(hitmask_vector position);

/* The transform of parts. */
hitmask_transform hitmask_transform_from_parts(hitmask_pose_parts parts);

/* The transform of a matrix. */
hitmask_transform hitmask_transform_from_pose(hitmask_pose pose);

/* -----------------------------------------------------------------------------------------------------------------
   Shapes

   A hitmask_shape is a value that names any shape: an object such as a mask, or a rectangle or circle. It borrows the object: keep it
   alive until the call that takes the shape has returned. Worlds and animations that keep a shape share the object's pixels, or a copy, so
   you may free or change your object afterwards; what they hold stays as it was.
   ----------------------------------------------------------------------------------------------------------------- */

/* What a hitmask_shape is. */
typedef enum {
    /* A hitmask_mask. */
    HITMASK_SHAPE_MASK = 1,
    /* A hitmask_run_mask. */
    HITMASK_SHAPE_RUNS = 2,
    /* A hitmask_alpha_mask at a level: solid where the alpha is at least that. */
    HITMASK_SHAPE_LEVEL = 3,
    /* A hitmask_alpha_mask by alpha sum: two pixels meet if both are visible and their alphas add up to 255 or more. Other shapes count
       as 255. Only for colliders of a world. */
    HITMASK_SHAPE_ALPHA_SUM = 4,
    /* A rectangle. */
    HITMASK_SHAPE_RECT = 5,
    /* A circle: the pixels whose centres lie inside. */
    HITMASK_SHAPE_CIRCLE = 6,
    /* A hitmask_polygon: the pixels whose centres lie inside. */
    HITMASK_SHAPE_POLYGON = 7,
    /* A hitmask_terrain. */
    HITMASK_SHAPE_TERRAIN = 8,
    /* A hitmask_frames, an animation. Only for colliders of a world. */
    HITMASK_SHAPE_FRAMES = 9,
    /* A hitmask_kept_shape: the shape of a collider, of any kind. That of an animation or by alpha sum is only for colliders of a world. */
    HITMASK_SHAPE_KEPT = 10,
    /* A hitmask_label_mask: solid where its label is not 0. */
    HITMASK_SHAPE_LABELS = 11,
    /* The tiles of some kinds of a hitmask_tile_map. */
    HITMASK_SHAPE_TILES = 12,
} hitmask_shape_kind;

/* Any shape. Make it with a hitmask_shape function, such as hitmask_shape_mask. */
typedef struct {
    /* A hitmask_shape_kind. */
    int32_t kind;
    /* The level of HITMASK_SHAPE_LEVEL, the kinds of HITMASK_SHAPE_TILES. */
    uint8_t level;
    /* The object of the kinds that have one. */
    const void *object;
    /* The rectangle of HITMASK_SHAPE_RECT. */
    hitmask_rect rect;
    /* The circle of HITMASK_SHAPE_CIRCLE. */
    hitmask_circle circle;
} hitmask_shape;

/* A shape and where it lies. It covers the pixels whose centres lie in solid pixels of the shape. */
typedef struct {
    /* The shape. */
    hitmask_shape shape;
    /* Where it lies. */
    hitmask_pose pose;
} hitmask_placed;

/* The shape of a mask. */
hitmask_shape hitmask_shape_mask(const hitmask_mask *mask);

/* The shape of a run mask. */
hitmask_shape hitmask_shape_runs(const hitmask_run_mask *runs);

/* The shape of the pixels of an alpha mask whose alpha is at least the level. */
hitmask_shape hitmask_shape_level(const hitmask_alpha_mask *alpha, uint8_t level);

/* The shape of an alpha mask that meets others by alpha sum. Only for colliders of a world. */
hitmask_shape hitmask_shape_alpha_sum(const hitmask_alpha_mask *alpha);

/* The shape of a rectangle. */
hitmask_shape hitmask_shape_rect(hitmask_rect rect);

/* The shape of a circle. */
hitmask_shape hitmask_shape_circle(hitmask_circle circle);

/* The shape of a polygon. */
hitmask_shape hitmask_shape_polygon(const hitmask_polygon *polygon);

/* The shape of a terrain. */
hitmask_shape hitmask_shape_terrain(const hitmask_terrain *terrain);

/* The shape of the tiles of some kinds of a map. With HITMASK_TILE_ALL it is that of all its tiles. */
hitmask_shape hitmask_shape_tiles(const hitmask_tile_map *map, uint32_t kinds);

/* The shape of an animation, of which one frame is shown at a time. Only for colliders of a world. */
hitmask_shape hitmask_shape_frames(const hitmask_frames *frames);

/* The shape that a collider of a world had. */
hitmask_shape hitmask_shape_kept(const hitmask_kept_shape *kept);

/* Frees it. NULL does nothing. */
void hitmask_kept_shape_free(hitmask_kept_shape *kept);

/* -----------------------------------------------------------------------------------------------------------------
   Handles

   How a world names colliders, and how a filter asks about them.
   ----------------------------------------------------------------------------------------------------------------- */

/* Names a collider of a world: its slot, counted from 1, in the upper 32 bits, and how often the slot was reused in the lower ones. Any
   number is safe to pass. 0 names no collider of any world. */
typedef uint64_t hitmask_handle;

/* Whether a query looks at a collider. It gets the user data of the filter, and the handle and the data of the collider. */
typedef bool (*hitmask_accept)(void *user, hitmask_handle handle, uint64_t data);

/* -----------------------------------------------------------------------------------------------------------------
   Choices, options and answers

   Constants are numbers of their enums. What has has_x beside it may be missing; then it is 0.
   ----------------------------------------------------------------------------------------------------------------- */

/* How a collider takes part. */
typedef enum {
    /* A solid thing. */
    HITMASK_BODY = 0,
    /* A thing that move_and_slide moves. It stands on whole pixels. Characters never block each other. */
    HITMASK_CHARACTER = 1,
    /* A platform that characters can jump through from below and land on. */
    HITMASK_ONE_WAY = 2,
    /* A trigger: it has events with all other kinds, and blocks nothing. Queries skip it unless they ask for sensors. */
    HITMASK_SENSOR = 3,
    /* A thing that is moved like a character, and on which characters stand: it can be pushed, and carries what stands on it. */
    HITMASK_CRATE = 4,
} hitmask_collider_kind;

/* A direction of the raster. */
typedef enum {
    /* Towards smaller y. */
    HITMASK_DIRECTION_UP = 0,
    /* Towards larger x. */
    HITMASK_DIRECTION_RIGHT = 1,
    /* Towards larger y. */
    HITMASK_DIRECTION_DOWN = 2,
    /* Towards smaller x. */
    HITMASK_DIRECTION_LEFT = 3,
    /* None of them: the up of a character that is seen from above. */
    HITMASK_DIRECTION_NONE = 4,
} hitmask_direction;

/* How a world finds pairs of boxes. All give the same answers. */
typedef enum {
    /* The world chooses. */
    HITMASK_BROAD_PHASE_AUTO = 0,
    /* Every pair is compared. */
    HITMASK_BROAD_PHASE_BRUTE_FORCE = 1,
    /* A grid. */
    HITMASK_BROAD_PHASE_GRID = 2,
    /* Sorted along the x axis. */
    HITMASK_BROAD_PHASE_SORT_X = 3,
} hitmask_broad_phase;

/* What happened to a pair. */
typedef enum {
    /* They touch now, and did not in the step before. */
    HITMASK_BEGIN = 0,
    /* They touch now, as in the step before. Only if the options of the world ask for it. */
    HITMASK_STAY = 1,
    /* They touched in the step before and do not any more. */
    HITMASK_END = 2,
    /* They touched on the way since the last step, and do not touch now. Only for pairs with a swept collider. */
    HITMASK_PASS = 3,
} hitmask_event_kind;

/* What a tile is for. As bits: add them up where a function takes kinds. */
typedef enum {
    /* A picture only. Its pixels never count. */
    HITMASK_TILE_NOTHING = 0,
    /* Solid ground. */
    HITMASK_TILE_BODY = 1,
    /* A platform through which one jumps from below. */
    HITMASK_TILE_ONE_WAY = 2,
    /* What is only noticed: spikes, water, a checkpoint. */
    HITMASK_TILE_SENSOR = 4,
    /* A door that is open to the right: it refuses only steps to the left. */
    HITMASK_TILE_ONE_WAY_RIGHT = 8,
    /* A platform that is open below: it refuses only steps up. */
    HITMASK_TILE_ONE_WAY_DOWN = 16,
    /* A door that is open to the left: it refuses only steps to the right. */
    HITMASK_TILE_ONE_WAY_LEFT = 32,
    /* All kinds that have pixels, where a function takes kinds. */
    HITMASK_TILE_ALL = 63,
} hitmask_tile_kind;

/* How polygons are filled. */
typedef enum {
    /* A pixel that the rings wind around is solid, whichever way. */
    HITMASK_NON_ZERO = 1,
    /* A pixel inside an odd number of rings is solid: rings inside rings are holes. */
    HITMASK_EVEN_ODD = 0,
} hitmask_fill_rule;

/* By what a mask grows or shrinks. */
typedef enum {
    /* Squares: corners count as much as sides. */
    HITMASK_BOX = 0,
    /* Only sides count. */
    HITMASK_DIAMOND = 1,
    /* The Euclidean distance counts. */
    HITMASK_DISC = 2,
} hitmask_element;

/* How the slices between the corners of a picture fill their place. */
typedef enum {
    /* They are stretched: each pixel takes the nearest of the old ones. */
    HITMASK_STRETCH = 0,
    /* They are repeated from the left and from the top. */
    HITMASK_TILE = 1,
} hitmask_slice_fill;

/* Whether pixels that only share a corner are connected. */
typedef enum {
    /* Only sides connect. */
    HITMASK_FOUR = 4,
    /* Sides and corners connect. */
    HITMASK_EIGHT = 8,
} hitmask_connectivity;

/* What an outline promises after it was simplified. */
typedef enum {
    /* It contains every solid pixel completely. */
    HITMASK_OUTER = 0,
    /* It contains no part of a clear pixel. */
    HITMASK_INNER = 1,
    /* It lies within the tolerance, on both sides. */
    HITMASK_WITHIN = 2,
} hitmask_outline_bound;

/* What counts as clear outside of a mask. */
typedef enum {
    /* Everything. */
    HITMASK_BORDER_CLEAR = 0,
    /* Nothing: only pixels of the mask count. */
    HITMASK_BORDER_IGNORED = 1,
} hitmask_border_mode;

/* What counts as an overlap of posed sprites. */
typedef enum {
    /* The same world pixel is covered: its centre lies in solid pixels of both. That is what a screen shows. */
    HITMASK_RASTER = 0,
    /* The rotated squares of two solid pixels share some area. Only for masks, and only for yes or no. */
    HITMASK_GEOMETRY = 1,
} hitmask_pixel_rule;

/* Which of the common pixels is "first": the edge that is swept first, and where on it. */
typedef enum {
    /* The topmost, then the leftmost. Elsewhere "first" always means this. */
    HITMASK_TOP_LEFT = 0,
    /* The topmost, then the rightmost. */
    HITMASK_TOP_RIGHT = 1,
    /* The lowest, then the leftmost. */
    HITMASK_BOTTOM_LEFT = 2,
    /* The lowest, then the rightmost. */
    HITMASK_BOTTOM_RIGHT = 3,
    /* The leftmost, then the topmost. */
    HITMASK_LEFT_TOP = 4,
    /* The leftmost, then the lowest. */
    HITMASK_LEFT_BOTTOM = 5,
    /* The rightmost, then the topmost. */
    HITMASK_RIGHT_TOP = 6,
    /* The rightmost, then the lowest. */
    HITMASK_RIGHT_BOTTOM = 7,
} hitmask_scan_order;

/* What a buffer keeps at each pixel. */
typedef enum {
    /* Every id that was drawn there. */
    HITMASK_OWNERS = 0,
    /* Only the id that was drawn last. */
    HITMASK_PAINTER = 1,
    /* Every id; and when an id comes to a pixel that holds another one, both are latched. */
    HITMASK_LATCH = 2,
} hitmask_buffer_mode;

/* The order in which the frames of a tag are played. */
typedef enum {
    /* From first to last, then from first again. */
    HITMASK_FORWARD = 0,
    /* From last to first, then from last again. */
    HITMASK_REVERSE = 1,
    /* From first to last and back. The first and the last frame are not shown twice in a row. */
    HITMASK_PING_PONG = 2,
    /* From last to first and back. The first and the last frame are not shown twice in a row. */
    HITMASK_PING_PONG_REVERSE = 3,
} hitmask_tag_direction;

/* Whether something fits. */
typedef enum {
    /* It overlaps no body there. */
    HITMASK_FREE = 0,
    /* It does, but none after the least move that frees it, which was made. */
    HITMASK_MOVED = 1,
    /* No move within the limit frees it. Nothing has changed. */
    HITMASK_STUCK = 2,
} hitmask_fit_kind;

/* How a character deals with ledges, corners, one-way platforms and crates. All zero: it climbs nothing, follows nothing down, and pushes
   nothing. */
typedef struct {
    /* How high a ledge may be that it climbs, in pixels. */
    uint32_t step_up;
    /* How deep a floor may lie that it follows down, in pixels. */
    uint32_t step_down;
    /* How far it goes aside to get round a corner that stops it, in pixels. */
    uint32_t corner;
    /* Whether the one-way pixels on which it stands at the start do not count in this move. */
    bool drop;
    /* Whether it pushes crates sideways. */
    bool push;
    /* The most crates in a chain that it pushes. 0 is any number. */
    uint32_t push_limit;
} hitmask_move_options;

/* How a world works. Begin with hitmask_world_options_default. */
typedef struct {
    /* A hitmask_broad_phase. How near pairs are found. The answers are the same. */
    int32_t broad_phase;
    /* The largest number of pairs of boxes that a step tests. */
    size_t max_pairs;
    /* Whether there is an event for each pair that goes on touching, too. */
    bool stay;
    /* Whether events count the common pixels. */
    bool area;
    /* Whether events have the rectangle around the common pixels. */
    bool bounds;
    /* Whether events have the direction of the touch. */
    bool normal;
    /* Whether events have the shortest way out. */
    bool separation;
    /* Whether events name the labels that meet. */
    bool labels;
    /* The size of a wrapped world (a torus), each side up to 2^30 pixels. In C 0 and 0 for a world that has no ends. A collider that is
       larger than the world lies over itself, and each image that meets the world takes time; only rectangles that are not turned may be
       of any size. */
    uint32_t wrap_w;
    /* The height. */
    uint32_t wrap_h;
    /* The most bytes of pictures of turned colliders that are kept. */
    size_t drawing_bytes;
} hitmask_world_options;

/* A motion that turns. */
typedef struct {
    /* How far the position moves. */
    hitmask_point_q16 by;
    /* How far it turns about its pivot, in degrees. */
    double degrees;
    /* How many steps the motion is divided into. 64 is good; 0 counts as 1. */
    uint32_t steps;
} hitmask_turning_motion;

/* Which colliders a question is about. Layers, group and space that are left out are the collider's own in a question about a collider:
   its motion, its cast, its fit. Any other question looks at every layer, in no group, in space 0. Begin with
   hitmask_query_filter_default. */
typedef struct {
    /* The layers of the asker, and those that it looks for. Two zeros leave them unsaid; a single zero stands for all. */
    hitmask_layers layers;
    /* The group of the asker, whose members are left out. 0 is no group. -1 leaves it unsaid. */
    int64_t group;
    /* Whether sensors are found, too. */
    bool sensors;
    /* The space to look at. -1 leaves it unsaid. */
    int64_t space;
    /* Colliders to skip. */
    const hitmask_handle *except;
    /* How many they are. */
    size_t except_count;
    /* A condition of your own, or NULL. It is called while the query runs; it may ask the world more, but a call that changes the world
       gives HITMASK_BUSY. It may be asked about colliders that are not found in the end. */
    hitmask_accept accept;
    /* The user data of the condition. */
    void *user;
} hitmask_query_filter;

/* What is put into a world. Begin with hitmask_collider_default, and change what you need. */
typedef struct {
    /* The solid pixels. The world shares the pixels of an object, so you may free or change your object afterwards. */
    hitmask_shape shape;
    /* Where and how the shape lies. */
    hitmask_transform transform;
    /* A hitmask_collider_kind. How it takes part. */
    int32_t kind;
    /* The layers that it is on, and those that it meets, 32 bits each. */
    hitmask_layers layers;
    /* Colliders of the same group never meet. 0 is no group. */
    uint32_t group;
    /* Only colliders of the same space meet. */
    uint32_t space;
    /* Its place in the drawing order, for picking: higher is on top. */
    int32_t order;
    /* Yours: a number that events carry. */
    uint64_t data;
    /* Whether it meets anything at all. */
    bool enabled;
    /* Whether steps look at its whole path since the last step, so that it passes through nothing. */
    bool swept;
    /* Whether only the first of its new touches in a step counts: by their times, those without a time at the end. */
    bool first_only;
    /* A hitmask_direction. Where up is for a character or a crate. None if it is seen from above: then there is no floor, and every
       blocker is a wall. */
    int32_t up;
    /* A hitmask_direction. The side from which one comes onto a one-way collider. It refuses only steps against that side. */
    int32_t open_side;
    /* Whether it stands on whole pixels and keeps the rest of its position as a remainder. */
    bool whole_pixels;
} hitmask_collider;

/* The labels of the first pixel that two things share. */
typedef struct {
    /* The label of the one who asked, and that of the other. 0 if it has no labels. */
    uint8_t label_a;
    /* That of b, or of the other one. */
    uint8_t label_b;
    /* The pixel. */
    hitmask_point pixel;
} hitmask_label_hit;

/* Two labels that meet, one of each side. */
typedef struct {
    /* The label of the one who asked, and that of the other. 0 if it has no labels. */
    uint8_t label_a;
    /* That of b, or of the other one. */
    uint8_t label_b;
    /* In how many pixels they meet. */
    uint64_t pixels;
    /* The first of these. */
    hitmask_point first;
} hitmask_label_overlap;

/* Where two colliders touch. What the options of the world do not ask for is missing. */
typedef struct {
    /* The first world pixel that both cover. */
    hitmask_point first;
    /* How many world pixels both cover. 0 if not asked for. */
    uint64_t area;
    /* Whether bounds is there. */
    bool has_bounds;
    /* The smallest rectangle around the pixels that both cover. */
    hitmask_rect bounds;
    /* Whether normal is there. */
    bool has_normal;
    /* The direction from a to b. */
    hitmask_point normal;
    /* Whether separation is there. */
    bool has_separation;
    /* The shortest way out: move b by it. */
    hitmask_point separation;
    /* Whether labels is there. */
    bool has_labels;
    /* The labels of a and b at the first pixel. 0 if it has no labels. */
    uint8_t label_a;
    /* That of b, or of the other one. */
    uint8_t label_b;
} hitmask_touch;

/* What happened between two colliders in a step. Always a < b. */
typedef struct {
    /* A hitmask_event_kind. What happened. */
    int32_t kind;
    /* The collider with the lower handle. */
    hitmask_handle a;
    /* The collider with the higher handle. */
    hitmask_handle b;
    /* The data of a and of b. */
    uint64_t data_a;
    /* That of b, or of the other one. */
    uint64_t data_b;
    /* The number of the step in which they began to touch. */
    uint64_t since;
    /* Whether touch is there. */
    bool has_touch;
    /* Where they touch. Missing if they ceased to touch. */
    hitmask_touch touch;
    /* Whether time is there. */
    bool has_time;
    /* When they first touched on the way from the last step to this one. Only for pairs with a swept collider. */
    hitmask_time time;
    /* Whether the path of one of the two was not followed exactly. */
    bool approximate;
    /* Whether hit is there. */
    bool has_hit;
    /* Which labels met first, and where: at the time, if there is one. Only if the options of the world ask for labels, and they began to
       touch or met on the way. */
    hitmask_label_hit hit;
} hitmask_event;

/* A collider that touches the one that was asked about, or the probe. */
typedef struct {
    /* The collider. */
    hitmask_handle handle;
    /* Its data. */
    uint64_t data;
    /* Where they touch. */
    hitmask_touch touch;
} hitmask_contact;

/* The collider that is nearest to a pixel. */
typedef struct {
    /* The collider. */
    hitmask_handle handle;
    /* Its data. */
    uint64_t data;
    /* Its nearest pixel. */
    hitmask_point pixel;
    /* The squared distance, from centre to centre. */
    uint64_t squared;
} hitmask_nearest;

/* The first collider on a line of pixels. */
typedef struct {
    /* The collider. */
    hitmask_handle handle;
    /* Its data. */
    uint64_t data;
    /* The first pixel of the line that it covers. */
    hitmask_point pixel;
    /* How many pixels of the line come before. */
    uint64_t steps;
} hitmask_line_hit;

/* What a straight motion meets. */
typedef struct {
    /* HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT. What it does not have is 0. */
    int32_t outcome;
    /* When. From 0 to 1, without 1. Touching exactly at the end is a miss. */
    hitmask_time time;
    /* The first pixel of the resting shape among those that are met at that time. */
    hitmask_point point;
    /* The direction against the motion, on each axis on which the overlap with that pixel begins exactly then. */
    hitmask_point normal;
} hitmask_cast;

/* The collider that a ray meets. */
typedef struct {
    /* The collider. */
    hitmask_handle handle;
    /* Its data. */
    uint64_t data;
    /* When and where. */
    hitmask_cast cast;
} hitmask_ray_hit;

/* A collider that a motion meets, by raster. */
typedef struct {
    /* The collider. */
    hitmask_handle handle;
    /* Its data. */
    uint64_t data;
    /* When they first cover the same pixel: a part of the motion. 0 if they overlap at the start. */
    hitmask_time time;
    /* The first pixel that both cover then: the topmost, then the leftmost. */
    hitmask_point pixel;
    /* The direction against the motion, on each axis that changed then: -1, 0 or 1. (0, 0) if they overlap at the start. */
    hitmask_point normal;
    /* Whether free is there. */
    bool has_free;
    /* The last free position, one step before the hit. There is none if they overlap at the start. */
    hitmask_point_q16 free;
} hitmask_cast_hit;

/* A collider that a motion with a turn meets or may meet. The times are proven. */
typedef struct {
    /* The collider. */
    hitmask_handle handle;
    /* Its data. */
    uint64_t data;
    /* Before this time, and at it, they share no pixel. 0 if they overlap at the start. */
    hitmask_time free_until;
    /* Whether overlapping_at is there. */
    bool has_overlapping_at;
    /* A time at which they share a pixel. There is none if none was found, and none could be ruled out. */
    hitmask_time overlapping_at;
    /* Whether pixel is there. */
    bool has_pixel;
    /* The first pixel that both cover then. */
    hitmask_point pixel;
    /* Whether free is there. */
    bool has_free;
    /* Where it is when it is free for the last time. There is none if they overlap at the start. */
    hitmask_transform free;
} hitmask_turning_hit;

/* An id that a shape meets in a collision buffer. */
typedef struct {
    /* The id. */
    uint32_t id;
    /* How many of the shape's pixels hold it. */
    uint64_t area;
    /* The first of these: the topmost, then the leftmost. */
    hitmask_point first;
} hitmask_buffer_overlap;

/* A connected part of a mask, or a piece of a terrain that nothing holds. */
typedef struct {
    /* How many pixels it has. */
    uint64_t area;
    /* The smallest rectangle around them. */
    hitmask_rect bounds;
    /* The first of them: the topmost, then the leftmost. */
    hitmask_point first;
} hitmask_component;

/* Exact sums over the solid pixels, for the centroid and the main axis. */
typedef struct {
    /* The number of pixels. */
    uint64_t area;
    /* The sum of x. */
    uint64_t x;
    /* The sum of y. */
    uint64_t y;
    /* The sum of x * x. */
    uint64_t xx;
    /* The sum of x * y. */
    uint64_t xy;
    /* The sum of y * y. */
    uint64_t yy;
} hitmask_moments;

/* What a pose cache has done, and what it holds. */
typedef struct {
    /* Requests that were answered with a kept mask. */
    uint64_t hits;
    /* Requests for which a mask was drawn. */
    uint64_t misses;
    /* Masks that were dropped to stay within the limit. */
    uint64_t evictions;
    /* Masks that are kept now. */
    size_t entries;
    /* Their memory in bytes. */
    size_t bytes;
} hitmask_cache_stats;

/* What an edit of a terrain changed. */
typedef struct {
    /* How many pixels changed. */
    uint64_t pixels;
    /* The smallest rectangle around them. Empty if there is none. */
    hitmask_rect bounds;
} hitmask_change;

/* What a cell shows. The diagonal flip comes first; a quarter turn clockwise is diagonal and x. */
typedef struct {
    /* The id of the tile in its set. */
    uint32_t tile;
    /* Whether left and right are exchanged. */
    bool flip_x;
    /* Whether top and bottom are exchanged. */
    bool flip_y;
    /* Whether x and y are exchanged, before the other flips. */
    bool diagonal;
} hitmask_tile_cell;

/* A tile that a shape meets. */
typedef struct {
    /* The column and the row of its cell. */
    hitmask_point cell;
    /* The tile's id and its flips. */
    hitmask_tile_cell tile;
    /* A hitmask_tile_kind. What the tile is for. */
    int32_t kind;
    /* The tile's own number. */
    uint64_t number;
    /* How many of the tile's pixels the shape meets. Where pictures lie over each other, a pixel counts for each of them. */
    uint64_t area;
    /* The first of these pixels, in pixels of the map. */
    hitmask_point first;
} hitmask_tile_overlap;

/* A collider that refuses one more step. */
typedef struct {
    /* Whether there is any. Otherwise the rest is 0. */
    bool found;
    /* The collider. */
    hitmask_handle handle;
    /* Its data. */
    uint64_t data;
    /* Its pixel that refuses the step. */
    hitmask_point pixel;
    /* The direction against the step. */
    hitmask_point normal;
} hitmask_blocker;

/* What refuses one more step. */
typedef struct {
    /* Whether there is any. Otherwise the rest is 0. */
    bool found;
    /* The number of the obstacle. */
    size_t index;
    /* The world pixel that refuses the step. */
    hitmask_point pixel;
    /* The direction against the step. */
    hitmask_point normal;
} hitmask_stop;

/* Where a motion led. */
typedef struct {
    /* Where it is now, with the remainder. Pass it to the next move. */
    hitmask_point_q16 position;
    /* The motion, but 0 on an axis that was stopped. */
    hitmask_point_q16 velocity;
    /* What it stands on. */
    hitmask_stop floor;
    /* What refuses one more step up. */
    hitmask_stop ceiling;
    /* What refuses one more step sideways. */
    hitmask_stop wall;
    /* Whether stuck is there. */
    bool is_stuck;
    /* The number of the solid that it overlapped at the start. Then it did not move. */
    size_t stuck;
} hitmask_moved;

/* Where a motion led a character among colliders. */
typedef struct {
    /* Where it is now. */
    hitmask_point_q16 position;
    /* The motion, but 0 on an axis that was stopped. */
    hitmask_point_q16 velocity;
    /* What it stands on, its support: of several, what is under the most of it; of equals, the lowest handle. */
    hitmask_blocker floor;
    /* What refuses one more step up. Of several, the lowest handle. */
    hitmask_blocker ceiling;
    /* What refuses one more step sideways. Of several, the lowest handle. */
    hitmask_blocker wall;
    /* Whether stuck is there. */
    bool is_stuck;
    /* The body that it overlapped at the start. Then it did not move. */
    hitmask_handle stuck;
} hitmask_slid;

/* The colliders of a tile map in a world. */
typedef struct {
    /* The root, with the tiles that are ground. */
    hitmask_handle body;
    /* Whether one_way is there. */
    bool has_one_way;
    /* Its part with the one-way tiles that are open above. */
    hitmask_handle one_way;
    /* Whether one_way_right is there. */
    bool has_one_way_right;
    /* Its part with those that are open to the right. */
    hitmask_handle one_way_right;
    /* Whether one_way_down is there. */
    bool has_one_way_down;
    /* Its part with those that are open below. */
    hitmask_handle one_way_down;
    /* Whether one_way_left is there. */
    bool has_one_way_left;
    /* Its part with those that are open to the left. */
    hitmask_handle one_way_left;
    /* Whether sensor is there. */
    bool has_sensor;
    /* Its part with the tiles that are sensors. */
    hitmask_handle sensor;
} hitmask_tile_colliders;

/* The slope of the ground under a collider's feet: rise over run. */
typedef struct {
    /* How many columns the right end of the ground lies to the right of its left end. */
    uint32_t run;
    /* How many pixels it lies higher there. Negative if it goes down to the right. */
    int32_t rise;
} hitmask_slope;

/* What the last step did. */
typedef struct {
    /* Colliders in the world. */
    size_t colliders;
    /* Pairs whose layers agree and whose boxes share a pixel. */
    size_t candidates;
    /* Candidates that the filter of the step refused. */
    size_t refused;
    /* Candidates that a test of their own decided. */
    size_t custom;
    /* Candidates that were decided without testing pixels. */
    size_t early_outs;
    /* Candidates whose pixels were compared. */
    size_t tests;
    /* Pairs that touch. */
    size_t touching;
    /* Pictures that were drawn. */
    size_t drawn;
    /* Pictures that another collider had drawn already. */
    size_t shared;
    /* Candidates whose pictures were too large to be kept. */
    size_t undrawn;
} hitmask_world_stats;

/* What a motion by whole pixels meets. */
typedef struct {
    /* HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT. What it does not have is 0. */
    int32_t outcome;
    /* How many steps are free. */
    uint32_t steps;
    /* The offset after these. */
    hitmask_point offset;
    /* The first pixel of the overlap after the next step. */
    hitmask_point point;
} hitmask_step_cast;

/* What a turning motion meets: two times, proven, with the first overlap between them. */
typedef struct {
    /* HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT or HITMASK_UNCLEAR. What it does not have is 0. */
    int32_t outcome;
    /* Until then the motion is free. */
    hitmask_time free_until;
    /* At that time they overlap. */
    hitmask_time overlapping_at;
} hitmask_posed_cast;

/* Whether something fits. */
typedef struct {
    /* HITMASK_FREE or HITMASK_MOVED or HITMASK_STUCK. What it does not have is 0. */
    int32_t kind;
    /* The least move that frees it, in whole pixels: (0, 0) if it is free. */
    hitmask_point by;
    /* The body that it is stuck in. */
    hitmask_handle handle;
} hitmask_fit;

/* -----------------------------------------------------------------------------------------------------------------
   Masks

   A hitmask_mask holds one bit for each pixel of a picture: solid or clear. Sides go up to 65535. The functions that take two masks are the
   fast ones; hitmask_overlaps and its siblings take any two shapes and give the same answers.

   The pitch of a picture is the number of bytes from one row to the next. Rows may have padding; a pitch shorter than a row is refused. If
   the picture is one row high or less, the pitch is still checked.
   ----------------------------------------------------------------------------------------------------------------- */

/* Two masks at an offset: a question of hitmask_masks_overlap_batch. */
typedef struct {
    /* The mask at the origin. */
    const hitmask_mask *a;
    /* The mask at the offset. */
    const hitmask_mask *b;
    /* The origin of b minus the origin of a. */
    hitmask_point offset;
} hitmask_mask_pair;

/* A mask with every pixel solid. */
int32_t hitmask_mask_filled(uint32_t w, uint32_t h, hitmask_mask **out);

/* A mask from alphas, one byte a pixel: solid where the alpha is at least the threshold. */
int32_t hitmask_mask_from_alpha(uint32_t w,
                                uint32_t h,
                                const uint8_t *alpha,
                                size_t pitch,
                                uint8_t threshold,
                                hitmask_mask **out);

/* A mask from four bytes a pixel, of which the fourth is the alpha (RGBA or BGRA): solid where the alpha is at least the threshold. */
int32_t hitmask_mask_from_rgba8(uint32_t w,
                                uint32_t h,
                                const uint8_t *rgba,
                                size_t pitch,
                                uint8_t threshold,
                                hitmask_mask **out);

/* A mask from three bytes a pixel: solid where a channel differs from the key colour by more than the tolerance. */
int32_t hitmask_mask_from_color_key(uint32_t w,
                                    uint32_t h,
                                    const uint8_t *rgb,
                                    size_t pitch,
                                    uint8_t red,
                                    uint8_t green,
                                    uint8_t blue,
                                    uint8_t tolerance,
                                    hitmask_mask **out);

/* A mask from palette indices, one byte a pixel: solid where the index is not the transparent one. */
int32_t hitmask_mask_from_indexed(uint32_t w,
                                  uint32_t h,
                                  const uint8_t *indices,
                                  size_t pitch,
                                  uint8_t transparent,
                                  hitmask_mask **out);

/* A mask from bits. Each row takes (w + 7) / 8 bytes; the highest bit of a byte is its leftmost pixel. Bits past the width are ignored. */
int32_t hitmask_mask_from_bits(uint32_t w,
                               uint32_t h,
                               const uint8_t *bits,
                               size_t pitch,
                               hitmask_mask **out);

/* A mask from polygons in whole pixels: the corners of all rings one after the other, and how many corners each ring has. The rule is a
   hitmask_fill_rule. */
int32_t hitmask_mask_from_polygons(uint32_t w,
                                   uint32_t h,
                                   const hitmask_point *corners,
                                   size_t corner_count,
                                   const size_t *ring_lengths,
                                   size_t ring_count,
                                   int32_t rule,
                                   hitmask_mask **out);

/* Frees a mask. NULL does nothing. Worlds that the mask was put into keep its pixels. */
void hitmask_mask_free(hitmask_mask *mask);

/* How many bytes of memory it takes, with what was computed about it and kept. */
int32_t hitmask_mask_memory(const hitmask_mask *mask, size_t *out);

/* Makes a pixel solid or clear. HITMASK_OUT_OF_RANGE if it lies outside. */
int32_t hitmask_mask_set(hitmask_mask *mask, hitmask_point pixel, bool solid);

/* Scaled to a size. Each pixel takes the nearest of the old ones. */
int32_t hitmask_mask_scale_nearest(const hitmask_mask *mask, uint32_t w, uint32_t h, hitmask_mask **out);

/* As hitmask_mask_overlap_mask, into an existing mask, whose old pixels and size are replaced. If that has the size of a,
   nothing is allocated. It may be one of the two masks itself. */
int32_t hitmask_mask_overlap_mask_into(const hitmask_mask *a,
                                       const hitmask_mask *b,
                                       hitmask_point offset,
                                       hitmask_mask *to);

/* Answers many questions in one call: answer i is whether any pixel is solid in both masks of pair i. The arrays are yours. If one pointer
   is NULL, no answer is written. */
int32_t hitmask_masks_overlap_batch(const hitmask_mask_pair *pairs,
                                    size_t count,
                                    bool *answers);

/* A mask with no solid pixel. HITMASK_TOO_LARGE if a side is above 65535. */
int32_t hitmask_mask_new(uint32_t w, uint32_t h, hitmask_mask **out);

/* A copy with pixels of its own. */
int32_t hitmask_mask_clone(const hitmask_mask *mask, hitmask_mask **out);

/* Whether two masks have the same size and the same pixels. */
int32_t hitmask_mask_equals(const hitmask_mask *a, const hitmask_mask *b, bool *out);

/* The width and the height in pixels. */
int32_t hitmask_mask_size(const hitmask_mask *mask, uint32_t *w, uint32_t *h);

/* The number of solid pixels. Reads every word. */
int32_t hitmask_mask_count(const hitmask_mask *mask, uint64_t *out);

/* The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time for a mask in which no
   pixel was cleared since it was made; otherwise it may read every word. */
int32_t hitmask_mask_bounds(const hitmask_mask *mask,
                            hitmask_rect *out,
                            bool *found);

/* The mean of the coordinates of the solid pixels, each rounded down. Not found if no pixel is solid. */
int32_t hitmask_mask_centroid(const hitmask_mask *mask, hitmask_point *out, bool *found);

/* Whether the pixel is solid. False outside the mask. Takes constant time. */
int32_t hitmask_mask_get(const hitmask_mask *mask, hitmask_point pixel, bool *out);

/* The pixels as bits, in the form of hitmask_mask_from_bits without padding: h rows of (w + 7) / 8 bytes. */
int32_t hitmask_mask_to_bits(const hitmask_mask *mask, uint8_t *bits, size_t capacity, size_t *count);

/* The solid pixels, row by row from the top, left to right. */
int32_t hitmask_mask_points(const hitmask_mask *mask, hitmask_point *points, size_t capacity, size_t *count);

/* Makes every pixel clear. */
int32_t hitmask_mask_clear(hitmask_mask *mask);

/* Makes every pixel solid. */
int32_t hitmask_mask_fill(hitmask_mask *mask);

/* Makes solid pixels clear and clear pixels solid. */
int32_t hitmask_mask_invert(hitmask_mask *mask);

/* Makes the clear pixels solid that are enclosed by solid ones. */
int32_t hitmask_mask_fill_holes(hitmask_mask *mask);

/* Makes every pixel solid that is solid in the other shape. The shape may be this mask itself. */
int32_t hitmask_mask_union_with(hitmask_mask *mask, const hitmask_shape *other, hitmask_point offset);

/* Clears every pixel that is not solid in the other shape. */
int32_t hitmask_mask_intersect_with(hitmask_mask *mask, const hitmask_shape *other, hitmask_point offset);

/* Clears every pixel that is solid in the other shape. */
int32_t hitmask_mask_difference_with(hitmask_mask *mask, const hitmask_shape *other, hitmask_point offset);

/* Toggles every pixel that is solid in the other shape. */
int32_t hitmask_mask_symmetric_difference_with(hitmask_mask *mask,
                                               const hitmask_shape *other,
                                               hitmask_point offset);

/* A part of a mask as a new mask. Pixels of the rectangle that lie outside of the mask are clear. */
int32_t hitmask_mask_crop(const hitmask_mask *mask, hitmask_rect rect, hitmask_mask **out);

/* Mirrored: left becomes right. */
int32_t hitmask_mask_flip_h(const hitmask_mask *mask, hitmask_mask **out);

/* Mirrored: top becomes bottom. */
int32_t hitmask_mask_flip_v(const hitmask_mask *mask, hitmask_mask **out);

/* Turned clockwise by 90 degrees. */
int32_t hitmask_mask_rotate90(const hitmask_mask *mask, hitmask_mask **out);

/* Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
   repeated. If the margins do not fit into the new size, they shrink in proportion. The fill is a hitmask_slice_fill.
   HITMASK_OUT_OF_RANGE if the margins are larger than the picture. */
int32_t hitmask_mask_nine_slice(const hitmask_mask *mask,
                                hitmask_margins margins,
                                uint32_t w,
                                uint32_t h,
                                int32_t fill,
                                hitmask_mask **out);

/* All pixels at most n pixels away, as a larger mask, and where its upper left pixel lies, in pixels of the old mask. The element is a
   hitmask_element. */
int32_t hitmask_mask_grow(const hitmask_mask *mask,
                          uint32_t n,
                          int32_t element,
                          hitmask_mask **out,
                          hitmask_point *corner);

/* All pixels that are more than n pixels away from every clear pixel, and the place of the result's corner. The element is a
   hitmask_element. As hitmask_mask_grow. */
int32_t hitmask_mask_shrink(const hitmask_mask *mask,
                            uint32_t n,
                            int32_t element,
                            hitmask_mask **out,
                            hitmask_point *corner);

/* Whether any pixel is solid in both masks. */
int32_t hitmask_mask_overlaps(const hitmask_mask *a, const hitmask_mask *b, hitmask_point offset, bool *out);

/* How many pixels are solid in both masks. */
int32_t hitmask_mask_overlap_area(const hitmask_mask *a,
                                  const hitmask_mask *b,
                                  hitmask_point offset,
                                  uint64_t *out);

/* The first pixel that is solid in both masks, in a's pixels. */
int32_t hitmask_mask_first_overlap(const hitmask_mask *a,
                                   const hitmask_mask *b,
                                   hitmask_point offset,
                                   hitmask_point *out,
                                   bool *found);

/* The smallest rectangle around all pixels that are solid in both masks, in a's pixels. */
int32_t hitmask_mask_overlap_bounds(const hitmask_mask *a,
                                    const hitmask_mask *b,
                                    hitmask_point offset,
                                    hitmask_rect *out,
                                    bool *found);

/* All pixels that are solid in both masks, as a mask of a's size. */
int32_t hitmask_mask_overlap_mask(const hitmask_mask *a,
                                  const hitmask_mask *b,
                                  hitmask_point offset,
                                  hitmask_mask **out);

/* -----------------------------------------------------------------------------------------------------------------
   Alpha masks

   A hitmask_alpha_mask holds the alpha of each pixel. Two of them overlap by alpha sum: at pixels where both are visible and their alphas
   add up to 255 or more. hitmask_shape_level makes a shape of one, with a threshold that you choose with each question.
   ----------------------------------------------------------------------------------------------------------------- */

/* Alphas that are all 0. */
int32_t hitmask_alpha_mask_new(uint32_t w, uint32_t h, hitmask_alpha_mask **out);

/* From alphas, one byte a pixel. */
int32_t hitmask_alpha_mask_from_alpha(uint32_t w,
                                      uint32_t h,
                                      const uint8_t *alpha,
                                      size_t pitch,
                                      hitmask_alpha_mask **out);

/* From four bytes a pixel, of which the fourth is the alpha. */
int32_t hitmask_alpha_mask_from_rgba8(uint32_t w,
                                      uint32_t h,
                                      const uint8_t *rgba,
                                      size_t pitch,
                                      hitmask_alpha_mask **out);

/* Frees it. NULL does nothing. */
void hitmask_alpha_mask_free(hitmask_alpha_mask *alpha);

/* The alphas without padding: h rows of w bytes. */
int32_t hitmask_alpha_mask_to_alpha(const hitmask_alpha_mask *alpha,
                                    uint8_t *to,
                                    size_t capacity,
                                    size_t *count);

/* Sets the alpha of a pixel. HITMASK_OUT_OF_RANGE if it lies outside. */
int32_t hitmask_alpha_mask_set(hitmask_alpha_mask *alpha, hitmask_point pixel, uint8_t to);

/* An alpha mask with alpha 255 where the mask is solid and 0 elsewhere. */
int32_t hitmask_alpha_mask_from_mask(const hitmask_mask *mask, hitmask_alpha_mask **out);

/* A copy. Copies are cheap: the alphas are shared until one of the two is changed. */
int32_t hitmask_alpha_mask_clone(const hitmask_alpha_mask *alpha, hitmask_alpha_mask **out);

/* Whether two alpha masks have the same size and the same alphas. */
int32_t hitmask_alpha_mask_equals(const hitmask_alpha_mask *a, const hitmask_alpha_mask *b, bool *out);

/* The width and the height in pixels. */
int32_t hitmask_alpha_mask_size(const hitmask_alpha_mask *alpha, uint32_t *w, uint32_t *h);

/* The largest alpha; 0 if there are no pixels. Reads every byte. If it is below the level of a query, the sprite cannot collide in
   that query, even if you can see it. */
int32_t hitmask_alpha_mask_max_alpha(const hitmask_alpha_mask *alpha,
                                     uint8_t *out);

/* The memory that it uses, in bytes: its fields, its pixels, and the copies that posed queries keep with it. */
int32_t hitmask_alpha_mask_memory(const hitmask_alpha_mask *alpha, size_t *out);

/* The alpha of a pixel. 0 outside. */
int32_t hitmask_alpha_mask_get(const hitmask_alpha_mask *alpha, hitmask_point pixel, uint8_t *out);

/* The pixels whose alpha is at least the threshold, as a mask. */
int32_t hitmask_alpha_mask_to_mask(const hitmask_alpha_mask *alpha, uint8_t threshold, hitmask_mask **out);

/* Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
   repeated. If the margins do not fit into the new size, they shrink in proportion. The fill is a hitmask_slice_fill. */
int32_t hitmask_alpha_mask_nine_slice(const hitmask_alpha_mask *alpha,
                                      hitmask_margins margins,
                                      uint32_t w,
                                      uint32_t h,
                                      int32_t fill,
                                      hitmask_alpha_mask **out);

/* Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more. */
int32_t hitmask_alpha_mask_overlaps(const hitmask_alpha_mask *a,
                                    const hitmask_alpha_mask *b,
                                    hitmask_point offset,
                                    bool *out);

/* The number of pixels that collide by alpha sum. */
int32_t hitmask_alpha_mask_overlap_area(const hitmask_alpha_mask *a,
                                        const hitmask_alpha_mask *b,
                                        hitmask_point offset,
                                        uint64_t *out);

/* The first pixel that collides by alpha sum, row by row from the top and from left to right; in a's pixels. Not found if no pixel
   collides. */
int32_t hitmask_alpha_mask_first_overlap(const hitmask_alpha_mask *a,
                                         const hitmask_alpha_mask *b,
                                         hitmask_point offset,
                                         hitmask_point *out,
                                         bool *found);

/* The first pixel that collides by alpha sum, in a scan order of your choice; in a's pixels. Not found if no pixel collides. The order
   is a hitmask_scan_order. */
int32_t hitmask_alpha_mask_extreme_overlap(const hitmask_alpha_mask *a,
                                           const hitmask_alpha_mask *b,
                                           hitmask_point offset,
                                           int32_t order,
                                           hitmask_point *out,
                                           bool *found);

/* The smallest rectangle that contains all pixels that collide by alpha sum; in a's pixels. Not found if no pixel collides. */
int32_t hitmask_alpha_mask_overlap_bounds(const hitmask_alpha_mask *a,
                                          const hitmask_alpha_mask *b,
                                          hitmask_point offset,
                                          hitmask_rect *out,
                                          bool *found);

/* The pixels that collide by alpha sum, row by row from the top, left to right; in a's pixels. */
int32_t hitmask_alpha_mask_overlap_points(const hitmask_alpha_mask *a,
                                          const hitmask_alpha_mask *b,
                                          hitmask_point offset,
                                          hitmask_point *points,
                                          size_t capacity,
                                          size_t *count);

/* The pixels that collide by alpha sum, as a mask of a's size. */
int32_t hitmask_alpha_mask_overlap_mask(const hitmask_alpha_mask *a,
                                        const hitmask_alpha_mask *b,
                                        hitmask_point offset,
                                        hitmask_mask **out);

/* Whether any world pixel meets by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_overlaps_posed(const hitmask_alpha_mask *a,
                                          const hitmask_pose *pose,
                                          const hitmask_alpha_mask *b,
                                          const hitmask_pose *other_pose,
                                          bool *out);

/* How many world pixels meet by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_overlap_area_posed(const hitmask_alpha_mask *a,
                                              const hitmask_pose *pose,
                                              const hitmask_alpha_mask *b,
                                              const hitmask_pose *other_pose,
                                              uint64_t *out);

/* The first world pixel (the topmost, then the leftmost) that meets by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_first_overlap_posed(const hitmask_alpha_mask *a,
                                               const hitmask_pose *pose,
                                               const hitmask_alpha_mask *b,
                                               const hitmask_pose *other_pose,
                                               hitmask_point *out,
                                               bool *found);

/* The smallest rectangle around all world pixels that meet by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_overlap_bounds_posed(const hitmask_alpha_mask *a,
                                                const hitmask_pose *pose,
                                                const hitmask_alpha_mask *b,
                                                const hitmask_pose *other_pose,
                                                hitmask_rect *out,
                                                bool *found);

/* What a posed alpha mask shows in the world: the alphas, and the world pixel of the upper left one. */
int32_t hitmask_alpha_mask_bake(const hitmask_alpha_mask *alpha,
                                const hitmask_pose *pose,
                                hitmask_alpha_mask **out,
                                hitmask_point *corner);

/* -----------------------------------------------------------------------------------------------------------------
   Run masks

   A hitmask_run_mask holds the solid runs of each row. It is small where shapes are huge and simple. Masks of bits are faster.
   ----------------------------------------------------------------------------------------------------------------- */

/* A run of solid pixels in a row: from start up to, and without, end. */
typedef struct {
    /* The first column. */
    uint16_t start;
    /* The column after the last. */
    uint16_t end;
} hitmask_run;

/* A run mask from the runs of all rows, one after the other, and how many runs each of the h rows has. Within a row they go from left to
   right and do not touch. */
int32_t hitmask_run_mask_from_runs(uint32_t w,
                                   uint32_t h,
                                   const hitmask_run *runs,
                                   size_t run_count,
                                   const size_t *row_lengths,
                                   hitmask_run_mask **out,
                                   hitmask_error *error);

/* Frees it. NULL does nothing. */
void hitmask_run_mask_free(hitmask_run_mask *runs);

/* The runs of a row, from left to right. None if there is no such row. */
int32_t hitmask_run_mask_row(const hitmask_run_mask *runs,
                             uint32_t row,
                             hitmask_run *to,
                             size_t capacity,
                             size_t *count);

/* The runs of a mask. */
int32_t hitmask_run_mask_from_mask(const hitmask_mask *mask, hitmask_run_mask **out);

/* A copy. Copies are cheap: the runs are shared until one of the two is changed. */
int32_t hitmask_run_mask_clone(const hitmask_run_mask *runs, hitmask_run_mask **out);

/* Whether two run masks have the same size and the same pixels. */
int32_t hitmask_run_mask_equals(const hitmask_run_mask *a, const hitmask_run_mask *b, bool *out);

/* The same pixels as bits. */
int32_t hitmask_run_mask_to_mask(const hitmask_run_mask *runs, hitmask_mask **out);

/* The width and the height in pixels. */
int32_t hitmask_run_mask_size(const hitmask_run_mask *runs, uint32_t *w, uint32_t *h);

/* The number of solid pixels. Reads every run. */
int32_t hitmask_run_mask_count(const hitmask_run_mask *runs, uint64_t *out);

/* The number of runs in all rows. */
int32_t hitmask_run_mask_run_count(const hitmask_run_mask *runs, size_t *out);

/* The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time. */
int32_t hitmask_run_mask_bounds(const hitmask_run_mask *runs, hitmask_rect *out, bool *found);

/* The mean of the coordinates of the solid pixels, each rounded down. Not found if no pixel is solid. */
int32_t hitmask_run_mask_centroid(const hitmask_run_mask *runs, hitmask_point *out, bool *found);

/* The memory that the mask uses, in bytes, its fields included. */
int32_t hitmask_run_mask_memory(const hitmask_run_mask *runs, size_t *out);

/* Whether the pixel is solid. False outside the mask. Takes one binary search among the runs of the row. */
int32_t hitmask_run_mask_get(const hitmask_run_mask *runs, hitmask_point pixel, bool *out);

/* The pixels inside a rectangle, as a run mask of the rectangle's size. Pixels outside it are clear. */
int32_t hitmask_run_mask_crop(const hitmask_run_mask *runs, hitmask_rect rect, hitmask_run_mask **out);

/* Mirrored: left becomes right. */
int32_t hitmask_run_mask_flip_h(const hitmask_run_mask *runs, hitmask_run_mask **out);

/* Mirrored: top becomes bottom. */
int32_t hitmask_run_mask_flip_v(const hitmask_run_mask *runs, hitmask_run_mask **out);

/* Toggles every pixel. */
int32_t hitmask_run_mask_invert(hitmask_run_mask *runs);

/* Also the pixels of the shape at the offset become solid. */
int32_t hitmask_run_mask_union_with(hitmask_run_mask *runs, const hitmask_shape *other, hitmask_point offset);

/* Only the pixels of the shape at the offset stay solid. */
int32_t hitmask_run_mask_intersect_with(hitmask_run_mask *runs,
                                        const hitmask_shape *other,
                                        hitmask_point offset);

/* The pixels of the shape at the offset become clear. */
int32_t hitmask_run_mask_difference_with(hitmask_run_mask *runs,
                                         const hitmask_shape *other,
                                         hitmask_point offset);

/* The pixels of the shape at the offset change from solid to clear and from clear to solid. */
int32_t hitmask_run_mask_symmetric_difference_with(hitmask_run_mask *runs,
                                                   const hitmask_shape *other,
                                                   hitmask_point offset);

/* -----------------------------------------------------------------------------------------------------------------
   Convex polygons

   A polygon covers the pixels whose centres lie inside, as a hitmask_circle does.
   ----------------------------------------------------------------------------------------------------------------- */

/* A polygon from its corners, in units of 1/65536 of a pixel, in either direction. HITMASK_NOT_CONVEX if a corner points inwards. */
int32_t hitmask_polygon_new(const hitmask_point_q16 *corners,
                            size_t count,
                            hitmask_polygon **out,
                            hitmask_error *error);

/* Frees it. NULL does nothing. */
void hitmask_polygon_free(hitmask_polygon *polygon);

/* Its corners. */
int32_t hitmask_polygon_corners(const hitmask_polygon *polygon,
                                hitmask_point_q16 *corners,
                                size_t capacity,
                                size_t *count);

/* -----------------------------------------------------------------------------------------------------------------
   Animations

   A hitmask_frames holds the masks of an animation's frames. A collider that has it shows one frame at a time.
   ----------------------------------------------------------------------------------------------------------------- */

/* A frame of an animation. */
typedef struct {
    /* Its solid pixels. They are shared, so you may free or change your mask afterwards. */
    const hitmask_mask *mask;
    /* Where the mask's upper left pixel lies in the whole picture. Not (0, 0) if the frame was trimmed. */
    hitmask_point offset;
} hitmask_frame;

/* An animation of one frame or more, which shows its first one. HITMASK_WRONG_LENGTH if there is none. */
int32_t hitmask_frames_new(const hitmask_frame *frames, size_t count, hitmask_frames **out);

/* Frees it. NULL does nothing. */
void hitmask_frames_free(hitmask_frames *frames);

/* How many frames it has. */
int32_t hitmask_frames_count(const hitmask_frames *frames, size_t *out);

/* -----------------------------------------------------------------------------------------------------------------
   Packs

   A hitmask_pack is a file with the masks of many sprites, which `hitmask pack` writes and docs/pack.md of the repository describes.
   Opening it reads the index only; a mask is read when you ask for it. An entry is one frame of a sprite. Entries and sprites are numbered
   from 0 in the order of their names, and HITMASK_NO_SUCH_INDEX refuses other numbers. Damaged bytes give HITMASK_BAD_BYTES, and the error
   says what is damaged.
   ----------------------------------------------------------------------------------------------------------------- */

/* A text in UTF-8. It does not end with a zero byte: print it with "%.*s" and (int)length. It lies in the pack, so it is good until the
   pack is freed. */
typedef struct {
    /* The first byte. */
    const char *data;
    /* How many bytes there are. */
    size_t length;
} hitmask_text;

/* What a pack knows about an entry. */
typedef struct {
    /* Its name. No other entry has it. */
    hitmask_text name;
    /* The number of the sprite that it is a frame of. */
    size_t sprite;
    /* The number of the frame in its sprite. */
    size_t frame;
    /* The width of the frame, and of its mask. */
    uint32_t w;
    /* The height of the frame, and of its mask. */
    uint32_t h;
    /* The smallest rectangle around what is solid, or around what has an alpha above 0. Empty if there is nothing. */
    hitmask_rect trim;
    /* Whether it keeps the alpha of every pixel. Otherwise it keeps which pixels are solid. */
    bool has_alpha;
    /* The least alpha that is solid. */
    uint8_t level;
    /* Whether it has an outline. */
    bool has_outline;
    /* Whether it has a pivot. */
    bool has_pivot;
    /* The point by which the frame is placed, measured from its upper left corner. */
    hitmask_point_q16 pivot;
    /* Whether it has a duration. */
    bool has_duration;
    /* How long the frame is shown, in nanoseconds. */
    uint64_t duration;
} hitmask_pack_entry;

/* What a pack knows about a sprite: the frames of one picture, atlas or document. */
typedef struct {
    /* Its name: the path of the source. */
    hitmask_text name;
    /* How many frames it has: one or more. */
    size_t frame_count;
    /* How many tags it has. */
    size_t tag_count;
} hitmask_pack_sprite;

/* A named animation of a sprite. */
typedef struct {
    /* Its name. Several tags may have the same. */
    hitmask_text name;
    /* How many frames it shows: one or more. */
    size_t frame_count;
    /* A hitmask_tag_direction. */
    int32_t direction;
    /* How many times it is played; 0 is without end. */
    uint32_t repeat;
} hitmask_pack_tag;

/* A named rectangle of a sprite, as it lies in one frame. */
typedef struct {
    /* Its name. Several slices may have the same. */
    hitmask_text name;
    /* Where it lies in the frame. */
    hitmask_rect rect;
    /* Whether it has a pivot. */
    bool has_pivot;
    /* Its pivot, measured from the upper left corner of the rectangle. */
    hitmask_point_q16 pivot;
} hitmask_pack_slice;

/* Whether bytes begin like a pack. The first four are enough. */
int32_t hitmask_pack_is_pack(const uint8_t *bytes, size_t length, bool *out);

/* Opens a pack, of which it makes a copy. A mask that is read takes at most this much memory; 0 is the default limit of the library. */
int32_t hitmask_pack_open(const uint8_t *bytes,
                          size_t length,
                          size_t memory,
                          hitmask_pack **out,
                          hitmask_error *error);

/* Opens a pack where it lies: in a memory map, or in your program. Nothing is copied, so the bytes must stay there unchanged until the
   pack is freed. */
int32_t hitmask_pack_open_in_place(const uint8_t *bytes,
                                   size_t length,
                                   size_t memory,
                                   hitmask_pack **out,
                                   hitmask_error *error);

/* Closes it. Masks that were read from it stay. NULL does nothing. */
void hitmask_pack_free(hitmask_pack *pack);

/* How many entries it has, and how many sprites. */
int32_t hitmask_pack_count(const hitmask_pack *pack, size_t *entries, size_t *sprites);

/* What is known about an entry. Nothing is decoded. */
int32_t hitmask_pack_get(const hitmask_pack *pack, size_t entry, hitmask_pack_entry *out);

/* The number of the entry that is meant by a name. These are tried in this order: the name of an entry; the name of a sprite, which means
   its first frame; SPRITE#N, the frame with this number; SPRITE#TAG, the first frame of a tag; SPRITE#TAG:N, frame N of a tag. */
int32_t hitmask_pack_find(const hitmask_pack *pack,
                          const char *name,
                          size_t *out,
                          bool *found);

/* What is known about a sprite. */
int32_t hitmask_pack_get_sprite(const hitmask_pack *pack, size_t sprite, hitmask_pack_sprite *out);

/* The number of the sprite with this name. */
int32_t hitmask_pack_find_sprite(const hitmask_pack *pack, const char *name, size_t *out, bool *found);

/* The numbers of the entries that are the frames of a sprite, in their order. */
int32_t hitmask_pack_frames(const hitmask_pack *pack,
                            size_t sprite,
                            size_t *to,
                            size_t capacity,
                            size_t *count);

/* The tags of a sprite. */
int32_t hitmask_pack_tags(const hitmask_pack *pack,
                          size_t sprite,
                          hitmask_pack_tag *to,
                          size_t capacity,
                          size_t *count);

/* The numbers of the frames in the sprite that a tag shows, in their order. A frame may occur several times. The tag is a number in
   hitmask_pack_tags. */
int32_t hitmask_pack_tag_frames(const hitmask_pack *pack,
                                size_t sprite,
                                size_t tag,
                                uint32_t *to,
                                size_t capacity,
                                size_t *count);

/* The slices of its sprite, as they lie in an entry. */
int32_t hitmask_pack_slices(const hitmask_pack *pack,
                            size_t entry,
                            hitmask_pack_slice *to,
                            size_t capacity,
                            size_t *count);

/* The mask of an entry, of the size of the frame. Alphas are solid from the level on. */
int32_t hitmask_pack_mask(const hitmask_pack *pack, size_t entry, hitmask_mask **out, hitmask_error *error);

/* The mask of an entry, cut to its trim. */
int32_t hitmask_pack_trimmed_mask(const hitmask_pack *pack,
                                  size_t entry,
                                  hitmask_mask **out,
                                  hitmask_error *error);

/* The alphas of an entry. Those of a mask are 255 and 0. */
int32_t hitmask_pack_alpha_mask(const hitmask_pack *pack,
                                size_t entry,
                                hitmask_alpha_mask **out,
                                hitmask_error *error);

/* The mask of an entry as runs. */
int32_t hitmask_pack_run_mask(const hitmask_pack *pack,
                              size_t entry,
                              hitmask_run_mask **out,
                              hitmask_error *error);

/* The outline of an entry, if the pack has one for it. */
int32_t hitmask_pack_outline(const hitmask_pack *pack,
                             size_t entry,
                             hitmask_outline **out,
                             bool *found,
                             hitmask_error *error);

/* The tile map of which an entry shows the pixels, such as a layer of a level, and the pixel of the frame on which the corner of the map's
   first cell lies, if the pack has one for it. */
int32_t hitmask_pack_tile_map(const hitmask_pack *pack,
                              size_t entry,
                              hitmask_tile_map **out,
                              hitmask_point *corner,
                              bool *found,
                              hitmask_error *error);

/* Checks the data of all entries. Opening a pack checks only its index, and reading an entry checks its own data. */
int32_t hitmask_pack_verify(const hitmask_pack *pack,
                            hitmask_error *error);

/* -----------------------------------------------------------------------------------------------------------------
   Two shapes

   Whether, where and how much any two shapes overlap, and the shortest way out. An offset is the origin of b minus the origin of a;
   answers are in pixels of a.
   ----------------------------------------------------------------------------------------------------------------- */

/* How far apart two shapes are. */
typedef struct {
    /* Whether they overlap. Then the rest is 0. */
    bool overlapping;
    /* The squared length of the gap between the nearest pixels, as squares: 0 if they touch. */
    uint64_t squared;
    /* The nearest pixel of a, in a's own coordinates; in the world, if the shapes are placed. */
    hitmask_point a;
    /* The nearest pixel of b, in b's own coordinates; in the world, if the shapes are placed. */
    hitmask_point b;
} hitmask_closest;

/* The shortest ways out of b: along x alone, and along y alone. (0, 0) if the shapes do not overlap. */
int32_t hitmask_separation_by_axis(const hitmask_shape *a,
                                   const hitmask_shape *b,
                                   hitmask_point offset,
                                   hitmask_point *out);

/* Whether a pixel is solid. */
int32_t hitmask_contains(const hitmask_shape *shape, hitmask_point pixel, bool *out);

/* Whether any pixel is solid in both shapes. */
int32_t hitmask_overlaps(const hitmask_shape *a, const hitmask_shape *b, hitmask_point offset, bool *out);

/* How many pixels are solid in both shapes. */
int32_t hitmask_overlap_area(const hitmask_shape *a,
                             const hitmask_shape *b,
                             hitmask_point offset,
                             uint64_t *out);

/* The first pixel that is solid in both shapes, in a's pixels. */
int32_t hitmask_first_overlap(const hitmask_shape *a,
                              const hitmask_shape *b,
                              hitmask_point offset,
                              hitmask_point *out,
                              bool *found);

/* The smallest rectangle around all pixels that are solid in both shapes, in a's pixels. */
int32_t hitmask_overlap_bounds(const hitmask_shape *a,
                               const hitmask_shape *b,
                               hitmask_point offset,
                               hitmask_rect *out,
                               bool *found);

/* The first pixel that is solid in both shapes in an order of your choice, a hitmask_scan_order. */
int32_t hitmask_extreme_overlap(const hitmask_shape *a,
                                const hitmask_shape *b,
                                hitmask_point offset,
                                int32_t order,
                                hitmask_point *out,
                                bool *found);

/* All pixels that are solid in both shapes, row by row. */
int32_t hitmask_overlap_points(const hitmask_shape *a,
                               const hitmask_shape *b,
                               hitmask_point offset,
                               hitmask_point *points,
                               size_t capacity,
                               size_t *count);

/* All pixels that are solid in both shapes, as a mask, and the place of its upper left pixel. The mask has the size of a; if a is a
   terrain, a circle or a polygon, it is the smallest one that holds the pixels. */
int32_t hitmask_overlap_mask(const hitmask_shape *a,
                             const hitmask_shape *b,
                             hitmask_point offset,
                             hitmask_mask **out,
                             hitmask_point *corner);

/* The shortest way out: the least change of the offset after which the shapes do not overlap. (0, 0) if they do not overlap. */
int32_t hitmask_separation(const hitmask_shape *a,
                           const hitmask_shape *b,
                           hitmask_point offset,
                           hitmask_point *out);

/* The least multiple of a direction by which the offset must change so that the shapes do not overlap. (0, 0) if they do not overlap.
   Not found if they do and the direction is (0, 0). */
int32_t hitmask_separation_along(const hitmask_shape *a,
                                 const hitmask_shape *b,
                                 hitmask_point offset,
                                 hitmask_point direction,
                                 hitmask_point *out,
                                 bool *found);

/* The direction of a contact, from a to b: on each axis, how many pixels the overlap would lose if b went one pixel on, and gain if it
   went back. (0, 0) if the shapes do not overlap and do not touch. */
int32_t hitmask_normal(const hitmask_shape *a,
                       const hitmask_shape *b,
                       hitmask_point offset,
                       hitmask_point *out);

/* How far apart the shapes are, and the nearest pixels. Not found if either has no pixel. */
int32_t hitmask_closest_pixels(const hitmask_shape *a,
                               const hitmask_shape *b,
                               hitmask_point offset,
                               hitmask_closest *out,
                               bool *found);

/* The shortest way out of two shapes that may be turned, in whole pixels: move b by it. (0, 0) if they do not overlap. */
int32_t hitmask_placed_separation(const hitmask_placed *a,
                                  const hitmask_placed *b,
                                  hitmask_point *out);

/* The direction of a contact of two shapes that may be turned: see hitmask_normal. */
int32_t hitmask_placed_normal(const hitmask_placed *a, const hitmask_placed *b, hitmask_point *out);

/* How far apart two shapes are that may be turned, and the nearest world pixels. Not found if either covers no pixel. */
int32_t hitmask_placed_closest(const hitmask_placed *a,
                               const hitmask_placed *b,
                               hitmask_closest *out,
                               bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   About one mask

   Connected components, outlines, convex pieces, distances, moments, and all offsets at which two masks overlap.
   ----------------------------------------------------------------------------------------------------------------- */

/* A ring of an outline. Its corners are corners of pixels: (x, y) is the upper left corner of pixel (x, y). */
typedef struct {
    /* Its corners. The edge from the last to the first closes the ring. Solid is always on the right. They live as long as the outline. */
    const hitmask_point *points;
    /* How many they are. */
    size_t count;
    /* Whether it is the rim of a hole. */
    bool hole;
    /* Whether it lies in another ring. */
    bool has_parent;
    /* The number of that ring. */
    size_t parent;
} hitmask_ring;

/* Frees them. NULL does nothing. */
void hitmask_components_free(hitmask_components *components);

/* One of them, counted from 0. */
int32_t hitmask_components_get(const hitmask_components *components, size_t index, hitmask_component *out);

/* The pixels of one of them, as a mask of the size of the whole mask. */
int32_t hitmask_components_mask(const hitmask_components *components, size_t index, hitmask_mask **out);

/* Frees it. NULL does nothing. */
void hitmask_outline_free(hitmask_outline *outline);

/* How many rings it has, and how many corners all rings have together. */
int32_t hitmask_outline_count(const hitmask_outline *outline, size_t *rings, size_t *corners);

/* One of its rings, counted from 0. */
int32_t hitmask_outline_ring(const hitmask_outline *outline, size_t index, hitmask_ring *out);

/* A simpler outline that keeps a promise, a hitmask_outline_bound. The tolerance is in units of 1/65536 of a pixel; 65536 suits the promises
   outer and inner. All rings together have at most max_points corners; 0 sets no limit. HITMASK_TOO_MANY_POINTS if that cannot be kept. */
int32_t hitmask_outline_simplify(const hitmask_outline *outline,
                                 int32_t promise,
                                 uint32_t tolerance,
                                 size_t max_points,
                                 hitmask_outline **out,
                                 hitmask_error *error);

/* The same area in pieces of at most so many corners, at least 3: Box2D takes 8. */
int32_t hitmask_pieces_with_max_corners(const hitmask_pieces *pieces,
                                        size_t max_corners,
                                        hitmask_pieces **out,
                                        hitmask_error *error);

/* Frees them. NULL does nothing. */
void hitmask_pieces_free(hitmask_pieces *pieces);

/* The corners of one of them, counted from 0. */
int32_t hitmask_pieces_get(const hitmask_pieces *pieces,
                           size_t index,
                           hitmask_point *corners,
                           size_t capacity,
                           size_t *count);

/* Frees it. NULL does nothing. */
void hitmask_distance_field_free(hitmask_distance_field *field);

/* The first pixel with the largest distance, and its squared distance. */
int32_t hitmask_distance_field_farthest(const hitmask_distance_field *field,
                                        hitmask_point *pixel,
                                        uint32_t *squared,
                                        bool *found);

/* Every offset at which two masks overlap, as a mask: its pixel p is solid if they overlap at the offset p plus the corner. */
int32_t hitmask_mask_overlap_offsets(const hitmask_mask *a,
                                     const hitmask_mask *b,
                                     hitmask_mask **out,
                                     hitmask_point *corner);

/* How many pixels two masks have in common at every offset at which their rectangles overlap: row by row of the rectangle of offsets that
   is given, too. */
int32_t hitmask_mask_overlap_area_map(const hitmask_mask *a,
                                      const hitmask_mask *b,
                                      hitmask_rect *rect,
                                      uint32_t *areas,
                                      size_t capacity,
                                      size_t *count);

/* The number of components. */
int32_t hitmask_components_count(const hitmask_components *components, size_t *out);

/* The number of the component with the most pixels; if there are several, the first of them. Not found if there are no components. */
int32_t hitmask_components_largest(const hitmask_components *components,
                                   size_t *out,
                                   bool *found);

/* The number of the component that contains the pixel. Not found for clear pixels and outside the mask. Takes one binary search among
   the runs of the row. */
int32_t hitmask_components_at(const hitmask_components *components,
                              hitmask_point pixel,
                              size_t *out,
                              bool *found);

/* A label image: for each pixel, row by row, 0 if it is clear, otherwise its component's number plus one. */
int32_t hitmask_components_labels(const hitmask_components *components,
                                  uint32_t *labels,
                                  size_t capacity,
                                  size_t *count);

/* The connected components of the solid pixels. The connectivity is a hitmask_connectivity. */
int32_t hitmask_mask_components(const hitmask_mask *mask, int32_t connectivity, hitmask_components **out);

/* The outline (contour) of the solid pixels. The connectivity is a hitmask_connectivity. */
int32_t hitmask_mask_outline(const hitmask_mask *mask, int32_t connectivity, hitmask_outline **out);

/* Convex polygons with disjoint interiors that together cover exactly the squares of the solid pixels. */
int32_t hitmask_mask_convex_pieces(const hitmask_mask *mask, hitmask_pieces **out);

/* Disjoint rectangles that together contain exactly the solid pixels, ordered from the top, left to right. */
int32_t hitmask_mask_rectangles(const hitmask_mask *mask,
                                hitmask_rect *rects,
                                size_t capacity,
                                size_t *count);

/* The convex hull: the corners of the smallest convex polygon that contains the squares of all solid pixels. They are listed clockwise
   on a screen. The first is the topmost; if there are several, the leftmost of those. No three corners lie on a line. Empty if no
   pixel is solid. */
int32_t hitmask_mask_convex_hull(const hitmask_mask *mask,
                                 hitmask_point *corners,
                                 size_t capacity,
                                 size_t *count);

/* The area and the first and second moments of the solid pixels. */
int32_t hitmask_mask_moments(const hitmask_mask *mask, hitmask_moments *out);

/* The squared distance from each pixel to the nearest clear pixel: how deep inside the shape it lies. The outside is a
   hitmask_border_mode. */
int32_t hitmask_mask_distance_to_clear(const hitmask_mask *mask,
                                       int32_t outside,
                                       hitmask_distance_field **out);

/* The squared distance from each pixel to the nearest solid pixel. */
int32_t hitmask_mask_distance_to_solid(const hitmask_mask *mask, hitmask_distance_field **out);

/* The connected components of a run mask. The connectivity is a hitmask_connectivity. */
int32_t hitmask_run_mask_components(const hitmask_run_mask *runs,
                                    int32_t connectivity,
                                    hitmask_components **out);

/* The area and the first and second moments of the solid pixels. */
int32_t hitmask_run_mask_moments(const hitmask_run_mask *runs, hitmask_moments *out);

/* The mask that the outline was made from. For a simplified outline, the pixels whose centres lie inside it. */
int32_t hitmask_outline_to_mask(const hitmask_outline *outline, hitmask_mask **out);

/* Convex polygons with disjoint interiors that together cover exactly the area inside the outline. */
int32_t hitmask_outline_convex_pieces(const hitmask_outline *outline, hitmask_pieces **out);

/* How many polygons there are. */
int32_t hitmask_pieces_count(const hitmask_pieces *pieces, size_t *out);

/* The squared distance at a pixel. Not found outside the mask, and everywhere if there is no wanted pixel. */
int32_t hitmask_distance_field_get(const hitmask_distance_field *field,
                                   hitmask_point pixel,
                                   uint32_t *squared,
                                   bool *found);

/* The pixels whose squared distance is at most squared. Empty if there is no wanted pixel. */
int32_t hitmask_distance_field_within(const hitmask_distance_field *field,
                                      uint32_t squared,
                                      hitmask_mask **out);

/* -----------------------------------------------------------------------------------------------------------------
   Poses

   Rotated, scaled, mirrored and sheared sprites, also between pixels. Both sides are masks, or both are levels of alpha masks; for alpha
   sum, see hitmask_alpha_mask_overlaps_posed. Answers are in world pixels.
   ----------------------------------------------------------------------------------------------------------------- */

/* Whether two posed masks, or two posed levels, overlap. The rule is a hitmask_pixel_rule. */
int32_t hitmask_placed_overlaps(const hitmask_placed *a, const hitmask_placed *b, int32_t rule, bool *out);

/* How many world pixels both cover. */
int32_t hitmask_placed_overlap_area(const hitmask_placed *a, const hitmask_placed *b, uint64_t *out);

/* The first world pixel that both cover. */
int32_t hitmask_placed_first_overlap(const hitmask_placed *a,
                                     const hitmask_placed *b,
                                     hitmask_point *out,
                                     bool *found);

/* The smallest rectangle around all world pixels that both cover. */
int32_t hitmask_placed_overlap_bounds(const hitmask_placed *a,
                                      const hitmask_placed *b,
                                      hitmask_rect *out,
                                      bool *found);

/* The world pixels that a placed mask, level, circle or polygon covers, as a mask, and the world pixel of its upper left pixel. */
int32_t hitmask_placed_bake(const hitmask_placed *placed,
                            hitmask_mask **out,
                            hitmask_point *corner);

/* A cache that keeps pictures of at most so many bytes. */
int32_t hitmask_pose_cache_new(size_t max_bytes, hitmask_pose_cache **out);

/* Frees it. NULL does nothing. */
void hitmask_pose_cache_free(hitmask_pose_cache *cache);

/* A posed mask as a plain one, and the world pixel of its upper left pixel. The picture is kept; the mask that you get is a copy. */
int32_t hitmask_pose_cache_bake(hitmask_pose_cache *cache,
                                const hitmask_mask *mask,
                                const hitmask_pose *pose,
                                hitmask_mask **out,
                                hitmask_point *corner);

/* Whether two posed masks overlap, by the raster rule. The pictures are kept. */
int32_t hitmask_pose_cache_overlaps(hitmask_pose_cache *cache,
                                    const hitmask_mask *a,
                                    const hitmask_pose *pose_a,
                                    const hitmask_mask *b,
                                    const hitmask_pose *pose_b,
                                    bool *out);

/* How many world pixels two posed masks both cover. The pictures are kept. */
int32_t hitmask_pose_cache_overlap_area(hitmask_pose_cache *cache,
                                        const hitmask_mask *a,
                                        const hitmask_pose *pose_a,
                                        const hitmask_mask *b,
                                        const hitmask_pose *pose_b,
                                        uint64_t *out);

/* The first world pixel (the topmost, then the leftmost) that two posed masks both cover. The pictures are kept. */
int32_t hitmask_pose_cache_first_overlap(hitmask_pose_cache *cache,
                                         const hitmask_mask *a,
                                         const hitmask_pose *pose_a,
                                         const hitmask_mask *b,
                                         const hitmask_pose *pose_b,
                                         hitmask_point *out,
                                         bool *found);

/* The smallest rectangle around the world pixels that two posed masks both cover. The pictures are kept. */
int32_t hitmask_pose_cache_overlap_bounds(hitmask_pose_cache *cache,
                                          const hitmask_mask *a,
                                          const hitmask_pose *pose_a,
                                          const hitmask_mask *b,
                                          const hitmask_pose *pose_b,
                                          hitmask_rect *out,
                                          bool *found);

/* Drops every mask. The counters of hits, misses and evictions are kept. */
int32_t hitmask_pose_cache_clear(hitmask_pose_cache *cache);

/* Hits and misses since the cache was made, and its current contents. */
int32_t hitmask_pose_cache_stats(const hitmask_pose_cache *cache, hitmask_cache_stats *out);

/* -----------------------------------------------------------------------------------------------------------------
   Bytes

   A saved form of a terrain or a world, which the library made. Write it to a file, then free it.
   ----------------------------------------------------------------------------------------------------------------- */

/* Where the bytes lie, and how many they are. The pointer is good until they are freed. */
int32_t hitmask_bytes_data(const hitmask_bytes *bytes, const uint8_t **data, size_t *length);

/* Frees them. NULL does nothing. */
void hitmask_bytes_free(hitmask_bytes *bytes);

/* -----------------------------------------------------------------------------------------------------------------
   Run-length sprites

   The byte formats of games of the 1990s. Each row is a sequence of runs, from the top. A run begins with a code, a signed byte: n from 1
   to 127 is n solid pixels, and their pixels follow; -n is n clear pixels, and nothing follows. In sprites of 8 bits a pixel is a byte. In
   those of 16 bits it is a colour of two bytes, low byte first, and the code 0 with a byte n is a run of n pixels with an alpha each: a
   colour, then the alpha. No run leaves its row. The bytes don't store the size.

   Make a run mask or an alpha mask of a sprite: they answer every question. Bytes that are damaged are HITMASK_BAD_BYTES, and the error
   names the byte and the row.
   ----------------------------------------------------------------------------------------------------------------- */

/* The solid pixels of a sprite of 8 bits a pixel. */
int32_t hitmask_sprite8_to_run_mask(uint32_t w,
                                    uint32_t h,
                                    const uint8_t *bytes,
                                    size_t length,
                                    hitmask_run_mask **out,
                                    hitmask_error *error);

/* The picture of a sprite of 8 bits a pixel: w x h bytes. Clear pixels become the transparent one. */
int32_t hitmask_sprite8_to_indexed(uint32_t w,
                                   uint32_t h,
                                   const uint8_t *bytes,
                                   size_t length,
                                   uint8_t transparent,
                                   uint8_t *pixels,
                                   size_t capacity,
                                   size_t *count,
                                   hitmask_error *error);

/* The bytes of a sprite of 8 bits a pixel, from a picture. Pixels of the transparent value are clear. Each run is as long as possible. */
int32_t hitmask_encode8(uint32_t w,
                        uint32_t h,
                        const uint8_t *pixels,
                        size_t pitch,
                        uint8_t transparent,
                        hitmask_bytes **out);

/* The pixels of a sprite of 16 bits a pixel that are not clear: solid runs, and alpha runs whatever their alphas. */
int32_t hitmask_sprite16_to_run_mask(uint32_t w,
                                     uint32_t h,
                                     const uint8_t *bytes,
                                     size_t length,
                                     hitmask_run_mask **out,
                                     hitmask_error *error);

/* The alphas of a sprite of 16 bits a pixel: 255 in solid runs, 0 in clear ones. */
int32_t hitmask_sprite16_to_alpha_mask(uint32_t w,
                                       uint32_t h,
                                       const uint8_t *bytes,
                                       size_t length,
                                       hitmask_alpha_mask **out,
                                       hitmask_error *error);

/* The colours of a sprite of 16 bits a pixel: w x h numbers, 0 in clear runs. hitmask_sprite16_to_alpha_mask has the alphas. */
int32_t hitmask_sprite16_to_picture(uint32_t w,
                                    uint32_t h,
                                    const uint8_t *bytes,
                                    size_t length,
                                    uint16_t *colors,
                                    size_t capacity,
                                    size_t *count,
                                    hitmask_error *error);

/* The bytes of a sprite of 16 bits a pixel, from w x h colours and as many alphas. Alpha 0 is clear and drops its colour, 255 is solid, all
   others go to alpha runs. Each run is as long as possible. */
int32_t hitmask_encode16(uint32_t w,
                         uint32_t h,
                         const uint16_t *colors,
                         const uint8_t *alphas,
                         hitmask_bytes **out);

/* -----------------------------------------------------------------------------------------------------------------
   Terrain

   Ground of up to 65536 x 65536 pixels that is carved and drawn in every frame. Make a shape of it with hitmask_shape_terrain.
   ----------------------------------------------------------------------------------------------------------------- */

/* Edges of a terrain, as bits. */
typedef enum {
    /* The leftmost column. */
    HITMASK_EDGE_LEFT = 1,
    /* The rightmost column. */
    HITMASK_EDGE_RIGHT = 2,
    /* The topmost row. */
    HITMASK_EDGE_TOP = 4,
    /* The lowest row. */
    HITMASK_EDGE_BOTTOM = 8,
} hitmask_terrain_edges;

/* Which pieces of a terrain hold by themselves. All other pieces are islands. Begin with hitmask_island_options_default. */
typedef struct {
    /* The edges that hold what touches them: hitmask_terrain_edges, added up. */
    uint32_t anchors;
    /* A hitmask_connectivity. */
    int32_t connectivity;
    /* Pixels that hold their pieces. */
    const hitmask_point *anchor_points;
    /* How many they are. */
    size_t anchor_point_count;
    /* Whether the largest piece holds. */
    bool anchor_largest;
    /* Pieces of at least so many pixels hold. 0: size does not matter. */
    uint64_t anchor_area;
    /* Smaller islands are not reported. */
    uint64_t min_area;
} hitmask_island_options;

/* A terrain with no solid pixel, or with all pixels solid. HITMASK_TOO_LARGE if a side is above 65536. */
int32_t hitmask_terrain_new(uint32_t w, uint32_t h, bool filled, hitmask_terrain **out);

/* Frees it. NULL does nothing. */
void hitmask_terrain_free(hitmask_terrain *terrain);

/* Clears the pixels that a placed shape covers, moved by an offset. out may be NULL. */
int32_t hitmask_terrain_carve(hitmask_terrain *terrain,
                              const hitmask_placed *brush,
                              hitmask_point at,
                              hitmask_change *out);

/* Makes the pixels solid that a placed shape covers, moved by an offset. out may be NULL. */
int32_t hitmask_terrain_draw(hitmask_terrain *terrain,
                             const hitmask_placed *brush,
                             hitmask_point at,
                             hitmask_change *out);

/* The edges hold nothing but the lowest row, corners do not connect, and every island is reported. */
hitmask_island_options hitmask_island_options_default(void);

/* The pieces that nothing holds, in the order of their first pixels. NULL options are the default ones. */
int32_t hitmask_terrain_islands(const hitmask_terrain *terrain,
                                const hitmask_island_options *options,
                                hitmask_component *islands,
                                size_t capacity,
                                size_t *count);

/* Takes the island with this first pixel out of the terrain, as a mask, and says where its upper left pixel lay. It finds the island again
   by the same options, so NULL options here are the default ones, too. HITMASK_NO_SUCH_INDEX if there is none. */
int32_t hitmask_terrain_take_island(hitmask_terrain *terrain,
                                    const hitmask_island_options *options,
                                    hitmask_point first,
                                    hitmask_mask **out,
                                    hitmask_point *corner);

/* Goes back to a state, of this terrain or of another one. */
int32_t hitmask_terrain_restore(hitmask_terrain *terrain, const hitmask_terrain_snapshot *snapshot);

/* Frees a snapshot. NULL does nothing. */
void hitmask_terrain_snapshot_free(hitmask_terrain_snapshot *snapshot);

/* The terrain from bytes. It takes at most this much memory; 0 is the default limit of the library. */
int32_t hitmask_terrain_from_bytes(const uint8_t *bytes,
                                   size_t length,
                                   size_t memory,
                                   hitmask_terrain **out,
                                   hitmask_error *error);

/* What changed since a snapshot of a terrain of the same size, as bytes. HITMASK_WRONG_BASE if the sizes differ. */
int32_t hitmask_terrain_delta_since(const hitmask_terrain *terrain,
                                    const hitmask_terrain_snapshot *snapshot,
                                    hitmask_bytes **out);

/* Makes the changes of a hitmask_terrain_delta_since on a terrain that is in the state of its snapshot. HITMASK_WRONG_BASE if it is not,
   and nothing changes. out may be NULL. */
int32_t hitmask_terrain_apply_delta(hitmask_terrain *terrain,
                                    const uint8_t *bytes,
                                    size_t length,
                                    size_t memory,
                                    hitmask_change *out,
                                    hitmask_error *error);

/* A terrain with the size and the pixels of a mask. */
int32_t hitmask_terrain_from_mask(const hitmask_mask *mask, hitmask_terrain **out);

/* A copy. Copies are cheap: they share what neither has changed since. */
int32_t hitmask_terrain_clone(const hitmask_terrain *terrain, hitmask_terrain **out);

/* The width and the height in pixels. */
int32_t hitmask_terrain_size(const hitmask_terrain *terrain, uint32_t *w, uint32_t *h);

/* The number of solid pixels. Takes constant time. */
int32_t hitmask_terrain_count(const hitmask_terrain *terrain, uint64_t *out);

/* The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time. */
int32_t hitmask_terrain_bounds(const hitmask_terrain *terrain, hitmask_rect *out, bool *found);

/* The memory that the terrain uses, in bytes. Copies and snapshots share most of it, and each of them counts it all. */
int32_t hitmask_terrain_memory(const hitmask_terrain *terrain,
                               size_t *out);

/* The pixels inside a rectangle, as a mask of the rectangle's size. Pixels outside the terrain are clear. */
int32_t hitmask_terrain_crop(const hitmask_terrain *terrain, hitmask_rect rect, hitmask_mask **out);

/* Remembers the state of a terrain. It costs little: what does not change is shared. */
int32_t hitmask_terrain_snapshot_new(const hitmask_terrain *terrain, hitmask_terrain_snapshot **out);

/* One number for the size and the pixels: equal terrains have equal hashes, on every machine and in every version of this library.
   Other terrains have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose. */
int32_t hitmask_terrain_content_hash(const hitmask_terrain *terrain,
                                     uint64_t *out);

/* The terrain as bytes in a compact form with a checksum, to save it or to send it. Empty and full regions take a few bytes, a tile
   with a surface about a hundred. Equal terrains give equal bytes. */
int32_t hitmask_terrain_to_bytes(const hitmask_terrain *terrain,
                                 hitmask_bytes **out);

/* -----------------------------------------------------------------------------------------------------------------
   Casts

   When and where a motion first meets a mask that rests. Times are exact fractions of the motion. Pixels are open squares here: two
   squares meet when they share some area.
   ----------------------------------------------------------------------------------------------------------------- */

/* When b, moving and turning from a pose of these parts, first meets a, which lies under a pose, by the geometry rule. Where the motion leads
   clearly into the mask, the two times are at most one of its steps apart. Nothing is skipped at any speed. */
int32_t hitmask_mask_cast_posed(const hitmask_mask *a,
                                const hitmask_pose *pose,
                                const hitmask_mask *b,
                                const hitmask_pose_parts *from,
                                const hitmask_turning_motion *motion,
                                hitmask_posed_cast *out,
                                hitmask_error *error);

/* When b, moving straight from a position by a motion, first overlaps a. The position is b's origin in a's pixels. */
int32_t hitmask_mask_cast(const hitmask_mask *a,
                          const hitmask_mask *b,
                          hitmask_point_q16 position,
                          hitmask_point_q16 motion,
                          hitmask_cast *out);

/* When b, moving in whole pixels from an offset along a straight line, first overlaps a. */
int32_t hitmask_mask_cast_pixels(const hitmask_mask *a,
                                 const hitmask_mask *b,
                                 hitmask_point offset,
                                 hitmask_point motion,
                                 hitmask_step_cast *out);

/* The first solid pixel that a point hits, moving straight from a position by a motion. Both are in its pixels, in whole pixels or 65
   536ths of a pixel. For lines of sight, lasers and bullets. */
int32_t hitmask_mask_ray_cast(const hitmask_mask *mask,
                              hitmask_point_q16 position,
                              hitmask_point_q16 motion,
                              hitmask_cast *out);

/* When a mask, moving straight from a position by a motion, first overlaps the terrain. */
int32_t hitmask_terrain_cast(const hitmask_terrain *terrain,
                             const hitmask_mask *other,
                             hitmask_point_q16 position,
                             hitmask_point_q16 motion,
                             hitmask_cast *out);

/* When a mask, moving in whole pixels along a straight line from an offset, first overlaps the terrain. */
int32_t hitmask_terrain_cast_pixels(const hitmask_terrain *terrain,
                                    const hitmask_mask *other,
                                    hitmask_point offset,
                                    hitmask_point motion,
                                    hitmask_step_cast *out);

/* The first solid pixel that a point hits, moving straight from a position by a motion. */
int32_t hitmask_terrain_ray_cast(const hitmask_terrain *terrain,
                                 hitmask_point_q16 position,
                                 hitmask_point_q16 motion,
                                 hitmask_cast *out);

/* -----------------------------------------------------------------------------------------------------------------
   Characters

   A character of a platform game moves among obstacles on whole pixels: it slides along floors and walls, climbs ledges, and lands on
   one-way platforms. In a world, use hitmask_world_move_and_slide.
   ----------------------------------------------------------------------------------------------------------------- */

/* Which motions an obstacle stops. */
typedef enum {
    /* All. */
    HITMASK_SOLID = 0,
    /* Only steps down onto it: a platform to jump through. */
    HITMASK_ONE_WAY_PLATFORM = 1,
    /* Only steps to the left, onto its right side. */
    HITMASK_ONE_WAY_RIGHT = 2,
    /* Only steps up, onto its lower side. */
    HITMASK_ONE_WAY_DOWN = 3,
    /* Only steps to the right, onto its left side. */
    HITMASK_ONE_WAY_LEFT = 4,
} hitmask_obstacle_kind;

/* What a character cannot walk through. */
typedef struct {
    /* The shape and its pose. */
    hitmask_placed placed;
    /* How far it is moved from there. */
    hitmask_point_q16 position;
    /* A hitmask_obstacle_kind. */
    int32_t kind;
} hitmask_obstacle;

/* Moves a character, whose shape lies under the matrix of its pose, from a position by a motion. NULL options climb nothing.
   HITMASK_TOO_LARGE if the character covers a larger box than a mask may have. */
int32_t hitmask_move_and_slide(const hitmask_placed *mover,
                               hitmask_point_q16 position,
                               hitmask_point_q16 motion,
                               const hitmask_obstacle *obstacles,
                               size_t count,
                               const hitmask_move_options *options,
                               hitmask_moved *out);

/* The same for a character that has its up elsewhere, a hitmask_direction, or that is seen from above: HITMASK_DIRECTION_NONE. */
int32_t hitmask_move_and_slide_up(const hitmask_placed *mover,
                                  int32_t up,
                                  hitmask_point_q16 position,
                                  hitmask_point_q16 motion,
                                  const hitmask_obstacle *obstacles,
                                  size_t count,
                                  const hitmask_move_options *options,
                                  hitmask_moved *out);

/* The obstacle that a moving point meets first, and when. */
int32_t hitmask_ray_cast_obstacles(const hitmask_obstacle *obstacles,
                                   size_t count,
                                   hitmask_point_q16 position,
                                   hitmask_point_q16 motion,
                                   size_t *index,
                                   hitmask_cast *cast,
                                   bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   The collision buffer

   A region of the world into which shapes are drawn with ids. Another shape can then ask which ids it meets.
   ----------------------------------------------------------------------------------------------------------------- */

/* A buffer over a region of world pixels. The mode is a hitmask_buffer_mode. HITMASK_TOO_LARGE if the region is. */
int32_t hitmask_buffer_new(int32_t mode,
                           hitmask_rect region,
                           hitmask_buffer **out);

/* Frees it. NULL does nothing. */
void hitmask_buffer_free(hitmask_buffer *buffer);

/* Draws a placed shape with an id. */
int32_t hitmask_buffer_draw(hitmask_buffer *buffer, const hitmask_placed *placed, uint32_t id);

/* Which ids the pixels of a placed shape hold, in ascending order. The list is the buffer's; it is good until the next call that takes the
   buffer without const. */
int32_t hitmask_buffer_test(hitmask_buffer *buffer,
                            const hitmask_placed *placed,
                            const hitmask_buffer_overlap **met,
                            size_t *count);

/* Tests as hitmask_buffer_test, and then draws the id. In the mode HITMASK_LATCH, the id latches with those that it meets. */
int32_t hitmask_buffer_test_and_draw(hitmask_buffer *buffer,
                                     const hitmask_placed *placed,
                                     uint32_t id,
                                     const hitmask_buffer_overlap **met,
                                     size_t *count);

/* Whether any pixel of a placed shape holds an id. */
int32_t hitmask_buffer_touches(hitmask_buffer *buffer, const hitmask_placed *placed, bool *out);

/* The ids that were latched since this was asked last, in ascending order. The list is the buffer's, as that of hitmask_buffer_test. */
int32_t hitmask_buffer_take_latched(hitmask_buffer *buffer,
                                    const uint32_t **ids,
                                    size_t *count);

/* A picture of the region, four bytes a pixel: the colour of the id that was drawn last to it. Rows have no padding. */
int32_t hitmask_buffer_to_image(const hitmask_buffer *buffer,
                                uint8_t *rgba,
                                size_t capacity,
                                size_t *count);

/* The colour of an id in hitmask_buffer_to_image: its red, green, blue and alpha, from the lowest byte up. */
uint32_t hitmask_buffer_colour_of(uint32_t id);

/* The region of the world that the buffer holds. */
int32_t hitmask_buffer_region(const hitmask_buffer *buffer, hitmask_rect *out);

/* Moves the buffer to another region, which may have another size, and erases what was drawn. The latched ids stay. Going back to an
   earlier region needs no new memory. */
int32_t hitmask_buffer_set_region(hitmask_buffer *buffer,
                                  hitmask_rect region);

/* Moves the region, and erases what was drawn. */
int32_t hitmask_buffer_move_to(hitmask_buffer *buffer, hitmask_point corner);

/* Erases what was drawn, at the start of a frame. The latched ids stay. */
int32_t hitmask_buffer_clear(hitmask_buffer *buffer);

/* The ids at a pixel, ascending, each once. Empty outside the region. */
int32_t hitmask_buffer_ids_at(const hitmask_buffer *buffer,
                              hitmask_point pixel,
                              uint32_t *ids,
                              size_t capacity,
                              size_t *count);

/* Of the ids at a pixel, the one that was drawn last. Not found if there is no id, and outside the region. */
int32_t hitmask_buffer_top_at(const hitmask_buffer *buffer, hitmask_point pixel, uint32_t *out, bool *found);

/* The bytes that the buffer takes, its own fields included. */
int32_t hitmask_buffer_memory(const hitmask_buffer *buffer, size_t *out);

/* -----------------------------------------------------------------------------------------------------------------
   Label masks

   A hitmask_label_mask has a label for each pixel, 0 where it is clear: which part of a sprite a pixel belongs to. As a shape
   (hitmask_shape_labels) it is solid where its label is not 0. The functions here tell which labels meet. A shape without labels counts as
   label 0.
   ----------------------------------------------------------------------------------------------------------------- */

/* A frame of an animation with labels. */
typedef struct {
    /* Its labels. They are shared, so you may free or change your label mask afterwards. */
    const hitmask_label_mask *labels;
    /* Where the upper left pixel lies in the whole picture. Not (0, 0) if the frame was trimmed. */
    hitmask_point offset;
} hitmask_label_frame;

/* Labels that are all 0: everything is clear. */
int32_t hitmask_label_mask_new(uint32_t w, uint32_t h, hitmask_label_mask **out);

/* From labels, one byte a pixel. */
int32_t hitmask_label_mask_from_labels(uint32_t w,
                                       uint32_t h,
                                       const uint8_t *labels,
                                       size_t pitch,
                                       hitmask_label_mask **out);

/* Frees it. NULL does nothing. */
void hitmask_label_mask_free(hitmask_label_mask *labels);

/* The labels without padding: h rows of w bytes. */
int32_t hitmask_label_mask_to_labels(const hitmask_label_mask *labels,
                                     uint8_t *to,
                                     size_t capacity,
                                     size_t *count);

/* Sets the label of a pixel; 0 makes it clear. HITMASK_OUT_OF_RANGE if it lies outside. */
int32_t hitmask_label_mask_set(hitmask_label_mask *labels, hitmask_point pixel, uint8_t to);

/* Gives a label a name, in UTF-8, and a number of yours. HITMASK_BAD_BYTES if the name is not UTF-8. */
int32_t hitmask_label_mask_set_name(hitmask_label_mask *labels,
                                    uint8_t label,
                                    const char *name,
                                    uint64_t number);

/* The name and the number of a label. Not found if it has none. The text is good until the label mask is changed or freed. */
int32_t hitmask_label_mask_name(const hitmask_label_mask *labels,
                                uint8_t label,
                                hitmask_text *name,
                                uint64_t *number,
                                bool *found);

/* The lowest label with a name. */
int32_t hitmask_label_mask_find(const hitmask_label_mask *labels,
                                const char *name,
                                uint8_t *out,
                                bool *found);

/* The pixels with one of some labels, as a mask. */
int32_t hitmask_label_mask_only(const hitmask_label_mask *labels,
                                const uint8_t *only,
                                size_t count,
                                hitmask_mask **out);

/* All pixels with a label, as a mask. */
int32_t hitmask_label_mask_to_mask(const hitmask_label_mask *labels, hitmask_mask **out);

/* The label mask from bytes. */
int32_t hitmask_label_mask_from_bytes(const uint8_t *bytes,
                                      size_t length,
                                      hitmask_label_mask **out,
                                      hitmask_error *error);

/* An animation of label masks, of one frame or more. HITMASK_WRONG_LENGTH if there is none. */
int32_t hitmask_frames_with_labels(const hitmask_label_frame *frames, size_t count, hitmask_frames **out);

/* The shape of a label mask: solid where its label is not 0. Worlds that name labels know those of its colliders. */
hitmask_shape hitmask_shape_labels(const hitmask_label_mask *labels);

/* A label mask with one label wherever the mask is solid. */
int32_t hitmask_label_mask_from_mask(const hitmask_mask *mask, uint8_t label, hitmask_label_mask **out);

/* A copy. Copies are cheap: the labels are shared until one of the two is changed. */
int32_t hitmask_label_mask_clone(const hitmask_label_mask *labels, hitmask_label_mask **out);

/* Whether two label masks have the same size, labels, names and numbers. */
int32_t hitmask_label_mask_equals(const hitmask_label_mask *a, const hitmask_label_mask *b, bool *out);

/* The width and the height in pixels. */
int32_t hitmask_label_mask_size(const hitmask_label_mask *labels, uint32_t *w, uint32_t *h);

/* The memory that it uses, in bytes: its fields, its labels and names, its solid pixels, and what posed queries keep with these. */
int32_t hitmask_label_mask_memory(const hitmask_label_mask *labels,
                                  size_t *out);

/* One number for the size, the labels, and their names and numbers. It is the same on every machine and in every version of this
   library. Two label masks that differ have different hashes but for a chance of about 2⁻⁶⁴. It is kept until an edit. */
int32_t hitmask_label_mask_hash(const hitmask_label_mask *labels,
                                uint64_t *out);

/* The label of a pixel. 0 where it is clear, and outside. */
int32_t hitmask_label_mask_get(const hitmask_label_mask *labels, hitmask_point pixel, uint8_t *out);

/* Gives a label to every pixel that is solid in the shape at the offset. Label 0 makes them clear. */
int32_t hitmask_label_mask_draw(hitmask_label_mask *labels,
                                const hitmask_shape *shape,
                                hitmask_point offset,
                                uint8_t label);

/* As hitmask_label_mask_draw, but clear pixels stay clear: a rough box around a head labels the pixels of the head. */
int32_t hitmask_label_mask_relabel(hitmask_label_mask *labels,
                                   const hitmask_shape *shape,
                                   hitmask_point offset,
                                   uint8_t label);

/* The pixels inside a rectangle, as a label mask of the rectangle's size. Pixels outside it are clear. */
int32_t hitmask_label_mask_crop(const hitmask_label_mask *labels,
                                hitmask_rect rect,
                                hitmask_label_mask **out);

/* Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
   repeated. If the margins do not fit into the new size, they shrink in proportion. Names and numbers of labels stay. The fill is a
   hitmask_slice_fill. */
int32_t hitmask_label_mask_nine_slice(const hitmask_label_mask *labels,
                                      hitmask_margins margins,
                                      uint32_t w,
                                      uint32_t h,
                                      int32_t fill,
                                      hitmask_label_mask **out);

/* Mirrored: left becomes right. */
int32_t hitmask_label_mask_flip_h(const hitmask_label_mask *labels, hitmask_label_mask **out);

/* Mirrored: top becomes bottom. */
int32_t hitmask_label_mask_flip_v(const hitmask_label_mask *labels, hitmask_label_mask **out);

/* Turned clockwise by 90 degrees. */
int32_t hitmask_label_mask_rotate90(const hitmask_label_mask *labels, hitmask_label_mask **out);

/* What a posed label mask shows in the world: the labels, and the world pixel of the upper left one. */
int32_t hitmask_label_mask_bake(const hitmask_label_mask *labels,
                                const hitmask_pose *pose,
                                hitmask_label_mask **out,
                                hitmask_point *corner);

/* The label mask as bytes in a compact form with a checksum, to save it or to send it. Equal label masks give equal bytes. */
int32_t hitmask_label_mask_to_bytes(const hitmask_label_mask *labels,
                                    hitmask_bytes **out);

/* Which labels of a label mask and of a shape meet: for each pair of labels in how many pixels, and the first of these. Sorted by the
   labels. A shape without labels counts as label 0. */
int32_t hitmask_label_mask_overlap_labels(const hitmask_label_mask *labels,
                                          const hitmask_shape *other,
                                          hitmask_point offset,
                                          hitmask_label_overlap *list,
                                          size_t capacity,
                                          size_t *count);

/* The first pixel that both share, and the labels there. Not found if they do not overlap. */
int32_t hitmask_label_mask_label_hit(const hitmask_label_mask *labels,
                                     const hitmask_shape *other,
                                     hitmask_point offset,
                                     hitmask_label_hit *out,
                                     bool *found);

/* Which labels meet under poses: the pixels are those of the world. */
int32_t hitmask_label_mask_overlap_labels_posed(const hitmask_label_mask *labels,
                                                const hitmask_pose *pose,
                                                const hitmask_shape *other,
                                                const hitmask_pose *other_pose,
                                                hitmask_label_overlap *list,
                                                size_t capacity,
                                                size_t *count);

/* The first world pixel that both share under poses, and the labels there. */
int32_t hitmask_label_mask_label_hit_posed(const hitmask_label_mask *labels,
                                           const hitmask_pose *pose,
                                           const hitmask_shape *other,
                                           const hitmask_pose *other_pose,
                                           hitmask_label_hit *out,
                                           bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   Worlds

   A hitmask_world holds thousands of colliders. Step it once a frame: it reports which pairs began to touch and which ceased to. A
   collider is named by a hitmask_handle. When the collider is removed, its handle becomes stale: every function then gives
   HITMASK_NO_SUCH_COLLIDER, even if another collider has its place.
   ----------------------------------------------------------------------------------------------------------------- */

/* A body that meets everything, upright, with its origin on the world's pixel (0, 0). */
hitmask_collider hitmask_collider_default(hitmask_shape shape);

/* The options that suit nearly every game. */
hitmask_world_options hitmask_world_options_default(void);

/* An empty world. NULL options are the default ones. */
int32_t hitmask_world_new(const hitmask_world_options *options, hitmask_world **out);

/* Frees it. NULL does nothing. From a callback of calls on the world it is freed when these have ended, and is busy to all others. A call that
   would give a list of the world's gives HITMASK_BUSY then. */
void hitmask_world_free(hitmask_world *world);

/* Puts a collider in. */
int32_t hitmask_world_insert(hitmask_world *world, const hitmask_collider *collider, hitmask_handle *out);

/* Takes a collider out. Its contacts end with the next step. */
int32_t hitmask_world_remove(hitmask_world *world, hitmask_handle handle);

/* The handles of all colliders, in ascending order. */
int32_t hitmask_world_handles(const hitmask_world *world,
                              hitmask_handle *handles,
                              size_t capacity,
                              size_t *count);

/* What a collider is. Its shape has no object; hitmask_world_shape gives one. */
int32_t hitmask_world_get(const hitmask_world *world, hitmask_handle handle, hitmask_collider *out);

/* The shape of a collider as it is now, carved terrain included. Make a hitmask_shape of it with hitmask_shape_kept, and free it with
   hitmask_kept_shape_free. It shares the pixels and stays as it is when the collider changes. Of an animation these are all its frames, and
   not the one that is shown: other colliders take it, but questions about pixels and labels give HITMASK_WRONG_SHAPE. Ask the world, with
   hitmask_world_overlap_labels for example. */
int32_t hitmask_world_shape(const hitmask_world *world,
                            hitmask_handle handle,
                            hitmask_kept_shape **out);

/* The data of a collider. */
int32_t hitmask_world_data(const hitmask_world *world, hitmask_handle handle, uint64_t *out);

/* The last way of a collider, for pictures: where it came from, and where it is. They are the same if it rested or was teleported. Once it
   was moved, it comes from its position after the last step that succeeded; until then it is the way that the last step saw. The way is not
   part of the state that is saved. */
int32_t hitmask_world_last_path(const hitmask_world *world,
                                hitmask_handle handle,
                                hitmask_point_q16 *from,
                                hitmask_point_q16 *to);

/* The pose under which steps see a collider: draw the sprite with it. Not found if it covers nothing, because it was scaled to 0. */
int32_t hitmask_world_pose(const hitmask_world *world,
                           hitmask_handle handle,
                           hitmask_pose *out,
                           bool *found);

/* Moves many colliders: number i of the handles to number i of the positions. All that can be moved are moved, even if the status is
   HITMASK_NO_SUCH_COLLIDER because some handles are stale; with HITMASK_OUT_OF_RANGE none is. */
int32_t hitmask_world_set_positions(hitmask_world *world,
                                    const hitmask_handle *handles,
                                    const hitmask_point_q16 *positions,
                                    size_t count);

/* Gives many colliders a transform: number i of the handles gets number i of the transforms. All that can be moved are moved; the status
   is that of the first one that can't, because its handle is stale or its transform is refused. */
int32_t hitmask_world_set_transforms(hitmask_world *world,
                                     const hitmask_handle *handles,
                                     const hitmask_transform *transforms,
                                     size_t count);

/* Gives a collider a pose. With NULL it covers nothing. */
int32_t hitmask_world_set_pose(hitmask_world *world, hitmask_handle handle, const hitmask_pose *pose);

/* Turns a collider about its pivot to an angle. */
int32_t hitmask_world_set_rotation(hitmask_world *world, hitmask_handle handle, hitmask_angle rotation);

/* Turns a collider about its pivot by an angle. */
int32_t hitmask_world_rotate_by(hitmask_world *world, hitmask_handle handle, hitmask_angle by);

/* Scales a collider about its pivot. With a scale of 0 it covers nothing. */
int32_t hitmask_world_set_scale(hitmask_world *world, hitmask_handle handle, hitmask_vector scale);

/* Mirrors a collider about its pivot, or not. */
int32_t hitmask_world_set_flip(hitmask_world *world, hitmask_handle handle, bool flip_x, bool flip_y);

/* Sets the pivot of a collider, in texels. The pivot stays on the position, so the sprite moves. */
int32_t hitmask_world_set_pivot(hitmask_world *world, hitmask_handle handle, hitmask_vector pivot);

/* Gives a collider another shape. */
int32_t hitmask_world_set_shape(hitmask_world *world, hitmask_handle handle, const hitmask_shape *shape);

/* Gives a collider all properties of a record but its shape and its transform: read one with hitmask_world_get, and change what you need.
   None is changed if one of them is refused. */
int32_t hitmask_world_set(hitmask_world *world,
                          hitmask_handle handle,
                          const hitmask_collider *properties);

/* Clears pixels of a collider's terrain, as hitmask_terrain_carve. HITMASK_WRONG_SHAPE if its shape is no terrain. out may be NULL. */
int32_t hitmask_world_carve(hitmask_world *world,
                            hitmask_handle handle,
                            const hitmask_placed *brush,
                            hitmask_point at,
                            hitmask_change *out);

/* Makes pixels of a collider's terrain solid, as hitmask_terrain_draw. HITMASK_WRONG_SHAPE if its shape is no terrain. out may be NULL. */
int32_t hitmask_world_draw(hitmask_world *world,
                           hitmask_handle handle,
                           const hitmask_placed *brush,
                           hitmask_point at,
                           hitmask_change *out);

/* A copy of a world, with the same handles and contacts. */
int32_t hitmask_world_clone(const hitmask_world *world, hitmask_world **out);

/* Removes all colliders. Their handles become stale. Their contacts end at the next step. */
int32_t hitmask_world_clear(hitmask_world *world);

/* How many colliders there are, disabled ones included. */
int32_t hitmask_world_count(const hitmask_world *world, size_t *out);

/* Whether a collider of this handle is in the world. False if the handle is stale. */
int32_t hitmask_world_contains(const hitmask_world *world, hitmask_handle collider, bool *out);

/* The bytes that the world allocated, and its own size. */
int32_t hitmask_world_memory(const hitmask_world *world, size_t *out);

/* Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's remainder is
   part of it. In a wrapped world, modulo the size. */
int32_t hitmask_world_position(const hitmask_world *world,
                               hitmask_handle collider,
                               hitmask_point_q16 *out);

/* A rectangle around the world pixels that a collider may cover. Not found if it covers none. */
int32_t hitmask_world_bounds(const hitmask_world *world,
                             hitmask_handle collider,
                             hitmask_rect *out,
                             bool *found);

/* Where and how a collider lies, as it was set. */
int32_t hitmask_world_transform(const hitmask_world *world, hitmask_handle collider, hitmask_transform *out);

/* Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper left corner).
   The other parts of its transform stay as they are. */
int32_t hitmask_world_set_position(hitmask_world *world,
                                   hitmask_handle collider,
                                   hitmask_point_q16 position);

/* Puts a collider at a position. A swept one was not on the way there. */
int32_t hitmask_world_teleport(hitmask_world *world, hitmask_handle collider, hitmask_point_q16 position);

/* Sets a collider's transform: all parts at once. */
int32_t hitmask_world_set_transform(hitmask_world *world,
                                    hitmask_handle collider,
                                    const hitmask_transform *transform);

/* Shows another frame of a collider's animation, counted from 0. HITMASK_WRONG_SHAPE if it has no animation, HITMASK_NO_SUCH_INDEX if
   there is no such frame. */
int32_t hitmask_world_set_frame(hitmask_world *world,
                                hitmask_handle collider,
                                size_t frame);

/* Sets the kind of a collider. How it takes part. A hitmask_collider_kind. */
int32_t hitmask_world_set_kind(hitmask_world *world, hitmask_handle collider, int32_t kind);

/* Sets the layers that it is on, and those that it meets, 32 bits each. */
int32_t hitmask_world_set_layers(hitmask_world *world, hitmask_handle collider, hitmask_layers layers);

/* Sets the group of a collider. Colliders of the same group never meet. 0 is no group. */
int32_t hitmask_world_set_group(hitmask_world *world, hitmask_handle collider, uint32_t group);

/* Sets the space of a collider. Only colliders of the same space meet. */
int32_t hitmask_world_set_space(hitmask_world *world, hitmask_handle collider, uint32_t space);

/* Sets its place in the drawing order, for picking: higher is on top. */
int32_t hitmask_world_set_order(hitmask_world *world, hitmask_handle collider, int32_t order);

/* Sets the data of a collider. Yours: a number that events carry. */
int32_t hitmask_world_set_data(hitmask_world *world, hitmask_handle collider, uint64_t data);

/* Sets whether it meets anything at all. */
int32_t hitmask_world_set_enabled(hitmask_world *world, hitmask_handle collider, bool enabled);

/* Sets whether steps look at its whole path since the last step, so that it passes through nothing. */
int32_t hitmask_world_set_swept(hitmask_world *world, hitmask_handle collider, bool swept);

/* Sets whether only the first of its new touches in a step counts: by their times, those without a time at the end. */
int32_t hitmask_world_set_first_only(hitmask_world *world,
                                     hitmask_handle collider,
                                     bool first_only);

/* Sets the up of a collider. Where up is for a character or a crate. HITMASK_DIRECTION_NONE if it is seen from above: then there is no
   floor, and every blocker is a wall. A hitmask_direction. */
int32_t hitmask_world_set_up(hitmask_world *world,
                             hitmask_handle collider,
                             int32_t up);

/* Sets the side from which one comes onto a one-way collider. It refuses only steps against that side. A hitmask_direction. */
int32_t hitmask_world_set_open_side(hitmask_world *world,
                                    hitmask_handle collider,
                                    int32_t open_side);

/* Sets whether it stands on whole pixels and keeps the rest of its position as a remainder. */
int32_t hitmask_world_set_whole_pixels(hitmask_world *world, hitmask_handle collider, bool whole_pixels);

/* -----------------------------------------------------------------------------------------------------------------
   Steps of a world

   hitmask_world_step compares with the step before, and gives the events: which pairs began to touch, which ceased to, and which only met
   on their way.
   ----------------------------------------------------------------------------------------------------------------- */

/* Whether two colliders may touch in this step. It gets the user data of the call, and handles and data of both. */
typedef bool (*hitmask_step_filter)(void *user,
                                    hitmask_handle a,
                                    uint64_t data_a,
                                    hitmask_handle b,
                                    uint64_t data_b);

/* A straight segment of a path that is not straight. */
typedef struct {
    /* The position at time 0, if all of the step went like this segment. */
    hitmask_point_q16 from;
    /* The position at time 1, if all of the step went like this segment. */
    hitmask_point_q16 to;
    /* When the segment ends, from 0 to 1. Ignored for the last segment. */
    hitmask_time until;
    /* Whether the collider is on the next segment at that time already. Otherwise it is still on this one. */
    bool before;
} hitmask_path_segment;

/* The path of a collider since the last step. */
typedef struct {
    /* The collider. */
    hitmask_handle handle;
    /* The segments of its path, in order. The last one must lead to its position. */
    const hitmask_path_segment *segments;
    /* How many they are. */
    size_t count;
} hitmask_step_path;

/* Two colliders that touch. */
typedef struct {
    /* The collider with the lower handle. */
    hitmask_handle a;
    /* The collider with the higher handle. */
    hitmask_handle b;
} hitmask_pair;

/* Steps the world. The events are sorted by a, then by b. The list is the world's; it is good until the next step or
   hitmask_world_events_by_time, whatever else the world is told meanwhile, and until the world is freed. After
   HITMASK_TOO_MANY_PAIRS there are no events; step again when there are fewer pairs. */
int32_t hitmask_world_step(hitmask_world *world,
                           const hitmask_event **events,
                           size_t *count);

/* Steps the world, and asks a filter about each pair whose boxes share a pixel. The world is busy meanwhile. */
int32_t hitmask_world_step_with(hitmask_world *world,
                                hitmask_step_filter filter,
                                void *user,
                                const hitmask_event **events,
                                size_t *count);

/* Steps the world, in which some swept colliders did not go straight. If a handle is there twice, the last path counts. */
int32_t hitmask_world_step_along(hitmask_world *world,
                                 const hitmask_step_path *paths,
                                 size_t path_count,
                                 const hitmask_event **events,
                                 size_t *count);

/* The events of the last step again, sorted by time, then by a and b. What has no time is about the end of the step. The list is the
   world's, as that of hitmask_world_step, whose list it replaces. */
int32_t hitmask_world_events_by_time(hitmask_world *world,
                                     const hitmask_event **events,
                                     size_t *count);

/* The other one of an event's pair, and its data. Not found if the handle is in neither place. Which of the two is a follows from the
   handles alone: a later collider may have the lower one. */
int32_t hitmask_event_other(const hitmask_event *event,
                            hitmask_handle handle,
                            hitmask_handle *out,
                            uint64_t *data,
                            bool *found);

/* Which part of this one of an event's pair was met: the label that it showed where the two met first. 0 if it has no labels. Not found if
   the handle is in neither place, or if the event names no labels. hitmask_world_label_name tells the name of the part. */
int32_t hitmask_event_part_of(const hitmask_event *event,
                              hitmask_handle handle,
                              uint8_t *out,
                              bool *found);

/* The pairs that touched in the last step. */
int32_t hitmask_world_contacts(const hitmask_world *world,
                               hitmask_pair *pairs,
                               size_t capacity,
                               size_t *count);

/* What the last step did. */
int32_t hitmask_world_last_stats(const hitmask_world *world, hitmask_world_stats *out);

/* How many steps succeeded so far. So it is the number of the last successful step, counted from 1. */
int32_t hitmask_world_steps(const hitmask_world *world, uint64_t *out);

/* The colliders that touched this one in the last step. */
int32_t hitmask_world_contacts_of(const hitmask_world *world,
                                  hitmask_handle collider,
                                  hitmask_handle *handles,
                                  size_t capacity,
                                  size_t *count);

/* The number of the step in which two colliders began to touch. Not found if they did not touch in the last step. */
int32_t hitmask_world_touching_since(const hitmask_world *world,
                                     hitmask_handle a,
                                     hitmask_handle b,
                                     uint64_t *out,
                                     bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   Custom tests

   A function of yours that a step, and hitmask_world_collide_one, asks about the pairs of one collider before it looks at their pixels: for
   a ship whose flames reach beyond its picture, a shield that only shots meet, a door that is sometimes open. It is asked about each pair
   whose spaces and layers agree and whose boxes share a pixel. If both colliders have a test, the one with the lower handle is asked first.
   ----------------------------------------------------------------------------------------------------------------- */

/* What a custom test says about a pair. */
typedef enum {
    /* Nothing: the test of the other collider decides, or the pixels. Numbers that are no hitmask_verdict mean the same. */
    HITMASK_UNDECIDED = 0,
    /* They don't touch. */
    HITMASK_APART = 1,
    /* They touch, as the test has written. */
    HITMASK_TOUCHING = 2,
} hitmask_verdict;

/* A collider that a custom test is asked about. */
typedef struct {
    /* Its handle. */
    hitmask_handle handle;
    /* The collider. Its shape has a kind, but no object. */
    hitmask_collider collider;
} hitmask_member;

/* Whether two colliders touch: a hitmask_verdict. me is the collider with the test. If they touch, write where; all of it is zero before.
   It gets the user data of the test, and runs on the thread of the call that asks. While a step asks, the world is busy; while
   hitmask_world_collide_one asks, it can be asked more, but not changed. */
typedef int32_t (*hitmask_test)(void *user,
                                const hitmask_member *me,
                                const hitmask_member *other,
                                hitmask_touch *touch);

/* The box in which the test is asked, for a test that reaches beyond the picture. reached holds the box around the collider's pixels, which
   is empty if there are none: change it and return true, or return false if the test need not be asked at all. It is called when the
   collider is inserted, moved or changed, and gets the user data of the test. The world is busy meanwhile. */
typedef bool (*hitmask_reach)(void *user, const hitmask_collider *me, hitmask_rect *reached);

/* A custom test. */
typedef struct {
    /* The test. It must not be NULL. */
    hitmask_test test;
    /* The box in which it is asked. NULL is the box around the collider's pixels. */
    hitmask_reach reach;
    /* Yours. It must stay usable as long as the test is in the world, in a clone of it, or in a snapshot: on every thread that uses these,
       and by several at a time if they do. */
    void *user;
} hitmask_custom_test;

/* Gives a collider a custom test, or takes it away if it is NULL. The struct is copied. */
int32_t hitmask_world_set_test(hitmask_world *world, hitmask_handle handle, const hitmask_custom_test *test);

/* -----------------------------------------------------------------------------------------------------------------
   Questions to a world

   Between steps a world answers who is where. A query looks at one space, with a filter; NULL is the default filter, which lets everything
   but sensors through: in the collider's own space, if the question is about a collider. Lists of handles are in ascending order.
   ----------------------------------------------------------------------------------------------------------------- */

/* What a hitmask_probe is. */
typedef enum {
    /* A shape under a pose. */
    HITMASK_PROBE_PLACED = 0,
    /* The pixels of a line from one pixel to another, both included. */
    HITMASK_PROBE_LINE = 1,
    /* A pixel. */
    HITMASK_PROBE_POINT = 2,
} hitmask_probe_kind;

/* A shape to ask about. Make it with hitmask_probe_placed, hitmask_probe_line or hitmask_probe_point. */
typedef struct {
    /* A hitmask_probe_kind. */
    int32_t kind;
    /* The shape of HITMASK_PROBE_PLACED. Alpha sums and animations are shapes here, too. */
    hitmask_placed placed;
    /* The first end of the line, or the pixel. */
    hitmask_point from;
    /* The other end of the line. */
    hitmask_point to;
} hitmask_probe;

/* Is called with each contact of a query. It gets the user data of the call. The query goes on as long as it returns true. */
typedef bool (*hitmask_each_contact)(void *user, const hitmask_contact *contact);

/* A filter that leaves space, layers and group unsaid, and lets everything through but sensors. */
hitmask_query_filter hitmask_query_filter_default(void);

/* The probe of a placed shape. */
hitmask_probe hitmask_probe_placed(hitmask_shape shape, hitmask_pose pose);

/* The probe of a line of pixels. */
hitmask_probe hitmask_probe_line(hitmask_point from, hitmask_point to);

/* The probe of a pixel. */
hitmask_probe hitmask_probe_point(hitmask_point pixel);

/* The colliders that a probe touches. */
int32_t hitmask_world_query(const hitmask_world *world,
                            const hitmask_probe *probe,
                            const hitmask_query_filter *filter,
                            hitmask_handle *handles,
                            size_t capacity,
                            size_t *count);

/* Whether a probe touches any collider. */
int32_t hitmask_world_query_any(const hitmask_world *world,
                                const hitmask_probe *probe,
                                const hitmask_query_filter *filter,
                                bool *out);

/* The topmost collider that a probe touches: by order, then by handle. */
int32_t hitmask_world_query_topmost(const hitmask_world *world,
                                    const hitmask_probe *probe,
                                    const hitmask_query_filter *filter,
                                    hitmask_handle *out,
                                    bool *found);

/* Calls a function of yours with each collider that a probe touches, and where. The order is not specified. A call from it that changes
   the world gives HITMASK_BUSY. */
int32_t hitmask_world_query_each(const hitmask_world *world,
                                 const hitmask_probe *probe,
                                 const hitmask_query_filter *filter,
                                 hitmask_each_contact each,
                                 void *user);

/* How far apart two colliders are, and their nearest world pixels. Not found if either covers none. */
int32_t hitmask_world_closest(const hitmask_world *world,
                              hitmask_handle a,
                              hitmask_handle b,
                              hitmask_closest *out,
                              bool *found);

/* The name and the number of a label of a collider: what hitmask_event_part_of and hitmask_world_label_at have found. Not found if the label
   has no name. The text is good until the collider's shape is changed or the collider is removed. */
int32_t hitmask_world_label_name(const hitmask_world *world,
                                 hitmask_handle collider,
                                 uint8_t label,
                                 hitmask_text *name,
                                 uint64_t *number,
                                 bool *found);

/* What a collider touches now, custom tests included. The contacts are in ascending order of their handles. */
int32_t hitmask_world_collide_one(const hitmask_world *world,
                                  hitmask_handle collider,
                                  hitmask_contact *contacts,
                                  size_t capacity,
                                  size_t *count);

/* The topmost collider that covers a pixel: by order, then by handle. */
int32_t hitmask_world_pick(const hitmask_world *world,
                           hitmask_point pixel,
                           const hitmask_query_filter *filter,
                           hitmask_handle *out,
                           bool *found);

/* All colliders that cover a pixel, the topmost first. */
int32_t hitmask_world_pick_all(const hitmask_world *world,
                               hitmask_point pixel,
                               const hitmask_query_filter *filter,
                               hitmask_handle *handles,
                               size_t capacity,
                               size_t *count);

/* The collider that covers the pixel nearest to this one, at most so many pixels away. */
int32_t hitmask_world_nearest(const hitmask_world *world,
                              hitmask_point pixel,
                              uint32_t within,
                              const hitmask_query_filter *filter,
                              hitmask_nearest *out,
                              bool *found);

/* The first collider on a line of pixels. The line slips through walls whose pixels touch at corners alone. */
int32_t hitmask_world_first_on_line(const hitmask_world *world,
                                    hitmask_point from,
                                    hitmask_point to,
                                    const hitmask_query_filter *filter,
                                    hitmask_line_hit *out,
                                    bool *found);

/* The first collider on all pixels that a line between the centres of two pixels touches, also those beside a corner that it passes.
   No wall has a gap for it. */
int32_t hitmask_world_first_on_supercover(const hitmask_world *world,
                                          hitmask_point from,
                                          hitmask_point to,
                                          const hitmask_query_filter *filter,
                                          hitmask_line_hit *out,
                                          bool *found);

/* The collider that a moving point meets first. */
int32_t hitmask_world_ray_cast(const hitmask_world *world,
                               hitmask_point_q16 position,
                               hitmask_point_q16 motion,
                               const hitmask_query_filter *filter,
                               hitmask_ray_hit *out,
                               bool *found);

/* What a collider meets if it moves while all others rest: all that it meets, in the order of the hits. */
int32_t hitmask_world_cast(const hitmask_world *world,
                           hitmask_handle collider,
                           hitmask_point_q16 motion,
                           const hitmask_query_filter *filter,
                           hitmask_cast_hit *hits,
                           size_t capacity,
                           size_t *count);

/* What a collider meets first if it moves while all others rest. */
int32_t hitmask_world_cast_first(const hitmask_world *world,
                                 hitmask_handle collider,
                                 hitmask_point_q16 motion,
                                 const hitmask_query_filter *filter,
                                 hitmask_cast_hit *out,
                                 bool *found);

/* What a probe meets if it moves: all that it meets, in the order of the hits. */
int32_t hitmask_world_cast_probe(const hitmask_world *world,
                                 const hitmask_probe *probe,
                                 hitmask_point_q16 motion,
                                 const hitmask_query_filter *filter,
                                 hitmask_cast_hit *hits,
                                 size_t capacity,
                                 size_t *count);

/* What a probe meets first if it moves. */
int32_t hitmask_world_cast_probe_first(const hitmask_world *world,
                                       const hitmask_probe *probe,
                                       hitmask_point_q16 motion,
                                       const hitmask_query_filter *filter,
                                       hitmask_cast_hit *out,
                                       bool *found);

/* What a collider meets if it moves and turns while all others rest: all that it meets, or may meet. */
int32_t hitmask_world_cast_turning(const hitmask_world *world,
                                   hitmask_handle collider,
                                   const hitmask_turning_motion *motion,
                                   const hitmask_query_filter *filter,
                                   hitmask_turning_hit *hits,
                                   size_t capacity,
                                   size_t *count);

/* The shortest way out of two colliders: move b by it. */
int32_t hitmask_world_separation(const hitmask_world *world,
                                 hitmask_handle a,
                                 hitmask_handle b,
                                 hitmask_point *out);

/* The direction of a collider's surface within a radius of a world pixel, such as the one that a ray has hit: it points out of the
   ground, across it. A radius of 16 is right to about a degree. (0, 0) if nothing lies there. */
int32_t hitmask_world_surface_normal(const hitmask_world *world,
                                     hitmask_handle collider,
                                     hitmask_point pixel,
                                     uint32_t radius,
                                     hitmask_point *out);

/* The direction of the contact of two colliders, from a to b. */
int32_t hitmask_world_normal(const hitmask_world *world,
                             hitmask_handle a,
                             hitmask_handle b,
                             hitmask_point *out);

/* Which labels of two colliders meet as they are now, in world pixels. */
int32_t hitmask_world_overlap_labels(const hitmask_world *world,
                                     hitmask_handle a,
                                     hitmask_handle b,
                                     hitmask_label_overlap *list,
                                     size_t capacity,
                                     size_t *count);

/* The first world pixel that two colliders share as they are now, and their labels there. */
int32_t hitmask_world_label_hit(const hitmask_world *world,
                                hitmask_handle a,
                                hitmask_handle b,
                                hitmask_label_hit *out,
                                bool *found);

/* The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if its shape has no labels. Not
   found if it does not cover the pixel. */
int32_t hitmask_world_label_at(const hitmask_world *world,
                               hitmask_handle collider,
                               hitmask_point pixel,
                               uint8_t *out,
                               bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   Motion in a world

   Characters, lifts that carry and push them, and changes that are made only if they fit. Filters are as in questions; while these
   functions run, the world is busy: the condition of a filter cannot even ask, except in hitmask_world_ground_slope and
   hitmask_world_fit_at.
   ----------------------------------------------------------------------------------------------------------------- */

/* What a moving solid did. The lists are the world's; they are good until the next call that takes the world without const. */
typedef struct {
    /* Where it is now. */
    hitmask_point_q16 position;
    /* The characters that it pushed. */
    const hitmask_handle *pushed;
    /* How many they are. */
    size_t pushed_count;
    /* The characters that rode it. */
    const hitmask_handle *carried;
    /* How many they are. */
    size_t carried_count;
    /* The characters that could not step aside. It overlaps them. */
    const hitmask_handle *crushed;
    /* How many they are. */
    size_t crushed_count;
} hitmask_solid_moved;

/* Moves a character among the bodies and the one-way platforms that the filter lets through. NULL options climb nothing.
   HITMASK_TOO_LARGE if the character covers a larger box than a mask may have. */
int32_t hitmask_world_move_and_slide(hitmask_world *world,
                                     hitmask_handle handle,
                                     hitmask_point_q16 motion,
                                     const hitmask_move_options *options,
                                     const hitmask_query_filter *filter,
                                     hitmask_slid *out);

/* As hitmask_world_move_and_slide, and lists all that refuses one more step: down or up first, then sideways, each in the order of handles.
   The normals tell them apart. If the array has too few places for them (HITMASK_TOO_SMALL), the move is made all the same. */
int32_t hitmask_world_move_and_slide_into(hitmask_world *world,
                                          hitmask_handle handle,
                                          hitmask_point_q16 motion,
                                          const hitmask_move_options *options,
                                          const hitmask_query_filter *filter,
                                          hitmask_slid *out,
                                          hitmask_blocker *blockers,
                                          size_t capacity,
                                          size_t *count);

/* The slope of the ground under a collider's feet. Each column of the collider looks down from its lowest pixel, past at most reach clear
   ones; the slope is that from the leftmost to the rightmost column that sees ground. There is none if no column does, or if the collider
   overlaps a body. HITMASK_TOO_LARGE as for hitmask_world_move_and_slide. */
int32_t hitmask_world_ground_slope(const hitmask_world *world,
                                   hitmask_handle handle,
                                   uint32_t reach,
                                   const hitmask_query_filter *filter,
                                   hitmask_slope *out,
                                   bool *found);

/* Moves a solid: it pushes characters, and carries those that stand on it and those in riders. HITMASK_TOO_LARGE if a character
   that it may move covers a larger box than a mask may have. */
int32_t hitmask_world_move_solid(hitmask_world *world,
                                 hitmask_handle handle,
                                 hitmask_point_q16 motion,
                                 const hitmask_handle *riders,
                                 size_t rider_count,
                                 hitmask_solid_moved *out);

/* The same with options: who is pushed or carried climbs ledges and gets round corners by them. HITMASK_CANNOT_RIDE if a rider is neither
   a character nor a crate, or is a part, stale, disabled or elsewhere. */
int32_t hitmask_world_move_solid_with(hitmask_world *world,
                                      hitmask_handle handle,
                                      hitmask_point_q16 motion,
                                      const hitmask_handle *riders,
                                      size_t rider_count,
                                      const hitmask_move_options *options,
                                      hitmask_solid_moved *out);

/* Turns a solid, scales it, or gives it another shape or frame, in one jump. It carries those whose support it is, and pushes out what it then
   overlaps, by at most limit pixels; who cannot be freed is named as crushed. NULL and -1 leave the transform, the shape and the frame as
   they are. */
int32_t hitmask_world_reshape_solid(hitmask_world *world,
                                    hitmask_handle handle,
                                    const hitmask_transform *transform,
                                    const hitmask_shape *shape,
                                    int64_t frame,
                                    uint32_t limit,
                                    const hitmask_query_filter *filter,
                                    hitmask_solid_moved *out);

/* Whether a collider would overlap a solid collider at a position, and which least move of at most limit pixels would free it there.
   Nothing changes. This and the functions below give HITMASK_TOO_LARGE if the collider covers a larger box than a mask may have. */
int32_t hitmask_world_fit_at(const hitmask_world *world,
                             hitmask_handle collider,
                             hitmask_point_q16 position,
                             uint32_t limit,
                             const hitmask_query_filter *filter,
                             hitmask_fit *out);

/* Shows another frame of an animation if the collider then overlaps no solid collider; otherwise after the least move of at most limit
   pixels that frees it; otherwise nothing changes. The answer says which. */
int32_t hitmask_world_fit_frame(hitmask_world *world,
                                hitmask_handle collider,
                                size_t frame,
                                uint32_t limit,
                                const hitmask_query_filter *filter,
                                hitmask_fit *out);

/* Gives a collider another shape, if it fits there, or after a move of at most limit pixels. */
int32_t hitmask_world_fit_shape(hitmask_world *world,
                                hitmask_handle collider,
                                const hitmask_shape *shape,
                                uint32_t limit,
                                const hitmask_query_filter *filter,
                                hitmask_fit *out);

/* Gives a collider another transform, if it fits there, or after a move of at most limit pixels. */
int32_t hitmask_world_fit_transform(hitmask_world *world,
                                    hitmask_handle collider,
                                    const hitmask_transform *transform,
                                    uint32_t limit,
                                    const hitmask_query_filter *filter,
                                    hitmask_fit *out);

/* Frees a collider from the solid colliders that it overlaps by the least move of at most limit pixels. */
int32_t hitmask_world_unstick(hitmask_world *world,
                              hitmask_handle collider,
                              uint32_t limit,
                              const hitmask_query_filter *filter,
                              hitmask_fit *out);

/* What carries a character or a crate. Not found if nothing does. */
int32_t hitmask_world_support(const hitmask_world *world,
                              hitmask_handle collider,
                              hitmask_handle *out,
                              bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   Parts

   A part is a collider that goes where another one, its root, goes: a sword in a hand, a weak point, a second shape of a lift. It has a handle
   of its own, which events and queries name. Its transform counts in the plane of the root's shape: its position is the texel of the root's
   picture on which its pivot lies. hitmask_world_position, hitmask_world_transform and hitmask_world_get give what was set,
   hitmask_world_pose and hitmask_world_bounds say where it lies in the world. It is in its root's space and group, and never meets its root
   nor the root's other parts. While the root is disabled, so is the part. A filter that excludes the root excludes its parts. Removing the
   root removes them. The functions that move a collider among others refuse a part with HITMASK_WRONG_PART: move its root.
   ----------------------------------------------------------------------------------------------------------------- */

/* Makes a part a collider like any other, where it lies. HITMASK_WRONG_PART if it is no part. */
int32_t hitmask_world_detach(hitmask_world *world, hitmask_handle part);

/* Lets a part count only while its root shows one of these frames, numbered from 0; with NULL in all frames, as at first. What is no
   animation shows frame 0. HITMASK_WRONG_PART if it is no part. */
int32_t hitmask_world_set_part_frames(hitmask_world *world,
                                      hitmask_handle part,
                                      const size_t *frames,
                                      size_t count);

/* The frames of its root in which a part counts, in ascending order, and whether it counts in these only. HITMASK_WRONG_PART if it is no
   part. */
int32_t hitmask_world_part_frames(const hitmask_world *world,
                                  hitmask_handle part,
                                  size_t *frames,
                                  size_t capacity,
                                  size_t *count,
                                  bool *is_limited);

/* Makes a collider a part of a root. HITMASK_WRONG_PART if the root is the same collider or a part of it, or if parts would lie too
   deep. */
int32_t hitmask_world_attach(hitmask_world *world,
                             hitmask_handle root,
                             hitmask_handle part);

/* The parts that were attached to a collider, sorted by handle; not the parts of these. */
int32_t hitmask_world_parts_of(const hitmask_world *world,
                               hitmask_handle root,
                               hitmask_handle *parts,
                               size_t capacity,
                               size_t *count);

/* What a part was attached to: its root, or a part of it. Not found if the collider is no part. */
int32_t hitmask_world_parent_of(const hitmask_world *world,
                                hitmask_handle part,
                                hitmask_handle *parent,
                                bool *found);

/* The root of a part: of a part of a part, the collider above them all that is no part. Not found if the collider is no part. */
int32_t hitmask_world_root_of(const hitmask_world *world,
                              hitmask_handle part,
                              hitmask_handle *root,
                              bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   Tile maps

   A hitmask_tile_map is a level made of tiles: up to 65536 x 65536 cells, each empty or with a tile of a hitmask_tile_set, flipped in any of
   eight ways. Its pixels are those of all its tiles together, without seams. Make a shape of it with hitmask_shape_tiles. The upper left corner
   of cell (0, 0) is pixel (0, 0). A picture that is larger than a cell stands on the cell's lower left corner and reaches over the cells above
   and to the right. In a world one map is ground, one-way ledges and sensors at once: hitmask_world_insert_tiles.

   Where a function takes kinds, these are hitmask_tile_kind, added up: only tiles of these kinds count. Cells are numbered by column and row.
   ----------------------------------------------------------------------------------------------------------------- */

/* A tile of a set. */
typedef struct {
    /* Its id, below 2^20. In numbers as Tiled writes them 0 is an empty cell, so let ids begin with 1 there. */
    uint32_t id;
    /* Its solid pixels. They are shared, so you may free or change your mask afterwards. */
    const hitmask_mask *mask;
    /* A hitmask_tile_kind. Not HITMASK_TILE_ALL. */
    int32_t kind;
    /* A number of yours: an index into your own table, or some flags. */
    uint64_t number;
    /* Moves the picture in its cell, at most 4095 pixels. Flips don't change it. */
    hitmask_point offset;
} hitmask_tile_def;

/* A cell that is not empty. */
typedef struct {
    /* Its column and its row. */
    hitmask_point cell;
    /* What it shows. */
    hitmask_tile_cell tile;
} hitmask_filled_cell;

/* A set of tiles. It never changes. If an id appears twice, the last tile counts. HITMASK_OUT_OF_RANGE if an id or an offset is too large. */
int32_t hitmask_tile_set_new(const hitmask_tile_def *tiles,
                             size_t count,
                             hitmask_tile_set **out);

/* Frees it. NULL does nothing. Maps keep what they need of it. */
void hitmask_tile_set_free(hitmask_tile_set *set);

/* The ids of its tiles, in ascending order. */
int32_t hitmask_tile_set_ids(const hitmask_tile_set *set, uint32_t *ids, size_t capacity, size_t *count);

/* The tile of an id. Its mask is NULL: hitmask_tile_set_mask gives it. */
int32_t hitmask_tile_set_get(const hitmask_tile_set *set, uint32_t id, hitmask_tile_def *out, bool *found);

/* The pixels of a tile. HITMASK_NO_SUCH_INDEX if the set has none of this id. */
int32_t hitmask_tile_set_mask(const hitmask_tile_set *set, uint32_t id, hitmask_mask **out);

/* A map of empty cells. HITMASK_OUT_OF_RANGE if a side of a cell is 0, there are more than 65536 columns or rows, or more than 2^30
   pixels along a side. */
int32_t hitmask_tile_map_new(const hitmask_tile_set *set,
                             uint32_t columns,
                             uint32_t rows,
                             uint32_t cell_w,
                             uint32_t cell_h,
                             hitmask_tile_map **out);

/* A map from numbers as Tiled writes them, row by row: 0 is an empty cell, else the id of the tile with flips along x, y and the diagonal
   in the highest bits. They may end anywhere. HITMASK_NO_SUCH_INDEX if the set has no tile of an id, HITMASK_OUT_OF_RANGE if they are too
   many, or for the reasons of hitmask_tile_map_new. */
int32_t hitmask_tile_map_from_gids(const hitmask_tile_set *set,
                                   uint32_t columns,
                                   uint32_t rows,
                                   uint32_t cell_w,
                                   uint32_t cell_h,
                                   const uint32_t *gids,
                                   size_t count,
                                   hitmask_tile_map **out,
                                   hitmask_error *error);

/* Frees it. NULL does nothing. */
void hitmask_tile_map_free(hitmask_tile_map *map);

/* Its tiles. */
int32_t hitmask_tile_map_tile_set(const hitmask_tile_map *map, hitmask_tile_set **out);

/* Changes what a cell shows. NULL empties it. HITMASK_OUT_OF_RANGE if the cell lies outside, HITMASK_NO_SUCH_INDEX if the set has no such
   tile. */
int32_t hitmask_tile_map_set(hitmask_tile_map *map,
                             hitmask_point cell,
                             const hitmask_tile_cell *to);

/* Sets a rectangle of cells, row by row from its upper left cell on, from numbers as Tiled writes them. Each row has so many columns. If a
   number is refused, as by hitmask_tile_map_from_gids, the cells before it are set. */
int32_t hitmask_tile_map_fill(hitmask_tile_map *map,
                              hitmask_point corner,
                              uint32_t columns,
                              const uint32_t *gids,
                              size_t count,
                              hitmask_error *error);

/* The cells that are not empty, row by row. */
int32_t hitmask_tile_map_cells(const hitmask_tile_map *map,
                               hitmask_filled_cell *cells,
                               size_t capacity,
                               size_t *count);

/* The map from bytes. It takes at most this much memory, with its tiles; 0 is the default limit of the library. */
int32_t hitmask_tile_map_from_bytes(const uint8_t *bytes,
                                    size_t length,
                                    size_t memory,
                                    hitmask_tile_map **out,
                                    hitmask_error *error);

/* Puts a tile map in, as ground, one-way ledges and sensors at once. The collider's shape is that of the map. The tiles of HITMASK_TILE_BODY
   are a collider of the kind that it has, most often HITMASK_BODY; the others are parts of it, of the kinds HITMASK_ONE_WAY and
   HITMASK_SENSOR. Its place, its layers and everything else count for all. HITMASK_WRONG_SHAPE if the shape is no tile map. */
int32_t hitmask_world_insert_tiles(hitmask_world *world,
                                   const hitmask_collider *collider,
                                   hitmask_tile_colliders *out);

/* Changes what a cell of a collider's map shows. NULL empties it. All colliders of hitmask_world_insert_tiles see the change; your own map
   does not. HITMASK_WRONG_SHAPE if the collider's shape is no tile map; else as hitmask_tile_map_set. */
int32_t hitmask_world_set_tile(hitmask_world *world,
                               hitmask_handle collider,
                               hitmask_point cell,
                               const hitmask_tile_cell *to);

/* Sets a rectangle of cells of a collider's map, as hitmask_tile_map_fill. Its colliders and your own map: as hitmask_world_set_tile. */
int32_t hitmask_world_fill_tiles(hitmask_world *world,
                                 hitmask_handle collider,
                                 hitmask_point corner,
                                 uint32_t columns,
                                 const uint32_t *gids,
                                 size_t count,
                                 hitmask_error *error);

/* Whether two sets have the same tiles. */
int32_t hitmask_tile_set_equals(const hitmask_tile_set *a, const hitmask_tile_set *b, bool *out);

/* The number of tiles. */
int32_t hitmask_tile_set_count(const hitmask_tile_set *set, size_t *out);

/* A copy. Copies are cheap: they share what neither has changed since. */
int32_t hitmask_tile_map_clone(const hitmask_tile_map *map, hitmask_tile_map **out);

/* Whether two maps have the same sizes, cells and tiles. */
int32_t hitmask_tile_map_equals(const hitmask_tile_map *a, const hitmask_tile_map *b, bool *out);

/* The number of columns and of rows of cells. */
int32_t hitmask_tile_map_size(const hitmask_tile_map *map, uint32_t *columns, uint32_t *rows);

/* The width and the height of a cell, in pixels. */
int32_t hitmask_tile_map_cell_size(const hitmask_tile_map *map, uint32_t *w, uint32_t *h);

/* The memory that the map uses, in bytes: its cells, and what was drawn of them. Its set is not counted. */
int32_t hitmask_tile_map_memory(const hitmask_tile_map *map, size_t *out);

/* One number for the sizes, the cells and the tiles: equal maps have equal hashes, on every machine and in every version of this
   library. Other maps have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose. */
int32_t hitmask_tile_map_content_hash(const hitmask_tile_map *map,
                                      uint64_t *out);

/* The number of cells that are not empty. Takes constant time. */
int32_t hitmask_tile_map_filled(const hitmask_tile_map *map, uint64_t *out);

/* What a cell shows. Not found if it is empty, or outside the map. Takes constant time. */
int32_t hitmask_tile_map_get(const hitmask_tile_map *map,
                             hitmask_point cell,
                             hitmask_tile_cell *out,
                             bool *found);

/* Empties all cells. */
int32_t hitmask_tile_map_clear(hitmask_tile_map *map);

/* The map and its set as bytes in a compact form with a checksum, to save it or to send it. Equal maps give equal bytes. */
int32_t hitmask_tile_map_to_bytes(const hitmask_tile_map *map,
                                  hitmask_bytes **out);

/* Whether a pixel is solid. False outside. */
int32_t hitmask_tile_map_contains(const hitmask_tile_map *map,
                                  uint32_t kinds,
                                  hitmask_point pixel,
                                  bool *out);

/* The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes. */
int32_t hitmask_tile_map_count(const hitmask_tile_map *map,
                               uint32_t kinds,
                               uint64_t *out);

/* The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Reads all tiles, and keeps nothing. */
int32_t hitmask_tile_map_bounds(const hitmask_tile_map *map,
                                uint32_t kinds,
                                hitmask_rect *out,
                                bool *found);

/* A part of a map as a mask. */
int32_t hitmask_tile_map_crop(const hitmask_tile_map *map,
                              uint32_t kinds,
                              hitmask_rect rect,
                              hitmask_mask **out);

/* Draws the pixels in a rectangle now, so that the first questions there are fast. They allocate nothing then. A world asks about each
   kind by itself, so do it for each. */
int32_t hitmask_tile_map_draw_ahead(const hitmask_tile_map *map,
                                    uint32_t kinds,
                                    hitmask_rect rect);

/* The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map. */
int32_t hitmask_tile_map_overlap_tiles(const hitmask_tile_map *map,
                                       uint32_t kinds,
                                       const hitmask_shape *shape,
                                       hitmask_point offset,
                                       hitmask_tile_overlap *list,
                                       size_t capacity,
                                       size_t *count);

/* The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
   farthest to the right. Not found if the pixel is clear. Its area is 1. */
int32_t hitmask_tile_map_tile_at(const hitmask_tile_map *map,
                                 uint32_t kinds,
                                 hitmask_point pixel,
                                 hitmask_tile_overlap *out,
                                 bool *found);

/* When a mask, moving straight from a position by a motion, first overlaps the tiles. */
int32_t hitmask_tile_map_cast(const hitmask_tile_map *map,
                              uint32_t kinds,
                              const hitmask_mask *other,
                              hitmask_point_q16 position,
                              hitmask_point_q16 motion,
                              hitmask_cast *out);

/* When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles. */
int32_t hitmask_tile_map_cast_pixels(const hitmask_tile_map *map,
                                     uint32_t kinds,
                                     const hitmask_mask *other,
                                     hitmask_point offset,
                                     hitmask_point motion,
                                     hitmask_step_cast *out);

/* When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles. */
int32_t hitmask_tile_map_ray_cast(const hitmask_tile_map *map,
                                  uint32_t kinds,
                                  hitmask_point_q16 position,
                                  hitmask_point_q16 motion,
                                  hitmask_cast *out);

/* The tile of a collider's map that covers a world pixel: the first pixel of an event, the pixel of a blocker. Its first is a pixel of
   the map. */
int32_t hitmask_world_tile_at(const hitmask_world *world,
                              hitmask_handle collider,
                              hitmask_point pixel,
                              hitmask_tile_overlap *out,
                              bool *found);

/* -----------------------------------------------------------------------------------------------------------------
   States of a world

   Snapshots for rollback, hashes for netcode, bytes for saved games.
   ----------------------------------------------------------------------------------------------------------------- */

/* The key under which the shape of a collider is written: a number of yours, by which you find the shape again. It gets the user data of
   the call. */
typedef uint64_t (*hitmask_key_of)(void *user, hitmask_handle handle);

/* Finds the shape of a key. Writes it and returns true, or returns false if there is none. It gets the user data of the call. The bytes that
   are read must stay as they are until the call has ended. */
typedef bool (*hitmask_shape_of)(void *user, uint64_t key, hitmask_shape *out);

/* Remembers the state of a world. */
int32_t hitmask_world_snapshot_new(const hitmask_world *world, hitmask_world_snapshot **out);

/* Remembers the state of a world in a snapshot that is there already: faster than a new one. */
int32_t hitmask_world_snapshot_update(hitmask_world_snapshot *snapshot, const hitmask_world *world);

/* Frees a snapshot. NULL does nothing. */
void hitmask_world_snapshot_free(hitmask_world_snapshot *snapshot);

/* Goes back to the state of a snapshot. */
int32_t hitmask_world_restore(hitmask_world *world, const hitmask_world_snapshot *snapshot);

/* The world as bytes, without its shapes: your function gives each a key. Custom tests are not written. */
int32_t hitmask_world_to_bytes(const hitmask_world *world,
                               hitmask_key_of key_of,
                               void *user,
                               hitmask_bytes **out);

/* A world from bytes, with the same handles and contacts. Your function finds the shape of each key; HITMASK_BAD_BYTES if it finds none.
   Where there was a custom test, there is one that decides nothing: give it yours with hitmask_world_set_test. The world takes at most this
   much memory; 0 is the default limit of the library. */
int32_t hitmask_world_from_bytes(const uint8_t *bytes,
                                 size_t length,
                                 size_t memory,
                                 hitmask_shape_of shape_of,
                                 void *user,
                                 hitmask_world **out,
                                 hitmask_error *error);

/* One number for the state of the world, to find out whether two machines still agree. Two worlds that were built by equal calls have
   equal hashes: on every machine, with every broad phase, on any number of threads, and no matter whether one of them was restored
   from a snapshot or from bytes. Worlds that differ have the same hash with a chance of about 2⁻⁶⁴. */
int32_t hitmask_world_state_hash(const hitmask_world *world,
                                 uint64_t *out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HITMASK_H */
