/* Label masks, beside pixels that this program draws itself: edits, turns, names, bytes, a world, and misuse. The committed answers have
   which labels meet. */

#include "check.h"

#include <string.h>

enum { MOST = 80, LABELS = 4 };

/* What this program draws itself. */
typedef struct {
    int w, h;
    uint8_t at[MOST][MOST];
} picture;

static picture random_picture(int most) {
    picture one;
    int x, y;
    uint32_t labels = random_below(3) ? LABELS : 256;
    memset(&one, 0, sizeof one);
    one.w = (int)random_below((uint32_t)most + 1);
    one.h = (int)random_below((uint32_t)most + 1);
    for (y = 0; y < one.h; y++) {
        for (x = 0; x < one.w; x++) one.at[y][x] = (uint8_t)(random_below(3) ? random_below(labels) : x ? one.at[y][x - 1] : 0);
    }
    return one;
}

/* With a pitch that is longer than a row. */
static hitmask_label_mask *label_mask(const picture *one) {
    hitmask_label_mask *labels;
    CALL(hitmask_label_mask_from_labels((uint32_t)one->w, (uint32_t)one->h, one->at[0], MOST, &labels));
    return labels;
}

static uint8_t label_of(const picture *one, int x, int y) { return x >= 0 && y >= 0 && x < one->w && y < one->h ? one->at[y][x] : 0; }

static void compare(const hitmask_label_mask *labels, const picture *truth) {
    static uint8_t bytes[MOST * MOST];
    uint32_t w, h;
    size_t count, x, y;
    CALL(hitmask_label_mask_size(labels, &w, &h));
    CHECK((int)w == truth->w && (int)h == truth->h);
    CALL(hitmask_label_mask_to_labels(labels, bytes, sizeof bytes, &count));
    CHECK(count == (size_t)w * h);
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++) CHECK(bytes[y * w + x] == truth->at[y][x]);
    }
}

/* Edits, turns and bytes. */
static void pictures(void) {
    int i, x, y;
    for (i = 0; i < 100; i++) {
        picture a = random_picture(60), b = random_picture(30), wanted;
        hitmask_label_mask *labels = label_mask(&a), *other = label_mask(&b), *before, *made;
        hitmask_shape shape = hitmask_shape_labels(other);
        hitmask_bytes *bytes;
        const uint8_t *data;
        size_t length;
        uint8_t label = (uint8_t)random_below(3), some[] = {1, 3};
        hitmask_rect rect = {(int32_t)random_below(40) - 10, (int32_t)random_below(40) - 10, random_below(40), random_below(40)};
        hitmask_point at = point((int32_t)random_below(60) - 20, (int32_t)random_below(60) - 20), corner;
        hitmask_mask *only;
        hitmask_pose quarter = {0, -65536, 65536, 0, 65536 * (int64_t)at.x, 65536 * (int64_t)at.y};
        uint64_t hash, again;
        bool same, relabel = random_below(2) != 0;
        compare(labels, &a);
        CALL(hitmask_label_mask_clone(labels, &before));
        CALL(hitmask_label_mask_hash(labels, &hash));
        CALL((relabel ? hitmask_label_mask_relabel : hitmask_label_mask_draw)(labels, &shape, at, label));
        wanted = a;
        for (y = 0; y < a.h; y++) {
            for (x = 0; x < a.w; x++) {
                if (label_of(&b, x - at.x, y - at.y) && (!relabel || a.at[y][x])) wanted.at[y][x] = label;
            }
        }
        compare(labels, &wanted);
        /* The copy did not change. */
        compare(before, &a);
        CALL(hitmask_label_mask_equals(labels, before, &same));
        CHECK(same == !memcmp(&a, &wanted, sizeof a));
        CALL(hitmask_label_mask_hash(labels, &again));
        CHECK((hash == again) == same);

        CALL(hitmask_label_mask_flip_h(before, &made));
        for (y = 0; y < a.h; y++) {
            for (x = 0; x < a.w; x++) wanted.at[y][x] = a.at[y][a.w - 1 - x];
        }
        compare(made, &wanted);
        hitmask_label_mask_free(made);
        CALL(hitmask_label_mask_flip_v(before, &made));
        for (y = 0; y < a.h; y++) {
            for (x = 0; x < a.w; x++) wanted.at[y][x] = a.at[a.h - 1 - y][x];
        }
        compare(made, &wanted);
        hitmask_label_mask_free(made);
        CALL(hitmask_label_mask_rotate90(before, &made));
        wanted.w = a.h;
        wanted.h = a.w;
        for (y = 0; y < wanted.h; y++) {
            for (x = 0; x < wanted.w; x++) wanted.at[y][x] = a.at[a.h - 1 - x][y];
        }
        compare(made, &wanted);
        hitmask_label_mask_free(made);
        CALL(hitmask_label_mask_bake(before, &quarter, &made, &corner));
        if (a.w && a.h) {
            compare(made, &wanted);
            CHECK(corner.x == at.x - a.h && corner.y == at.y);
        }
        hitmask_label_mask_free(made);
        {
            hitmask_margins none = {0, 0, 0, 0};
            CALL(hitmask_label_mask_nine_slice(before, none, 2 * (uint32_t)a.w, (uint32_t)a.h, HITMASK_TILE, &made));
            wanted.w = 2 * a.w;
            wanted.h = a.h;
            if (wanted.w <= MOST) {
                for (y = 0; y < wanted.h; y++) {
                    for (x = 0; x < wanted.w; x++) wanted.at[y][x] = a.at[y][x % a.w];
                }
                compare(made, &wanted);
            }
            hitmask_label_mask_free(made);
        }
        CALL(hitmask_label_mask_crop(before, rect, &made));
        wanted.w = (int)rect.w;
        wanted.h = (int)rect.h;
        for (y = 0; y < wanted.h; y++) {
            for (x = 0; x < wanted.w; x++) wanted.at[y][x] = label_of(&a, x + rect.x, y + rect.y);
        }
        compare(made, &wanted);
        hitmask_label_mask_free(made);

        CALL(hitmask_label_mask_only(before, some, 2, &only));
        for (y = 0; y < a.h; y++) {
            for (x = 0; x < a.w; x++) {
                CALL(hitmask_mask_get(only, point(x, y), &same));
                CHECK(same == (a.at[y][x] == 1 || a.at[y][x] == 3));
            }
        }
        hitmask_mask_free(only);

        CALL(hitmask_label_mask_to_bytes(before, &bytes));
        CALL(hitmask_bytes_data(bytes, &data, &length));
        CALL(hitmask_label_mask_from_bytes(data, length, &made, NULL));
        CALL(hitmask_label_mask_equals(made, before, &same));
        CHECK(same);
        hitmask_label_mask_free(made);
        EXPECT(HITMASK_BAD_BYTES, hitmask_label_mask_from_bytes(data, length - 1, &made, NULL));
        hitmask_bytes_free(bytes);
        hitmask_label_mask_free(labels);
        hitmask_label_mask_free(other);
        hitmask_label_mask_free(before);
    }
}

/* A hero of two frames, whose head is hit. */
static void worlds(void) {
    picture standing, ducked;
    hitmask_label_mask *stands, *ducks;
    hitmask_label_frame list[2];
    hitmask_frames *frames;
    hitmask_world_options options = hitmask_world_options_default();
    hitmask_collider collider;
    hitmask_handle hero, shot, other;
    hitmask_text name;
    uint64_t number;
    hitmask_world *world;
    const hitmask_event *events;
    hitmask_label_overlap met[8];
    hitmask_label_hit hit;
    hitmask_rect dot = {0, 0, 2, 2};
    hitmask_kept_shape *kept;
    hitmask_shape shape;
    size_t length;
    uint8_t label;
    bool found;
    int x, y;
    memset(&standing, 0, sizeof standing);
    standing.w = 8;
    standing.h = 16;
    for (y = 0; y < 16; y++) {
        for (x = 0; x < 8; x++) standing.at[y][x] = y < 6 ? 1 : 2;
    }
    ducked = standing;
    for (y = 0; y < 8; y++) memset(ducked.at[y], 0, 8);
    stands = label_mask(&standing);
    CALL(hitmask_label_mask_set_name(stands, 1, "head", 100));
    ducks = label_mask(&ducked);
    list[0].labels = stands;
    list[1].labels = ducks;
    list[0].offset = list[1].offset = point(0, 0);
    CALL(hitmask_frames_with_labels(list, 2, &frames));
    options.labels = true;
    CALL(hitmask_world_new(&options, &world));
    collider = hitmask_collider_default(hitmask_shape_frames(frames));
    collider.transform = hitmask_transform_at((hitmask_vector){10, 20});
    collider.data = 7;
    CALL(hitmask_world_insert(world, &collider, &hero));
    collider = hitmask_collider_default(hitmask_shape_rect(dot));
    collider.transform = hitmask_transform_at((hitmask_vector){12, 25});
    CALL(hitmask_world_insert(world, &collider, &shot));
    /* The dot covers the last row of the head and the first one of the body. */
    CALL(hitmask_world_step(world, &events, &length));
    CHECK(length == 1 && events[0].has_touch && events[0].touch.has_labels && events[0].touch.label_a == 1 && !events[0].touch.label_b);
    CHECK(events[0].has_hit && events[0].hit.label_a == 1 && events[0].hit.pixel.x == 12 && events[0].hit.pixel.y == 25);
    CALL(hitmask_event_other(&events[0], shot, &other, &number, &found));
    CHECK(found && other == hero && number == 7);
    CALL(hitmask_event_other(&events[0], hero, &other, &number, &found));
    CHECK(found && other == shot && number == 0);
    CALL(hitmask_event_part_of(&events[0], hero, &label, &found));
    CHECK(found && label == 1);
    CALL(hitmask_world_label_name(world, hero, label, &name, &number, &found));
    CHECK(found && name.length == 4 && !memcmp(name.data, "head", 4) && number == 100);
    CALL(hitmask_world_label_name(world, hero, 2, &name, &number, &found));
    CHECK(!found && !number);
    CALL(hitmask_event_part_of(&events[0], shot, &label, &found));
    CHECK(found && !label);
    CALL(hitmask_event_part_of(&events[0], shot + 1, &label, &found));
    CHECK(!found);
    CALL(hitmask_event_other(&events[0], 0, &other, &number, &found));
    CHECK(!found);
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_label_name(world, shot + 1, 1, &name, &number, &found));
    EXPECT(HITMASK_NULL_POINTER, hitmask_event_part_of(NULL, hero, &label, &found));
    EXPECT(HITMASK_NULL_POINTER, hitmask_event_other(&events[0], hero, &other, NULL, &found));
    CALL(hitmask_world_overlap_labels(world, hero, shot, met, 8, &length));
    CHECK(length == 2 && met[0].label_a == 1 && met[0].pixels == 2 && met[1].label_a == 2 && met[1].pixels == 2 && met[1].first.y == 26);
    CALL(hitmask_world_label_hit(world, shot, hero, &hit, &found));
    CHECK(found && !hit.label_a && hit.label_b == 1 && hit.pixel.x == 12 && hit.pixel.y == 25);
    for (y = 19; y < 37; y++) {
        for (x = 9; x < 19; x++) {
            CALL(hitmask_world_label_at(world, hero, point(x, y), &label, &found));
            CHECK(found == (label_of(&standing, x - 10, y - 20) != 0));
            CHECK(!found || label == label_of(&standing, x - 10, y - 20));
        }
    }
    CALL(hitmask_world_label_at(world, shot, point(12, 25), &label, &found));
    CHECK(found && !label);
    CALL(hitmask_world_set_frame(world, hero, 1));
    CALL(hitmask_world_overlap_labels(world, hero, shot, met, 8, &length));
    CHECK(length == 0);
    CALL(hitmask_world_label_hit(world, hero, shot, &hit, &found));
    CHECK(!found);
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_remove(world, UINT64_C(77) << 32));
    /* The world was asked and changed since, and the events are as they were. */
    CHECK(events[0].hit.label_a == 1 && events[0].hit.pixel.y == 25);

    /* What the shape of a collider was has its labels. An animation is no shape. */
    collider = hitmask_collider_default(hitmask_shape_labels(stands));
    CALL(hitmask_world_insert(world, &collider, &shot));
    CALL(hitmask_world_shape(world, shot, &kept));
    shape = hitmask_shape_kept(kept);
    CALL(hitmask_label_mask_overlap_labels(stands, &shape, point(0, 0), met, 8, &length));
    CHECK(length == 2 && met[0].label_b == 1 && met[0].pixels == 48 && met[1].label_b == 2 && met[1].pixels == 80);
    hitmask_kept_shape_free(kept);
    CALL(hitmask_world_shape(world, hero, &kept));
    shape = hitmask_shape_kept(kept);
    EXPECT(HITMASK_WRONG_SHAPE, hitmask_label_mask_overlap_labels(stands, &shape, point(0, 0), met, 8, &length));
    hitmask_kept_shape_free(kept);
    hitmask_world_free(world);
    hitmask_frames_free(frames);
    hitmask_label_mask_free(stands);
    hitmask_label_mask_free(ducks);
}

static void misuse(void) {
    hitmask_label_mask *labels = NULL, *other = NULL;
    hitmask_frames *frames = NULL;
    hitmask_label_frame frame = {NULL, {0, 0}};
    hitmask_shape shape;
    hitmask_pose flat = {0, 0, 0, 0, 0, 0}, pose = {65536, 0, 0, 65536, 0, 0};
    hitmask_label_overlap met;
    hitmask_text name;
    uint64_t number;
    uint8_t label;
    size_t length;
    bool found;
    hitmask_point corner;
    EXPECT(HITMASK_TOO_LARGE, hitmask_label_mask_new(65536, 1, &labels));
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_new(1, 1, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_from_labels(1, 1, NULL, 1, &labels));
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_from_mask(NULL, 1, &labels));
    CHECK(!labels);
    CALL(hitmask_label_mask_new(9, 7, &labels));
    CALL(hitmask_label_mask_set(labels, point(8, 6), 255));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_label_mask_set(labels, point(9, 6), 1));
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_set(NULL, point(0, 0), 1));
    CALL(hitmask_label_mask_get(labels, point(8, 6), &label));
    CHECK(label == 255);
    CALL(hitmask_label_mask_get(labels, point(9, 6), &label));
    CHECK(!label);
    CALL(hitmask_label_mask_set_name(labels, 255, "gr\xc3\xb6\xc3\x9f" "er", 7));
    EXPECT(HITMASK_BAD_BYTES, hitmask_label_mask_set_name(labels, 255, "\xff", 7));
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_set_name(labels, 255, NULL, 7));
    CALL(hitmask_label_mask_name(labels, 255, &name, &number, &found));
    CHECK(found && number == 7 && name.length == 8 && !memcmp(name.data, "gr\xc3\xb6\xc3\x9f" "er", 8));
    CALL(hitmask_label_mask_name(labels, 1, &name, &number, &found));
    CHECK(!found);
    CALL(hitmask_label_mask_find(labels, "gr\xc3\xb6\xc3\x9f" "er", &label, &found));
    CHECK(found && label == 255);
    CALL(hitmask_label_mask_find(labels, "foot", &label, &found));
    CHECK(!found);
    shape = hitmask_shape_labels(NULL);
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_overlap_labels(labels, &shape, point(0, 0), &met, 1, &length));
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_overlap_labels(labels, NULL, point(0, 0), &met, 1, &length));
    shape = hitmask_shape_labels(labels);
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_overlap_labels(NULL, &shape, point(0, 0), &met, 1, &length));
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_overlap_labels(labels, &shape, point(0, 0), &met, 1, NULL));
    CHECK(hitmask_label_mask_overlap_labels_posed(labels, &flat, &shape, &pose, &met, 1, &length) != HITMASK_OK);
    CHECK(hitmask_label_mask_bake(labels, &flat, &other, &corner) != HITMASK_OK);
    EXPECT(HITMASK_NULL_POINTER, hitmask_label_mask_bake(labels, &pose, &other, NULL));
    shape.kind = 99;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_label_mask_overlap_labels(labels, &shape, point(0, 0), &met, 1, &length));
    /* Its own shape may be drawn on it. */
    shape = hitmask_shape_labels(labels);
    CALL(hitmask_label_mask_draw(labels, &shape, point(-1, 0), 3));
    CALL(hitmask_label_mask_get(labels, point(7, 6), &label));
    CHECK(label == 3);
    EXPECT(HITMASK_WRONG_LENGTH, hitmask_frames_with_labels(NULL, 0, &frames));
    EXPECT(HITMASK_NULL_POINTER, hitmask_frames_with_labels(&frame, 1, &frames));
    CHECK(!other && !frames);
    hitmask_label_mask_free(labels);
    hitmask_label_mask_free(NULL);
}

int main(void) {
    pictures();
    worlds();
    misuse();
    puts("test result: ok. 3 passed; 0 failed; 0 ignored");
    return 0;
}
