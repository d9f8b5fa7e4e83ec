/* Reads the committed packs through the C interface, writes the texts of assets/packs/README.md, and compares them with the committed ones.
   Then it opens a pack with every byte altered, and asks for what is not there. */

#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

static uint8_t *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes;
    if (!file) {
        fprintf(stderr, "%s cannot be read; run this program in the folder of the repository\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(*length + 1);
    if (fread(bytes, 1, *length, file) != *length) exit(1);
    bytes[*length] = 0;
    fclose(file);
    return bytes;
}

static char text[1 << 16];
static size_t text_length;

static void out(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_length += (size_t)vsnprintf(text + text_length, sizeof text - text_length, format, arguments);
    va_end(arguments);
}

static void out_rect(hitmask_rect rect) {
    out(" %" PRId32 " %" PRId32 " %" PRIu32 " %" PRIu32, rect.x, rect.y, rect.w, rect.h);
}

static void out_point(hitmask_point_q16 point) { out("pivot %" PRId64 " %" PRId64, point.x, point.y); }

static void list_rows(const hitmask_mask *mask, uint32_t w, uint32_t h) {
    int32_t x, y;
    for (y = 0; y < (int32_t)h; y++) {
        for (x = 0; x < (int32_t)w; x++) {
            bool solid;
            CALL(hitmask_mask_get(mask, (hitmask_point){x, y}, &solid));
            out(solid ? "#" : ".");
        }
        out("\n");
    }
}

static void list_entry(const hitmask_pack *pack, size_t number) {
    hitmask_pack_entry entry;
    hitmask_pack_slice slices[8];
    hitmask_outline *outline = NULL;
    hitmask_mask *mask = NULL;
    hitmask_run_mask *runs = NULL;
    uint64_t count, run_count;
    size_t slice_count, i, rings, corners;
    int32_t x, y;
    bool found;
    CALL(hitmask_pack_get(pack, number, &entry));
    out("entry %.*s\n", (int)entry.name.length, entry.name.data);
    out("size %" PRIu32 " %" PRIu32 "\ntrim", entry.w, entry.h);
    out_rect(entry.trim);
    out("\n%s %u\n", entry.has_alpha ? "alpha" : "mask", entry.level);
    if (entry.has_pivot) {
        out_point(entry.pivot);
        out("\n");
    }
    if (entry.has_duration) out("duration %" PRIu64 "\n", entry.duration / 1000000);
    CALL(hitmask_pack_slices(pack, number, slices, 8, &slice_count));
    for (i = 0; i < slice_count; i++) {
        out("slice %.*s", (int)slices[i].name.length, slices[i].name.data);
        out_rect(slices[i].rect);
        if (slices[i].has_pivot) {
            out(" ");
            out_point(slices[i].pivot);
        }
        out("\n");
    }
    CALL(hitmask_pack_outline(pack, number, &outline, &found, NULL));
    CHECK(found == entry.has_outline && found == (outline != NULL));
    if (found) {
        out("outline");
        CALL(hitmask_outline_count(outline, &rings, &corners));
        for (i = 0; i < rings; i++) {
            hitmask_ring ring;
            CALL(hitmask_outline_ring(outline, i, &ring));
            out(" %zu", ring.count);
        }
        out("\n");
        hitmask_outline_free(outline);
    }
    out("rows\n");
    CALL(hitmask_pack_mask(pack, number, &mask, NULL));
    list_rows(mask, entry.w, entry.h);
    CALL(hitmask_mask_count(mask, &count));
    hitmask_mask_free(mask);
    /* The same pixels in the other forms. */
    CALL(hitmask_pack_run_mask(pack, number, &runs, NULL));
    CALL(hitmask_run_mask_count(runs, &run_count));
    CHECK(run_count == count);
    hitmask_run_mask_free(runs);
    CALL(hitmask_pack_trimmed_mask(pack, number, &mask, NULL));
    CALL(hitmask_mask_count(mask, &run_count));
    CHECK(run_count == count);
    hitmask_mask_free(mask);
    if (entry.has_alpha) {
        hitmask_alpha_mask *alpha = NULL;
        out("alphas\n");
        CALL(hitmask_pack_alpha_mask(pack, number, &alpha, NULL));
        for (y = 0; y < (int32_t)entry.h; y++) {
            for (x = 0; x < (int32_t)entry.w; x++) {
                uint8_t value;
                CALL(hitmask_alpha_mask_get(alpha, (hitmask_point){x, y}, &value));
                out("%02x", value);
            }
            out("\n");
        }
        hitmask_alpha_mask_free(alpha);
    }
}

static void list_sprite(const hitmask_pack *pack, size_t number) {
    static const char *const directions[] = {"forward", "reverse", "ping-pong", "ping-pong-reverse"};
    hitmask_pack_sprite sprite;
    hitmask_pack_tag tags[8];
    size_t frames[8], count, i, j;
    CALL(hitmask_pack_get_sprite(pack, number, &sprite));
    out("sprite %.*s:", (int)sprite.name.length, sprite.name.data);
    CALL(hitmask_pack_frames(pack, number, frames, 8, &count));
    CHECK(count == sprite.frame_count);
    for (i = 0; i < count; i++) out(" %zu", frames[i]);
    out("\n");
    CALL(hitmask_pack_tags(pack, number, tags, 8, &count));
    CHECK(count == sprite.tag_count);
    for (i = 0; i < count; i++) {
        uint32_t shown[8];
        size_t shown_count;
        CALL(hitmask_pack_tag_frames(pack, number, i, shown, 8, &shown_count));
        CHECK(shown_count == tags[i].frame_count);
        out("tag %.*s %s %" PRIu32 ":", (int)tags[i].name.length, tags[i].name.data, directions[tags[i].direction], tags[i].repeat);
        for (j = 0; j < shown_count; j++) out(" %" PRIu32, shown[j]);
        out("\n");
    }
}

static void list(const hitmask_pack *pack, const char *committed) {
    size_t entries, sprites, i;
    text_length = 0;
    CALL(hitmask_pack_count(pack, &entries, &sprites));
    for (i = 0; i < entries; i++) list_entry(pack, i);
    for (i = 0; i < sprites; i++) list_sprite(pack, i);
    CHECK(!strcmp(text, committed));
}

static void list_map(const hitmask_tile_map *map, const hitmask_pack_entry *entry, hitmask_point corner) {
    static const char *const kinds[] = {"nothing", "body", "one-way", "", "sensor"};
    static hitmask_filled_cell cells[256];
    static uint32_t ids[64];
    hitmask_tile_set *set = NULL;
    hitmask_mask *mask = NULL;
    hitmask_rect bounds;
    uint32_t columns, rows, w, h;
    uint64_t solid;
    size_t count, i;
    bool found;
    CALL(hitmask_tile_map_size(map, &columns, &rows));
    CALL(hitmask_tile_map_cell_size(map, &w, &h));
    out("map %.*s %" PRId32 " %" PRId32, (int)entry->name.length, entry->name.data, corner.x, corner.y);
    out(" %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", columns, rows, w, h);
    CALL(hitmask_tile_map_tile_set(map, &set));
    CALL(hitmask_tile_set_ids(set, ids, 64, &count));
    for (i = 0; i < count; i++) {
        hitmask_tile_def tile;
        CALL(hitmask_tile_set_get(set, ids[i], &tile, &found));
        CALL(hitmask_tile_set_mask(set, ids[i], &mask));
        CALL(hitmask_mask_count(mask, &solid));
        hitmask_mask_free(mask);
        out("tile %" PRIu32 " %s %" PRIu64, ids[i], kinds[tile.kind], tile.number);
        out(" %" PRId32 " %" PRId32 " %" PRIu64 "\n", tile.offset.x, tile.offset.y, solid);
    }
    hitmask_tile_set_free(set);
    CALL(hitmask_tile_map_cells(map, cells, 256, &count));
    for (i = 0; i < count; i++) {
        hitmask_tile_cell tile = cells[i].tile;
        out("cell %" PRId32 " %" PRId32 " %" PRIu32, cells[i].cell.x, cells[i].cell.y, tile.tile);
        out(" %d %d %d\n", tile.flip_x, tile.flip_y, tile.diagonal);
    }
    CALL(hitmask_tile_map_bounds(map, HITMASK_TILE_ALL, &bounds, &found));
    out("pixels");
    out_rect(bounds);
    out("\n");
    CALL(hitmask_tile_map_crop(map, HITMASK_TILE_ALL, bounds, &mask));
    list_rows(mask, bounds.w, bounds.h);
    hitmask_mask_free(mask);
}

/* The cells of a level that the program has packed. */
static void list_maps(void) {
    size_t length, listed, entries, sprites, i;
    uint8_t *bytes = read_file("assets/packs/cave.hitmask", &length);
    char *committed = (char *)read_file("assets/packs/cave.txt", &listed);
    hitmask_pack *pack = NULL;
    hitmask_tile_map *map = NULL;
    hitmask_pack_entry entry;
    hitmask_point corner;
    bool found;
    text_length = 0;
    CALL(hitmask_pack_open(bytes, length, 0, &pack, NULL));
    CALL(hitmask_pack_count(pack, &entries, &sprites));
    for (i = 0; i < entries; i++) {
        CALL(hitmask_pack_get(pack, i, &entry));
        CALL(hitmask_pack_tile_map(pack, i, &map, &corner, &found, NULL));
        if (!found) continue;
        list_map(map, &entry, corner);
        hitmask_tile_map_free(map);
    }
    CHECK(!strcmp(text, committed));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_tile_map(pack, entries, &map, &corner, &found, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_tile_map(pack, 0, NULL, &corner, &found, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_tile_map(pack, 0, &map, NULL, &found, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_tile_map(pack, 0, &map, &corner, NULL, NULL));
    hitmask_pack_free(pack);
    free(bytes);
    free(committed);
}

static void names(const hitmask_pack *pack) {
    size_t number = 77, same;
    bool found;
    hitmask_pack_entry entry;
    CALL(hitmask_pack_find(pack, "hero/gr\xc3\xb6\xc3\x9f" "e.ase#jump", &number, &found));
    CHECK(found);
    CALL(hitmask_pack_get(pack, number, &entry));
    CHECK(entry.name.length == 21 && !memcmp(entry.name.data + 17, "jump", 4));
    /* A tag means its first frame, a sprite its first frame, too. */
    CALL(hitmask_pack_find(pack, "hero/gr\xc3\xb6\xc3\x9f" "e.ase#walk:0", &same, &found));
    CHECK(found && same == number);
    CALL(hitmask_pack_find_sprite(pack, "disc.png", &number, &found));
    CHECK(found && number == 1);
    number = 77;
    EXPECT(HITMASK_OK, hitmask_pack_find(pack, "nobody", &number, &found));
    CHECK(!found && number == 77);
    EXPECT(HITMASK_OK, hitmask_pack_find(pack, "\xff\xfe", &number, &found));
    CHECK(!found && number == 77);
    EXPECT(HITMASK_OK, hitmask_pack_find_sprite(pack, "", &number, &found));
    CHECK(!found && number == 77);
}

static void misuse(const hitmask_pack *pack, const uint8_t *bytes, size_t length) {
    hitmask_pack *other = NULL;
    hitmask_mask *mask = NULL;
    hitmask_alpha_mask *alpha = NULL;
    hitmask_run_mask *runs = NULL;
    hitmask_outline *outline = NULL;
    hitmask_pack_entry entry;
    hitmask_pack_sprite sprite;
    hitmask_error error;
    size_t entries, sprites, count;
    bool yes;
    EXPECT(HITMASK_OK, hitmask_pack_is_pack(bytes, 4, &yes));
    CHECK(yes);
    EXPECT(HITMASK_OK, hitmask_pack_is_pack((const uint8_t *)"HPAX", 4, &yes));
    CHECK(!yes);
    EXPECT(HITMASK_OK, hitmask_pack_is_pack(NULL, 0, &yes));
    CHECK(!yes);
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_is_pack(NULL, 4, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_is_pack(bytes, 4, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_open(NULL, length, 0, &other, &error));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_open(bytes, length, 0, NULL, &error));
    EXPECT(HITMASK_TOO_LARGE, hitmask_pack_open(bytes, SIZE_MAX, 0, &other, &error));
    EXPECT(HITMASK_BAD_BYTES, hitmask_pack_open(NULL, 0, 0, &other, &error));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_open_in_place(NULL, length, 0, &other, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_open_in_place(bytes, length, 0, NULL, NULL));
    EXPECT(HITMASK_BAD_BYTES, hitmask_pack_open_in_place(bytes, length - 1, 0, &other, &error));
    CHECK(strstr(error.message, "not the whole") != NULL);
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_count(NULL, &entries, &sprites));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_count(pack, NULL, &sprites));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_count(pack, &entries, NULL));
    EXPECT(HITMASK_OK, hitmask_pack_count(pack, &entries, &sprites));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_get(NULL, 0, &entry));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_get(pack, 0, NULL));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_get(pack, entries, &entry));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_get_sprite(pack, SIZE_MAX, &sprite));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_get_sprite(pack, 0, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_find(NULL, "a", &count, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_find(pack, NULL, &count, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_find(pack, "a", NULL, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_find(pack, "a", &count, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_find_sprite(pack, NULL, &count, &yes));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_find_sprite(pack, "a", NULL, &yes));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_frames(pack, sprites, NULL, 0, &count));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_frames(pack, 0, NULL, 0, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_frames(pack, 0, NULL, 1, &count));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_tags(pack, sprites, NULL, 0, &count));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_tag_frames(pack, 0, 9, NULL, 0, &count));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_slices(pack, entries, NULL, 0, &count));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_mask(pack, entries, &mask, &error));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_mask(NULL, 0, &mask, &error));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_mask(pack, 0, NULL, &error));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_trimmed_mask(pack, entries, &mask, NULL));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_alpha_mask(pack, entries, &alpha, NULL));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_run_mask(pack, entries, &runs, NULL));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_pack_outline(pack, entries, &outline, &yes, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_outline(pack, 0, NULL, &yes, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_outline(pack, 0, &outline, NULL, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_pack_verify(NULL, NULL));
    EXPECT(HITMASK_OK, hitmask_pack_verify(pack, &error));
    CHECK(!*error.message);
    CHECK(!other && !mask && !alpha && !runs && !outline);
    /* A limit of a few bytes. */
    EXPECT(HITMASK_OK, hitmask_pack_open(bytes, length, 8, &other, NULL));
    EXPECT(HITMASK_OK, hitmask_pack_find(other, "disc.png", &count, &yes));
    EXPECT(HITMASK_TOO_MUCH_MEMORY, hitmask_pack_mask(other, count, &mask, &error));
    CHECK(strstr(error.message, "disc.png") != NULL && !mask);
    hitmask_pack_free(other);
    hitmask_pack_free(NULL);
}

/* Every altered byte is found: when the pack is opened, or when its data is read. */
static void altered(const uint8_t *bytes, size_t length) {
    uint8_t *copy = malloc(length);
    size_t i, at_once = 0, later = 0;
    for (i = 0; i < length; i++) {
        hitmask_pack *pack = NULL;
        hitmask_error error;
        memcpy(copy, bytes, length);
        copy[i] ^= 4;
        if (hitmask_pack_open_in_place(copy, length, 0, &pack, &error) == HITMASK_BAD_BYTES) at_once++;
        else if (hitmask_pack_verify(pack, &error) == HITMASK_BAD_BYTES && strlen(error.message) > 10) later++;
        hitmask_pack_free(pack);
    }
    CHECK(at_once + later == length && later > 0 && at_once > later);
    free(copy);
}

int main(void) {
    size_t length, listed;
    uint8_t *bytes = read_file("assets/packs/small.hitmask", &length);
    char *committed = (char *)read_file("assets/packs/small.txt", &listed);
    hitmask_pack *pack = NULL;
    CALL(hitmask_pack_open_in_place(bytes, length, 0, &pack, NULL));
    list(pack, committed);
    misuse(pack, bytes, length);
    names(pack);
    hitmask_pack_free(pack);
    altered(bytes, length);
    list_maps();
    CALL(hitmask_pack_open(bytes, length, 0, &pack, NULL));
    /* The copy does not need the bytes any more. */
    memset(bytes, 0, length);
    list(pack, committed);
    hitmask_pack_free(pack);
    free(bytes);
    free(committed);
    puts("test result: ok. 4 passed; 0 failed; 0 ignored");
    return 0;
}
