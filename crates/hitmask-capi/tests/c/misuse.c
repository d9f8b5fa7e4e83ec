/* What goes wrong gives a status, beside what the committed answers have of it: NULL, misaligned pointers, stale handles, wrong sizes,
   short pitches, unknown constants, and calls from callbacks that the world cannot take. Nothing here may crash, and nothing may be written.
   This file is long because it is a list: the functions, and what is wrong with each call. */

#include "check.h"

#include <math.h>
#include <string.h>

static const hitmask_point origin = {0, 0};
static const hitmask_point_q16 still = {0, 0};

static void null_pointers(void) {
    uint8_t pixels[16] = {0};
    hitmask_mask *mask = NULL;
    bool yes;
    uint64_t area;
    size_t count;
    hitmask_point point;
    hitmask_handle handle;
    hitmask_shape none = hitmask_shape_mask(NULL);
    EXPECT(HITMASK_OK, hitmask_mask_filled(4, 4, &mask));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_filled(4, 4, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_from_alpha(4, 4, NULL, 4, 128, &mask));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_from_alpha(4, 4, pixels, 4, 128, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_overlaps(NULL, mask, origin, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_overlaps(mask, NULL, origin, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_overlaps(mask, mask, origin, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_overlap_area(NULL, NULL, origin, &area));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_first_overlap(mask, mask, origin, &point, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_first_overlap(mask, mask, origin, NULL, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_union_with(NULL, NULL, origin));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_union_with(mask, &none, origin));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_to_bits(mask, NULL, 8, &count));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_to_bits(mask, pixels, 8, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_overlaps(&none, &none, origin, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_insert(NULL, NULL, &handle));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_step(NULL, NULL, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_terrain_carve(NULL, NULL, origin, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_buffer_draw(NULL, NULL, 1));
    EXPECT(HITMASK_NULL_POINTER, hitmask_masks_overlap_batch(NULL, 3, &yes));
    EXPECT(HITMASK_OK, hitmask_masks_overlap_batch(NULL, 0, NULL));
    {
        hitmask_mask_pair pairs[2];
        bool answers[2] = {true, true};
        pairs[0].a = pairs[0].b = mask;
        pairs[0].offset.x = 9;
        pairs[0].offset.y = 0;
        pairs[1] = pairs[0];
        pairs[1].b = NULL;
        EXPECT(HITMASK_NULL_POINTER, hitmask_masks_overlap_batch(pairs, 2, answers));
        CHECK(answers[0] && answers[1]);
        /* As many answers as questions, however few. */
        pairs[1] = pairs[0];
        pairs[1].offset.x = 0;
        EXPECT(HITMASK_OK, hitmask_masks_overlap_batch(pairs, 2, answers));
        EXPECT(HITMASK_OK, hitmask_mask_overlaps(mask, mask, pairs[1].offset, &yes));
        CHECK(!answers[0] && answers[1] == yes);
    }
    /* Freeing nothing is fine. */
    hitmask_mask_free(NULL);
    hitmask_world_free(NULL);
    hitmask_terrain_free(NULL);
    hitmask_bytes_free(NULL);
    hitmask_mask_free(mask);
}

static void sizes(void) {
    uint8_t pixels[64] = {0};
    uint32_t words[8] = {0};
    hitmask_mask *mask = NULL, *wide = NULL;
    hitmask_alpha_mask *alpha = NULL;
    hitmask_point corner;
    size_t count = 77;
    hitmask_rect huge = {0, 0, 70000, 70000};
    EXPECT(HITMASK_BAD_PITCH, hitmask_mask_from_alpha(4, 4, pixels, 0, 128, &mask));
    EXPECT(HITMASK_BAD_PITCH, hitmask_mask_from_alpha(4, 4, pixels, 3, 128, &mask));
    EXPECT(HITMASK_BAD_PITCH, hitmask_mask_from_rgba8(4, 4, pixels, 15, 128, &mask));
    EXPECT(HITMASK_BAD_PITCH, hitmask_mask_from_bits(9, 4, pixels, 1, &mask));
    EXPECT(HITMASK_BAD_PITCH, hitmask_alpha_mask_from_alpha(4, 4, pixels, 0, &alpha));
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_from_alpha(4, 4, pixels, SIZE_MAX, 128, &mask));
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_from_alpha(UINT32_MAX, UINT32_MAX, pixels, SIZE_MAX, 128, &mask));
    /* Half of what a number can count, and one more: no array is that long. */
    EXPECT(HITMASK_TOO_LARGE, hitmask_masks_overlap_batch(&(hitmask_mask_pair){0}, SIZE_MAX / sizeof(hitmask_mask_pair) / 2 + 1, NULL));
    EXPECT(HITMASK_TOO_LARGE, hitmask_alpha_mask_new(1, UINT32_MAX, &alpha));
    CHECK(mask == NULL && alpha == NULL);
    EXPECT(HITMASK_OK, hitmask_mask_from_alpha(0, 4, NULL, 0, 128, &mask));
    hitmask_mask_free(mask);
    EXPECT(HITMASK_OK, hitmask_mask_filled(60000, 2, &mask));
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_grow(mask, UINT32_MAX, HITMASK_DISC, &wide, &corner));
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_crop(mask, huge, &wide));
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_scale_nearest(mask, 70000, 1, &wide));
    {
        hitmask_margins none = {0, 0, 0, 0}, huge = {UINT32_MAX, 0, UINT32_MAX, 0};
        EXPECT(HITMASK_TOO_LARGE, hitmask_mask_nine_slice(mask, none, 70000, 1, HITMASK_STRETCH, &wide));
        EXPECT(HITMASK_OUT_OF_RANGE, hitmask_mask_nine_slice(mask, huge, 9, 9, HITMASK_TILE, &wide));
        EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_mask_nine_slice(mask, none, 9, 9, 2, &wide));
    }
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_overlap_offsets(mask, mask, &wide, &corner));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_mask_set(mask, (hitmask_point){-1, 0}, true));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_mask_set(mask, (hitmask_point){0, 2}, true));
    EXPECT(HITMASK_TOO_SMALL, hitmask_mask_to_bits(mask, pixels, sizeof pixels, &count));
    CHECK(count == 15000);
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_to_bits(mask, pixels, SIZE_MAX, &count));
    EXPECT(HITMASK_TOO_LARGE, hitmask_mask_points(mask, (hitmask_point *)words, SIZE_MAX / 2, &count));
    EXPECT(HITMASK_TOO_LARGE, hitmask_world_set_positions((hitmask_world *)words, (hitmask_handle *)(void *)words, NULL, SIZE_MAX));
    hitmask_mask_free(mask);
    {
        hitmask_mask_pair pair;
        bool answer;
        memset(&pair, 0, sizeof pair);
        EXPECT(HITMASK_TOO_LARGE, hitmask_masks_overlap_batch(&pair, SIZE_MAX / 8, &answer));
    }
}

static void constants_and_numbers(void) {
    hitmask_pose_parts parts = hitmask_pose_parts_default();
    hitmask_pose pose, zeros;
    hitmask_error error;
    hitmask_mask *mask = NULL, *made = NULL;
    hitmask_polygon *polygon = NULL;
    hitmask_buffer *buffer = NULL;
    hitmask_run_mask *runs = NULL;
    hitmask_shape shape;
    hitmask_placed placed;
    hitmask_point point;
    hitmask_cast cast;
    hitmask_components *components = NULL;
    hitmask_point_q16 far = {INT64_MAX, 0}, corners[4] = {{0, 0}, {65536 * 9, 0}, {65536, 65536}, {0, 65536 * 9}};
    hitmask_rect region = {0, 0, 10, 10};
    hitmask_run run = {3, 3};
    size_t length = 1;
    bool yes = false;
    memset(&zeros, 0, sizeof zeros);
    EXPECT(HITMASK_OK, hitmask_mask_filled(8, 8, &mask));
    parts.rotation = hitmask_degrees(NAN);
    EXPECT(HITMASK_NOT_FINITE, hitmask_pose_from_parts(&parts, &pose, &error));
    CHECK(strlen(error.message) > 10);
    parts.rotation.unit = 99;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_pose_from_parts(&parts, &pose, NULL));
    shape = hitmask_shape_mask(mask);
    placed.shape = shape;
    placed.pose = zeros;
    EXPECT(HITMASK_SINGULAR, hitmask_placed_bake(&placed, &made, &point));
    placed.pose = hitmask_pose_at(0, 0);
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_placed_overlaps(&placed, &placed, 7, &yes));
    shape.kind = -5;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_contains(&shape, origin, &yes));
    shape = hitmask_shape_frames(NULL);
    EXPECT(HITMASK_WRONG_SHAPE, hitmask_contains(&shape, origin, &yes));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_mask_components(mask, 5, &components));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_mask_grow(mask, 1, 3, &made, &point));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_buffer_new(3, region, &buffer));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_mask_cast(mask, mask, far, still, &cast));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_mask_ray_cast(mask, still, far, &cast));
    EXPECT(HITMASK_NOT_CONVEX, hitmask_polygon_new(corners, 4, &polygon, &error));
    CHECK(strlen(error.message) > 10);
    EXPECT(HITMASK_BAD_RUN, hitmask_run_mask_from_runs(8, 1, &run, 1, &length, &runs, &error));
    CHECK(strlen(error.message) > 10);
    length = 2;
    EXPECT(HITMASK_WRONG_LENGTH, hitmask_run_mask_from_runs(8, 1, &run, 1, &length, &runs, NULL));
    CHECK(made == NULL && polygon == NULL && buffer == NULL && runs == NULL && components == NULL);
    CHECK(hitmask_status_message(-1) != NULL && hitmask_status_message(12345) != NULL);
    hitmask_mask_free(mask);
}

static void misaligned(void) {
    union {
        uint64_t words[32];
        unsigned char bytes[256];
    } room;
    hitmask_mask *mask = NULL;
    memset(&room, 0, sizeof room);
    EXPECT(HITMASK_OK, hitmask_mask_filled(8, 8, &mask));
    EXPECT(HITMASK_MISALIGNED_POINTER, hitmask_mask_count(mask, (uint64_t *)(void *)(room.bytes + 1)));
    EXPECT(HITMASK_MISALIGNED_POINTER, hitmask_pose_from_matrix((double *)(void *)(room.bytes + 4), (hitmask_pose *)(void *)(room.bytes + 64), NULL));
    hitmask_mask_free(mask);
}

/* An object may be the argument of its own change. */
static void the_same_object_twice(void) {
    hitmask_mask *mask = NULL;
    hitmask_terrain *terrain = NULL;
    hitmask_shape shape;
    hitmask_placed placed;
    hitmask_change change;
    uint64_t count;
    EXPECT(HITMASK_OK, hitmask_mask_filled(8, 8, &mask));
    shape = hitmask_shape_mask(mask);
    EXPECT(HITMASK_OK, hitmask_mask_difference_with(mask, &shape, (hitmask_point){4, 0}));
    EXPECT(HITMASK_OK, hitmask_mask_count(mask, &count));
    CHECK(count == 32);
    EXPECT(HITMASK_OK, hitmask_terrain_new(300, 300, true, &terrain));
    placed.shape = hitmask_shape_terrain(terrain);
    placed.pose = hitmask_pose_at(0, 0);
    EXPECT(HITMASK_OK, hitmask_terrain_carve(terrain, &placed, (hitmask_point){100, 0}, &change));
    CHECK(change.pixels == 60000);
    hitmask_terrain_free(terrain);
    hitmask_mask_free(mask);
}

/* How many pixels of a 16 x 16 square a collider covers. */
static uint64_t covered(const hitmask_world *world, hitmask_handle handle, const hitmask_mask *square) {
    hitmask_kept_shape *kept = NULL;
    hitmask_shape shape, all = hitmask_shape_mask(square);
    uint64_t area = 0;
    EXPECT(HITMASK_OK, hitmask_world_shape(world, handle, &kept));
    shape = hitmask_shape_kept(kept);
    EXPECT(HITMASK_OK, hitmask_overlap_area(&shape, &all, origin, &area));
    hitmask_kept_shape_free(kept);
    return area;
}

/* A world keeps the pixels that a mask had, whatever becomes of the mask. */
static void a_shared_mask_is_changed(void) {
    hitmask_mask *mask = NULL, *square = NULL;
    hitmask_world *world = NULL;
    hitmask_collider collider;
    hitmask_handle handles[3];
    hitmask_shape shape;
    uint64_t count;
    EXPECT(HITMASK_OK, hitmask_mask_filled(16, 16, &square));
    EXPECT(HITMASK_OK, hitmask_mask_filled(8, 8, &mask));
    EXPECT(HITMASK_OK, hitmask_world_new(NULL, &world));
    shape = hitmask_shape_mask(mask);
    collider = hitmask_collider_default(shape);
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &handles[0]));
    EXPECT(HITMASK_OK, hitmask_mask_set(mask, origin, false));
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &handles[1]));
    EXPECT(HITMASK_OK, hitmask_mask_difference_with(mask, &shape, (hitmask_point){4, 0}));
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &handles[2]));
    EXPECT(HITMASK_OK, hitmask_mask_count(mask, &count));
    CHECK(count == 32);
    CHECK(covered(world, handles[0], square) == 64);
    CHECK(covered(world, handles[1], square) == 63);
    CHECK(covered(world, handles[2], square) == 32);
    hitmask_mask_free(mask);
    CHECK(covered(world, handles[2], square) == 32);
    hitmask_world_free(world);
    hitmask_mask_free(square);
}

/* The common pixels in an existing mask: of any size, shared with a clone, or one of the two. */
static void overlap_masks_into(void) {
    hitmask_mask *a = NULL, *b = NULL, *to = NULL, *clone = NULL, *wanted = NULL;
    hitmask_point offset = {15, 12};
    bool same = false;
    uint64_t count = 0;
    EXPECT(HITMASK_OK, hitmask_mask_filled(20, 20, &a));
    EXPECT(HITMASK_OK, hitmask_mask_filled(9, 9, &b));
    EXPECT(HITMASK_OK, hitmask_mask_filled(3, 70, &to));
    EXPECT(HITMASK_OK, hitmask_mask_clone(to, &clone));
    EXPECT(HITMASK_OK, hitmask_mask_overlap_mask(a, b, offset, &wanted));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_overlap_mask_into(NULL, b, offset, to));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_overlap_mask_into(a, NULL, offset, to));
    EXPECT(HITMASK_NULL_POINTER, hitmask_mask_overlap_mask_into(a, b, offset, NULL));
    EXPECT(HITMASK_OK, hitmask_mask_count(to, &count));
    CHECK(count == 210);
    EXPECT(HITMASK_OK, hitmask_mask_overlap_mask_into(a, b, offset, to));
    EXPECT(HITMASK_OK, hitmask_mask_equals(to, wanted, &same));
    CHECK(same);
    EXPECT(HITMASK_OK, hitmask_mask_count(clone, &count));
    CHECK(count == 210);
    EXPECT(HITMASK_OK, hitmask_mask_overlap_mask_into(a, b, offset, b));
    EXPECT(HITMASK_OK, hitmask_mask_equals(b, wanted, &same));
    CHECK(same);
    EXPECT(HITMASK_OK, hitmask_mask_overlap_mask_into(a, a, offset, a));
    EXPECT(HITMASK_OK, hitmask_mask_count(a, &count));
    CHECK(count == 5 * 8);
    hitmask_mask_free(a);
    hitmask_mask_free(b);
    hitmask_mask_free(to);
    hitmask_mask_free(clone);
    hitmask_mask_free(wanted);
}

typedef struct {
    hitmask_world *world;
    hitmask_handle handle;
    int calls;
} callback_data;

static bool step_callback(void *user, hitmask_handle a, uint64_t data_a, hitmask_handle b, uint64_t data_b) {
    callback_data *data = user;
    size_t count;
    hitmask_point_q16 position;
    CHECK(a < b && data_a == 7 && data_b == 8);
    data->calls++;
    EXPECT(HITMASK_BUSY, hitmask_world_count(data->world, &count));
    EXPECT(HITMASK_BUSY, hitmask_world_position(data->world, data->handle, &position));
    EXPECT(HITMASK_BUSY, hitmask_world_remove(data->world, data->handle));
    EXPECT(HITMASK_BUSY, hitmask_world_step(data->world, &(const hitmask_event *){NULL}, &count));
    return false;
}

static bool accept_callback(void *user, hitmask_handle handle, uint64_t number) {
    callback_data *data = user;
    hitmask_point_q16 position;
    (void)number;
    data->calls++;
    EXPECT(HITMASK_OK, hitmask_world_position(data->world, handle, &position));
    EXPECT(HITMASK_BUSY, hitmask_world_remove(data->world, handle));
    EXPECT(HITMASK_BUSY, hitmask_world_clear(data->world));
    return true;
}

static bool each_callback(void *user, const hitmask_contact *contact) {
    callback_data *data = user;
    data->calls++;
    EXPECT(HITMASK_BUSY, hitmask_world_set_data(data->world, contact->handle, 1));
    return false;
}

static bool no_shape(void *user, uint64_t key, hitmask_shape *shape) {
    (void)user;
    (void)key;
    (void)shape;
    return false;
}

static bool bad_shape(void *user, uint64_t key, hitmask_shape *shape) {
    (void)user;
    (void)key;
    shape->kind = 77;
    return true;
}

static uint64_t some_key(void *user, hitmask_handle handle) {
    (void)user;
    return handle;
}

static void worlds(void) {
    hitmask_world_options options = hitmask_world_options_default();
    hitmask_world *world = NULL, *other = NULL;
    hitmask_rect square = {0, 0, 10, 10};
    hitmask_collider collider = hitmask_collider_default(hitmask_shape_rect(square));
    hitmask_handle a, b, c, list[1];
    hitmask_mask *mask;
    hitmask_point_q16 position, far = {INT64_MIN, 0}, positions[2] = {{65536, 0}, {0, 65536}};
    hitmask_handle both[2];
    hitmask_transform transforms[2], transform;
    hitmask_query_filter filter = hitmask_query_filter_default();
    hitmask_probe probe = hitmask_probe_point(origin);
    hitmask_bytes *bytes;
    hitmask_fit fit;
    hitmask_slid slid;
    hitmask_kept_shape *kept;
    hitmask_error error;
    const hitmask_event *events;
    const uint8_t *data;
    callback_data user;
    size_t count, length;
    uint64_t number;
    bool found;
    options.wrap_w = 5;
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_new(&options, &world));
    options.wrap_w = 0;
    options.broad_phase = 9;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_new(&options, &world));
    EXPECT(HITMASK_OK, hitmask_world_new(NULL, &world));
    collider.data = 7;
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &a));
    collider.data = 8;
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &b));
    collider.kind = 12;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_insert(world, &collider, &b));
    collider.kind = HITMASK_BODY;
    collider.shape.kind = 0;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_insert(world, &collider, &b));

    user.world = world;
    user.handle = a;
    user.calls = 0;
    EXPECT(HITMASK_OK, hitmask_world_step_with(world, step_callback, &user, &events, &count));
    CHECK(user.calls == 1 && count == 0);
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_step_with(world, NULL, &user, &events, &count));
    filter.accept = accept_callback;
    filter.user = &user;
    EXPECT(HITMASK_TOO_SMALL, hitmask_world_query(world, &probe, &filter, list, 1, &count));
    CHECK(count == 2 && list[0] == a);
    EXPECT(HITMASK_OK, hitmask_world_query(world, &probe, &filter, NULL, 0, &count));
    CHECK(count == 2 && user.calls > 2);
    user.calls = 0;
    EXPECT(HITMASK_OK, hitmask_world_query_each(world, &probe, NULL, each_callback, &user));
    CHECK(user.calls == 1);
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_query_each(world, &probe, NULL, NULL, NULL));
    probe.kind = 3;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_query(world, &probe, NULL, NULL, 0, &count));

    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_set_position(world, a, far));
    EXPECT(HITMASK_NOT_FINITE, hitmask_world_set_rotation(world, a, hitmask_degrees(INFINITY)));
    EXPECT(HITMASK_NOT_FINITE, hitmask_world_set_rotation(world, a, hitmask_steps(1, 0)));
    EXPECT(HITMASK_NOT_FINITE, hitmask_world_set_pivot(world, a, (hitmask_vector){NAN, 0}));
    EXPECT(HITMASK_WRONG_SHAPE, hitmask_world_carve(world, a, &(hitmask_placed){hitmask_shape_rect(square), hitmask_pose_at(0, 0)}, origin, NULL));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_set_kind(world, a, 5));
    transform = hitmask_transform_from_parts(hitmask_pose_parts_default());
    transform.parts.position.x = 1e300;
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_set_transform(world, a, &transform));

    /* Rectangles are written as they are. A mask has a key. */
    EXPECT(HITMASK_OK, hitmask_mask_filled(3, 3, &mask));
    collider.shape = hitmask_shape_mask(mask);
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &c));
    hitmask_mask_free(mask);
    EXPECT(HITMASK_OK, hitmask_world_to_bytes(world, some_key, NULL, &bytes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_to_bytes(world, NULL, NULL, &bytes));
    EXPECT(HITMASK_OK, hitmask_bytes_data(bytes, &data, &length));
    EXPECT(HITMASK_BAD_BYTES, hitmask_world_from_bytes(data, length - 1, 0, no_shape, NULL, &other, &error));
    EXPECT(HITMASK_BAD_BYTES, hitmask_world_from_bytes((const uint8_t *)"nonsense", 8, 0, no_shape, NULL, &other, &error));
    CHECK(strlen(error.message) > 10);
    EXPECT(HITMASK_BAD_BYTES, hitmask_world_from_bytes(data, length, 0, no_shape, NULL, &other, &error));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_from_bytes(data, length, 0, bad_shape, NULL, &other, &error));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_from_bytes(NULL, length, 0, no_shape, NULL, &other, &error));
    hitmask_bytes_free(bytes);

    /* Stale handles. */
    EXPECT(HITMASK_OK, hitmask_world_remove(world, a));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_remove(world, a));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_position(world, a, &position));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_set_position(world, a, still));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_set_scale(world, a, (hitmask_vector){1, 1}));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_data(world, UINT64_MAX, &number));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_shape(world, a, &kept));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_collide_one(world, a, NULL, 0, &count));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_unstick(world, a, 5, NULL, &fit));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_move_and_slide(world, a, still, NULL, NULL, &slid));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_separation(world, a, b, &(hitmask_point){0, 0}));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_cast(world, a, still, NULL, NULL, 0, &count));
    both[0] = a;
    both[1] = b;
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_set_positions(world, both, positions, 2));
    EXPECT(HITMASK_OK, hitmask_world_position(world, b, &position));
    CHECK(position.x == 0 && position.y == 65536);
    transforms[0] = hitmask_transform_at((hitmask_vector){0, 0});
    transforms[1] = hitmask_transform_at((hitmask_vector){0, 2});
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_set_transforms(world, both, transforms, 2));
    EXPECT(HITMASK_OK, hitmask_world_position(world, b, &position));
    CHECK(position.y == 2 * 65536);
    transforms[0] = transform;
    both[0] = b;
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_set_transforms(world, both, transforms, 1));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_set_transforms(world, both, NULL, 1));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_set_transforms(NULL, both, transforms, 1));
    EXPECT(HITMASK_OK, hitmask_world_set_transforms(world, NULL, NULL, 0));
    EXPECT(HITMASK_OK, hitmask_world_contains(world, a, &found));
    CHECK(!found);
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_cast(world, b, far, NULL, NULL, 0, &count));
    CHECK(other == NULL);
    hitmask_world_free(world);
}

/* What a custom test of the tests below does, and what it saw. */
typedef struct {
    hitmask_world *world;
    int32_t verdict;
    int calls, reaches, busy, margin;
    hitmask_handle me, other;
} tester;

static int32_t some_test(void *user, const hitmask_member *me, const hitmask_member *other, hitmask_touch *touch) {
    tester *seen = user;
    hitmask_point_q16 position;
    seen->calls++;
    seen->me = me->handle;
    seen->other = other->handle;
    seen->busy += hitmask_world_position(seen->world, me->handle, &position) == HITMASK_BUSY;
    seen->busy += hitmask_world_set_test(seen->world, me->handle, NULL) == HITMASK_BUSY;
    touch->first.x = 1000 + (int32_t)me->collider.data;
    touch->first.y = (int32_t)other->collider.data;
    touch->area = 5;
    return seen->verdict;
}

static bool some_reach(void *user, const hitmask_collider *me, hitmask_rect *reached) {
    tester *seen = user;
    hitmask_point_q16 position;
    seen->reaches++;
    seen->busy += hitmask_world_position(seen->world, 0, &position) == HITMASK_BUSY;
    if (me->data != 7 || seen->margin < 0) return false;
    if (seen->margin == INT32_MAX) {
        reached->x = reached->y = INT32_MIN;
        reached->w = reached->h = UINT32_MAX;
        return true;
    }
    reached->x -= seen->margin;
    reached->y -= seen->margin;
    reached->w += 2 * (uint32_t)seen->margin;
    reached->h += 2 * (uint32_t)seen->margin;
    return true;
}

static void custom_tests(void) {
    hitmask_world *world = NULL, *read = NULL;
    hitmask_rect square = {0, 0, 4, 4};
    hitmask_collider collider = hitmask_collider_default(hitmask_shape_rect(square));
    hitmask_custom_test test;
    hitmask_handle a, b;
    hitmask_bytes *bytes = NULL;
    const hitmask_event *events;
    const uint8_t *data;
    size_t count, length;
    tester seen;
    memset(&seen, 0, sizeof seen);
    memset(&test, 0, sizeof test);
    test.user = &seen;
    EXPECT(HITMASK_OK, hitmask_world_new(NULL, &world));
    seen.world = world;
    collider.data = 7;
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &a));
    collider.data = 8;
    collider.transform.parts.position.x = 20;
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &b));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_set_test(world, a, &test));
    test.test = some_test;
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_set_test(world, UINT64_MAX, &test));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_set_test(NULL, a, &test));
    EXPECT(HITMASK_OK, hitmask_world_set_test(world, a, &test));
    /* Their boxes are apart: nobody is asked. */
    seen.verdict = HITMASK_TOUCHING;
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(count == 0 && seen.calls == 0);
    /* A flame of 20 pixels. */
    test.reach = some_reach;
    seen.margin = 20;
    EXPECT(HITMASK_OK, hitmask_world_set_test(world, a, &test));
    CHECK(seen.reaches == 1 && seen.busy == 1);
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(count == 1 && events[0].kind == HITMASK_BEGIN && seen.calls == 1 && seen.me == a && seen.other == b && seen.busy == 3);
    CHECK(events[0].touch.first.x == 1007 && events[0].touch.first.y == 8 && events[0].touch.area == 5 && !events[0].touch.has_bounds);
    /* The pixels decide, or nothing does; a number that is no verdict is none. */
    seen.verdict = 77;
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(count == 1 && events[0].kind == HITMASK_END && seen.calls == 2);
    EXPECT(HITMASK_OK, hitmask_world_set_position(world, b, still));
    seen.verdict = HITMASK_APART;
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(count == 0 && seen.calls == 3);
    seen.verdict = HITMASK_UNDECIDED;
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(count == 1 && events[0].touch.first.x == 0);
    /* No box: nobody is asked, and nothing touches. */
    seen.margin = -1;
    EXPECT(HITMASK_OK, hitmask_world_set_test(world, a, &test));
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(count == 1 && events[0].kind == HITMASK_END && seen.calls == 4);
    /* A box around the whole world. */
    seen.margin = INT32_MAX;
    EXPECT(HITMASK_OK, hitmask_world_set_test(world, a, &test));
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(seen.calls == 5);
    /* A world that was read has a test that decides nothing. */
    EXPECT(HITMASK_OK, hitmask_world_to_bytes(world, some_key, NULL, &bytes));
    EXPECT(HITMASK_OK, hitmask_bytes_data(bytes, &data, &length));
    EXPECT(HITMASK_OK, hitmask_world_from_bytes(data, length, 0, no_shape, NULL, &read, NULL));
    EXPECT(HITMASK_OK, hitmask_world_step(read, &events, &count));
    CHECK(seen.calls == 5);
    EXPECT(HITMASK_OK, hitmask_world_set_test(read, a, &test));
    EXPECT(HITMASK_OK, hitmask_world_step(read, &events, &count));
    CHECK(seen.calls == 6);
    hitmask_world_free(read);
    hitmask_bytes_free(bytes);
    /* Without the test, the pixels decide again. */
    EXPECT(HITMASK_OK, hitmask_world_set_test(world, a, NULL));
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    CHECK(seen.calls == 6);
    hitmask_world_free(world);
}

/* A shot flies past two walls in one step; the far wall has the lower handle. */
static void first_hits(void) {
    const hitmask_rect wall = {0, 0, 10, 99}, small = {0, 0, 4, 2};
    hitmask_collider far_wall = hitmask_collider_default(hitmask_shape_rect(wall)), near_wall = far_wall;
    hitmask_collider shot = hitmask_collider_default(hitmask_shape_rect(small));
    hitmask_point_q16 away = {300 * 65536, 50 * 65536}, from, to;
    const hitmask_event *events;
    hitmask_world *world;
    hitmask_handle a, b, c;
    size_t count;
    int first_only;
    far_wall.transform.parts.position.x = 200;
    near_wall.transform.parts.position.x = 100;
    shot.transform.parts.position.y = 50;
    shot.swept = true;
    for (first_only = 0; first_only < 2; first_only++) {
        world = NULL;
        EXPECT(HITMASK_OK, hitmask_world_new(NULL, &world));
        EXPECT(HITMASK_OK, hitmask_world_insert(world, &far_wall, &a));
        EXPECT(HITMASK_OK, hitmask_world_insert(world, &near_wall, &b));
        EXPECT(HITMASK_OK, hitmask_world_insert(world, &shot, &c));
        EXPECT(HITMASK_OK, hitmask_world_set_first_only(world, c, first_only == 1));
        EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
        EXPECT(HITMASK_OK, hitmask_world_last_path(world, c, &from, &to));
        CHECK(count == 0 && memcmp(&from, &to, sizeof from) == 0);
        EXPECT(HITMASK_OK, hitmask_world_set_position(world, c, away));
        EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
        CHECK(first_only ? count == 1 && events[0].a == b : count == 2 && events[0].a == a && events[1].a == b);
        EXPECT(HITMASK_OK, hitmask_world_events_by_time(world, &events, &count));
        /* The shot's right edge enters the near wall at 96.5 of 300 pixels. */
        CHECK(count == (first_only ? 1 : 2) && events[0].kind == HITMASK_PASS && events[0].a == b);
        CHECK(events[0].time.numerator == 193 && events[0].time.denominator == 600);
        CHECK(first_only || events[1].a == a);
        EXPECT(HITMASK_OK, hitmask_world_last_path(world, c, &from, &to));
        CHECK(from.x == 0 && from.y == 50 * 65536 && to.x == 300 * 65536 && to.y == 50 * 65536);
        EXPECT(HITMASK_NULL_POINTER, hitmask_world_last_path(world, c, NULL, &to));
        EXPECT(HITMASK_NULL_POINTER, hitmask_world_last_path(world, c, &from, NULL));
        EXPECT(HITMASK_NULL_POINTER, hitmask_world_last_path(NULL, c, &from, &to));
        EXPECT(HITMASK_OK, hitmask_world_remove(world, c));
        EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_last_path(world, c, &from, &to));
        hitmask_world_free(world);
    }
}

/* A square of 4 pixels lies 3 pixels right of and 1 below another one: 1 pixel to the right frees it, or 3 down. */
static void ways_out(void) {
    const hitmask_rect square = {0, 0, 4, 4};
    hitmask_shape shape = hitmask_shape_rect(square);
    hitmask_point offset = {3, 1}, way = {9, 9}, down = {0, 2}, left = {-1, 0}, apart = {4, 0};
    bool found = false;
    EXPECT(HITMASK_OK, hitmask_separation_by_axis(&shape, &shape, offset, &way));
    CHECK(way.x == 1 && way.y == 3);
    EXPECT(HITMASK_OK, hitmask_separation_along(&shape, &shape, offset, down, &way, &found));
    /* Whole steps of the direction. */
    CHECK(found && way.x == 0 && way.y == 4);
    EXPECT(HITMASK_OK, hitmask_separation_along(&shape, &shape, offset, left, &way, &found));
    CHECK(found && way.x == -7 && way.y == 0);
    EXPECT(HITMASK_OK, hitmask_separation_along(&shape, &shape, offset, origin, &way, &found));
    CHECK(!found);
    EXPECT(HITMASK_OK, hitmask_separation_along(&shape, &shape, apart, origin, &way, &found));
    CHECK(found && way.x == 0 && way.y == 0);
    EXPECT(HITMASK_NULL_POINTER, hitmask_separation_by_axis(&shape, &shape, offset, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_separation_along(&shape, &shape, offset, down, &way, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_separation_along(NULL, &shape, offset, down, &way, &found));
}

/* The picture of a sprite goes into bytes and back, and damaged bytes are refused with their place. */
static void run_length_sprites(void) {
    static const uint8_t picture[12] = {0, 0, 7, 8, 9, 99, 0, 0, 0, 0, 0, 99}, wanted[6] = {0xFE, 3, 7, 8, 9, 0xFB};
    static const uint8_t zero[2] = {5, 0}, wide[1] = {0xFA};
    static const uint16_t colors[4] = {7, 258, 7, 7};
    static const uint8_t alphas[4] = {255, 9, 0, 0}, wanted16[9] = {1, 7, 0, 0, 1, 2, 1, 9, 0xFE};
    uint8_t read[10];
    uint16_t read16[4];
    hitmask_bytes *bytes = NULL;
    hitmask_run_mask *runs = NULL;
    hitmask_alpha_mask *alpha = NULL;
    hitmask_error error;
    const uint8_t *data;
    size_t length, count;
    uint64_t area = 0;
    uint8_t level = 0;
    bool yes = false;
    EXPECT(HITMASK_OK, hitmask_encode8(5, 2, picture, 6, 0, &bytes));
    EXPECT(HITMASK_OK, hitmask_bytes_data(bytes, &data, &length));
    CHECK(length == 6 && memcmp(data, wanted, 6) == 0);
    EXPECT(HITMASK_OK, hitmask_sprite8_to_run_mask(5, 2, data, length, &runs, &error));
    EXPECT(HITMASK_OK, hitmask_run_mask_count(runs, &area));
    EXPECT(HITMASK_OK, hitmask_run_mask_get(runs, (hitmask_point){4, 0}, &yes));
    CHECK(area == 3 && yes);
    hitmask_run_mask_free(runs);
    EXPECT(HITMASK_OK, hitmask_sprite8_to_indexed(5, 2, data, length, 255, NULL, 0, &count, NULL));
    CHECK(count == 10);
    EXPECT(HITMASK_TOO_SMALL, hitmask_sprite8_to_indexed(5, 2, data, length, 255, read, 9, &count, NULL));
    EXPECT(HITMASK_OK, hitmask_sprite8_to_indexed(5, 2, data, length, 255, read, 10, &count, NULL));
    CHECK(read[1] == 255 && read[2] == 7 && read[4] == 9 && read[9] == 255);
    hitmask_bytes_free(bytes);
    EXPECT(HITMASK_OK, hitmask_encode16(4, 1, colors, alphas, &bytes));
    EXPECT(HITMASK_OK, hitmask_bytes_data(bytes, &data, &length));
    CHECK(length == 9 && memcmp(data, wanted16, 9) == 0);
    EXPECT(HITMASK_OK, hitmask_sprite16_to_run_mask(4, 1, data, length, &runs, NULL));
    EXPECT(HITMASK_OK, hitmask_run_mask_count(runs, &area));
    CHECK(area == 2);
    hitmask_run_mask_free(runs);
    EXPECT(HITMASK_OK, hitmask_sprite16_to_alpha_mask(4, 1, data, length, &alpha, NULL));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_get(alpha, (hitmask_point){1, 0}, &level));
    CHECK(level == 9);
    hitmask_alpha_mask_free(alpha);
    EXPECT(HITMASK_OK, hitmask_sprite16_to_picture(4, 1, data, length, read16, 4, &count, NULL));
    CHECK(count == 4 && read16[0] == 7 && read16[1] == 258 && read16[2] == 0);
    /* Damaged, too short, too long, too large, and nowhere. */
    runs = NULL;
    alpha = NULL;
    EXPECT(HITMASK_BAD_BYTES, hitmask_sprite8_to_run_mask(5, 1, zero, 2, &runs, &error));
    CHECK(strstr(error.message, "at byte 2, in row 0") != NULL);
    EXPECT(HITMASK_BAD_BYTES, hitmask_sprite8_to_run_mask(5, 1, wide, 1, &runs, &error));
    CHECK(strstr(error.message, "the run of 6 pixels at pixel 0") != NULL);
    EXPECT(HITMASK_BAD_BYTES, hitmask_sprite8_to_run_mask(6, 2, wide, 1, &runs, NULL));
    EXPECT(HITMASK_BAD_BYTES, hitmask_sprite16_to_alpha_mask(3, 1, data, length, &alpha, &error));
    EXPECT(HITMASK_TOO_LARGE, hitmask_sprite8_to_run_mask(70000, 1, wide, 1, &runs, NULL));
    EXPECT(HITMASK_TOO_LARGE, hitmask_encode16(70000, 1, colors, alphas, &bytes));
    EXPECT(HITMASK_BAD_PITCH, hitmask_encode8(5, 2, picture, 4, 0, &bytes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_sprite8_to_run_mask(5, 1, NULL, 2, &runs, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_sprite8_to_run_mask(5, 1, zero, 2, NULL, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_sprite16_to_picture(4, 1, data, length, read16, 4, NULL, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_encode8(5, 2, picture, 6, 0, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_encode16(4, 1, NULL, alphas, &bytes));
    CHECK(runs == NULL && alpha == NULL);
    hitmask_bytes_free(bytes);
}

/* What covers more pixels than a mask may have. */
static void huge_bodies(void) {
    const hitmask_rect wide = {0, 0, 70000, 1}, small = {0, 0, 2000, 4};
    hitmask_shape rect = hitmask_shape_rect(wide);
    hitmask_placed placed = {hitmask_shape_rect(wide), hitmask_pose_at(0, 0)};
    hitmask_collider collider = hitmask_collider_default(hitmask_shape_rect(wide));
    hitmask_obstacle obstacle;
    hitmask_pose_parts parts = hitmask_pose_parts_default();
    hitmask_transform transform;
    hitmask_world *world = NULL;
    hitmask_moved moved;
    hitmask_slid slid;
    hitmask_solid_moved solid;
    hitmask_fit fit;
    hitmask_handle large, lift;
    hitmask_mask *mask = NULL;
    hitmask_cast cast;
    const hitmask_event *events;
    size_t index, count;
    bool found;
    EXPECT(HITMASK_TOO_LARGE, hitmask_move_and_slide(&placed, still, still, NULL, 0, NULL, &moved));
    EXPECT(HITMASK_OK, hitmask_world_new(NULL, &world));
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &large));
    EXPECT(HITMASK_TOO_LARGE, hitmask_world_move_and_slide(world, large, still, NULL, NULL, &slid));
    EXPECT(HITMASK_TOO_LARGE, hitmask_world_fit_at(world, large, still, 3, NULL, &fit));
    EXPECT(HITMASK_TOO_LARGE, hitmask_world_unstick(world, large, 3, NULL, &fit));
    collider.shape = hitmask_shape_rect(small);
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &lift));
    EXPECT(HITMASK_TOO_LARGE, hitmask_world_fit_shape(world, lift, &rect, 3, NULL, &fit));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_fit_shape(world, UINT64_MAX, &rect, 3, NULL, &fit));
    parts.scale.x = parts.scale.y = 64;
    transform = hitmask_transform_from_parts(parts);
    EXPECT(HITMASK_TOO_LARGE, hitmask_world_fit_transform(world, lift, &transform, 3, NULL, &fit));
    /* A lift may be as large as it likes. A character may not. */
    EXPECT(HITMASK_OK, hitmask_world_move_solid(world, large, still, NULL, 0, &solid));
    EXPECT(HITMASK_OK, hitmask_world_set_kind(world, large, HITMASK_CHARACTER));
    EXPECT(HITMASK_TOO_LARGE, hitmask_world_move_solid(world, lift, still, NULL, 0, &solid));
    EXPECT(HITMASK_OK, hitmask_world_step(world, &events, &count));
    hitmask_world_free(world);
    /* A turned obstacle that is larger than a mask may be. */
    EXPECT(HITMASK_OK, hitmask_mask_filled(60000, 60, &mask));
    parts.scale.x = parts.scale.y = 2;
    parts.rotation = hitmask_degrees(30);
    memset(&obstacle, 0, sizeof obstacle);
    obstacle.placed.shape = hitmask_shape_mask(mask);
    EXPECT(HITMASK_OK, hitmask_pose_from_parts(&parts, &obstacle.placed.pose, NULL));
    EXPECT(HITMASK_OK, hitmask_ray_cast_obstacles(&obstacle, 1, (hitmask_point_q16){-65536 * 200, 65536 * 50}, (hitmask_point_q16){65536 * 400, 0}, &index, &cast, &found));
    CHECK(found && index == 0);
    hitmask_mask_free(mask);
}

/* In a space of its own, half on the ground and half on spikes. */
static void movers(void) {
    const hitmask_rect slab = {0, 0, 20, 10}, body = {0, 0, 8, 16};
    const hitmask_point_q16 down = {0, 65536};
    hitmask_collider collider = hitmask_collider_default(hitmask_shape_rect(slab));
    hitmask_query_filter filter = hitmask_query_filter_default();
    hitmask_world *world = NULL;
    hitmask_handle ground, spikes, hero;
    hitmask_blocker both[2];
    hitmask_slope slope;
    hitmask_slid slid;
    size_t count = 0;
    bool found = false;
    EXPECT(HITMASK_OK, hitmask_world_new(NULL, &world));
    collider.space = 3;
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &ground));
    collider.data = 1;
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &spikes));
    EXPECT(HITMASK_OK, hitmask_world_set_position(world, spikes, (hitmask_point_q16){20 * 65536, 0}));
    collider.kind = HITMASK_CHARACTER;
    collider.shape = hitmask_shape_rect(body);
    EXPECT(HITMASK_OK, hitmask_world_insert(world, &collider, &hero));
    EXPECT(HITMASK_OK, hitmask_world_set_position(world, hero, (hitmask_point_q16){16 * 65536, -16 * 65536}));
    /* Its own space, by default. */
    EXPECT(HITMASK_OK, hitmask_world_move_and_slide_into(world, hero, down, NULL, NULL, &slid, both, 2, &count));
    CHECK(slid.floor.found && slid.floor.handle == ground && count == 2);
    CHECK(both[0].handle == ground && both[1].handle == spikes && both[1].data == 1 && both[1].normal.y == -1);
    EXPECT(HITMASK_TOO_SMALL, hitmask_world_move_and_slide_into(world, hero, down, NULL, &filter, &slid, both, 1, &count));
    CHECK(slid.floor.handle == ground && count == 2);
    EXPECT(HITMASK_OK, hitmask_world_ground_slope(world, hero, 4, &filter, &slope, &found));
    CHECK(found && slope.run == 7 && slope.rise == 0);
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_ground_slope(world, UINT64_MAX, 4, &filter, &slope, &found));
    filter.layers.collides_with = 2;
    EXPECT(HITMASK_OK, hitmask_world_ground_slope(world, hero, 4, &filter, &slope, &found));
    CHECK(!found);
    filter = hitmask_query_filter_default();
    filter.space = -2;
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_move_and_slide(world, hero, down, NULL, &filter, &slid));
    filter.space = 0;
    EXPECT(HITMASK_OK, hitmask_world_move_and_slide(world, hero, down, NULL, &filter, &slid));
    CHECK(!slid.floor.found && slid.position.y == -15 * 65536);
    hitmask_world_free(world);
}

static void terrain_bytes(void) {
    hitmask_terrain *terrain = NULL, *small = NULL, *read = NULL;
    hitmask_terrain_snapshot *snapshot = NULL;
    hitmask_bytes *bytes = NULL;
    hitmask_error error;
    hitmask_mask *island = NULL;
    hitmask_point corner;
    const uint8_t *data;
    uint8_t *copy;
    size_t length, i;
    int wrong = 0;
    EXPECT(HITMASK_OK, hitmask_terrain_new(70, 70, true, &terrain));
    EXPECT(HITMASK_OK, hitmask_terrain_new(7, 7, true, &small));
    EXPECT(HITMASK_OK, hitmask_terrain_snapshot_new(small, &snapshot));
    EXPECT(HITMASK_WRONG_BASE, hitmask_terrain_delta_since(terrain, snapshot, &bytes));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_terrain_take_island(terrain, NULL, origin, &island, &corner));
    EXPECT(HITMASK_OK, hitmask_terrain_to_bytes(terrain, &bytes));
    EXPECT(HITMASK_OK, hitmask_bytes_data(bytes, &data, &length));
    EXPECT(HITMASK_TOO_MUCH_MEMORY, hitmask_terrain_from_bytes(data, length, 1, &read, &error));
    copy = malloc(length);
    for (i = 0; i < length; i++) {
        memcpy(copy, data, length);
        copy[i] ^= 16;
        wrong += hitmask_terrain_from_bytes(copy, length, 0, &read, NULL) != HITMASK_OK;
    }
    CHECK(wrong == (int)length && read == NULL);
    free(copy);
    hitmask_bytes_free(bytes);
    hitmask_terrain_snapshot_free(snapshot);
    hitmask_terrain_free(small);
    hitmask_terrain_free(terrain);
}

/* What run masks and alpha masks have in common with masks. */
static void other_masks(void) {
    static const uint8_t alphas[6] = {0, 200, 255, 7, 0, 128};
    uint8_t read[6] = {0};
    hitmask_alpha_mask *alpha = NULL, *second = NULL;
    hitmask_run_mask *runs = NULL, *turned = NULL, *back = NULL;
    hitmask_mask *mask = NULL;
    hitmask_point at = {0, 0};
    bool yes = false, found = false;
    size_t count = 0;
    uint64_t area = 0;
    EXPECT(HITMASK_OK, hitmask_alpha_mask_from_alpha(3, 2, alphas, 3, &alpha));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_clone(alpha, &second));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_equals(alpha, second, &yes));
    CHECK(yes);
    EXPECT(HITMASK_OK, hitmask_alpha_mask_set(second, origin, 9));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_equals(alpha, second, &yes));
    CHECK(!yes);
    EXPECT(HITMASK_NULL_POINTER, hitmask_alpha_mask_equals(alpha, NULL, &yes));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_to_alpha(alpha, NULL, 0, &count));
    CHECK(count == 6);
    EXPECT(HITMASK_TOO_SMALL, hitmask_alpha_mask_to_alpha(alpha, read, 5, &count));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_to_alpha(alpha, read, 6, &count));
    CHECK(memcmp(read, alphas, 6) == 0);
    EXPECT(HITMASK_OK, hitmask_alpha_mask_memory(alpha, &count));
    CHECK(count > 6);
    EXPECT(HITMASK_OK, hitmask_alpha_mask_to_mask(alpha, 128, &mask));
    EXPECT(HITMASK_OK, hitmask_run_mask_from_mask(mask, &runs));
    EXPECT(HITMASK_OK, hitmask_run_mask_flip_h(runs, &turned));
    EXPECT(HITMASK_OK, hitmask_run_mask_equals(runs, turned, &yes));
    CHECK(!yes);
    EXPECT(HITMASK_OK, hitmask_run_mask_get(turned, (hitmask_point){0, 1}, &yes));
    CHECK(yes);
    EXPECT(HITMASK_OK, hitmask_run_mask_flip_h(turned, &back));
    EXPECT(HITMASK_OK, hitmask_run_mask_equals(runs, back, &yes));
    CHECK(yes);
    hitmask_run_mask_free(turned);
    hitmask_run_mask_free(back);
    EXPECT(HITMASK_OK, hitmask_run_mask_flip_v(runs, &turned));
    EXPECT(HITMASK_OK, hitmask_run_mask_get(turned, (hitmask_point){2, 0}, &yes));
    CHECK(yes);
    EXPECT(HITMASK_OK, hitmask_run_mask_clone(turned, &back));
    EXPECT(HITMASK_OK, hitmask_run_mask_invert(back));
    EXPECT(HITMASK_OK, hitmask_run_mask_count(turned, &area));
    CHECK(area == 3);
    hitmask_run_mask_free(back);
    EXPECT(HITMASK_TOO_LARGE, hitmask_run_mask_crop(runs, (hitmask_rect){0, 0, 70000, 1}, &back));
    EXPECT(HITMASK_OK, hitmask_run_mask_crop(runs, (hitmask_rect){1, -1, 2, 2}, &back));
    EXPECT(HITMASK_OK, hitmask_run_mask_count(back, &area));
    CHECK(area == 2);
    EXPECT(HITMASK_OK, hitmask_run_mask_centroid(back, &at, &found));
    CHECK(found && at.x == 0 && at.y == 1);
    EXPECT(HITMASK_OK, hitmask_run_mask_memory(back, &count));
    CHECK(count > 0);
    hitmask_run_mask_free(runs);
    hitmask_run_mask_free(turned);
    hitmask_run_mask_free(back);
    hitmask_alpha_mask_free(alpha);
    hitmask_alpha_mask_free(second);
    hitmask_mask_free(mask);
}

/* Verbs that the other languages have, too. */
static void verbs_of_all_languages(void) {
    const uint8_t alphas[6] = {255, 0, 9, 200, 255, 0};
    const uint32_t parts[6] = {1, 0, 0, 1, 1, 0};
    const hitmask_point origin = {0, 0};
    const hitmask_pose upright = hitmask_pose_at(0, 0);
    hitmask_alpha_mask *alpha = NULL;
    hitmask_run_mask *runs = NULL;
    hitmask_mask *mask = NULL;
    hitmask_components *components = NULL;
    hitmask_pose_cache *cache = NULL;
    hitmask_buffer *buffer = NULL;
    hitmask_moments sums, same;
    hitmask_point points[3] = {{9, 9}, {9, 9}, {9, 9}}, last;
    hitmask_rect bounds;
    hitmask_run run;
    uint32_t labels[6], colour = hitmask_buffer_colour_of(5);
    uint8_t most = 0, image[24];
    size_t count = 0;
    bool found = false;
    EXPECT(HITMASK_OK, hitmask_alpha_mask_from_alpha(3, 2, alphas, 3, &alpha));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_max_alpha(alpha, &most));
    CHECK(most == 255);
    EXPECT(HITMASK_TOO_SMALL, hitmask_alpha_mask_overlap_points(alpha, alpha, origin, points, 2, &count));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_overlap_points(alpha, alpha, origin, points, 3, &count));
    CHECK(count == 3 && points[0].x == 0 && points[0].y == 0 && points[2].x == 1 && points[2].y == 1);
    EXPECT(HITMASK_OK, hitmask_alpha_mask_extreme_overlap(alpha, alpha, origin, HITMASK_BOTTOM_RIGHT, &last, &found));
    CHECK(found && last.x == 1 && last.y == 1);
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_alpha_mask_extreme_overlap(alpha, alpha, origin, 8, &last, &found));
    EXPECT(HITMASK_OK, hitmask_alpha_mask_to_mask(alpha, 128, &mask));
    EXPECT(HITMASK_OK, hitmask_run_mask_from_mask(mask, &runs));
    EXPECT(HITMASK_OK, hitmask_run_mask_run_count(runs, &count));
    CHECK(count == 2);
    EXPECT(HITMASK_OK, hitmask_run_mask_row(runs, 7, &run, 1, &count));
    CHECK(count == 0);
    EXPECT(HITMASK_OK, hitmask_run_mask_moments(runs, &sums));
    EXPECT(HITMASK_OK, hitmask_mask_moments(mask, &same));
    CHECK(sums.area == 3 && memcmp(&sums, &same, sizeof sums) == 0);
    EXPECT(HITMASK_OK, hitmask_mask_components(mask, HITMASK_FOUR, &components));
    EXPECT(HITMASK_OK, hitmask_components_labels(components, labels, 6, &count));
    CHECK(count == 6 && memcmp(labels, parts, sizeof labels) == 0);
    EXPECT(HITMASK_OK, hitmask_pose_cache_new(1000, &cache));
    EXPECT(HITMASK_OK, hitmask_pose_cache_overlap_bounds(cache, mask, &upright, mask, &upright, &bounds, &found));
    CHECK(found && bounds.x == 0 && bounds.y == 0 && bounds.w == 2 && bounds.h == 2);
    EXPECT(HITMASK_OK, hitmask_buffer_new(HITMASK_OWNERS, (hitmask_rect){0, 0, 3, 2}, &buffer));
    {
        const hitmask_placed placed = {hitmask_shape_mask(mask), upright};
        EXPECT(HITMASK_OK, hitmask_buffer_draw(buffer, &placed, 5));
    }
    EXPECT(HITMASK_OK, hitmask_buffer_to_image(buffer, NULL, 0, &count));
    CHECK(count == sizeof image);
    EXPECT(HITMASK_OK, hitmask_buffer_to_image(buffer, image, sizeof image, &count));
    CHECK(image[0] == (colour & 255) && image[3] == colour >> 24 && image[7] == 0);
    hitmask_buffer_free(buffer);
    hitmask_pose_cache_free(cache);
    hitmask_components_free(components);
    hitmask_run_mask_free(runs);
    hitmask_mask_free(mask);
    hitmask_alpha_mask_free(alpha);
}

int main(void) {
    null_pointers();
    sizes();
    constants_and_numbers();
    misaligned();
    the_same_object_twice();
    a_shared_mask_is_changed();
    overlap_masks_into();
    other_masks();
    worlds();
    custom_tests();
    first_hits();
    ways_out();
    run_length_sprites();
    verbs_of_all_languages();
    huge_bodies();
    movers();
    terrain_bytes();
    puts("test result: ok. 16 passed; 0 failed; 0 ignored");
    return 0;
}
