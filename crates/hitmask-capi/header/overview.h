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
