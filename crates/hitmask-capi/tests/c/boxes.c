/* Boxes without a width or a height, as raylib and SDL 3 can be asked to draw: they cover nothing, and nothing in them is not a number. */

#include "check.h"

#include <hitmask_box.h>

#include <math.h>

int main(void) {
    static const double sides[] = {0, 16};
    static const uint8_t rgba[4 * 4 * 4] = {0, 0, 0, 255};
    hitmask_mask *mask;
    hitmask_world *world;
    int i;
    CHECK(!hitmask_box_mask(rgba, 16, 4, 4, 0, 0, 2, 2, 128, &mask));
    CHECK(!hitmask_world_new(NULL, &world));
    for (i = 0; i < 16; i++) {
        hitmask_box box = {2, 2, 0, 0, 5, 7, 30, 40, 25, false, false};
        hitmask_collider collider = hitmask_collider_default(hitmask_shape_mask(mask));
        hitmask_pose_parts parts;
        hitmask_handle handle;
        hitmask_pose pose;
        hitmask_rect bounds;
        hitmask_placed placed;
        hitmask_mask *baked = NULL;
        hitmask_point corner;
        uint64_t count = 0;
        bool found, covers;
        box.w = sides[i & 1];
        box.h = sides[i >> 1 & 1];
        box.flip_x = (i & 4) != 0;
        box.flip_y = (i & 8) != 0;
        covers = box.w > 0 && box.h > 0;
        parts = hitmask_box_parts(&box);
        CHECK(isfinite(parts.scale.x) && isfinite(parts.scale.y) && isfinite(parts.pivot.x) && isfinite(parts.pivot.y));
        CHECK(hitmask_pose_from_parts(&parts, &pose, NULL) == (covers ? HITMASK_OK : HITMASK_SINGULAR));
        CHECK(!hitmask_box_pose(&parts, &pose, NULL));
        placed.shape = hitmask_shape_mask(mask);
        placed.pose = pose;
        CHECK(!hitmask_placed_bake(&placed, &baked, &corner) && !hitmask_mask_count(baked, &count));
        CHECK((count > 0) == covers);
        hitmask_mask_free(baked);
        collider.transform = hitmask_transform_from_parts(parts);
        CHECK(!hitmask_world_insert(world, &collider, &handle));
        CHECK(!hitmask_world_bounds(world, handle, &bounds, &found));
        CHECK(found == covers);
    }
    {
        /* A source without pixels is not drawn. */
        hitmask_box none = {0, 0, 8, 8, 5, 7, 30, 40, 25, false, false};
        hitmask_pose_parts parts = hitmask_box_parts(&none);
        hitmask_pose pose;
        CHECK(!hitmask_box_pose(&parts, &pose, NULL) && pose.a == 1 && pose.d == 1);
    }
    /* A part of no pixels is a mask; one beyond the picture, between pixels, or not a number is refused. */
    hitmask_mask_free(mask);
    CHECK(!hitmask_box_mask(rgba, 16, 4, 4, 4, 4, 0, 0, 128, &mask));
    hitmask_mask_free(mask);
    CHECK(hitmask_box_mask(rgba, 16, 4, 4, 3, 0, 2, 1, 128, &mask) == HITMASK_OUT_OF_RANGE);
    CHECK(hitmask_box_mask(rgba, 16, 4, 4, -1, 0, 2, 1, 128, &mask) == HITMASK_OUT_OF_RANGE);
    CHECK(hitmask_box_mask(rgba, 16, 4, 4, 0, 0.5, 1, 1, 128, &mask) == HITMASK_OUT_OF_RANGE);
    CHECK(hitmask_box_mask(rgba, 16, 4, 4, 0, 0, (double)NAN, 1, 128, &mask) == HITMASK_OUT_OF_RANGE);
    hitmask_world_free(world);
    puts("test result: ok. 1 passed; 0 failed; 0 ignored");
    return 0;
}
