/* What calls of hitmask cost from C, beside the same calls from Rust, pygame's bitmask.c, and the loop over the pixels of two surfaces that
   games without a library write. `cargo xtask capi --bench` builds and runs it, and fetches bitmask.c.

   All take turns in many short rounds, on the clock of the thread, and each round has a new order of the pairs. The program prints the
   shortest time of all rounds, because it is the one that other programs on the machine disturb least, and the medians after it.
   Before that all must give the same answers. With --check it does that alone, on few and small masks. */

#define _POSIX_C_SOURCE 199309L

#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef WITH_BITMASK
#include "bitmask.h"
#endif

/* rust_calls.rs */
typedef struct {
    uint32_t a, b;
    int32_t x, y;
} pair_t;
typedef struct bench_scene bench_scene;
bench_scene *bench_scene_open(size_t index, uint32_t side, size_t most);
void bench_scene_close(bench_scene *scene);
const char *bench_scene_name(const bench_scene *scene);
uint32_t bench_scene_masks(const bench_scene *scene, uint32_t *w, uint32_t *h);
void bench_scene_alpha(const bench_scene *scene, uint32_t mask, uint8_t *alpha);
size_t bench_scene_pairs(const bench_scene *scene, bool misses, const pair_t **pairs);
uint64_t bench_rust_pass(bench_scene *scene, uint32_t query, const pair_t *pairs, size_t count, bool digest);

enum { OVERLAPS, AREA, FIRST, MASK, MASK_INTO, QUERIES };
static const char *const query_names[QUERIES] = {"overlaps", "overlap_area", "first_overlap", "overlap_mask", "overlap_mask_into"};
enum { RUST, C, SHAPES, BITMASK, LOOP, CONTENDERS };
static const char *const contender_names[CONTENDERS] = {"Rust", "C", "C, any shapes", "bitmask.c", "loop"};

#define MASKS 32
/* Larger surfaces would take too much memory. */
#define LOOP_SIDE 1024
#define ROUNDS 301
/* About how long a contender may take in a round, in nanoseconds. */
#define SLICE 60000.0

typedef struct {
    bench_scene *scene;
    uint32_t w, h, masks;
    hitmask_mask *mask[MASKS];
    hitmask_shape shape[MASKS];
    /* What an existing mask is for: the result of overlap_mask_into. */
    hitmask_mask *result;
    /* Four bytes a pixel, the last one alpha. */
    uint8_t *rgba[MASKS];
#ifdef WITH_BITMASK
    bitmask_t *bitmask[MASKS];
#endif
} bench;

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void must(int32_t status) {
    if (status) fail(hitmask_status_message(status));
}

/* FNV-1a over the numbers of the solid pixels. */
static uint64_t add_pixel(uint64_t digest, uint64_t x, uint64_t y) { return (digest ^ (y << 16 | x)) * 0x100000001b3u; }
#define FIRST_DIGEST 0xcbf29ce484222325u

static uint64_t digest_of_mask(const hitmask_mask *mask) {
    uint64_t digest = FIRST_DIGEST;
    hitmask_point *points;
    size_t count, i;
    must(hitmask_mask_points(mask, NULL, 0, &count));
    points = malloc((count + 1) * sizeof *points);
    must(hitmask_mask_points(mask, points, count, &count));
    for (i = 0; i < count; i++) digest = add_pixel(digest, (uint64_t)points[i].x, (uint64_t)points[i].y);
    free(points);
    return digest;
}

static uint64_t pixel_number(hitmask_point at) { return ((uint64_t)at.y << 16 | (uint64_t)at.x) + 1; }

/* Each of these asks one contender about each pair, and gives the sum of the answers, as bench_rust_pass does. */

static uint64_t pass_c(bench *b, int query, const pair_t *pairs, size_t count, bool digest) {
    uint64_t sum = 0;
    size_t i;
    switch (query) {
    case OVERLAPS:
        for (i = 0; i < count; i++) {
            bool hit = false;
            must(hitmask_mask_overlaps(b->mask[pairs[i].a], b->mask[pairs[i].b], (hitmask_point){pairs[i].x, pairs[i].y}, &hit));
            sum += hit;
        }
        break;
    case AREA:
        for (i = 0; i < count; i++) {
            uint64_t area = 0;
            must(hitmask_mask_overlap_area(b->mask[pairs[i].a], b->mask[pairs[i].b], (hitmask_point){pairs[i].x, pairs[i].y}, &area));
            sum += area;
        }
        break;
    case FIRST:
        for (i = 0; i < count; i++) {
            hitmask_point first;
            bool found = false;
            must(hitmask_mask_first_overlap(b->mask[pairs[i].a], b->mask[pairs[i].b], (hitmask_point){pairs[i].x, pairs[i].y}, &first, &found));
            if (found) sum += pixel_number(first);
        }
        break;
    case MASK:
        for (i = 0; i < count; i++) {
            hitmask_mask *both = NULL;
            must(hitmask_mask_overlap_mask(b->mask[pairs[i].a], b->mask[pairs[i].b], (hitmask_point){pairs[i].x, pairs[i].y}, &both));
            if (digest) sum += digest_of_mask(both);
            hitmask_mask_free(both);
        }
        break;
    default:
        for (i = 0; i < count; i++) {
            must(hitmask_mask_overlap_mask_into(b->mask[pairs[i].a], b->mask[pairs[i].b], (hitmask_point){pairs[i].x, pairs[i].y}, b->result));
            if (digest) sum += digest_of_mask(b->result);
        }
    }
    return sum;
}

static uint64_t pass_shapes(bench *b, int query, const pair_t *pairs, size_t count, bool digest) {
    uint64_t sum = 0;
    size_t i;
    (void)query, (void)digest;
    for (i = 0; i < count; i++) {
        bool hit = false;
        must(hitmask_overlaps(&b->shape[pairs[i].a], &b->shape[pairs[i].b], (hitmask_point){pairs[i].x, pairs[i].y}, &hit));
        sum += hit;
    }
    return sum;
}

static uint64_t pass_rust(bench *b, int query, const pair_t *pairs, size_t count, bool digest) {
    return bench_rust_pass(b->scene, (uint32_t)query, pairs, count, digest);
}

static uint64_t pass_bitmask(bench *b, int query, const pair_t *pairs, size_t count, bool digest) {
    uint64_t sum = 0;
#ifdef WITH_BITMASK
    size_t i;
    for (i = 0; i < count; i++) {
        const bitmask_t *one = b->bitmask[pairs[i].a], *other = b->bitmask[pairs[i].b];
        int x = pairs[i].x, y = pairs[i].y, px, py;
        switch (query) {
        case OVERLAPS: sum += bitmask_overlap(one, other, x, y) != 0; break;
        case AREA: sum += (uint64_t)bitmask_overlap_area(one, other, x, y); break;
        /* Which pixel it finds depends on its columns, so only whether there is one is compared. */
        case FIRST: sum += bitmask_overlap_pos(one, other, x, y, &px, &py) != 0; break;
        default: {
            bitmask_t *both = bitmask_create(one->w, one->h);
            bitmask_overlap_mask(one, other, both, x, y);
            if (digest) {
                uint64_t of_mask = FIRST_DIGEST;
                for (py = 0; py < both->h; py++)
                    for (px = 0; px < both->w; px++)
                        if (bitmask_getbit(both, px, py)) of_mask = add_pixel(of_mask, (uint64_t)px, (uint64_t)py);
                sum += of_mask;
            }
            bitmask_free(both);
        }
        }
    }
#else
    (void)b, (void)query, (void)pairs, (void)count, (void)digest;
#endif
    return sum;
}

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

/* As SDL_collide and its like: the shared rectangle, row by row, until both alphas are solid. */
static bool surfaces_overlap(const uint8_t *a, const uint8_t *b, int w, int h, int dx, int dy) {
    int x, y, left = larger(0, dx), right = smaller(w, dx + w), top = larger(0, dy), bottom = smaller(h, dy + h);
    for (y = top; y < bottom; y++) {
        const uint8_t *p = a + 4 * ((size_t)y * (size_t)w + (size_t)left) + 3;
        const uint8_t *q = b + 4 * ((size_t)(y - dy) * (size_t)w + (size_t)(left - dx)) + 3;
        for (x = left; x < right; x++, p += 4, q += 4)
            if (*p >= 128 && *q >= 128) return true;
    }
    return false;
}

static uint64_t pass_loop(bench *b, int query, const pair_t *pairs, size_t count, bool digest) {
    uint64_t sum = 0;
    size_t i;
    (void)query, (void)digest;
    for (i = 0; i < count; i++)
        sum += surfaces_overlap(b->rgba[pairs[i].a], b->rgba[pairs[i].b], (int)b->w, (int)b->h, pairs[i].x, pairs[i].y);
    return sum;
}

typedef uint64_t (*pass_t)(bench *, int, const pair_t *, size_t, bool);
static const pass_t passes[CONTENDERS] = {pass_rust, pass_c, pass_shapes, pass_bitmask, pass_loop};

static bool takes_part(const bench *b, int contender, int query) {
    switch (contender) {
    case SHAPES: return query == OVERLAPS;
    case LOOP: return query == OVERLAPS && b->w <= LOOP_SIDE;
#ifndef WITH_BITMASK
    case BITMASK: return false;
#endif
    default: return true;
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static uint64_t state = 1;
static size_t below(size_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % n;
}

static void shuffle(pair_t *pairs, size_t count) {
    for (; count > 1; count--) {
        size_t other = below(count);
        pair_t kept = pairs[count - 1];
        pairs[count - 1] = pairs[other];
        pairs[other] = kept;
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All contenders must say the same about each pair. The answers about masks take long to compare, so of these only some are. */
static void compare(bench *b, int query, const pair_t *pairs, size_t count) {
    size_t i, most = query >= MASK ? 3000000 / ((size_t)b->w * b->h) + 1 : count;
    int who;
    for (i = 0; i < count && i < most; i++) {
        uint64_t wanted = pass_rust(b, query, pairs + i, 1, true);
        for (who = C; who < CONTENDERS; who++) {
            uint64_t answer, expected = who == BITMASK && query == FIRST ? wanted > 0 : wanted;
            if (!takes_part(b, who, query)) continue;
            answer = passes[who](b, query, pairs + i, 1, true);
            if (answer == expected) continue;
            fprintf(stderr, "%s %s: masks %u and %u at (%d, %d): Rust says %llu, %s says %llu\n", query_names[query],
                    bench_scene_name(b->scene), pairs[i].a, pairs[i].b, pairs[i].x, pairs[i].y, (unsigned long long)expected,
                    contender_names[who], (unsigned long long)answer);
            exit(1);
        }
    }
}

/* How many times as fast as bitmask.c it should be. 0 is no goal. */
static double goal(const char *scene, int query, bool misses) {
    static const struct {
        const char *scene;
        double hits, misses;
    } overlaps[] = {{"blob 16", 4.5, 4.5}, {"blob 32", 4.5, 4.5}, {"interleaved 16", 0, 4.5}, {"interleaved 32", 0, 4.5},
                    {"blob 64", 2.7, 2.5}, {"interleaved 64", 0, 3}, {"blob 256", 4, 4}, {"thin L 256", 0.9, 7},
                    {"interleaved 256", 0, 3.2}, {"sprite 1024", 30, 30}, {"interleaved 1024", 0, 4}, {"sprite 4096", 100, 100},
                    {"interleaved 4096", 0, 2.5}};
    size_t i;
    bool deep = strstr(scene, "1024") != NULL;
    switch (query) {
    case OVERLAPS:
        for (i = 0; i < sizeof overlaps / sizeof *overlaps; i++)
            if (strcmp(scene, overlaps[i].scene) == 0) return misses ? overlaps[i].misses : overlaps[i].hits;
        return 0.9;
    case AREA: return strstr(scene, "64") ? 2.5 : deep ? 2.4 : 3;
    case FIRST: return deep ? 3 : 2;
    case MASK: return 1.2;
    default: return 2;
    }
}

static const char *nanoseconds(double time) {
    static char texts[8][32];
    static int next;
    char *text = texts[next = (next + 1) % 8];
    sprintf(text, time < 100 ? "%.1f" : "%.0f", time);
    return text;
}

static const char *ratio(double time, double ours) {
    static char texts[8][32];
    static int next;
    char *text = texts[next = (next + 1) % 8];
    if (time == 0) return "";
    sprintf(text, time / ours < 20 ? "%.2f" : "%.0f", time / ours);
    return text;
}

/* The rows of the table, by query. */
static char rows[QUERIES][1 << 16];

static void measure(bench *b, int query, bool misses, pair_t *pairs, size_t count) {
    static double times[CONTENDERS][ROUNDS];
    double least[CONTENDERS] = {0}, median[CONTENDERS] = {0}, wanted = goal(bench_scene_name(b->scene), query, misses);
    size_t asked[CONTENDERS] = {0};
    int who, turn, round;
    volatile uint64_t sink = 0;
    char *row = rows[query] + strlen(rows[query]);
    for (who = 0; who < CONTENDERS; who++) {
        double begin, each;
        if (!takes_part(b, who, query)) continue;
        sink += passes[who](b, query, pairs, smaller(64, (int)count), false);
        begin = now();
        sink += passes[who](b, query, pairs, smaller(64, (int)count), false);
        each = (now() - begin) / smaller(64, (int)count);
        asked[who] = (size_t)(SLICE / (each + 0.1));
        if (asked[who] < 16) asked[who] = 16;
        if (asked[who] > count) asked[who] = count;
    }
    for (round = 0; round < ROUNDS; round++) {
        shuffle(pairs, count);
        for (turn = 0; turn < CONTENDERS; turn++) {
            double begin;
            who = round % 2 ? CONTENDERS - 1 - turn : turn;
            if (!asked[who]) continue;
            /* Its masks come into the caches again; other pairs do this, so that no branch is learnt. */
            sink += passes[who](b, query, pairs + count - smaller((int)count, 64), (size_t)smaller((int)count, 64), false);
            begin = now();
            sink += passes[who](b, query, pairs, asked[who], false);
            times[who][round] = (now() - begin) / (double)asked[who];
        }
    }
    for (who = 0; who < CONTENDERS; who++) {
        if (!asked[who]) continue;
        qsort(times[who], ROUNDS, sizeof(double), by_size);
        least[who] = times[who][0];
        median[who] = times[who][ROUNDS / 2];
    }
    sprintf(row, "| %s %s | %s | %s | %s | %+.1f (%+.1f) | %s | %s | %s (%s) | %s | %s | %s%s |\n", query_names[query],
           bench_scene_name(b->scene), misses ? "misses" : "hits", nanoseconds(least[RUST]), nanoseconds(least[C]),
           least[C] - least[RUST], median[C] - median[RUST], least[SHAPES] > 0 ? nanoseconds(least[SHAPES]) : "",
           least[BITMASK] > 0 ? nanoseconds(least[BITMASK]) : "", ratio(least[BITMASK], least[C]), ratio(median[BITMASK], median[C]),
           least[LOOP] > 0 ? nanoseconds(least[LOOP]) : "", ratio(least[LOOP], least[C]),
           wanted > 0 && least[BITMASK] > 0 ? nanoseconds(wanted) : "",
           wanted > 0 && least[BITMASK] > 0 && least[BITMASK] / least[C] < wanted ? " **missed**" : "");
}

static bench open_scene(bench_scene *scene) {
    bench b = {0};
    uint32_t m, x, y;
    uint8_t *alpha;
    b.scene = scene;
    b.masks = bench_scene_masks(scene, &b.w, &b.h);
    if (b.masks > MASKS) fail("a scene has too many masks");
    alpha = malloc((size_t)b.w * b.h);
    for (m = 0; m < b.masks; m++) {
        bench_scene_alpha(scene, m, alpha);
        must(hitmask_mask_from_alpha(b.w, b.h, alpha, b.w, 128, &b.mask[m]));
        b.shape[m] = hitmask_shape_mask(b.mask[m]);
        if (b.w <= LOOP_SIDE) {
            b.rgba[m] = calloc((size_t)b.w * b.h, 4);
            for (x = 0; x < b.w * b.h; x++) b.rgba[m][4 * x + 3] = alpha[x];
        }
#ifdef WITH_BITMASK
        b.bitmask[m] = bitmask_create((int)b.w, (int)b.h);
        for (y = 0; y < b.h; y++)
            for (x = 0; x < b.w; x++)
                if (alpha[y * b.w + x]) bitmask_setbit(b.bitmask[m], (int)x, (int)y);
#else
        (void)y;
#endif
    }
    free(alpha);
    must(hitmask_mask_new(b.w, b.h, &b.result));
    return b;
}

static void close_scene(bench *b) {
    uint32_t m;
    for (m = 0; m < b->masks; m++) {
        hitmask_mask_free(b->mask[m]);
        free(b->rgba[m]);
#ifdef WITH_BITMASK
        bitmask_free(b->bitmask[m]);
#endif
    }
    hitmask_mask_free(b->result);
    bench_scene_close(b->scene);
}

/* The scenes of the goals for the queries other than overlaps. */
static bool is_asked(int query, const char *scene) {
    static const char *const scenes[QUERIES][7] = {
        {NULL},
        {"blob 64", "interleaved 64", "blob 256", "interleaved 256", "sprite 1024", "interleaved 1024", NULL},
        {"blob 64", "interleaved 64", "sprite 1024", "interleaved 1024", NULL},
        {"blob 64", "blob 256", "interleaved 256", "sprite 1024", NULL},
        {"blob 64", "blob 256", "interleaved 256", "sprite 1024", NULL},
    };
    size_t i;
    if (query == OVERLAPS) return true;
    for (i = 0; scenes[query][i]; i++)
        if (strcmp(scenes[query][i], scene) == 0) return true;
    return false;
}

int main(int count, char **arguments) {
    bool check = count > 1 && strcmp(arguments[1], "--check") == 0;
    uint32_t side = check ? 130 : UINT32_MAX;
    size_t most = check ? 50 : (size_t)-1, compared = 0, i;
    bench_scene *scene;
    int query, misses;
    for (i = 0; (scene = bench_scene_open(i, side, most)) != NULL; i++) {
        bench b = open_scene(scene);
        for (query = 0; query < QUERIES; query++) {
            if (!is_asked(query, bench_scene_name(scene))) continue;
            for (misses = 0; misses < 2; misses++) {
                const pair_t *list;
                size_t pairs = bench_scene_pairs(scene, misses, &list);
                pair_t *own = malloc((pairs + 1) * sizeof *own);
                memcpy(own, list, pairs * sizeof *own);
                compare(&b, query, own, pairs);
                compared += pairs;
                if (!check && pairs >= 16) measure(&b, query, misses, own, pairs);
                free(own);
            }
        }
        close_scene(&b);
    }
    if (!check) {
        puts("| work | | Rust | C | more from C | any shapes | bitmask.c | ratio | loop | ratio | goal |");
        puts("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (query = 0; query < QUERIES; query++) fputs(rows[query], stdout);
    }
    if (check) printf("test result: ok. %d passed; 0 failed; all say the same about %lu pairs\n", compared > 1000, (unsigned long)compared);
    return compared > 1000 ? 0 : 1;
}
