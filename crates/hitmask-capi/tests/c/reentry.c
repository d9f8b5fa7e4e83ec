/* Calls from callbacks. Each function that may call the caller's code is run with each function that takes a world or changes or frees an
   object: the former as usual, the latter from each kind of callback that the former calls. A world that is in use says HITMASK_BUSY to
   what would change it, and stays as it is.

   reentry N SEED: instead N random functions, from random callbacks of each other, on two worlds. */

#include "check.h"

#include <string.h>

/* What a function does with the world: see verbs.h. */
enum use { APART, LOOKS, CHANGES, FREES };

/* The callbacks. */
enum { TEST = 1, REACH = 2, ACCEPT = 4, FILTER = 8, EACH = 16, KEY = 32, SHAPE = 64 };

static const hitmask_point origin = {0, 0};
static const hitmask_rect square = {0, 0, 8, 8};
static const uint32_t gids[4] = {1, 2, 1, 0};

/* What the functions are given. */
static struct {
    hitmask_world *world;
    hitmask_handle me, other, hero, floor, shown, part, level, all[9];
    hitmask_world_snapshot *snapshot;
    hitmask_mask *mask;
    hitmask_alpha_mask *alpha;
    hitmask_run_mask *runs;
    hitmask_label_mask *labels;
    hitmask_polygon *polygon;
    hitmask_frames *frames;
    hitmask_pack *pack;
    hitmask_components *components;
    hitmask_outline *outline;
    hitmask_pieces *pieces;
    hitmask_distance_field *field;
    hitmask_pose_cache *cache;
    hitmask_bytes *bytes;
    hitmask_terrain *terrain;
    hitmask_terrain_snapshot *ground;
    hitmask_buffer *buffer;
    hitmask_tile_set *tile_set;
    hitmask_tile_map *tile_map;
    hitmask_kept_shape *kept;
    uint8_t *saved, *delta, *packed;
    size_t saved_length, delta_length, packed_length, part_frames[1];
    hitmask_point corner, island;
    hitmask_point_q16 aside, down;
    hitmask_vector two;
    hitmask_pose pose;
    hitmask_transform transform;
    hitmask_layers layers;
    hitmask_turning_motion turning;
    hitmask_query_filter filter;
    hitmask_custom_test test;
} s;

/* The world as it is at first, of which the others are clones. */
static hitmask_world *first;

/* What the functions answer. */
static struct {
    hitmask_world *world;
    hitmask_world_snapshot *snapshot;
    hitmask_mask *mask;
    hitmask_bytes *bytes;
    hitmask_kept_shape *kept;
    hitmask_handle handle, handles[64];
    hitmask_pair pairs[64];
    hitmask_contact contacts[64];
    hitmask_cast_hit hits[64];
    hitmask_turning_hit turned[64];
    hitmask_blocker blockers[64];
    hitmask_label_overlap met_labels[64];
    size_t count, counts[64];
    uint64_t number;
    bool found;
    uint8_t label;
    hitmask_text name;
    hitmask_point pixel;
    hitmask_point_q16 from, to;
    hitmask_rect rect;
    hitmask_pose pose;
    hitmask_transform transform;
    hitmask_collider collider;
    hitmask_change change;
    const hitmask_buffer_overlap *met;
    const uint32_t *ids;
    const hitmask_event *events;
    hitmask_world_stats stats;
    hitmask_nearest nearest;
    hitmask_line_hit line;
    hitmask_ray_hit ray;
    hitmask_closest closest;
    hitmask_label_hit label_hit;
    hitmask_slid slid;
    hitmask_slope slope;
    hitmask_solid_moved solid;
    hitmask_fit fit;
    hitmask_tile_colliders tiles;
    hitmask_tile_overlap tile;
} o;

static void free_answers(void) {
    hitmask_world_free(o.world);
    hitmask_world_snapshot_free(o.snapshot);
    hitmask_mask_free(o.mask);
    hitmask_bytes_free(o.bytes);
    hitmask_kept_shape_free(o.kept);
    memset(&o, 0, sizeof o);
}

/* Arguments that name the objects that there are now. */
static const hitmask_shape *shape(void) {
    static hitmask_shape made;
    made = hitmask_shape_mask(s.mask);
    return &made;
}

/* Where a solid overlaps the character. */
static const hitmask_transform *at_the_hero(void) {
    static hitmask_transform made;
    made = hitmask_transform_at((hitmask_vector){40, 0});
    return &made;
}

static const hitmask_placed *placed(void) {
    static hitmask_placed made;
    made.shape = *shape();
    made.pose = s.pose;
    return &made;
}

static const hitmask_probe *probe(void) {
    static hitmask_probe made;
    made = hitmask_probe_placed(*shape(), s.pose);
    return &made;
}

static const hitmask_collider *collider(void) {
    static hitmask_collider made;
    made = hitmask_collider_default(*shape());
    return &made;
}

static const hitmask_collider *tiles(void) {
    static hitmask_collider made;
    made = hitmask_collider_default(hitmask_shape_tiles(s.tile_map, HITMASK_TILE_ALL));
    return &made;
}

/* The callbacks tell what they are. */
static void called(int kind);

static int32_t verdict = HITMASK_UNDECIDED;

static int32_t test(void *user, const hitmask_member *me, const hitmask_member *other, hitmask_touch *touch) {
    (void)user;
    called(TEST);
    CHECK(me->handle != other->handle);
    touch->area = 1;
    return verdict;
}

static bool reach(void *user, const hitmask_collider *me, hitmask_rect *reached) {
    (void)user;
    called(REACH);
    reached->w += me->group;
    return true;
}

static bool accept(void *user, hitmask_handle handle, uint64_t data) {
    (void)user;
    (void)handle;
    (void)data;
    called(ACCEPT);
    return true;
}

static bool filter(void *user, hitmask_handle a, uint64_t data_a, hitmask_handle b, uint64_t data_b) {
    (void)user;
    (void)data_a;
    (void)data_b;
    called(FILTER);
    return a < b;
}

static bool each(void *user, const hitmask_contact *contact) {
    (void)user;
    called(EACH);
    return contact->handle != 0;
}

static uint64_t key_of(void *user, hitmask_handle handle) {
    (void)user;
    called(KEY);
    return handle;
}

static void stock(void);

/* The shape that a collider of the scene had, or a rectangle. */
static bool shape_of(void *user, uint64_t key, hitmask_shape *out) {
    (void)user;
    called(SHAPE);
    stock();
    *out = hitmask_shape_rect(square);
    if (key == s.shown) *out = hitmask_shape_frames(s.frames);
    if (key == s.floor) *out = hitmask_shape_terrain(s.terrain);
    if (key == s.level) *out = hitmask_shape_tiles(s.tile_map, HITMASK_TILE_ALL);
    return true;
}

#define VERB(name, use, calls, arguments) \
    static int32_t call_##name(void) { return name arguments; }
#define FREE(name, object)            \
    static int32_t call_##name(void) { \
        name(s.object);                \
        s.object = NULL;               \
        return HITMASK_OK;             \
    }
#define hitmask_world_free(world) (hitmask_world_free(world), HITMASK_OK)
#include "verbs.h"
#undef hitmask_world_free
#undef VERB
#undef FREE

typedef struct {
    const char *name;
    enum use use;
    int calls;
    int32_t (*call)(void);
} verb;

static const verb verbs[] = {
#define VERB(name, use, calls, arguments) {#name, use, calls, call_##name},
#define FREE(name, object) {#name, APART, 0, call_##name},
#include "verbs.h"
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static bool is_about_worlds(const verb *one) { return one->use != APART; }

/* Makes the objects that were freed, and fills the mask that makes shapes. */
static void stock(void) {
    if (!s.mask) CALL(hitmask_mask_new(8, 8, &s.mask));
    CALL(hitmask_mask_fill(s.mask));
    if (!s.alpha) CALL(hitmask_alpha_mask_from_mask(s.mask, &s.alpha));
    if (!s.runs) CALL(hitmask_run_mask_from_mask(s.mask, &s.runs));
    if (!s.labels) CALL(hitmask_label_mask_from_mask(s.mask, 1, &s.labels));
    if (!s.polygon) {
        const hitmask_point_q16 corners[3] = {{0, 0}, {65536 * 9, 0}, {0, 65536 * 9}};
        CALL(hitmask_polygon_new(corners, 3, &s.polygon, NULL));
    }
    if (!s.frames) {
        hitmask_frame two[2];
        two[0].mask = two[1].mask = s.mask;
        two[0].offset = origin;
        two[1].offset = point(3, 0);
        CALL(hitmask_frames_new(two, 2, &s.frames));
    }
    if (!s.pack) CALL(hitmask_pack_open(s.packed, s.packed_length, 0, &s.pack, NULL));
    if (!s.components) CALL(hitmask_mask_components(s.mask, 8, &s.components));
    if (!s.outline) CALL(hitmask_mask_outline(s.mask, 8, &s.outline));
    if (!s.pieces) CALL(hitmask_mask_convex_pieces(s.mask, &s.pieces));
    if (!s.field) CALL(hitmask_mask_distance_to_solid(s.mask, &s.field));
    if (!s.cache) CALL(hitmask_pose_cache_new(10000, &s.cache));
    if (!s.terrain) CALL(hitmask_terrain_new(64, 16, true, &s.terrain));
    if (!s.ground) CALL(hitmask_terrain_snapshot_new(s.terrain, &s.ground));
    if (!s.bytes) {
        const uint8_t *data;
        CALL(hitmask_terrain_delta_since(s.terrain, s.ground, &s.bytes));
        CALL(hitmask_bytes_data(s.bytes, &data, &s.delta_length));
        /* A copy: bytes that a function reads must stay while it runs. */
        s.delta = realloc(s.delta, s.delta_length);
        memcpy(s.delta, data, s.delta_length);
    }
    if (!s.buffer) CALL(hitmask_buffer_new(HITMASK_LATCH, square, &s.buffer));
    if (!s.tile_set) {
        hitmask_tile_def two[2];
        memset(two, 0, sizeof two);
        two[0].mask = two[1].mask = s.mask;
        two[0].id = 1;
        two[1].id = 2;
        two[0].kind = HITMASK_TILE_BODY;
        two[1].kind = HITMASK_TILE_SENSOR;
        CALL(hitmask_tile_set_new(two, 2, &s.tile_set));
    }
    if (!s.tile_map) CALL(hitmask_tile_map_from_gids(s.tile_set, 2, 2, 8, 8, gids, 4, &s.tile_map, NULL));
    if (!s.kept) CALL(hitmask_world_shape(first, s.me, &s.kept));
    if (!s.snapshot) CALL(hitmask_world_snapshot_new(first, &s.snapshot));
}

static hitmask_handle insert(hitmask_shape shape, double x, double y, int32_t kind) {
    hitmask_collider made = hitmask_collider_default(shape);
    hitmask_handle handle;
    made.transform.parts.position.x = x;
    made.transform.parts.position.y = y;
    made.kind = kind;
    CALL(hitmask_world_insert(s.world, &made, &handle));
    return handle;
}

/* Bytes of the library as bytes of ours. */
static uint8_t *copied(hitmask_bytes *bytes, size_t *length) {
    const uint8_t *data;
    uint8_t *copy;
    CALL(hitmask_bytes_data(bytes, &data, length));
    copy = malloc(*length + 1);
    memcpy(copy, data, *length);
    hitmask_bytes_free(bytes);
    return copy;
}

static void make_scene(const char *pack) {
    hitmask_collider level;
    hitmask_tile_colliders made;
    hitmask_world_options options = hitmask_world_options_default();
    hitmask_rect narrow = {0, 0, 4, 8}, post = {0, 0, 2, 8};
    hitmask_bytes *bytes = NULL;
    size_t i;
    FILE *file = fopen(pack, "rb");
    CHECK(file);
    s.packed = malloc(1 << 20);
    s.packed_length = fread(s.packed, 1, 1 << 20, file);
    fclose(file);
    s.corner = point(8, 8);
    s.aside.x = 42 << 16;
    s.down.y = 30 << 16;
    s.two.x = s.two.y = 2;
    s.pose = hitmask_pose_at(2, 2);
    s.transform = hitmask_transform_at((hitmask_vector){44, 0});
    s.turning.by = s.down;
    s.turning.degrees = 90;
    s.turning.steps = 8;
    s.filter = hitmask_query_filter_default();
    s.filter.sensors = true;
    s.filter.accept = accept;
    s.test.test = test;
    s.test.reach = reach;
    options.labels = options.area = true;
    CALL(hitmask_world_new(&options, &first));
    s.world = first;
    s.me = insert(hitmask_shape_rect(square), 0, 0, HITMASK_BODY);
    stock();
    s.layers = collider()->layers;
    s.other = insert(hitmask_shape_labels(s.labels), 4, 4, HITMASK_BODY);
    s.hero = insert(hitmask_shape_rect(narrow), 40, 0, HITMASK_CHARACTER);
    s.floor = insert(hitmask_shape_terrain(s.terrain), 30, 20, HITMASK_BODY);
    s.shown = insert(hitmask_shape_frames(s.frames), 100, 0, HITMASK_BODY);
    s.part = insert(*shape(), 2, 2, HITMASK_BODY);
    CALL(hitmask_world_attach(s.world, s.shown, s.part));
    s.all[7] = insert(hitmask_shape_rect(post), 46, 0, HITMASK_BODY);
    s.all[8] = insert(hitmask_shape_rect(square), 109, 4, HITMASK_BODY);
    level = *tiles();
    level.transform.parts.position.y = 100;
    CALL(hitmask_world_insert_tiles(s.world, &level, &made));
    s.level = made.body;
    memcpy(s.all, &s.me, 7 * sizeof s.me);
    for (i = 0; i < 9; i++) CALL(hitmask_world_set_test(s.world, s.all[i], &s.test));
    CALL(hitmask_world_step(s.world, &o.events, &o.count));
    CHECK(o.count > 0);
    CALL(hitmask_world_snapshot_update(s.snapshot, s.world));
    CALL(hitmask_world_to_bytes(s.world, key_of, NULL, &bytes));
    s.saved = copied(bytes, &s.saved_length);
}

static void free_scene(void) {
    size_t i;
    free_answers();
    for (i = 0; i < VERBS; i++) {
        const char *name = verbs[i].name;
        if (!strcmp(name + strlen(name) - 5, "_free")) verbs[i].call();
    }
    free(s.saved);
    free(s.delta);
    free(s.packed);
}

/* The table. */

static struct {
    /* What to call from the first callback of this kind. */
    const verb *verb;
    int kind;
    const verb *outer;
    /* The callbacks that were called. */
    int seen;
    int depth;
} now;

static void busy_or_not(const verb *inner, int32_t status) {
    const enum use outer = now.outer->use;
    const bool is_busy = inner->use != APART && (outer == CHANGES || (outer == LOOKS && inner->use == CHANGES));
    if (inner->use == FREES ? status == HITMASK_OK : is_busy == (status == HITMASK_BUSY) && status != HITMASK_PANICKED) return;
    fprintf(stderr, "%s from a callback of %s: %d\n", inner->name, now.outer->name, status);
    exit(1);
}

static void table_called(int kind) {
    const verb *inner = now.verb;
    if (now.depth == 0) now.seen |= kind;
    if (!inner || kind != now.kind) return;
    /* Callbacks of this call call nothing. */
    now.verb = NULL;
    now.depth++;
    busy_or_not(inner, inner->call());
    free_answers();
    now.depth--;
    if (inner->use == FREES && now.outer->use != APART) {
        /* It lives until the call has ended, for nobody. */
        EXPECT(HITMASK_BUSY, hitmask_world_count(s.world, &o.count));
        hitmask_world_free(s.world);
    }
}

/* A function that ends as it does without callbacks that call. */
static void run_pair(const verb *outer, int kind, const verb *inner) {
    uint64_t hashes[2] = {0, 0};
    int i, seen[2];
    for (i = 0; i < 2; i++) {
        int32_t status;
        const verb *called_verb = i ? inner : NULL;
        const bool is_gone = i && inner->use == FREES;
        CALL(hitmask_world_clone(first, &s.world));
        stock();
        now.outer = outer;
        now.kind = kind;
        now.seen = 0;
        now.verb = called_verb;
        status = outer->call();
        seen[i] = now.seen;
        CHECK(!now.verb);
        if (status != HITMASK_OK && !(is_gone && status == HITMASK_BUSY)) {
            fprintf(stderr, "%s with %s: %d\n", outer->name, called_verb ? inner->name : "nothing", status);
            exit(1);
        }
        if (!is_gone) {
            CALL(hitmask_world_state_hash(s.world, &hashes[i]));
            /* Nobody uses it any more. */
            CHECK(hitmask_world_set_data(s.world, s.hero, 3) != HITMASK_BUSY);
            hitmask_world_free(s.world);
        }
        free_answers();
    }
    CHECK(seen[0] == outer->calls);
    if (inner->use != FREES && outer->use != APART) CHECK(hashes[0] == hashes[1] && seen[1] == seen[0]);
}

static void table(void) {
    size_t outer, inner;
    int kind;
    for (outer = 0; outer < VERBS; outer++) {
        /* Those that call nobody are called, too. */
        if (is_about_worlds(&verbs[outer]) && verbs[outer].use != FREES) {
            CALL(hitmask_world_clone(first, &s.world));
            stock();
            now.seen = 0;
            EXPECT(HITMASK_OK, verbs[outer].call());
            if (now.seen != verbs[outer].calls) {
                fprintf(stderr, "%s calls the callbacks %d, not %d\n", verbs[outer].name, now.seen, verbs[outer].calls);
                exit(1);
            }
            hitmask_world_free(s.world);
            free_answers();
        }
        for (kind = 1; kind <= SHAPE; kind *= 2) {
            for (inner = 0; (verbs[outer].calls & kind) && inner < VERBS; inner++) {
                run_pair(&verbs[outer], kind, &verbs[inner]);
            }
        }
    }
}

/* The soak. */

static struct {
    hitmask_world *world;
    /* How many calls look at it, and whether one changes it, or has freed it. */
    int looking;
    bool is_changing, is_freed;
} worlds[2];

static uint32_t left;
static int depth;

static void random_call(void) {
    const size_t w = random_below(2);
    const bool was_freed = worlds[w].is_freed;
    const verb *one = &verbs[random_below(VERBS)];
    bool is_busy, in_use;
    int32_t status;
    /* Worlds must not be empty most of the time. */
    if (one->use == FREES || one->call == call_hitmask_world_clear) one = &verbs[random_below(VERBS)];
    stock();
    s.world = worlds[w].world;
    s.me = s.all[random_below(9)];
    s.aside.x = (int32_t)random_below(1 << 23);
    s.down.y = (int32_t)random_below(1 << 23);
    verdict = (int32_t)random_below(4);
    in_use = worlds[w].looking || worlds[w].is_changing;
    is_busy = one->use != APART && (was_freed || worlds[w].is_changing || (one->use == CHANGES && in_use));
    left--;
    depth++;
    if (one->use == FREES) {
        CALL(one->call());
        worlds[w].is_freed = true;
    } else {
        const bool looks = !is_busy && one->use == LOOKS, changes = !is_busy && one->use == CHANGES;
        worlds[w].looking += looks;
        worlds[w].is_changing |= changes;
        status = one->call();
        worlds[w].looking -= looks;
        if (changes) worlds[w].is_changing = false;
        /* A list is refused if its world was freed meanwhile. */
        if (changes && worlds[w].is_freed && status == HITMASK_BUSY) status = HITMASK_OK;
        if (is_busy != (status == HITMASK_BUSY) || status == HITMASK_PANICKED) {
            fprintf(stderr, "%s: %d, with %u to go\n", one->name, status, left);
            exit(1);
        }
    }
    depth--;
    free_answers();
    if (worlds[w].is_freed && !in_use) {
        worlds[w].is_freed = false;
        CALL(hitmask_world_clone(first, &worlds[w].world));
    }
}

static void soak_called(void) {
    if (left && depth < 4 && random_below(3) == 0) random_call();
}

static void soak(uint32_t calls) {
    size_t w;
    for (w = 0; w < 2; w++) CALL(hitmask_world_clone(first, &worlds[w].world));
    for (left = calls; left;) random_call();
    for (w = 0; w < 2; w++) hitmask_world_free(worlds[w].world);
}

static void called(int kind) {
    if (worlds[0].world) {
        soak_called();
    } else {
        table_called(kind);
    }
}

int main(int argc, char **argv) {
    make_scene("assets/packs/small.hitmask");
    if (argc == 3) {
        seed = (uint32_t)strtoul(argv[2], NULL, 10);
        soak((uint32_t)strtoul(argv[1], NULL, 10));
        worlds[0].world = NULL;
    } else {
        table();
    }
    s.world = first;
    free_scene();
    return 0;
}
