/* Compares what an engine has drawn with what collides. A pixel whose centre lies near the edge of a texel may fall to either side, so a pixel
   counts where the mask, moved a little to all four sides, has the same there. */

#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>

#define SIZE 128

static void need(bool holds, const char *what, int number) {
    if (holds) return;
    fprintf(stderr, "case %d: %s\n", number, what);
    exit(1);
}

/* From 0 to below 1, the same on every machine. */
static double random_part(void) {
    static uint64_t state = 7;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 40) / (double)(1 << 24);
}

static double between(double low, double high) {
    return low + random_part() * (high - low);
}

/* From low to high, both included. */
static int whole(int low, int high) {
    return low + (int)(random_part() * (high - low + 1));
}

/* Which pixels of the window a mask covers under parts. */
static void cover(const hitmask_mask *mask, hitmask_pose_parts parts, double dx, double dy, bool *window, int number) {
    hitmask_placed placed = {0};
    hitmask_mask *baked = NULL;
    hitmask_point corner;
    int x, y;
    parts.position.x += dx;
    parts.position.y += dy;
    placed.shape = hitmask_shape_mask(mask);
    need(!hitmask_pose_from_parts(&parts, &placed.pose, NULL), "no pose", number);
    need(!hitmask_placed_bake(&placed, &baked, &corner), "no picture", number);
    for (y = 0; y < SIZE; y++)
        for (x = 0; x < SIZE; x++) {
            hitmask_point pixel = {x - corner.x, y - corner.y};
            hitmask_mask_get(baked, pixel, &window[y * SIZE + x]);
        }
    hitmask_mask_free(baked);
}

/* Returns how many solid pixels were compared. near: how far the edges of the engine may lie aside. */
static int compare(const hitmask_mask *mask, hitmask_pose_parts parts, const bool *drawn, double near, int number) {
    static bool window[9][SIZE * SIZE];
    static const int sides[9][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    int i, k, compared = 0;
    for (k = 0; k < 9; k++) cover(mask, parts, sides[k][0] * near, sides[k][1] * near, window[k], number);
    for (i = 0; i < SIZE * SIZE; i++) {
        bool sure = true;
        for (k = 1; k < 9; k++) sure = sure && window[k][i] == window[0][i];
        if (!sure) continue;
        if (window[0][i] != drawn[i]) fprintf(stderr, "pixel %d, %d\n", i % SIZE, i / SIZE);
        need(window[0][i] == drawn[i], drawn[i] ? "drawn, but not covered" : "covered, but not drawn", number);
        compared += drawn[i];
    }
    return compared;
}
