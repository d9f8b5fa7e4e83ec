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

   OBJECTS. hitmask_mask and the other types without fields are objects: a function that makes one gives you a pointer, and you free it with
   the function whose name ends in _free. Freeing NULL does nothing. What you pass to a function stays yours: nothing that you pass is freed
   or kept, and no pointer of yours is remembered, except the user data of a callback as long as the comment there says. Objects share
   their pixels and copy them when one of them is changed.

   VALUES. All other types are plain structs: copy them as you like. Where a struct has a _default function, begin with that, and change what
   you need: later versions may add fields.

   MISUSE. NULL and misaligned pointers, stale handles, wrong sizes, short pitches and unknown constants give a status. What no library
   can check is up to you: a pointer must point to memory of the size that you say, and to an object that was not freed.

   THREADS. There is no global state. Any number of threads may read an object at the same time. While one thread changes an object, no other
   may use it. Functions that change it take a pointer that is not const.

   CALLBACKS. Some functions take a function of yours and a pointer that is handed to it. It is called before the function returns, on the
   same thread, while nothing is locked. It must return normally: no longjmp, no C++ exception. It may call any function; on the object of
   the call it may ask but not change, and while a step runs not even ask: that gives HITMASK_BUSY.

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
typedef struct hitmask_run_mask hitmask_run_mask;                 /* the solid pixels of a picture, as runs */
typedef struct hitmask_polygon hitmask_polygon;                   /* a convex polygon */
typedef struct hitmask_frames hitmask_frames;                     /* the frames of an animation */
typedef struct hitmask_terrain hitmask_terrain;                   /* a large ground that is carved */
typedef struct hitmask_terrain_snapshot hitmask_terrain_snapshot; /* the state of a terrain at a moment */
typedef struct hitmask_bytes hitmask_bytes;                       /* a saved form */

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
    /* A number of a frame, a component, a ring or a row is too large. */
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
   Every function that takes a pose checks it: the matrix must have an inverse (HITMASK_SINGULAR) and entries of at most 64 times 65536
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
   alive until the call that takes the shape has returned. Worlds and animations that keep a shape share the object's pixels, so
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
} hitmask_shape_kind;

/* Any shape. Make it with a hitmask_shape function, such as hitmask_shape_mask. */
typedef struct {
    /* A hitmask_shape_kind. */
    int32_t kind;
    /* The level of HITMASK_SHAPE_LEVEL. */
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

/* The shape of an animation, of which one frame is shown at a time. Only for colliders of a world. */
hitmask_shape hitmask_shape_frames(const hitmask_frames *frames);

/* -----------------------------------------------------------------------------------------------------------------
   Masks

   A hitmask_mask holds one bit for each pixel of a picture: solid or clear. Sides go up to 65535. The functions that take two masks are the
   fast ones; hitmask_overlaps and its siblings take any two shapes and give the same answers.

   The pitch of a picture is the number of bytes from one row to the next. Rows may have padding; a pitch shorter than a row is refused. If
   the picture is one row high or less, the pitch is still checked.
   ----------------------------------------------------------------------------------------------------------------- */

/* How polygons are filled. */
typedef enum {
    /* A pixel inside an odd number of rings is solid: rings inside rings are holes. */
    HITMASK_EVEN_ODD = 0,
    /* A pixel that the rings wind around is solid, whichever way. */
    HITMASK_NON_ZERO = 1,
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

/* Two masks at an offset: a question of hitmask_masks_overlap_batch. */
typedef struct {
    /* The mask at the origin. */
    const hitmask_mask *a;
    /* The mask at the offset. */
    const hitmask_mask *b;
    /* The origin of b minus the origin of a. */
    hitmask_point offset;
} hitmask_mask_pair;

/* A mask with no solid pixel. HITMASK_TOO_LARGE if a side is above 65535. */
int32_t hitmask_mask_new(uint32_t w, uint32_t h, hitmask_mask **out);

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

/* A copy. Copies are cheap: the pixels are shared until one of the two is changed. */
int32_t hitmask_mask_clone(const hitmask_mask *mask, hitmask_mask **out);

/* Frees a mask. NULL is nothing. Worlds that the mask was put into keep its pixels. */
void hitmask_mask_free(hitmask_mask *mask);

/* Its width and height. */
int32_t hitmask_mask_size(const hitmask_mask *mask, uint32_t *w, uint32_t *h);

/* The number of its solid pixels. */
int32_t hitmask_mask_count(const hitmask_mask *mask, uint64_t *out);

/* The smallest rectangle around its solid pixels. Not found if there are none. */
int32_t hitmask_mask_bounds(const hitmask_mask *mask, hitmask_rect *out, bool *found);

/* The mean of the coordinates of its solid pixels, each rounded down. Not found if there are none. */
int32_t hitmask_mask_centroid(const hitmask_mask *mask, hitmask_point *out, bool *found);

/* How many bytes of memory it takes, with what was computed about it and kept. */
int32_t hitmask_mask_memory(const hitmask_mask *mask, size_t *out);

/* Whether a pixel is solid. Pixels outside are clear. */
int32_t hitmask_mask_get(const hitmask_mask *mask, hitmask_point pixel, bool *out);

/* Makes a pixel solid or clear. HITMASK_OUT_OF_RANGE if it lies outside. */
int32_t hitmask_mask_set(hitmask_mask *mask, hitmask_point pixel, bool solid);

/* The pixels as bits, in the form of hitmask_mask_from_bits without padding: h rows of (w + 7) / 8 bytes. */
int32_t hitmask_mask_to_bits(const hitmask_mask *mask, uint8_t *bits, size_t capacity, size_t *count);

/* The solid pixels, row by row. */
int32_t hitmask_mask_points(const hitmask_mask *mask, hitmask_point *points, size_t capacity, size_t *count);

/* Makes every pixel clear. */
int32_t hitmask_mask_clear(hitmask_mask *mask);

/* Makes every pixel solid. */
int32_t hitmask_mask_fill(hitmask_mask *mask);

/* Makes solid pixels clear and clear pixels solid. */
int32_t hitmask_mask_invert(hitmask_mask *mask);

/* Makes the clear pixels solid that are enclosed by solid ones. */
int32_t hitmask_mask_fill_holes(hitmask_mask *mask);

/* Also the pixels of the shape at the offset become solid. The shape may be this mask itself. */
int32_t hitmask_mask_union_with(hitmask_mask *mask, const hitmask_shape *shape, hitmask_point offset);

/* Only the pixels of the shape at the offset stay solid. */
int32_t hitmask_mask_intersect_with(hitmask_mask *mask, const hitmask_shape *shape, hitmask_point offset);

/* The pixels of the shape at the offset become clear. */
int32_t hitmask_mask_difference_with(hitmask_mask *mask, const hitmask_shape *shape, hitmask_point offset);

/* The pixels of the shape at the offset change from solid to clear and from clear to solid. */
int32_t hitmask_mask_symmetric_difference_with(hitmask_mask *mask,
                                               const hitmask_shape *shape,
                                               hitmask_point offset);

/* A part of a mask as a new mask. Pixels of the rectangle that lie outside of the mask are clear. */
int32_t hitmask_mask_crop(const hitmask_mask *mask, hitmask_rect rect, hitmask_mask **out);

/* Mirrored: left becomes right. */
int32_t hitmask_mask_flip_h(const hitmask_mask *mask, hitmask_mask **out);

/* Mirrored: top becomes bottom. */
int32_t hitmask_mask_flip_v(const hitmask_mask *mask, hitmask_mask **out);

/* Turned clockwise by 90 degrees. */
int32_t hitmask_mask_rotate90(const hitmask_mask *mask, hitmask_mask **out);

/* Scaled to a size. Each pixel takes the nearest of the old ones. */
int32_t hitmask_mask_scale_nearest(const hitmask_mask *mask, uint32_t w, uint32_t h, hitmask_mask **out);

/* Grown by n pixels on each side. The element is a hitmask_element. The corner receives where its upper left pixel lies, in pixels of the
   old mask. */
int32_t hitmask_mask_grow(const hitmask_mask *mask,
                          uint32_t n,
                          int32_t element,
                          hitmask_mask **out,
                          hitmask_point *corner);

/* Shrunk by n pixels: what is left when everything outside of the solid pixels grows. As hitmask_mask_grow. */
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

/* The first pixel that is solid in both masks, in pixels of a. */
int32_t hitmask_mask_first_overlap(const hitmask_mask *a,
                                   const hitmask_mask *b,
                                   hitmask_point offset,
                                   hitmask_point *out,
                                   bool *found);

/* The smallest rectangle around all pixels that are solid in both masks, in pixels of a. */
int32_t hitmask_mask_overlap_bounds(const hitmask_mask *a,
                                    const hitmask_mask *b,
                                    hitmask_point offset,
                                    hitmask_rect *out,
                                    bool *found);

/* All pixels that are solid in both masks, as a mask of the size of a. */
int32_t hitmask_mask_overlap_mask(const hitmask_mask *a,
                                  const hitmask_mask *b,
                                  hitmask_point offset,
                                  hitmask_mask **out);

/* Answers many questions in one call: answer i is whether any pixel is solid in both masks of pair i. The arrays are yours. If one pointer
   is NULL, no answer is written. */
int32_t hitmask_masks_overlap_batch(const hitmask_mask_pair *pairs,
                                    size_t count,
                                    bool *answers);

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

/* Alphas of 255 where the mask is solid, and 0 elsewhere. */
int32_t hitmask_alpha_mask_from_mask(const hitmask_mask *mask, hitmask_alpha_mask **out);

/* Frees it. NULL is nothing. */
void hitmask_alpha_mask_free(hitmask_alpha_mask *alpha);

/* Its width and height. */
int32_t hitmask_alpha_mask_size(const hitmask_alpha_mask *alpha, uint32_t *w, uint32_t *h);

/* The alpha of a pixel. 0 outside. */
int32_t hitmask_alpha_mask_get(const hitmask_alpha_mask *alpha, hitmask_point pixel, uint8_t *out);

/* Sets the alpha of a pixel. HITMASK_OUT_OF_RANGE if it lies outside. */
int32_t hitmask_alpha_mask_set(hitmask_alpha_mask *alpha, hitmask_point pixel, uint8_t to);

/* The pixels whose alpha is at least the level, as a mask. */
int32_t hitmask_alpha_mask_to_mask(const hitmask_alpha_mask *alpha, uint8_t level, hitmask_mask **out);

/* Whether any pixel meets by alpha sum. */
int32_t hitmask_alpha_mask_overlaps(const hitmask_alpha_mask *a,
                                    const hitmask_alpha_mask *b,
                                    hitmask_point offset,
                                    bool *out);

/* How many pixels meet by alpha sum. */
int32_t hitmask_alpha_mask_overlap_area(const hitmask_alpha_mask *a,
                                        const hitmask_alpha_mask *b,
                                        hitmask_point offset,
                                        uint64_t *out);

/* The first pixel that meets by alpha sum, in pixels of a. */
int32_t hitmask_alpha_mask_first_overlap(const hitmask_alpha_mask *a,
                                         const hitmask_alpha_mask *b,
                                         hitmask_point offset,
                                         hitmask_point *out,
                                         bool *found);

/* The smallest rectangle around all pixels that meet by alpha sum, in pixels of a. */
int32_t hitmask_alpha_mask_overlap_bounds(const hitmask_alpha_mask *a,
                                          const hitmask_alpha_mask *b,
                                          hitmask_point offset,
                                          hitmask_rect *out,
                                          bool *found);

/* All pixels that meet by alpha sum, as a mask of the size of a. */
int32_t hitmask_alpha_mask_overlap_mask(const hitmask_alpha_mask *a,
                                        const hitmask_alpha_mask *b,
                                        hitmask_point offset,
                                        hitmask_mask **out);

/* Whether any world pixel meets by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_overlaps_posed(const hitmask_alpha_mask *a,
                                          const hitmask_pose *pose_a,
                                          const hitmask_alpha_mask *b,
                                          const hitmask_pose *pose_b,
                                          bool *out);

/* How many world pixels meet by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_overlap_area_posed(const hitmask_alpha_mask *a,
                                              const hitmask_pose *pose_a,
                                              const hitmask_alpha_mask *b,
                                              const hitmask_pose *pose_b,
                                              uint64_t *out);

/* The first world pixel that meets by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_first_overlap_posed(const hitmask_alpha_mask *a,
                                               const hitmask_pose *pose_a,
                                               const hitmask_alpha_mask *b,
                                               const hitmask_pose *pose_b,
                                               hitmask_point *out,
                                               bool *found);

/* The smallest rectangle around all world pixels that meet by alpha sum, for two posed alpha masks. */
int32_t hitmask_alpha_mask_overlap_bounds_posed(const hitmask_alpha_mask *a,
                                                const hitmask_pose *pose_a,
                                                const hitmask_alpha_mask *b,
                                                const hitmask_pose *pose_b,
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

/* The runs of a mask. */
int32_t hitmask_run_mask_from_mask(const hitmask_mask *mask, hitmask_run_mask **out);

/* A run mask from the runs of all rows, one after the other, and how many runs each of the h rows has. Within a row they go from left to
   right and do not touch. */
int32_t hitmask_run_mask_from_runs(uint32_t w,
                                   uint32_t h,
                                   const hitmask_run *runs,
                                   size_t run_count,
                                   const size_t *row_lengths,
                                   hitmask_run_mask **out,
                                   hitmask_error *error);

/* Frees it. NULL is nothing. */
void hitmask_run_mask_free(hitmask_run_mask *runs);

/* Its width and height. */
int32_t hitmask_run_mask_size(const hitmask_run_mask *runs, uint32_t *w, uint32_t *h);

/* The number of its solid pixels. */
int32_t hitmask_run_mask_count(const hitmask_run_mask *runs, uint64_t *out);

/* The smallest rectangle around its solid pixels. */
int32_t hitmask_run_mask_bounds(const hitmask_run_mask *runs, hitmask_rect *out, bool *found);

/* The runs of a row, from left to right. HITMASK_NO_SUCH_INDEX if there is no such row. */
int32_t hitmask_run_mask_row(const hitmask_run_mask *runs,
                             uint32_t row,
                             hitmask_run *to,
                             size_t capacity,
                             size_t *count);

/* The same pixels as a mask of bits. */
int32_t hitmask_run_mask_to_mask(const hitmask_run_mask *runs, hitmask_mask **out);

/* Makes solid pixels clear and clear pixels solid. */
int32_t hitmask_run_mask_invert(hitmask_run_mask *runs);

/* Also the pixels of the shape at the offset become solid. */
int32_t hitmask_run_mask_union_with(hitmask_run_mask *runs, const hitmask_shape *shape, hitmask_point offset);

/* Only the pixels of the shape at the offset stay solid. */
int32_t hitmask_run_mask_intersect_with(hitmask_run_mask *runs,
                                        const hitmask_shape *shape,
                                        hitmask_point offset);

/* The pixels of the shape at the offset become clear. */
int32_t hitmask_run_mask_difference_with(hitmask_run_mask *runs,
                                         const hitmask_shape *shape,
                                         hitmask_point offset);

/* The pixels of the shape at the offset change from solid to clear and from clear to solid. */
int32_t hitmask_run_mask_symmetric_difference_with(hitmask_run_mask *runs,
                                                   const hitmask_shape *shape,
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

/* Frees it. NULL is nothing. */
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

/* Frees it. NULL is nothing. */
void hitmask_frames_free(hitmask_frames *frames);

/* How many frames it has. */
int32_t hitmask_frames_count(const hitmask_frames *frames, size_t *out);

/* -----------------------------------------------------------------------------------------------------------------
   Two shapes

   Whether, where and how much any two shapes overlap, and the shortest way out. An offset is the origin of b minus the origin of a;
   answers are in pixels of a.
   ----------------------------------------------------------------------------------------------------------------- */

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

/* Whether a pixel of a shape is solid. */
int32_t hitmask_contains(const hitmask_shape *shape, hitmask_point pixel, bool *out);

/* Whether any pixel is solid in both shapes. */
int32_t hitmask_overlaps(const hitmask_shape *a, const hitmask_shape *b, hitmask_point offset, bool *out);

/* How many pixels are solid in both shapes. */
int32_t hitmask_overlap_area(const hitmask_shape *a,
                             const hitmask_shape *b,
                             hitmask_point offset,
                             uint64_t *out);

/* The first pixel that is solid in both shapes. */
int32_t hitmask_first_overlap(const hitmask_shape *a,
                              const hitmask_shape *b,
                              hitmask_point offset,
                              hitmask_point *out,
                              bool *found);

/* The smallest rectangle around all pixels that are solid in both shapes. */
int32_t hitmask_overlap_bounds(const hitmask_shape *a,
                               const hitmask_shape *b,
                               hitmask_point offset,
                               hitmask_rect *out,
                               bool *found);

/* The first common pixel in an order of your choice, a hitmask_scan_order: the lowest, the rightmost, ... */
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
   Bytes

   A saved form of a terrain or a world, which the library made. Write it to a file, then free it.
   ----------------------------------------------------------------------------------------------------------------- */

/* Where the bytes lie, and how many they are. The pointer is good until they are freed. */
int32_t hitmask_bytes_data(const hitmask_bytes *bytes, const uint8_t **data, size_t *length);

/* Frees them. NULL is nothing. */
void hitmask_bytes_free(hitmask_bytes *bytes);

/* -----------------------------------------------------------------------------------------------------------------
   Terrain

   Ground of up to 65536 x 65536 pixels that is carved and drawn in every frame. Make a shape of it with hitmask_shape_terrain.
   ----------------------------------------------------------------------------------------------------------------- */

/* Whether pixels that only share a corner are connected. */
typedef enum {
    /* Only sides connect. */
    HITMASK_FOUR = 4,
    /* Sides and corners connect. */
    HITMASK_EIGHT = 8,
} hitmask_connectivity;

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
} hitmask_edges;

/* What an edit changed. */
typedef struct {
    /* How many pixels changed. */
    uint64_t pixels;
    /* The smallest rectangle around them. Empty if none changed. */
    hitmask_rect bounds;
} hitmask_change;

/* Which pieces of a terrain hold by themselves. All other pieces are islands. Begin with hitmask_island_options_default. */
typedef struct {
    /* The edges that hold what touches them: hitmask_edges, added up. */
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

/* A piece of a terrain, or a connected part of a mask. */
typedef struct {
    /* How many pixels it has. */
    uint64_t area;
    /* The smallest rectangle around them. */
    hitmask_rect bounds;
    /* The first of them. */
    hitmask_point first;
} hitmask_island;

/* A terrain with no solid pixel, or with all pixels solid. HITMASK_TOO_LARGE if a side is above 65536. */
int32_t hitmask_terrain_new(uint32_t w, uint32_t h, bool filled, hitmask_terrain **out);

/* A terrain with the pixels of a mask. */
int32_t hitmask_terrain_from_mask(const hitmask_mask *mask, hitmask_terrain **out);

/* A copy. Copies are cheap: they share what neither has changed since. */
int32_t hitmask_terrain_clone(const hitmask_terrain *terrain, hitmask_terrain **out);

/* Frees it. NULL is nothing. */
void hitmask_terrain_free(hitmask_terrain *terrain);

/* Its width and height. */
int32_t hitmask_terrain_size(const hitmask_terrain *terrain, uint32_t *w, uint32_t *h);

/* The number of its solid pixels. */
int32_t hitmask_terrain_count(const hitmask_terrain *terrain, uint64_t *out);

/* The smallest rectangle around its solid pixels. */
int32_t hitmask_terrain_bounds(const hitmask_terrain *terrain, hitmask_rect *out, bool *found);

/* How many bytes of memory it takes. */
int32_t hitmask_terrain_memory(const hitmask_terrain *terrain, size_t *out);

/* A part of a terrain as a mask. */
int32_t hitmask_terrain_crop(const hitmask_terrain *terrain, hitmask_rect rect, hitmask_mask **out);

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
                                hitmask_island *islands,
                                size_t capacity,
                                size_t *count);

/* Takes the island with this first pixel out of the terrain, as a mask, and says where its upper left pixel lay. It finds the island again
   by the same options, so NULL options here are the default ones, too. HITMASK_NO_SUCH_INDEX if there is none. */
int32_t hitmask_terrain_take_island(hitmask_terrain *terrain,
                                    const hitmask_island_options *options,
                                    hitmask_point first,
                                    hitmask_mask **out,
                                    hitmask_point *corner);

/* Remembers the state. Cheap: it shares what is not changed afterwards. */
int32_t hitmask_terrain_snapshot_new(const hitmask_terrain *terrain, hitmask_terrain_snapshot **out);

/* Goes back to a state, of this terrain or of another one. */
int32_t hitmask_terrain_restore(hitmask_terrain *terrain, const hitmask_terrain_snapshot *snapshot);

/* Frees a snapshot. NULL is nothing. */
void hitmask_terrain_snapshot_free(hitmask_terrain_snapshot *snapshot);

/* A hash of all pixels: the same on every machine. */
int32_t hitmask_terrain_content_hash(const hitmask_terrain *terrain, uint64_t *out);

/* The terrain as bytes. */
int32_t hitmask_terrain_to_bytes(const hitmask_terrain *terrain, hitmask_bytes **out);

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

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HITMASK_H */
