/* Replays the committed answers through the C interface.

   Each line of assets/answers is a question and its answer. This program asks the question, writes the answer in the form of the file, and
   compares. It hashes the lines with its own answers, so that the hash at the end is the committed one only if every digit is.

   This file is long because it is a list: each kind of question. */

#include <hitmask.h>

#include <inttypes.h>
#include <stdarg.h>

#include "json.h"

#define FOLDER "assets/answers/"
#define COUNT(array) (sizeof(array) / sizeof *(array))

static char place[80];  /* the line that is replayed */

/* Every call must succeed. */
#define CALL(call) succeed(call, #call)
static void succeed(int32_t status, const char *what) {
    if (status == HITMASK_OK) return;
    fprintf(stderr, "%s: %s: %s\n", place, what, hitmask_status_message(status));
    exit(1);
}

static void fail(const char *why) {
    fprintf(stderr, "%s: %s\n", place, why);
    exit(1);
}

/* The answer, in the form of the file. */
static char *answer;
static size_t answer_length, answer_room;

static void put(const char *format, ...) {
    for (;;) {
        va_list arguments;
        int needed;
        va_start(arguments, format);
        needed = vsnprintf(answer + answer_length, answer_room - answer_length, format, arguments);
        va_end(arguments);
        if ((size_t)needed < answer_room - answer_length) {
            answer_length += (size_t)needed;
            return;
        }
        answer_room = 2 * (answer_room + (size_t)needed + 1);
        answer = realloc(answer, answer_room);
    }
}

/* Writes a form in which ' stands for " and these for a value: %p point, %q point in 1/65536, %r rect, %t time, %b bool, %s string,
   %u uint32_t, %l uint64_t, %x the same as 16 hex digits, %z size_t. %?p takes a bool before the point, and writes null if it is false.
   %, takes the number of an item in a list, and writes the comma before each but the first. */
static void out(const char *form, ...) {
    va_list values;
    va_start(values, form);
    for (; *form; form++) {
        bool found = true;
        size_t start = answer_length;
        hitmask_point p;
        hitmask_point_q16 q;
        hitmask_rect r;
        hitmask_time t;
        if (*form != '%') {
            put("%c", *form == '\'' ? '"' : *form);
            continue;
        }
        if (*++form == '?') {
            found = va_arg(values, int);
            form++;
        }
        switch (*form) {
        case 'p': p = va_arg(values, hitmask_point); put("[%" PRId32 ",%" PRId32 "]", p.x, p.y); break;
        case 'q': q = va_arg(values, hitmask_point_q16); put("[%" PRId64 ",%" PRId64 "]", q.x, q.y); break;
        case 'r': r = va_arg(values, hitmask_rect); put("[%" PRId32 ",%" PRId32 ",%" PRIu32 ",%" PRIu32 "]", r.x, r.y, r.w, r.h); break;
        case 't': t = va_arg(values, hitmask_time); put("[%" PRIu64 ",%" PRIu64 "]", t.numerator, t.denominator); break;
        case 'b': put(va_arg(values, int) ? "true" : "false"); break;
        case 's': put("%s", va_arg(values, const char *)); break;
        case 'u': put("%" PRIu32, va_arg(values, uint32_t)); break;
        case 'l': put("%" PRIu64, va_arg(values, uint64_t)); break;
        case 'x': put("\"%016" PRIx64 "\"", va_arg(values, uint64_t)); break;
        case 'z': put("%zu", va_arg(values, size_t)); break;
        case ',': put(va_arg(values, size_t) ? "," : ""); break;
        default: fail("an unknown form");
        }
        if (!found) {
            answer_length = start;
            put("null");
        }
    }
    va_end(values);
}

static void out_hex(const uint8_t *bytes, size_t count) {
    size_t i;
    put("\"");
    for (i = 0; i < count; i++) put("%02x", bytes[i]);
    put("\"");
}

static void out_bits(const hitmask_mask *mask) {
    size_t count = 0;
    uint8_t *bits;
    CALL(hitmask_mask_to_bits(mask, NULL, 0, &count));
    bits = malloc(count + 1);
    CALL(hitmask_mask_to_bits(mask, bits, count, &count));
    out_hex(bits, count);
    free(bits);
}

static uint64_t fnv(uint64_t hash, const uint8_t *bytes, size_t count) {
    size_t i;
    for (i = 0; i < count; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
#define FNV_START UINT64_C(0xcbf29ce484222325)

/* The pictures. */

typedef struct {
    hitmask_mask *mask;
    hitmask_run_mask *runs;
    hitmask_terrain *terrain;
    hitmask_alpha_mask *alpha;
} picture;
static picture pictures[100];
static size_t picture_count;

static uint8_t *unhex(const char *text, size_t *count) {
    size_t i;
    uint8_t *bytes = malloc(strlen(text) / 2 + 1);
    *count = strlen(text) / 2;
    for (i = 0; i < *count; i++) {
        unsigned value;
        if (sscanf(text + 2 * i, "%2x", &value) != 1) fail("bad hex digits");
        bytes[i] = (uint8_t)value;
    }
    return bytes;
}

static void read_picture(const json *line) {
    uint32_t w = (uint32_t)whole(get(line, "w")), h = (uint32_t)whole(get(line, "h"));
    const json *bits = find(line, "bits");
    picture *one = &pictures[picture_count++];
    size_t count;
    uint8_t *bytes = unhex((bits ? bits : get(line, "alpha"))->text, &count);
    if (picture_count == COUNT(pictures)) fail("too many pictures");
    if (bits) {
        /* With a pitch that is longer than a row. */
        size_t row = (w + 7) / 8, pitch = row + 3, y;
        uint8_t *padded = calloc(pitch, (size_t)h + 1);
        for (y = 0; y < h; y++) memcpy(padded + y * pitch, bytes + y * row, row);
        CALL(hitmask_mask_from_bits(w, h, padded, pitch, &one->mask));
        CALL(hitmask_run_mask_from_mask(one->mask, &one->runs));
        CALL(hitmask_terrain_from_mask(one->mask, &one->terrain));
        free(padded);
    } else {
        CALL(hitmask_alpha_mask_from_alpha(w, h, bytes, w, &one->alpha));
    }
    free(bytes);
}

static picture *picture_of(const json *number) {
    size_t n = (size_t)whole(number);
    if (n >= picture_count) fail("no such picture");
    return &pictures[n];
}

static hitmask_mask *bits_of(const json *shape) { return picture_of(get(shape, "bits"))->mask; }

/* Objects that live as long as the line. */

static hitmask_polygon *polygons[4000];
static hitmask_frames *animations[1000];
static hitmask_kept_shape *kept[4000];
static size_t polygon_count, animation_count, kept_count;

static void free_objects(void) {
    while (polygon_count) hitmask_polygon_free(polygons[--polygon_count]);
    while (animation_count) hitmask_frames_free(animations[--animation_count]);
    while (kept_count) hitmask_kept_shape_free(kept[--kept_count]);
}

static hitmask_point point_of(const json *pair) {
    return (hitmask_point){(int32_t)whole(item(pair, 0)), (int32_t)whole(item(pair, 1))};
}

static hitmask_point_q16 q16_of(const json *pair) {
    return (hitmask_point_q16){whole(item(pair, 0)), whole(item(pair, 1))};
}

static hitmask_rect rect_of(const json *area) {
    hitmask_point corner = point_of(area);
    return (hitmask_rect){corner.x, corner.y, (uint32_t)whole(item(area, 2)), (uint32_t)whole(item(area, 3))};
}

static hitmask_vector vector_of(const json *pair) {
    return (hitmask_vector){item(pair, 0)->number, item(pair, 1)->number};
}

/* Of four numbers, the pose lies at the origin. */
static hitmask_pose pose_of(const json *six) {
    int64_t numbers[6] = {0};
    size_t i;
    for (i = 0; i < six->count && i < 6; i++) numbers[i] = whole(item(six, i));
    return (hitmask_pose){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
}

static hitmask_shape shape_of(const json *shape) {
    const json *what = shape->first;
    const char *kind = what->key;
    if (!strcmp(kind, "bits")) return hitmask_shape_mask(picture_of(what)->mask);
    if (!strcmp(kind, "runs")) return hitmask_shape_runs(picture_of(what)->runs);
    if (!strcmp(kind, "terrain")) return hitmask_shape_terrain(picture_of(what)->terrain);
    if (!strcmp(kind, "level")) return hitmask_shape_level(picture_of(item(what, 0))->alpha, (uint8_t)whole(item(what, 1)));
    if (!strcmp(kind, "alpha")) return hitmask_shape_alpha_sum(picture_of(what)->alpha);
    if (!strcmp(kind, "rect")) return hitmask_shape_rect(rect_of(what));
    if (!strcmp(kind, "circle")) {
        return hitmask_shape_circle((hitmask_circle){whole(item(what, 0)), whole(item(what, 1)), whole(item(what, 2))});
    }
    {
        hitmask_point_q16 corners[16];
        size_t i;
        if (strcmp(kind, "polygon") || what->count > COUNT(corners) || polygon_count == COUNT(polygons)) fail("an unknown shape");
        for (i = 0; i < what->count; i++) corners[i] = q16_of(item(what, i));
        CALL(hitmask_polygon_new(corners, what->count, &polygons[polygon_count], NULL));
        return hitmask_shape_polygon(polygons[polygon_count++]);
    }
}

static hitmask_placed placed_of(const json *shape, hitmask_pose pose) {
    return (hitmask_placed){shape_of(shape), pose};
}

/* Overlaps. */

static void out_overlap(bool overlaps, uint64_t area, bool found_first, hitmask_point first, bool found_bounds, hitmask_rect bounds) {
    out("{'overlaps':%b,'area':%l,'first':%?p,'bounds':%?r}", overlaps, area, found_first, first, found_bounds, bounds);
}

static void overlap(const json *ask) {
    const json *a = get(ask, "a"), *b = get(ask, "b");
    hitmask_point offset = point_of(get(ask, "offset")), first = {0, 0};
    hitmask_rect bounds = {0, 0, 0, 0};
    bool overlaps, found_first, found_bounds;
    uint64_t area;
    if (find(a, "alpha")) {
        const hitmask_alpha_mask *one = picture_of(get(a, "alpha"))->alpha, *two = picture_of(get(b, "alpha"))->alpha;
        CALL(hitmask_alpha_mask_overlaps(one, two, offset, &overlaps));
        CALL(hitmask_alpha_mask_overlap_area(one, two, offset, &area));
        CALL(hitmask_alpha_mask_first_overlap(one, two, offset, &first, &found_first));
        CALL(hitmask_alpha_mask_overlap_bounds(one, two, offset, &bounds, &found_bounds));
    } else if (find(a, "bits") && find(b, "bits")) {
        const hitmask_mask *one = bits_of(a), *two = bits_of(b);
        CALL(hitmask_mask_overlaps(one, two, offset, &overlaps));
        CALL(hitmask_mask_overlap_area(one, two, offset, &area));
        CALL(hitmask_mask_first_overlap(one, two, offset, &first, &found_first));
        CALL(hitmask_mask_overlap_bounds(one, two, offset, &bounds, &found_bounds));
    } else {
        hitmask_shape one = shape_of(a), two = shape_of(b);
        CALL(hitmask_overlaps(&one, &two, offset, &overlaps));
        CALL(hitmask_overlap_area(&one, &two, offset, &area));
        CALL(hitmask_first_overlap(&one, &two, offset, &first, &found_first));
        CALL(hitmask_overlap_bounds(&one, &two, offset, &bounds, &found_bounds));
    }
    out_overlap(overlaps, area, found_first, first, found_bounds, bounds);
}

static void out_component(const hitmask_component *piece) {
    out("{'area':%l,'bounds':%r,'first':%p}", piece->area, piece->bounds, piece->first);
}

static void out_components(const hitmask_mask *mask, int32_t connectivity) {
    hitmask_components *components;
    hitmask_outline *outline;
    size_t count, largest, rings, corners, holes = 0, i;
    bool found;
    CALL(hitmask_mask_components(mask, connectivity, &components));
    CALL(hitmask_mask_outline(mask, connectivity, &outline));
    CALL(hitmask_components_count(components, &count));
    CALL(hitmask_components_largest(components, &largest, &found));
    CALL(hitmask_outline_count(outline, &rings, &corners));
    for (i = 0; i < rings; i++) {
        hitmask_ring ring;
        CALL(hitmask_outline_ring(outline, i, &ring));
        holes += ring.hole;
    }
    out("{'components':%z,'largest':", count);
    if (found) {
        hitmask_component piece;
        CALL(hitmask_components_get(components, largest, &piece));
        out_component(&piece);
    } else {
        out("null");
    }
    out(",'outer_rings':%z,'holes':%z,'corners':%z}", rings - holes, holes, corners);
    hitmask_components_free(components);
    hitmask_outline_free(outline);
}

static void one_mask(const json *ask) {
    const hitmask_mask *mask = bits_of(ask);
    uint64_t count;
    hitmask_rect bounds = {0, 0, 0, 0};
    hitmask_point centroid = {0, 0};
    bool found, found_centroid;
    CALL(hitmask_mask_count(mask, &count));
    CALL(hitmask_mask_bounds(mask, &bounds, &found));
    CALL(hitmask_mask_centroid(mask, &centroid, &found_centroid));
    out("{'count':%l,'bounds':%?r,'centroid':%?p,'four':", count, found, bounds, found_centroid, centroid);
    out_components(mask, HITMASK_FOUR);
    out(",'eight':");
    out_components(mask, HITMASK_EIGHT);
    out("}");
}

/* Poses. */

static hitmask_angle angle_of(const json *rotation) {
    const json *what = rotation->first;
    if (!strcmp(what->key, "degrees")) return hitmask_degrees(what->number);
    if (!strcmp(what->key, "radians")) return hitmask_radians(what->number);
    return hitmask_steps((int32_t)whole(item(what, 0)), (uint32_t)whole(item(what, 1)));
}

static void one_pose(const json *ask) {
    hitmask_pose_parts parts = hitmask_pose_parts_default();
    hitmask_pose pose;
    hitmask_error error;
    parts.position = vector_of(get(ask, "position"));
    parts.rotation = angle_of(get(ask, "rotation"));
    parts.scale = vector_of(get(ask, "scale"));
    parts.shear = vector_of(get(ask, "shear"));
    parts.pivot = vector_of(get(ask, "pivot"));
    if (hitmask_pose_from_parts(&parts, &pose, &error)) {
        if (!error.message[0]) fail("an error without a sentence");
        out("null");
    } else {
        put("[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "]", pose.a, pose.b, pose.c, pose.d, pose.tx, pose.ty);
    }
}

static void posed(const json *ask) {
    const json *a = get(ask, "a"), *b = get(ask, "b");
    hitmask_pose pose_a = pose_of(get(ask, "pose_a")), pose_b = pose_of(get(ask, "pose_b"));
    hitmask_placed one = placed_of(a, pose_a), two = placed_of(b, pose_b);
    hitmask_point first = {0, 0};
    hitmask_rect bounds = {0, 0, 0, 0};
    bool overlaps, found_first, found_bounds, geometry = false;
    uint64_t area;
    if (find(a, "alpha")) {
        const hitmask_alpha_mask *alpha_a = picture_of(get(a, "alpha"))->alpha, *alpha_b = picture_of(get(b, "alpha"))->alpha;
        CALL(hitmask_alpha_mask_overlaps_posed(alpha_a, &pose_a, alpha_b, &pose_b, &overlaps));
        CALL(hitmask_alpha_mask_overlap_area_posed(alpha_a, &pose_a, alpha_b, &pose_b, &area));
        CALL(hitmask_alpha_mask_first_overlap_posed(alpha_a, &pose_a, alpha_b, &pose_b, &first, &found_first));
        CALL(hitmask_alpha_mask_overlap_bounds_posed(alpha_a, &pose_a, alpha_b, &pose_b, &bounds, &found_bounds));
    } else {
        CALL(hitmask_placed_overlaps(&one, &two, HITMASK_RASTER, &overlaps));
        CALL(hitmask_placed_overlap_area(&one, &two, &area));
        CALL(hitmask_placed_first_overlap(&one, &two, &first, &found_first));
        CALL(hitmask_placed_overlap_bounds(&one, &two, &bounds, &found_bounds));
    }
    out("{'raster':");
    out_overlap(overlaps, area, found_first, first, found_bounds, bounds);
    if (find(a, "bits")) CALL(hitmask_placed_overlaps(&one, &two, HITMASK_GEOMETRY, &geometry));
    out(",'geometry':%?b}", find(a, "bits") != NULL, geometry);
}

static void bake(const json *ask) {
    hitmask_placed placed = placed_of(get(ask, "a"), pose_of(get(ask, "pose")));
    hitmask_mask *mask;
    hitmask_point corner;
    uint32_t w, h;
    CALL(hitmask_placed_bake(&placed, &mask, &corner));
    CALL(hitmask_mask_size(mask, &w, &h));
    out("{'corner':%p,'w':%u,'h':%u,'bits':", corner, w, h);
    out_bits(mask);
    out("}");
    hitmask_mask_free(mask);
}

/* Contacts and casts. */

static void contact(const json *ask) {
    hitmask_shape a = shape_of(get(ask, "a")), b = shape_of(get(ask, "b"));
    hitmask_point offset = point_of(get(ask, "offset")), normal, separation;
    hitmask_closest closest;
    bool found;
    CALL(hitmask_normal(&a, &b, offset, &normal));
    CALL(hitmask_separation(&a, &b, offset, &separation));
    CALL(hitmask_closest_pixels(&a, &b, offset, &closest, &found));
    out("{'normal':%p,'separation':%p,'closest':", normal, separation);
    if (!found) out("null}");
    else if (closest.overlapping) out("'overlapping'}");
    else out("{'apart':{'squared':%l,'a':%p,'b':%p}}}", closest.squared, closest.a, closest.b);
}

static void out_cast(const hitmask_cast *cast) {
    if (cast->outcome == HITMASK_MISS) out("'miss'");
    else if (cast->outcome == HITMASK_INITIAL_OVERLAP) out("'initial_overlap'");
    else out("{'hit':{'time':%t,'point':%p,'normal':%p}}", cast->time, cast->point, cast->normal);
}

static void cast(const json *ask) {
    hitmask_cast found;
    CALL(hitmask_mask_cast(bits_of(get(ask, "a")), bits_of(get(ask, "b")), q16_of(get(ask, "position")), q16_of(get(ask, "motion")), &found));
    out_cast(&found);
}

static void ray(const json *ask) {
    hitmask_cast found;
    CALL(hitmask_mask_ray_cast(bits_of(get(ask, "a")), q16_of(get(ask, "position")), q16_of(get(ask, "motion")), &found));
    out_cast(&found);
}

/* Terrain. */

static uint32_t anchors_of(const json *list) {
    uint32_t anchors = 0;
    const json *edge;
    for (edge = list->first; edge; edge = edge->next) {
        anchors |= is(edge, "left") ? HITMASK_EDGE_LEFT : is(edge, "right") ? HITMASK_EDGE_RIGHT
                 : is(edge, "top") ? HITMASK_EDGE_TOP : HITMASK_EDGE_BOTTOM;
    }
    return anchors;
}

static hitmask_change edit_of(hitmask_terrain *terrain, const json *edit) {
    const json *what = edit->first;
    hitmask_placed brush = placed_of(get(what, "shape"), hitmask_pose_at(0, 0));
    hitmask_change change;
    if (!strcmp(what->key, "carve")) CALL(hitmask_terrain_carve(terrain, &brush, point_of(get(what, "at")), &change));
    else CALL(hitmask_terrain_draw(terrain, &brush, point_of(get(what, "at")), &change));
    return change;
}

static void out_change(hitmask_change change) {
    out("{'pixels':%l,'bounds':%?r}", change.pixels, change.pixels > 0, change.bounds);
}

static void out_terrain_bits(const hitmask_terrain *terrain) {
    hitmask_rect all = {0, 0, 0, 0};
    hitmask_mask *mask;
    CALL(hitmask_terrain_size(terrain, &all.w, &all.h));
    CALL(hitmask_terrain_crop(terrain, all, &mask));
    out_bits(mask);
    hitmask_mask_free(mask);
}

static hitmask_component islands[1000];

static size_t out_islands(const hitmask_terrain *terrain, const hitmask_island_options *options) {
    size_t count, i;
    CALL(hitmask_terrain_islands(terrain, options, islands, COUNT(islands), &count));
    out("'islands':[");
    for (i = 0; i < count; i++) {
        out("%,", i);
        out_component(&islands[i]);
    }
    out("]");
    return count;
}

static void terrain(const json *ask) {
    hitmask_terrain *ground;
    hitmask_terrain_snapshot *half;
    hitmask_island_options options = hitmask_island_options_default();
    hitmask_bytes *delta;
    const json *edits = get(ask, "edits");
    hitmask_rect bounds = {0, 0, 0, 0};
    const uint8_t *data;
    size_t i, length;
    uint64_t count, hash;
    bool found;
    CALL(hitmask_terrain_new((uint32_t)whole(get(ask, "w")), (uint32_t)whole(get(ask, "h")), truth(get(ask, "filled")), &ground));
    CALL(hitmask_terrain_snapshot_new(ground, &half));
    out("{'changes':[");
    for (i = 0; i < edits->count; i++) {
        if (i == edits->count / 2) {
            hitmask_terrain_snapshot_free(half);
            CALL(hitmask_terrain_snapshot_new(ground, &half));
        }
        out("%,", i);
        out_change(edit_of(ground, item(edits, i)));
    }
    CALL(hitmask_terrain_count(ground, &count));
    CALL(hitmask_terrain_bounds(ground, &bounds, &found));
    out("],'count':%l,'bounds':%?r,'bits':", count, found, bounds);
    out_terrain_bits(ground);
    out(",");
    options.anchors = anchors_of(get(ask, "anchors"));
    options.connectivity = (int32_t)whole(get(ask, "connectivity"));
    out_islands(ground, &options);
    CALL(hitmask_terrain_content_hash(ground, &hash));
    CALL(hitmask_terrain_delta_since(ground, half, &delta));
    CALL(hitmask_bytes_data(delta, &data, &length));
    out(",'hash':%x,'delta':", hash);
    out_hex(data, length);
    out("}");
    {
        /* The delta leads from the snapshot to the end. */
        hitmask_terrain *again;
        uint64_t hash_again;
        CALL(hitmask_terrain_clone(ground, &again));
        CALL(hitmask_terrain_restore(again, half));
        CALL(hitmask_terrain_apply_delta(again, data, length, 0, NULL, NULL));
        CALL(hitmask_terrain_content_hash(again, &hash_again));
        if (hash != hash_again) fail("the delta leads elsewhere");
        hitmask_terrain_free(again);
    }
    hitmask_bytes_free(delta);
    hitmask_terrain_snapshot_free(half);
    hitmask_terrain_free(ground);
}


static void ground(const json *ask) {
    hitmask_terrain *rest, *again;
    hitmask_island_options options = hitmask_island_options_default();
    const json *edits = get(ask, "edits"), *points = get(ask, "anchor_points");
    hitmask_point held[16], corner;
    hitmask_bytes *bytes;
    const uint8_t *data;
    size_t i, length;
    CALL(hitmask_terrain_clone(picture_of(get(ask, "terrain"))->terrain, &rest));
    for (i = 0; i < edits->count; i++) edit_of(rest, item(edits, i));
    for (i = 0; i < points->count && i < COUNT(held); i++) held[i] = point_of(item(points, i));
    options.anchors = anchors_of(get(ask, "anchors"));
    options.anchor_points = held;
    options.anchor_point_count = points->count;
    options.anchor_largest = truth(get(ask, "anchor_largest"));
    options.anchor_area = (uint64_t)whole(get(ask, "anchor_area"));
    options.min_area = (uint64_t)whole(get(ask, "min_area"));
    options.connectivity = (int32_t)whole(get(ask, "connectivity"));
    out("{");
    if (out_islands(rest, &options)) {
        hitmask_mask *taken;
        out(",'taken':");
        CALL(hitmask_terrain_take_island(rest, &options, islands[0].first, &taken, &corner));
        out_bits(taken);
        hitmask_mask_free(taken);
    } else {
        out(",'taken':null");
    }
    CALL(hitmask_terrain_to_bytes(rest, &bytes));
    CALL(hitmask_bytes_data(bytes, &data, &length));
    CALL(hitmask_terrain_from_bytes(data, length, 0, &again, NULL));
    out(",'bits':");
    out_terrain_bits(again);
    out(",'bytes':[%z,%x]}", length, fnv(FNV_START, data, length));
    hitmask_bytes_free(bytes);
    hitmask_terrain_free(again);
    hitmask_terrain_free(rest);
}

/* Buffers. */

static void out_met(const hitmask_buffer_overlap *met, size_t count) {
    size_t i;
    out("{'met':[");
    for (i = 0; i < count; i++) out("%,[%u,%l,%p]", i, met[i].id, met[i].area, met[i].first);
    out("]}");
}

static void buffer(const json *ask) {
    const json *mode = get(ask, "mode"), *step;
    hitmask_buffer *screen;
    size_t number = 0;
    int32_t kind = is(mode, "owners") ? HITMASK_OWNERS : is(mode, "painter") ? HITMASK_PAINTER : HITMASK_LATCH;
    CALL(hitmask_buffer_new(kind, rect_of(get(ask, "region")), &screen));
    out("[");
    for (step = get(ask, "steps")->first; step; step = step->next) {
        const hitmask_buffer_overlap *met;
        const uint32_t *ids;
        size_t count, i;
        out("%,", number++);
        if (is(step, "clear")) {
            CALL(hitmask_buffer_clear(screen));
            out("'nothing'");
        } else if (is(step, "take_latched")) {
            CALL(hitmask_buffer_take_latched(screen, &ids, &count));
            out("{'latched':[");
            for (i = 0; i < count; i++) out("%,%u", i, ids[i]);
            out("]}");
        } else if (find(step, "move_to")) {
            CALL(hitmask_buffer_move_to(screen, point_of(get(step, "move_to"))));
            out("'nothing'");
        } else {
            const json *what = step->first;
            hitmask_placed placed = placed_of(get(what, "shape"), pose_of(get(what, "pose")));
            if (!strcmp(what->key, "draw")) {
                CALL(hitmask_buffer_draw(screen, &placed, (uint32_t)whole(get(what, "id"))));
                out("'nothing'");
            } else if (!strcmp(what->key, "test")) {
                CALL(hitmask_buffer_test(screen, &placed, &met, &count));
                out_met(met, count);
            } else {
                CALL(hitmask_buffer_test_and_draw(screen, &placed, (uint32_t)whole(get(what, "id")), &met, &count));
                out_met(met, count);
            }
        }
    }
    out("]");
    hitmask_buffer_free(screen);
}

/* Characters. */

static void out_stop(const char *name, const hitmask_stop *stop) {
    out(",'%s':", name);
    if (stop->found) out("{'obstacle':%z,'pixel':%p,'normal':%p}", stop->index, stop->pixel, stop->normal);
    else out("null");
}

static void mover(const json *ask) {
    const json *list = get(ask, "obstacles");
    hitmask_obstacle obstacles[32];
    hitmask_move_options options = {0};
    hitmask_placed who;
    hitmask_moved moved;
    size_t i;
    if (list->count > COUNT(obstacles)) fail("too many obstacles");
    for (i = 0; i < list->count; i++) {
        const json *one = item(list, i);
        obstacles[i].placed = placed_of(get(one, "shape"), pose_of(get(one, "pose")));
        obstacles[i].position = (hitmask_point_q16){0, 0};
        obstacles[i].kind = truth(get(one, "one_way")) ? HITMASK_ONE_WAY_PLATFORM : HITMASK_SOLID;
    }
    who = placed_of(get(ask, "shape"), pose_of(get(ask, "matrix")));
    options.step_up = (uint32_t)whole(get(ask, "step_up"));
    options.step_down = (uint32_t)whole(get(ask, "step_down"));
    CALL(hitmask_move_and_slide(&who, q16_of(get(ask, "position")), q16_of(get(ask, "motion")), obstacles, list->count, &options, &moved));
    out("{'position':%q,'velocity':%q", moved.position, moved.velocity);
    out_stop("floor", &moved.floor);
    out_stop("ceiling", &moved.ceiling);
    out_stop("wall", &moved.wall);
    out(",'stuck':%?z}", moved.is_stuck, moved.stuck);
}

/* Worlds. */

static hitmask_handle handles[4000];
static size_t handle_count;

static hitmask_handle handle_of(const json *number) {
    size_t n = (size_t)whole(number);
    if (n >= handle_count) fail("no such collider");
    return handles[n];
}

static size_t number_of(hitmask_handle handle) {
    size_t n;
    for (n = 0; n < handle_count; n++) if (handles[n] == handle) return n;
    fail("an unknown handle");
    return 0;
}

static hitmask_layers layers_of(const json *pair) {
    return (hitmask_layers){(uint32_t)whole(item(pair, 0)), (uint32_t)whole(item(pair, 1))};
}

static void out_touch(const hitmask_touch *touch) {
    out("{'first':%p,'area':%l,'bounds':%?r,", touch->first, touch->area, touch->has_bounds, touch->bounds);
    out("'normal':%?p,'separation':%?p}", touch->has_normal, touch->normal, touch->has_separation, touch->separation);
}

/* Whole games. */

static hitmask_world *game_world;
static hitmask_shape key_shapes[COUNT(handles)];
static hitmask_handle except[64];

static hitmask_shape figure_of(const json *figure) {
    const json *list = find(figure, "frames");
    hitmask_frame frames[16];
    size_t i;
    if (!list) return shape_of(get(figure, "shape"));
    if (list->count > COUNT(frames) || animation_count == COUNT(animations)) fail("too many frames");
    for (i = 0; i < list->count; i++) {
        frames[i].mask = picture_of(item(item(list, i), 0))->mask;
        frames[i].offset = point_of(item(item(list, i), 1));
    }
    CALL(hitmask_frames_new(frames, list->count, &animations[animation_count]));
    return hitmask_shape_frames(animations[animation_count++]);
}

static hitmask_transform place_of(const json *place_json) {
    const json *pose = find(place_json, "pose"), *parts = find(place_json, "parts");
    hitmask_pose_parts made = hitmask_pose_parts_default();
    if (pose) return hitmask_transform_from_pose(pose_of(pose));
    made.position = vector_of(get(parts, "position"));
    made.position.x /= 65536;
    made.position.y /= 65536;
    made.rotation = angle_of(get(parts, "rotation"));
    made.scale = vector_of(get(parts, "scale"));
    made.flip_x = truth(item(get(parts, "flip"), 0));
    made.flip_y = truth(item(get(parts, "flip"), 1));
    made.pivot = vector_of(get(parts, "pivot"));
    return hitmask_transform_from_parts(made);
}

static int32_t kind_of(const json *kind) {
    return is(kind, "character") ? HITMASK_CHARACTER : is(kind, "one_way") ? HITMASK_ONE_WAY
         : is(kind, "sensor") ? HITMASK_SENSOR : is(kind, "crate") ? HITMASK_CRATE : HITMASK_BODY;
}

static int32_t direction_of(const json *side) {
    return side->kind == JSON_NULL ? HITMASK_DIRECTION_NONE : is(side, "right") ? HITMASK_DIRECTION_RIGHT : is(side, "down") ? HITMASK_DIRECTION_DOWN
         : is(side, "left") ? HITMASK_DIRECTION_LEFT : HITMASK_DIRECTION_UP;
}

/* A number that may be left out. */
static uint32_t maybe(const json *what, const char *key) {
    const json *number = find(what, key);
    return number ? (uint32_t)whole(number) : 0;
}

static hitmask_query_filter filter_of(const json *filter) {
    hitmask_query_filter made = hitmask_query_filter_default();
    const json *list = get(filter, "except");
    size_t i;
    if (list->count > COUNT(except)) fail("too many exceptions");
    for (i = 0; i < list->count; i++) except[i] = handle_of(item(list, i));
    made.layers = layers_of(get(filter, "layers"));
    made.group = (uint32_t)whole(get(filter, "group"));
    made.sensors = truth(get(filter, "sensors"));
    made.except = except;
    made.except_count = list->count;
    return made;
}

/* What was set is read back. */
static void set_part_frames(hitmask_handle who, const json *list) {
    size_t frames[8] = {0}, again[8], count, i;
    bool is_limited, limits = list->kind != JSON_NULL;
    if (limits) {
        for (i = 0; i < list->count; i++) frames[i] = (size_t)whole(item(list, i));
    }
    CALL(hitmask_world_set_part_frames(game_world, who, limits ? frames : NULL, limits ? list->count : 0));
    CALL(hitmask_world_part_frames(game_world, who, again, COUNT(again), &count, &is_limited));
    if (is_limited != limits || (limits && count != list->count)) fail("the frames of a part are others");
    for (i = 0; i < count; i++) {
        if (frames[i] != again[i]) fail("the frames of a part are others");
    }
}

static void attach(hitmask_handle root, hitmask_handle part) {
    hitmask_handle parts[64], above;
    size_t count, i;
    bool found;
    CALL(hitmask_world_attach(game_world, root, part));
    CALL(hitmask_world_parent_of(game_world, part, &above, &found));
    CALL(hitmask_world_parts_of(game_world, root, parts, COUNT(parts), &count));
    for (i = 0; i < count && parts[i] != part; i++) continue;
    if (!found || above != root || i == count) fail("the part is not attached");
}

static void change(hitmask_handle who, const json *setting) {
    const json *to = setting->first;
    const char *what = to->key;
    hitmask_world *game = game_world;
    if (!strcmp(what, "position")) CALL(hitmask_world_set_positions(game, &who, (hitmask_point_q16[]){q16_of(to)}, 1));
    else if (!strcmp(what, "teleport")) CALL(hitmask_world_teleport(game, who, q16_of(to)));
    else if (!strcmp(what, "place")) CALL(hitmask_world_set_transforms(game, &who, (hitmask_transform[]){place_of(to)}, 1));
    else if (!strcmp(what, "figure")) CALL(hitmask_world_set_shape(game, who, (hitmask_shape[]){figure_of(to)}));
    else if (!strcmp(what, "frame")) CALL(hitmask_world_set_frame(game, who, (size_t)whole(to)));
    else if (!strcmp(what, "part_frames")) set_part_frames(who, to);
    else if (!strcmp(what, "enabled")) CALL(hitmask_world_set_enabled(game, who, truth(to)));
    else if (!strcmp(what, "layers")) CALL(hitmask_world_set_layers(game, who, layers_of(to)));
    else if (!strcmp(what, "group")) CALL(hitmask_world_set_group(game, who, (uint32_t)whole(to)));
    else if (!strcmp(what, "space")) CALL(hitmask_world_set_space(game, who, (uint32_t)whole(to)));
    else if (!strcmp(what, "order")) CALL(hitmask_world_set_order(game, who, (int32_t)whole(to)));
    else if (!strcmp(what, "kind")) CALL(hitmask_world_set_kind(game, who, kind_of(to)));
    else if (!strcmp(what, "swept")) CALL(hitmask_world_set_swept(game, who, truth(to)));
    else if (!strcmp(what, "up")) CALL(hitmask_world_set_up(game, who, direction_of(to)));
    else if (!strcmp(what, "open_side")) CALL(hitmask_world_set_open_side(game, who, direction_of(to)));
    else fail("an unknown setting");
}

static void out_game_events(void) {
    static const char *const names[] = {"begin", "stay", "end", "pass"};
    const hitmask_event *events, *event;
    size_t count, i;
    CALL(hitmask_world_step(game_world, &events, &count));
    out("{'events':[");
    for (i = 0; i < count; i++) {
        event = &events[i];
        if (event->kind < 0 || event->kind > 3) fail("an unknown kind of event");
        out("%,{'kind':'%s','a':%z,'b':%z,", i, names[event->kind], number_of(event->a), number_of(event->b));
        out("'since':%l,'time':%?t,'approximate':%b,'touch':", event->since, event->has_time, event->time, event->approximate);
        if (event->has_touch) out_touch(&event->touch);
        else out("null");
        out("}");
    }
    out("]}");
}

static void out_numbers(const char *name, const hitmask_handle *list, size_t count) {
    size_t i;
    out("'%s':[", name);
    for (i = 0; i < count; i++) out("%,%z", i, number_of(list[i]));
    out("]");
}

static void out_casts(const json *what) {
    const json *who = find(get(what, "what"), "collider"), *probe_json = find(get(what, "what"), "probe");
    hitmask_query_filter filter = filter_of(get(what, "filter"));
    hitmask_point_q16 motion = q16_of(get(what, "motion"));
    hitmask_cast_hit hits[64], first;
    size_t count, i;
    bool found;
    if (who) {
        CALL(hitmask_world_cast(game_world, handle_of(who), motion, &filter, hits, COUNT(hits), &count));
        CALL(hitmask_world_cast_first(game_world, handle_of(who), motion, &filter, &first, &found));
    } else {
        hitmask_probe probe = hitmask_probe_placed(shape_of(get(probe_json, "shape")), pose_of(get(probe_json, "pose")));
        CALL(hitmask_world_cast_probe(game_world, &probe, motion, &filter, hits, COUNT(hits), &count));
        CALL(hitmask_world_cast_probe_first(game_world, &probe, motion, &filter, &first, &found));
    }
    if (found != (count > 0) || (found && first.handle != hits[0].handle)) fail("the first hit is not the first of all");
    out("{'casts':[");
    for (i = 0; i < count; i++) {
        out("%,{'collider':%z,'impact':", i, number_of(hits[i].handle));
        if (!hits[i].has_free) out("{'initial_overlap':{'pixel':%p}}}", hits[i].pixel);
        else out("{'hit':{'time':%t,'free':%q,'pixel':%p,'normal':%p}}}", hits[i].time, hits[i].free, hits[i].pixel, hits[i].normal);
    }
    out("]}");
}

static void out_blocker(const char *name, const hitmask_blocker *stop) {
    out(",'%s':", name);
    if (stop->found) out("{'collider':%z,'pixel':%p,'normal':%p}", number_of(stop->handle), stop->pixel, stop->normal);
    else out("null");
}

static void out_slid(const json *what) {
    hitmask_query_filter filter = filter_of(get(what, "filter"));
    hitmask_move_options options = {0};
    hitmask_slid slid;
    options.step_up = (uint32_t)whole(get(what, "step_up"));
    options.step_down = (uint32_t)whole(get(what, "step_down"));
    options.corner = maybe(what, "corner");
    options.drop = find(what, "drop") && truth(get(what, "drop"));
    options.push_limit = maybe(what, "push");
    options.push = options.push_limit > 0;
    CALL(hitmask_world_move_and_slide(game_world, handle_of(get(what, "collider")), q16_of(get(what, "motion")), &options, &filter, &slid));
    out("{'slid':{'position':%q,'velocity':%q", slid.position, slid.velocity);
    out_blocker("floor", &slid.floor);
    out_blocker("ceiling", &slid.ceiling);
    out_blocker("wall", &slid.wall);
    out(",'stuck':%?z}}", slid.is_stuck, slid.is_stuck ? number_of(slid.stuck) : 0);
}

static void out_moved(const hitmask_solid_moved *moved) {
    out("{'moved':{'position':%q,", moved->position);
    out_numbers("pushed", moved->pushed, moved->pushed_count);
    out(",");
    out_numbers("carried", moved->carried, moved->carried_count);
    out(",");
    out_numbers("crushed", moved->crushed, moved->crushed_count);
}

static void out_solid_moved(const json *what) {
    const json *list = get(what, "riders");
    hitmask_handle riders[64];
    hitmask_move_options options = {0};
    hitmask_solid_moved moved;
    size_t i;
    for (i = 0; i < list->count && i < COUNT(riders); i++) riders[i] = handle_of(item(list, i));
    options.step_up = maybe(what, "step_up");
    options.corner = maybe(what, "corner");
    CALL(hitmask_world_move_solid_with(game_world, handle_of(get(what, "collider")), q16_of(get(what, "motion")), riders, list->count, &options, &moved));
    out_moved(&moved);
    out("}}");
}

/* Those that were moved, in the order of their handles, with where they are now. */
static void out_reshaped(const json *what) {
    const json *to = get(what, "change")->first;
    hitmask_handle who = handle_of(get(what, "collider")), last = 0, next;
    uint32_t limit = (uint32_t)whole(get(what, "limit"));
    hitmask_solid_moved moved;
    hitmask_transform transform;
    hitmask_shape shape;
    hitmask_point_q16 position;
    size_t i, count = 0;
    if (!strcmp(to->key, "frame")) {
        CALL(hitmask_world_reshape_solid(game_world, who, NULL, NULL, (int64_t)whole(to), limit, NULL, &moved));
    } else if (!strcmp(to->key, "figure")) {
        shape = figure_of(to);
        CALL(hitmask_world_reshape_solid(game_world, who, NULL, &shape, -1, limit, NULL, &moved));
    } else {
        transform = place_of(to);
        CALL(hitmask_world_reshape_solid(game_world, who, &transform, NULL, -1, limit, NULL, &moved));
    }
    out_moved(&moved);
    for (;;) {
        next = UINT64_MAX;
        for (i = 0; i < moved.pushed_count; i++) if (moved.pushed[i] > last && moved.pushed[i] < next) next = moved.pushed[i];
        for (i = 0; i < moved.carried_count; i++) if (moved.carried[i] > last && moved.carried[i] < next) next = moved.carried[i];
        if (next == UINT64_MAX) break;
        CALL(hitmask_world_position(game_world, next, &position));
        out(count++ ? "," : ",'places':[");
        out("[%z,%q]", number_of(next), position);
        last = next;
    }
    out(count ? "]}}" : "}}");
}

static void out_support(const json *who) {
    hitmask_handle support = 0;
    bool found;
    CALL(hitmask_world_support(game_world, handle_of(who), &support, &found));
    out("{'support':%?z}", found, found ? number_of(support) : 0);
}

static void out_fit(const json *what) {
    const json *attempt = get(what, "attempt"), *to = attempt->first;
    hitmask_query_filter filter = filter_of(get(what, "filter"));
    hitmask_handle who = handle_of(get(what, "collider"));
    uint32_t limit = (uint32_t)whole(get(what, "limit"));
    hitmask_fit fit;
    if (is(attempt, "unstick")) {
        CALL(hitmask_world_unstick(game_world, who, limit, &filter, &fit));
    } else if (!strcmp(to->key, "frame")) {
        CALL(hitmask_world_fit_frame(game_world, who, (size_t)whole(to), limit, &filter, &fit));
    } else if (!strcmp(to->key, "figure")) {
        hitmask_shape shape = figure_of(to);
        CALL(hitmask_world_fit_shape(game_world, who, &shape, limit, &filter, &fit));
    } else if (!strcmp(to->key, "place")) {
        hitmask_transform transform = place_of(to);
        CALL(hitmask_world_fit_transform(game_world, who, &transform, limit, &filter, &fit));
    } else {
        CALL(hitmask_world_fit_at(game_world, who, q16_of(to), limit, &filter, &fit));
    }
    if (fit.kind == HITMASK_FREE) out("{'fit':'free'}");
    else if (fit.kind == HITMASK_MOVED) out("{'fit':{'moved':%p}}", fit.by);
    else out("{'fit':{'stuck':%z}}", number_of(fit.handle));
}

/* The key of a shape is the collider's number. The shape is kept, so that it is found again. */
static uint64_t key_of(void *user, hitmask_handle handle) {
    size_t number = number_of(handle);
    (void)user;
    if (kept_count == COUNT(kept)) fail("too many shapes");
    CALL(hitmask_world_shape(game_world, handle, &kept[kept_count]));
    key_shapes[number] = hitmask_shape_kept(kept[kept_count++]);
    return number;
}

static bool shape_of_key(void *user, uint64_t key, hitmask_shape *shape) {
    (void)user;
    *shape = key_shapes[key];
    return true;
}

static void out_reload(void) {
    hitmask_bytes *bytes;
    hitmask_world *again;
    const uint8_t *data;
    size_t length;
    CALL(hitmask_world_to_bytes(game_world, key_of, NULL, &bytes));
    CALL(hitmask_bytes_data(bytes, &data, &length));
    CALL(hitmask_world_from_bytes(data, length, 0, shape_of_key, NULL, &again, NULL));
    out("{'bytes':{'length':%z,'fnv1a64':%x}}", length, fnv(FNV_START, data, length));
    hitmask_bytes_free(bytes);
    hitmask_world_free(game_world);
    game_world = again;
}

static void out_changed(const json *what) {
    const json *edit = item(what, 1)->first;
    hitmask_placed brush = placed_of(get(edit, "shape"), hitmask_pose_at(0, 0));
    hitmask_handle who = handle_of(item(what, 0));
    hitmask_change change_made;
    if (!strcmp(edit->key, "carve")) CALL(hitmask_world_carve(game_world, who, &brush, point_of(get(edit, "at")), &change_made));
    else CALL(hitmask_world_draw(game_world, who, &brush, point_of(get(edit, "at")), &change_made));
    out("{'changed':");
    out_change(change_made);
    out("}");
}

static void out_insert(const json *what) {
    hitmask_collider collider = hitmask_collider_default(figure_of(get(what, "figure")));
    hitmask_handle handle;
    collider.transform = place_of(get(what, "place"));
    collider.kind = kind_of(get(what, "kind"));
    collider.layers = layers_of(get(what, "layers"));
    collider.group = (uint32_t)whole(get(what, "group"));
    collider.space = (uint32_t)whole(get(what, "space"));
    collider.order = (int32_t)whole(get(what, "order"));
    collider.swept = truth(get(what, "swept"));
    if (find(what, "up")) collider.up = direction_of(get(what, "up"));
    if (find(what, "open_side")) collider.open_side = direction_of(get(what, "open_side"));
    if (handle_count == COUNT(handles)) fail("too many colliders");
    CALL(hitmask_world_insert(game_world, &collider, &handle));
    handles[handle_count++] = handle;
    out("{'handle':[%l,%l]}", (handle >> 32) - 1, handle & UINT32_MAX);
}

static void out_contacts(const json *who) {
    hitmask_contact contacts[256];
    size_t count, i;
    CALL(hitmask_world_collide_one(game_world, handle_of(who), contacts, COUNT(contacts), &count));
    out("{'contacts':[");
    for (i = 0; i < count; i++) {
        out("%,{'collider':%z,'touch':", i, number_of(contacts[i].handle));
        out_touch(&contacts[i].touch);
        out("}");
    }
    out("]}");
}

static void out_picked(const json *what) {
    hitmask_query_filter filter = filter_of(get(what, "filter"));
    hitmask_handle picked[256], top = 0;
    size_t count;
    bool found;
    CALL(hitmask_world_pick_all(game_world, point_of(get(what, "pixel")), &filter, picked, COUNT(picked), &count));
    CALL(hitmask_world_pick(game_world, point_of(get(what, "pixel")), &filter, &top, &found));
    if (found != (count > 0) || (found && top != picked[0])) fail("the topmost is not the first");
    out("{");
    out_numbers("picked", picked, count);
    out("}");
}

static void out_nearest(const json *what) {
    hitmask_query_filter filter = filter_of(get(what, "filter"));
    hitmask_nearest nearest;
    bool found;
    CALL(hitmask_world_nearest(game_world, point_of(get(what, "pixel")), (uint32_t)whole(get(what, "within")), &filter, &nearest, &found));
    if (!found) out("{'nearest':null}");
    else out("{'nearest':{'collider':%z,'pixel':%p,'squared':%l}}", number_of(nearest.handle), nearest.pixel, nearest.squared);
}

static void game(const json *ask) {
    const json *wrap = get(ask, "wrap"), *command;
    hitmask_world_options options = hitmask_world_options_default();
    hitmask_world_snapshot *saved = NULL;
    size_t saved_handles = 0, number = 0;
    options.stay = options.area = options.bounds = true;
    if (wrap->kind == JSON_NULL) {
        options.normal = options.separation = true;
    } else {
        options.wrap_w = (uint32_t)whole(item(wrap, 0));
        options.wrap_h = (uint32_t)whole(item(wrap, 1));
    }
    CALL(hitmask_world_new(&options, &game_world));
    handle_count = 0;
    out("[");
    for (command = get(ask, "commands")->first; command; command = command->next) {
        const json *what = command->first;
        const char *key = command->kind == JSON_STRING ? command->text : what->key;
        out("%,", number++);
        if (!strcmp(key, "insert")) out_insert(what);
        else if (!strcmp(key, "edit")) out_changed(what);
        else if (!strcmp(key, "step")) out_game_events();
        else if (!strcmp(key, "collide_one")) out_contacts(what);
        else if (!strcmp(key, "pick")) out_picked(what);
        else if (!strcmp(key, "nearest")) out_nearest(what);
        else if (!strcmp(key, "cast")) out_casts(what);
        else if (!strcmp(key, "move_and_slide")) out_slid(what);
        else if (!strcmp(key, "move_solid")) out_solid_moved(what);
        else if (!strcmp(key, "reshape_solid")) out_reshaped(what);
        else if (!strcmp(key, "support")) out_support(what);
        else if (!strcmp(key, "fit")) out_fit(what);
        else if (!strcmp(key, "reload")) out_reload();
        else if (!strcmp(key, "state_hash")) {
            uint64_t hash;
            CALL(hitmask_world_state_hash(game_world, &hash));
            out("{'state_hash':%x}", hash);
        } else {
            if (!strcmp(key, "remove")) {
                CALL(hitmask_world_remove(game_world, handle_of(what)));
            } else if (!strcmp(key, "attach")) {
                attach(handle_of(item(what, 0)), handle_of(item(what, 1)));
            } else if (!strcmp(key, "detach")) {
                CALL(hitmask_world_detach(game_world, handle_of(what)));
            } else if (!strcmp(key, "set")) {
                change(handle_of(item(what, 0)), item(what, 1));
            } else if (!strcmp(key, "save")) {
                if (saved) CALL(hitmask_world_snapshot_update(saved, game_world));
                else CALL(hitmask_world_snapshot_new(game_world, &saved));
                saved_handles = handle_count;
            } else if (!strcmp(key, "restore")) {
                CALL(hitmask_world_restore(game_world, saved));
                handle_count = saved_handles;
            } else {
                fail("an unknown command");
            }
            out("'nothing'");
        }
    }
    out("]");
    hitmask_world_snapshot_free(saved);
    hitmask_world_free(game_world);
}

/* Refusals: C tells the reason by a status. The argument and the sentence are those of the file. */

static const json *said;

/* A call must be refused for the reason of the line. */
#define REFUSED(call) must_refuse(call, #call)
static void must_refuse(int32_t status, const char *what) {
    static const struct {
        const char *reason;
        int32_t status;
    } statuses[] = {
        {"not_finite", HITMASK_NOT_FINITE},      {"out_of_range", HITMASK_OUT_OF_RANGE},
        {"too_far", HITMASK_OUT_OF_RANGE},       {"too_stretched", HITMASK_OUT_OF_RANGE},
        {"outside", HITMASK_OUT_OF_RANGE},       {"singular", HITMASK_SINGULAR},
        {"too_large", HITMASK_TOO_LARGE},        {"no_such_index", HITMASK_NO_SUCH_INDEX},
        {"wrong_shape", HITMASK_WRONG_SHAPE},
    };
    const json *reason = get(said, "reason");
    size_t i;
    for (i = 0; i < COUNT(statuses); i++) {
        if (is(reason, statuses[i].reason) && status == statuses[i].status) {
            out("{'argument':'%s','reason':'%s','says':'%s'}", get(said, "argument")->text, reason->text, get(said, "says")->text);
            return;
        }
    }
    fprintf(stderr, "%s: %s: not refused as \"%s\": %s\n", place, what, reason->text, hitmask_status_message(status));
    exit(1);
}

static void set_first(hitmask_world *world, hitmask_handle who, const json *call) {
    hitmask_pose_parts parts = hitmask_pose_parts_default();
    hitmask_transform transform;
    const json *scale = find(call, "scale"), *shear = find(call, "shear"), *rotation = find(call, "rotation");
    if (scale) parts.scale = vector_of(scale);
    if (shear) parts.shear = vector_of(shear);
    if (rotation && !scale) parts.rotation = angle_of(rotation);
    transform = hitmask_transform_from_parts(parts);
    CALL(hitmask_world_set_transform(world, who, &transform));
}

/* The numbers of a call, 0 where it has none. */
static uint32_t number_in(const json *call, const char *name, size_t at) {
    const json *value = find(call, name);
    return value ? (uint32_t)whole(value->kind == JSON_ARRAY ? item(value, at) : value) : 0;
}

static void refused(const json *ask) {
    const json *call = ask->first;
    const char *verb = call->key;
    uint32_t w = number_in(call, "size", 0), h = number_in(call, "size", 1), frame = number_in(call, "frame", 0);
    bool is_pose = !strcmp(verb, "new_pose"), found;
    hitmask_point_q16 position = {0, 0}, motion = {0, 0};
    hitmask_mask *mask, *wide, *one, *other, *none_made;
    hitmask_terrain *ground, *no_terrain;
    hitmask_buffer *no_buffer;
    hitmask_world *world, *no_world;
    hitmask_world_options options = hitmask_world_options_default();
    hitmask_pose_parts parts = hitmask_pose_parts_default();
    hitmask_handle handles[3], who;
    hitmask_collider collider;
    hitmask_frame list[2];
    hitmask_frames *frames;
    hitmask_placed placed;
    hitmask_turning_motion turning;
    hitmask_pose pose;
    hitmask_error error;
    hitmask_point corner;
    hitmask_cast cast;
    hitmask_ray_hit ray_hit;
    hitmask_cast_hit cast_hit;
    hitmask_moved moved;
    hitmask_slid slid;
    hitmask_solid_moved solid;
    hitmask_slope slope;
    hitmask_fit fit;
    size_t count;
    CALL(hitmask_mask_filled(8, 8, &mask));
    CALL(hitmask_mask_filled(9, 8, &wide));
    CALL(hitmask_mask_filled(number_in(call, "widths", 0) + number_in(call, "width", 0), 1, &one));
    CALL(hitmask_mask_filled(number_in(call, "widths", 1), 1, &other));
    CALL(hitmask_terrain_from_mask(mask, &ground));
    CALL(hitmask_world_new(NULL, &world));
    collider = hitmask_collider_default(hitmask_shape_mask(mask));
    CALL(hitmask_world_insert(world, &collider, &handles[0]));
    list[0] = (hitmask_frame){mask, {0, 0}};
    list[1] = (hitmask_frame){wide, {0, 0}};
    CALL(hitmask_frames_new(list, 2, &frames));
    collider = hitmask_collider_default(hitmask_shape_frames(frames));
    collider.transform = hitmask_transform_at((hitmask_vector){40, 0});
    CALL(hitmask_world_insert(world, &collider, &handles[1]));
    collider = hitmask_collider_default(hitmask_shape_circle((hitmask_circle){0, 0, (int64_t)50000 << 16}));
    collider.transform = hitmask_transform_at((hitmask_vector){300000, 0});
    collider.kind = HITMASK_CHARACTER;
    CALL(hitmask_world_insert(world, &collider, &handles[2]));
    who = handles[number_in(call, "collider", 0)];
    if (find(call, "position") && !is_pose) position = q16_of(get(call, "position"));
    if (find(call, "motion")) motion = q16_of(get(call, "motion"));
    if (find(call, "rotation") && !is_pose) set_first(world, who, call);
    if (find(call, "pose")) {
        pose = pose_of(get(call, "pose"));
        CALL(hitmask_world_set_pose(world, who, &pose));
    }

    if (!strcmp(verb, "new_mask")) REFUSED(hitmask_mask_new(w, h, &none_made));
    else if (!strcmp(verb, "new_terrain")) REFUSED(hitmask_terrain_new(w, h, true, &no_terrain));
    else if (!strcmp(verb, "new_buffer")) REFUSED(hitmask_buffer_new(HITMASK_OWNERS, rect_of(get(call, "region")), &no_buffer));
    else if (!strcmp(verb, "new_world")) {
        options.wrap_w = number_in(call, "wrap", 0);
        options.wrap_h = number_in(call, "wrap", 1);
        REFUSED(hitmask_world_new(&options, &no_world));
    } else if (is_pose) {
        parts.scale = vector_of(get(call, "scale"));
        parts.shear = vector_of(get(call, "shear"));
        parts.rotation = angle_of(get(call, "rotation"));
        parts.position = vector_of(get(call, "position"));
        REFUSED(hitmask_pose_from_parts(&parts, &pose, &error));
        if (strcmp(error.message, get(said, "says")->text)) fail(error.message);
    } else if (!strcmp(verb, "set_pixel")) REFUSED(hitmask_mask_set(mask, point_of(get(call, "pixel")), true));
    else if (!strcmp(verb, "crop")) REFUSED(hitmask_mask_crop(mask, rect_of(get(call, "rect")), &none_made));
    else if (!strcmp(verb, "crop_terrain")) REFUSED(hitmask_terrain_crop(ground, rect_of(get(call, "rect")), &none_made));
    else if (!strcmp(verb, "scale_nearest")) REFUSED(hitmask_mask_scale_nearest(mask, w, h, &none_made));
    else if (!strcmp(verb, "grow")) REFUSED(hitmask_mask_grow(mask, number_in(call, "by", 0), HITMASK_BOX, &none_made, &corner));
    else if (!strcmp(verb, "overlap_offsets")) REFUSED(hitmask_mask_overlap_offsets(one, other, &none_made, &corner));
    else if (!strcmp(verb, "bake")) {
        placed = (hitmask_placed){hitmask_shape_mask(one), pose};
        REFUSED(hitmask_placed_bake(&placed, &none_made, &corner));
    } else if (!strcmp(verb, "mask_cast")) REFUSED(hitmask_mask_cast(mask, mask, position, motion, &cast));
    else if (!strcmp(verb, "mask_ray_cast")) REFUSED(hitmask_mask_ray_cast(mask, position, motion, &cast));
    else if (!strcmp(verb, "move_and_slide")) {
        placed = (hitmask_placed){hitmask_shape_mask(mask), hitmask_pose_at(0, 0)};
        REFUSED(hitmask_move_and_slide(&placed, position, motion, NULL, 0, NULL, &moved));
    } else if (!strcmp(verb, "set_position")) REFUSED(hitmask_world_set_position(world, who, position));
    else if (!strcmp(verb, "teleport")) REFUSED(hitmask_world_teleport(world, who, position));
    else if (!strcmp(verb, "set_frame")) REFUSED(hitmask_world_set_frame(world, who, frame));
    else if (!strcmp(verb, "set_rotation")) REFUSED(hitmask_world_set_rotation(world, who, angle_of(get(call, "rotation"))));
    else if (!strcmp(verb, "rotate_by")) REFUSED(hitmask_world_rotate_by(world, who, angle_of(get(call, "angle"))));
    else if (!strcmp(verb, "set_scale")) REFUSED(hitmask_world_set_scale(world, who, vector_of(get(call, "scale"))));
    else if (!strcmp(verb, "set_pivot")) REFUSED(hitmask_world_set_pivot(world, who, vector_of(get(call, "pivot"))));
    else if (!strcmp(verb, "ray_cast")) REFUSED(hitmask_world_ray_cast(world, position, motion, NULL, &ray_hit, &found));
    else if (!strcmp(verb, "cast")) REFUSED(hitmask_world_cast_first(world, who, motion, NULL, &cast_hit, &found));
    else if (!strcmp(verb, "cast_turning") || !strcmp(verb, "cast_turning_from")) {
        turning = (hitmask_turning_motion){motion, get(call, "degrees")->number, 64};
        REFUSED(hitmask_world_cast_turning(world, who, &turning, NULL, NULL, 0, &count));
    } else if (!strcmp(verb, "slide")) REFUSED(hitmask_world_move_and_slide(world, who, motion, NULL, NULL, &slid));
    else if (!strcmp(verb, "move_solid")) REFUSED(hitmask_world_move_solid(world, who, motion, NULL, 0, &solid));
    else if (!strcmp(verb, "ground_slope")) REFUSED(hitmask_world_ground_slope(world, who, 9, NULL, &slope, &found));
    else if (!strcmp(verb, "unstick")) REFUSED(hitmask_world_unstick(world, who, 9, NULL, &fit));
    else if (!strcmp(verb, "fit_at")) REFUSED(hitmask_world_fit_at(world, who, position, 9, NULL, &fit));
    else if (!strcmp(verb, "fit_frame")) REFUSED(hitmask_world_fit_frame(world, who, frame, 9, NULL, &fit));
    else fail("an unknown call");
    hitmask_world_free(world);
    hitmask_frames_free(frames);
    hitmask_terrain_free(ground);
    hitmask_mask_free(other);
    hitmask_mask_free(one);
    hitmask_mask_free(wide);
    hitmask_mask_free(mask);
}

/* Labels and tiles. */

/* The label of a pixel is its alpha divided by 64. */
static hitmask_label_mask *labels_of(const json *number) {
    const hitmask_alpha_mask *alpha = picture_of(number)->alpha;
    hitmask_label_mask *made;
    uint32_t w, h;
    size_t count, i;
    uint8_t *bytes;
    CALL(hitmask_alpha_mask_size(alpha, &w, &h));
    bytes = malloc((size_t)w * h + 1);
    CALL(hitmask_alpha_mask_to_alpha(alpha, bytes, (size_t)w * h, &count));
    for (i = 0; i < count; i++) bytes[i] /= 64;
    CALL(hitmask_label_mask_from_labels(w, h, bytes, w, &made));
    free(bytes);
    return made;
}

static void out_label_meeting(const hitmask_label_overlap *met, size_t count, bool found, hitmask_label_hit hit) {
    size_t i;
    out("{'met':[");
    for (i = 0; i < count; i++) {
        out("%,[[%u,%u],%l,%p]", i, met[i].label_a, met[i].label_b, met[i].pixels, met[i].first);
    }
    if (found) out("],'hit':[[%u,%u],%p]}", hit.label_a, hit.label_b, hit.pixel);
    else out("],'hit':null}");
}

/* How many there are is told with no room, and with room for one, which is too small for more. */
static void must_be_told(int32_t status, const size_t *asked, size_t count) {
    if (status != (count > 1 ? HITMASK_TOO_SMALL : HITMASK_OK)) fail("room for one has another status");
    if (asked[0] != count || asked[1] != count) fail("another number was told");
}

static void labels(const json *ask) {
    hitmask_label_mask *one = labels_of(get(ask, "labels")), *two = NULL;
    const json *other = get(ask, "other");
    hitmask_point offset = point_of(get(ask, "offset"));
    hitmask_pose pose = pose_of(get(ask, "pose")), other_pose = pose_of(get(ask, "other_pose"));
    hitmask_label_overlap met[64];
    hitmask_label_hit hit;
    hitmask_shape shape;
    size_t count, asked[2];
    uint64_t hash;
    bool found;
    if (find(other, "labels")) {
        two = labels_of(get(other, "labels"));
        shape = hitmask_shape_labels(two);
    } else {
        shape = shape_of(other);
    }
    CALL(hitmask_label_mask_overlap_labels(one, &shape, offset, met, COUNT(met), &count));
    CALL(hitmask_label_mask_overlap_labels(one, &shape, offset, NULL, 0, &asked[0]));
    must_be_told(hitmask_label_mask_overlap_labels(one, &shape, offset, met, 1, &asked[1]), asked, count);
    CALL(hitmask_label_mask_label_hit(one, &shape, offset, &hit, &found));
    out("{'at_offset':");
    out_label_meeting(met, count, found, hit);
    CALL(hitmask_label_mask_overlap_labels_posed(one, &pose, &shape, &other_pose, met, COUNT(met), &count));
    CALL(hitmask_label_mask_label_hit_posed(one, &pose, &shape, &other_pose, &hit, &found));
    out(",'posed':");
    out_label_meeting(met, count, found, hit);
    CALL(hitmask_label_mask_hash(one, &hash));
    out(",'hash':%x}", hash);
    hitmask_label_mask_free(one);
    hitmask_label_mask_free(two);
}

static int32_t tile_kind_of(const char *name) {
    if (!strcmp(name, "body")) return HITMASK_TILE_BODY;
    if (!strcmp(name, "one_way")) return HITMASK_TILE_ONE_WAY;
    return strcmp(name, "sensor") ? HITMASK_TILE_NOTHING : HITMASK_TILE_SENSOR;
}

static const char *tile_kind_name(int32_t kind) {
    return kind == HITMASK_TILE_BODY ? "body" : kind == HITMASK_TILE_ONE_WAY ? "one_way" : kind == HITMASK_TILE_SENSOR ? "sensor" : "nothing";
}

static void tiles(const json *ask) {
    static uint32_t gids[4096];
    static hitmask_tile_overlap met[4096];
    const json *list, *size = get(ask, "size"), *cell = get(ask, "cell");
    hitmask_tile_overlap one_met;
    hitmask_tile_def defs[64];
    hitmask_tile_set *set;
    hitmask_tile_map *map;
    hitmask_shape shape = shape_of(get(ask, "shape")), view;
    hitmask_point offset = point_of(get(ask, "offset"));
    hitmask_rect bounds = {0, 0, 0, 0};
    uint64_t solid, area, back, hash;
    uint32_t seen = 0;
    size_t count = 0, asked[2], i;
    bool found;
    for (list = get(ask, "tiles")->first; list; list = list->next) {
        hitmask_tile_def *def = &defs[count++];
        def->id = (uint32_t)whole(get(list, "id"));
        def->mask = bits_of(list);
        def->kind = tile_kind_of(get(list, "kind")->text);
        def->number = (uint64_t)whole(get(list, "number"));
        def->offset = point_of(get(list, "offset"));
    }
    CALL(hitmask_tile_set_new(defs, count, &set));
    for (count = 0, list = get(ask, "gids")->first; list; list = list->next) gids[count++] = (uint32_t)whole(list);
    CALL(hitmask_tile_map_from_gids(set, (uint32_t)whole(item(size, 0)), (uint32_t)whole(item(size, 1)), (uint32_t)whole(item(cell, 0)),
                                    (uint32_t)whole(item(cell, 1)), gids, count, &map, NULL));
    for (list = get(ask, "kinds")->first; list; list = list->next) seen |= (uint32_t)tile_kind_of(list->text);
    view = hitmask_shape_tiles(map, seen);
    CALL(hitmask_tile_map_count(map, seen, &solid));
    CALL(hitmask_tile_map_bounds(map, seen, &bounds, &found));
    CALL(hitmask_overlap_area(&view, &shape, offset, &area));
    CALL(hitmask_tile_map_overlap_tiles(map, seen, &shape, offset, met, COUNT(met), &count));
    CALL(hitmask_tile_map_overlap_tiles(map, seen, &shape, offset, NULL, 0, &asked[0]));
    must_be_told(hitmask_tile_map_overlap_tiles(map, seen, &shape, offset, &one_met, 1, &asked[1]), asked, count);
    CALL(hitmask_overlap_area(&shape, &view, (hitmask_point){-offset.x, -offset.y}, &back));
    if (back != area) fail("the other way around, the area is another one");
    CALL(hitmask_tile_map_content_hash(map, &hash));
    out("{'count':%l,'bounds':%?r,'area':%l,'met':[", solid, found, bounds, area);
    for (i = 0; i < count; i++) {
        const hitmask_tile_overlap *one = &met[i];
        out("%,{'cell':%p,'tile':%u,'flips':[%b,%b,%b],", i, one->cell, one->tile.tile, one->tile.flip_x, one->tile.flip_y, one->tile.diagonal);
        out("'kind':'%s','number':%l,'area':%l,'first':%p}", tile_kind_name(one->kind), one->number, one->area, one->first);
    }
    out("],'hash':%x}", hash);
    hitmask_tile_map_free(map);
    hitmask_tile_set_free(set);
}

/* Saved worlds that are refused. */

static bool listed_shape(void *user, uint64_t key, hitmask_shape *shape) {
    *shape = shape_of(item(user, (size_t)key));
    return true;
}

static void saved(const json *ask) {
    hitmask_world *none;
    hitmask_error error;
    size_t length;
    uint8_t *bytes = unhex(get(ask, "bytes")->text, &length);
    int32_t status = hitmask_world_from_bytes(bytes, length, 0, listed_shape, (void *)get(ask, "shapes"), &none, &error);
    free(bytes);
    if (status == HITMASK_OK) fail("a world is read that must be refused");
    out("'%s'", error.message);
}

/* The files, in the order of the hash. */
static const struct {
    const char *name;
    void (*ask)(const json *ask);
} kinds[] = {
    {"pictures", NULL}, {"overlap", overlap}, {"mask", one_mask}, {"pose", one_pose},   {"posed", posed},
    {"bake", bake},     {"contact", contact}, {"cast", cast},     {"ray", ray},         {"terrain", terrain},
    {"buffer", buffer}, {"islands", ground}, {"mover", mover},    {"game", game},     {"labels", labels},
    {"tiles", tiles},   {"refused", refused},   {"saved", saved},
};

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text;
    long size;
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) {
        fprintf(stderr, "%s cannot be read; run this program in the folder of the repository\n", path);
        exit(1);
    }
    text = malloc((size_t)size + 1);
    text[fread(text, 1, (size_t)size, file)] = 0;
    fclose(file);
    return text;
}

/* Replays a line, and adds it with its new answer to the hash. */
static uint64_t replay(char *line, void (*ask)(const json *), uint64_t hash) {
    static const char between[] = ",\"answer\":";
    const char *at = line;
    json *parsed = json_value(&at);
    if (!ask) {
        read_picture(parsed);
        hash = fnv(hash, (const uint8_t *)line, strlen(line));
    } else {
        char *old = strstr(line, between);
        size_t length;
        if (!old) fail("a line without an answer");
        old += sizeof between - 1;
        length = strlen(old) - 1;
        answer_length = 0;
        said = get(parsed, "answer");
        ask(get(parsed, "ask"));
        free_objects();
        if (answer_length != length || memcmp(answer, old, length)) {
            fprintf(stderr, "%s\n  committed: %.*s\n  from C:    %s\n", place, (int)length, old, answer);
            exit(1);
        }
        hash = fnv(hash, (const uint8_t *)line, (size_t)(old - line));
        hash = fnv(hash, (const uint8_t *)answer, answer_length);
        hash = fnv(hash, (const uint8_t *)"}", 1);
    }
    json_free(parsed);
    return fnv(hash, (const uint8_t *)"\n", 1);
}

int main(void) {
    uint64_t hash = FNV_START, total = 0;
    char *committed = read_file(FOLDER "HASH"), written[64];
    size_t kind;
    answer = malloc(answer_room = 1 << 16);
    for (kind = 0; kind < COUNT(kinds); kind++) {
        char path[64], *text, *line, *next;
        size_t number = 0;
        sprintf(path, FOLDER "%s.jsonl", kinds[kind].name);
        text = read_file(path);
        for (line = text; *line; line = next) {
            next = line + strcspn(line, "\n");
            if (*next) *next++ = 0;
            line[strcspn(line, "\r")] = 0;
            sprintf(place, "%s:%zu", path, ++number);
            hash = replay(line, kinds[kind].ask, hash);
        }
        printf("%s.jsonl %zu\n", kinds[kind].name, number);
        total += number;
        free(text);
    }
    sprintf(written, "fnv1a64 %016" PRIx64, hash);
    printf("%s\n", written);
    if (!strstr(committed, written)) {
        fprintf(stderr, "the committed hash is another one:\n%s", committed);
        return 1;
    }
    printf("test result: ok. %" PRIu64 " passed; 0 failed; 0 ignored\n", total);
    for (kind = 0; kind < picture_count; kind++) {
        hitmask_mask_free(pictures[kind].mask);
        hitmask_run_mask_free(pictures[kind].runs);
        hitmask_terrain_free(pictures[kind].terrain);
        hitmask_alpha_mask_free(pictures[kind].alpha);
    }
    free(committed);
    free(answer);
    return 0;
}
