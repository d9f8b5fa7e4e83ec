/* Tile maps, beside pixels that this program draws itself: every kind, every flip, pictures that reach over other cells, edits, bytes, a
   world, and misuse. The committed answers have which tiles a shape meets. This file is long because all of it needs the same drawing. */

#include "check.h"

#include <string.h>

enum { TILES = 7, COLUMNS = 19, ROWS = 17, CELL_W = 8, CELL_H = 6, MARGIN = 24 };
enum { W = COLUMNS * CELL_W, H = ROWS * CELL_H };

typedef struct {
    uint32_t w, h;
    int32_t kind;
    hitmask_point offset;
    uint64_t number;
    bool solid[16][16];
} picture;

static picture pictures[TILES];
static hitmask_tile_cell cells[ROWS][COLUMNS]; /* tile 0 is an empty cell */
static hitmask_tile_set *set;

static hitmask_mask *random_mask(picture *one) {
    hitmask_mask *mask;
    uint32_t x, y;
    CALL(hitmask_mask_new(one->w, one->h, &mask));
    for (y = 0; y < one->h; y++) {
        for (x = 0; x < one->w; x++) {
            one->solid[y][x] = random_below(3) == 0;
            CALL(hitmask_mask_set(mask, point((int32_t)x, (int32_t)y), one->solid[y][x]));
        }
    }
    return mask;
}

static void make_set(void) {
    static const int32_t kinds[TILES] = {HITMASK_TILE_BODY,   HITMASK_TILE_BODY,   HITMASK_TILE_BODY,   HITMASK_TILE_ONE_WAY,
                                         HITMASK_TILE_SENSOR, HITMASK_TILE_SENSOR, HITMASK_TILE_NOTHING};
    static const uint32_t sizes[TILES][2] = {{0, 0}, {8, 6}, {13, 15}, {8, 3}, {4, 11}, {5, 5}, {8, 6}};
    hitmask_tile_def defs[TILES - 1];
    hitmask_mask *masks[TILES];
    uint32_t i;
    for (i = 1; i < TILES; i++) {
        picture *one = &pictures[i];
        one->w = sizes[i][0];
        one->h = sizes[i][1];
        one->kind = kinds[i];
        one->offset = i == 5 ? point(-3, 4) : point(0, 0);
        one->number = 100 * i + UINT64_C(0x100000000);
        masks[i] = random_mask(one);
        defs[i - 1].id = i;
        defs[i - 1].mask = masks[i];
        defs[i - 1].kind = one->kind;
        defs[i - 1].number = one->number;
        defs[i - 1].offset = one->offset;
    }
    CALL(hitmask_tile_set_new(defs, TILES - 1, &set));
    /* The set has its share of the pixels. */
    for (i = 1; i < TILES; i++) hitmask_mask_free(masks[i]);
}

/* Whether the tile of a cell is solid at a pixel of the map. */
static bool is_solid(int column, int row, int x, int y) {
    hitmask_tile_cell cell = cells[row][column];
    const picture *one = &pictures[cell.tile];
    int w = (int)(cell.diagonal ? one->h : one->w), h = (int)(cell.diagonal ? one->w : one->h);
    if (!cell.tile) return false;
    x -= column * CELL_W + one->offset.x;
    y -= (row + 1) * CELL_H - h + one->offset.y;
    if (x < 0 || x >= w || y < 0 || y >= h) return false;
    if (cell.flip_x) x = w - 1 - x;
    if (cell.flip_y) y = h - 1 - y;
    return cell.diagonal ? one->solid[x][y] : one->solid[y][x];
}

static bool counts(int column, int row, uint32_t kinds) {
    return cells[row][column].tile && ((uint32_t)pictures[cells[row][column].tile].kind & kinds) != 0;
}

/* The solid pixels of each number of kinds, drawn cell by cell. */
static bool drawn[8][H + 2 * MARGIN][W + 2 * MARGIN];

static void draw(void) {
    uint32_t kinds;
    int column, row, x, y;
    memset(drawn, 0, sizeof drawn);
    for (row = 0; row < ROWS; row++) {
        for (column = 0; column < COLUMNS; column++) {
            for (y = row * CELL_H - MARGIN; y < row * CELL_H + MARGIN; y++) {
                for (x = column * CELL_W - MARGIN; x < column * CELL_W + MARGIN; x++) {
                    if (!is_solid(column, row, x, y)) continue;
                    for (kinds = 0; kinds < 8; kinds++) {
                        if (counts(column, row, kinds)) drawn[kinds][y + MARGIN][x + MARGIN] = true;
                    }
                }
            }
        }
    }
}

static uint32_t gid_of(hitmask_tile_cell cell) {
    return cell.tile | (cell.flip_x ? UINT32_C(1) << 31 : 0) | (cell.flip_y ? UINT32_C(1) << 30 : 0) |
           (cell.diagonal ? UINT32_C(1) << 29 : 0);
}

static hitmask_tile_cell random_cell(void) {
    hitmask_tile_cell cell;
    memset(&cell, 0, sizeof cell);
    if (random_below(3) == 0) return cell;
    cell.tile = 1 + random_below(TILES - 1);
    cell.flip_x = random_below(2) != 0;
    cell.flip_y = random_below(2) != 0;
    cell.diagonal = random_below(2) != 0;
    return cell;
}

static bool same_cell(hitmask_tile_cell a, hitmask_tile_cell b) {
    return a.tile == b.tile && a.flip_x == b.flip_x && a.flip_y == b.flip_y && a.diagonal == b.diagonal;
}

/* Every pixel, the count, the bounds, a crop of all. */
static void compare_pixels(const hitmask_tile_map *map) {
    uint32_t kinds;
    draw();
    for (kinds = 0; kinds < 8; kinds++) {
        uint64_t count, wanted = 0;
        hitmask_rect bounds, all = {-MARGIN, -MARGIN, W + 2 * MARGIN, H + 2 * MARGIN};
        hitmask_mask *crop;
        int x, y, x0 = W, y0 = H, x1 = -1, y1 = -1;
        bool found;
        CALL(hitmask_tile_map_crop(map, kinds, all, &crop));
        for (y = 0; y < H + 2 * MARGIN; y++) {
            for (x = 0; x < W + 2 * MARGIN; x++) {
                bool solid, cropped;
                CALL(hitmask_tile_map_contains(map, kinds, point(x - MARGIN, y - MARGIN), &solid));
                CALL(hitmask_mask_get(crop, point(x, y), &cropped));
                CHECK(solid == drawn[kinds][y][x] && cropped == solid);
                if (!solid) continue;
                if (!wanted || x < x0) x0 = x;
                if (!wanted || y < y0) y0 = y;
                if (x > x1) x1 = x;
                if (y > y1) y1 = y;
                wanted++;
            }
        }
        CALL(hitmask_tile_map_count(map, kinds, &count));
        CHECK(count == wanted);
        CALL(hitmask_tile_map_bounds(map, kinds, &bounds, &found));
        CHECK(found == (wanted > 0));
        if (found) {
            CHECK(bounds.x == x0 - MARGIN && bounds.y == y0 - MARGIN);
            CHECK((int)bounds.w == x1 - x0 + 1 && (int)bounds.h == y1 - y0 + 1);
        }
        hitmask_mask_free(crop);
    }
}

/* The tile that is drawn last. */
static void compare_tile_at(const hitmask_tile_map *map, int x, int y, uint32_t kinds) {
    hitmask_tile_overlap met;
    hitmask_point wanted = {-1, -1};
    int column, row;
    bool found;
    for (row = 0; row < ROWS; row++) {
        for (column = 0; column < COLUMNS; column++) {
            if (counts(column, row, kinds) && is_solid(column, row, x, y)) wanted = point(column, row);
        }
    }
    CALL(hitmask_tile_map_tile_at(map, kinds, point(x, y), &met, &found));
    CHECK(found == (wanted.x >= 0));
    if (found) CHECK(met.cell.x == wanted.x && met.cell.y == wanted.y && met.area == 1 && met.first.x == x && met.first.y == y);
}

/* A motion against the map and against one flat mask of all its pixels. */
static void compare_casts(const hitmask_tile_map *map, const hitmask_mask *mover, uint32_t kinds) {
    hitmask_rect all = {-MARGIN, -MARGIN, W + 2 * MARGIN, H + 2 * MARGIN};
    int x = (int)random_below(W) - MARGIN, y = -MARGIN - 20, dx = (int)random_below(99) - 49, dy = 60 + (int)random_below(H);
    hitmask_mask *flat;
    hitmask_cast a, b;
    hitmask_step_cast c, d;
    hitmask_point_q16 from, motion, from_flat;
    CALL(hitmask_tile_map_crop(map, kinds, all, &flat));
    CALL(hitmask_point_q16_from(x + 0.25, y, &from));
    CALL(hitmask_point_q16_from(x + MARGIN + 0.25, y + MARGIN, &from_flat));
    CALL(hitmask_point_q16_from(dx, dy, &motion));
    CALL(hitmask_tile_map_cast(map, kinds, mover, from, motion, &a));
    CALL(hitmask_mask_cast(flat, mover, from_flat, motion, &b));
    CHECK(a.outcome == b.outcome);
    if (a.outcome == HITMASK_HIT) {
        CHECK(!memcmp(&a.time, &b.time, sizeof a.time) && a.normal.x == b.normal.x && a.normal.y == b.normal.y);
        CHECK(a.point.x == b.point.x - MARGIN && a.point.y == b.point.y - MARGIN);
    }
    CALL(hitmask_tile_map_ray_cast(map, kinds, from, motion, &a));
    CALL(hitmask_mask_ray_cast(flat, from_flat, motion, &b));
    CHECK(a.outcome == b.outcome);
    if (a.outcome == HITMASK_HIT) CHECK(a.point.x == b.point.x - MARGIN && a.point.y == b.point.y - MARGIN);
    CALL(hitmask_tile_map_cast_pixels(map, kinds, mover, point(x, y), point(dx, dy), &c));
    CALL(hitmask_mask_cast_pixels(flat, mover, point(x + MARGIN, y + MARGIN), point(dx, dy), &d));
    CHECK(c.outcome == d.outcome);
    if (c.outcome == HITMASK_HIT) {
        CHECK(c.steps == d.steps && c.offset.x == d.offset.x - MARGIN && c.offset.y == d.offset.y - MARGIN);
        CHECK(c.point.x == d.point.x - MARGIN && c.point.y == d.point.y - MARGIN);
    }
    hitmask_mask_free(flat);
}

static void compare_bytes(const hitmask_tile_map *map) {
    hitmask_bytes *bytes;
    hitmask_tile_map *again = NULL;
    hitmask_error why;
    const uint8_t *data;
    size_t length;
    uint64_t hash, other;
    bool same;
    CALL(hitmask_tile_map_to_bytes(map, &bytes));
    CALL(hitmask_bytes_data(bytes, &data, &length));
    EXPECT(HITMASK_BAD_BYTES, hitmask_tile_map_from_bytes(data, length - 1, 0, &again, &why));
    CHECK(why.message[0] && !again);
    EXPECT(HITMASK_TOO_MUCH_MEMORY, hitmask_tile_map_from_bytes(data, length, 16, &again, NULL));
    CALL(hitmask_tile_map_from_bytes(data, length, 0, &again, &why));
    CALL(hitmask_tile_map_equals(map, again, &same));
    CALL(hitmask_tile_map_content_hash(map, &hash));
    CALL(hitmask_tile_map_content_hash(again, &other));
    CHECK(same && hash == other && !why.message[0]);
    hitmask_tile_map_free(again);
    hitmask_bytes_free(bytes);
}

static void maps(void) {
    static uint32_t gids[ROWS * COLUMNS];
    static hitmask_filled_cell filled[ROWS * COLUMNS];
    hitmask_tile_map *map, *copy, *by_cell, *by_fill;
    hitmask_rect all = {-MARGIN, -MARGIN, W + 2 * MARGIN, H + 2 * MARGIN};
    picture brush;
    hitmask_mask *mask;
    uint32_t a, b, i, kinds;
    uint64_t count;
    size_t listed, at = 0;
    int column, row;
    bool same;
    for (row = 0; row < ROWS; row++) {
        for (column = 0; column < COLUMNS; column++) {
            cells[row][column] = random_cell();
            gids[row * COLUMNS + column] = gid_of(cells[row][column]);
        }
    }
    CALL(hitmask_tile_map_from_gids(set, COLUMNS, ROWS, CELL_W, CELL_H, gids, ROWS * COLUMNS, &map, NULL));
    CALL(hitmask_tile_map_new(set, COLUMNS, ROWS, CELL_W, CELL_H, &by_cell));
    CALL(hitmask_tile_map_new(set, COLUMNS, ROWS, CELL_W, CELL_H, &by_fill));
    CALL(hitmask_tile_map_size(map, &a, &b));
    CHECK(a == COLUMNS && b == ROWS);
    CALL(hitmask_tile_map_cell_size(map, &a, &b));
    CHECK(a == CELL_W && b == CELL_H);
    CALL(hitmask_tile_map_fill(by_fill, point(0, 0), COLUMNS, gids, ROWS * COLUMNS, NULL));
    CALL(hitmask_tile_map_cells(map, filled, ROWS * COLUMNS, &listed));
    for (row = 0; row < ROWS; row++) {
        for (column = 0; column < COLUMNS; column++) {
            hitmask_tile_cell shown, wanted = cells[row][column];
            bool found;
            CALL(hitmask_tile_map_set(by_cell, point(column, row), wanted.tile ? &wanted : NULL));
            CALL(hitmask_tile_map_get(map, point(column, row), &shown, &found));
            CHECK(found == (wanted.tile != 0));
            if (!found) continue;
            CHECK(same_cell(shown, wanted) && at < listed && same_cell(filled[at].tile, wanted));
            CHECK(filled[at].cell.x == column && filled[at].cell.y == row);
            at++;
        }
    }
    CALL(hitmask_tile_map_filled(map, &count));
    CHECK(at == listed && count == listed);
    CALL(hitmask_tile_map_equals(map, by_cell, &same));
    CHECK(same);
    CALL(hitmask_tile_map_equals(map, by_fill, &same));
    CHECK(same);
    compare_pixels(map);
    compare_bytes(map);

    /* A copy stays as it is, whatever was drawn before. */
    CALL(hitmask_tile_map_draw_ahead(map, HITMASK_TILE_ALL, all));
    CALL(hitmask_tile_map_clone(map, &copy));
    for (i = 0; i < 60; i++) {
        hitmask_tile_cell to = random_cell();
        column = (int)random_below(COLUMNS);
        row = (int)random_below(ROWS);
        cells[row][column] = to;
        CALL(hitmask_tile_map_set(map, point(column, row), to.tile ? &to : NULL));
    }
    compare_pixels(map);
    CALL(hitmask_tile_map_equals(copy, by_cell, &same));
    CHECK(same);
    CALL(hitmask_tile_map_equals(copy, map, &same));
    CHECK(!same);

    brush.w = 14;
    brush.h = 9;
    mask = random_mask(&brush);
    for (i = 0; i < 200; i++) {
        int x = (int)random_below(W + MARGIN) - MARGIN, y = (int)random_below(H + MARGIN) - MARGIN;
        kinds = random_below(8);
        compare_tile_at(map, x, y, kinds);
        if (i % 4 == 0) compare_casts(map, mask, kinds);
    }
    hitmask_mask_free(mask);

    CALL(hitmask_tile_map_clear(map));
    memset(cells, 0, sizeof cells);
    compare_pixels(map);
    hitmask_tile_map_free(map);
    hitmask_tile_map_free(copy);
    hitmask_tile_map_free(by_cell);
    hitmask_tile_map_free(by_fill);
}

static void sets(void) {
    hitmask_tile_map *map;
    hitmask_tile_set *again;
    hitmask_tile_def def;
    hitmask_mask *mask;
    uint32_t ids[TILES], i, w, h;
    size_t count;
    bool found, same;
    CALL(hitmask_tile_set_count(set, &count));
    CHECK(count == TILES - 1);
    CALL(hitmask_tile_set_ids(set, ids, TILES, &count));
    CHECK(count == TILES - 1);
    for (i = 1; i < TILES; i++) {
        CHECK(ids[i - 1] == i);
        CALL(hitmask_tile_set_get(set, i, &def, &found));
        CHECK(found && def.id == i && !def.mask && def.kind == pictures[i].kind && def.number == pictures[i].number);
        CHECK(def.offset.x == pictures[i].offset.x && def.offset.y == pictures[i].offset.y);
        CALL(hitmask_tile_set_mask(set, i, &mask));
        CALL(hitmask_mask_size(mask, &w, &h));
        CHECK(w == pictures[i].w && h == pictures[i].h);
        hitmask_mask_free(mask);
    }
    CALL(hitmask_tile_set_get(set, TILES, &def, &found));
    CHECK(!found);
    CALL(hitmask_tile_map_new(set, 3, 3, 8, 8, &map));
    CALL(hitmask_tile_map_tile_set(map, &again));
    CALL(hitmask_tile_set_equals(set, again, &same));
    CHECK(same);
    hitmask_tile_set_free(again);
    hitmask_tile_map_free(map);
}

/* A level of ground, a ledge and spikes: who stops the hero is named, and so are the spikes that he falls into. */
static void worlds(void) {
    hitmask_tile_def defs[3];
    hitmask_tile_cell block = {1, false, false, false}, plank = {2, false, false, false};
    hitmask_tile_cell spikes = {3, false, false, false}, far = {9, false, false, false};
    hitmask_query_filter filter = hitmask_query_filter_default();
    hitmask_tile_set *tiles;
    hitmask_tile_map *map;
    hitmask_mask *masks[3], *body;
    hitmask_world *world;
    hitmask_collider collider;
    hitmask_tile_colliders level;
    hitmask_handle hero, other;
    hitmask_kept_shape *kept;
    hitmask_shape shape;
    hitmask_slid slid;
    hitmask_tile_overlap met;
    const hitmask_event *events;
    hitmask_point_q16 down, right, place;
    static const uint32_t gids[] = {1, 1}, no_gids[] = {0, 0}, far_gids[] = {0, 77};
    hitmask_error why;
    uint64_t before, after;
    size_t count;
    int32_t i;
    bool found;
    CALL(hitmask_mask_filled(16, 16, &masks[0]));
    CALL(hitmask_mask_filled(16, 4, &masks[1]));
    CALL(hitmask_mask_filled(16, 6, &masks[2]));
    CALL(hitmask_mask_filled(10, 20, &body));
    memset(defs, 0, sizeof defs);
    for (i = 0; i < 3; i++) {
        defs[i].id = (uint32_t)i + 1;
        defs[i].mask = masks[i];
        defs[i].kind = 1 << i;
        defs[i].number = (uint64_t)i * 25;
    }
    CALL(hitmask_tile_set_new(defs, 3, &tiles));
    CALL(hitmask_tile_map_new(tiles, 50, 20, 16, 16, &map));
    for (i = 0; i < 50; i++) CALL(hitmask_tile_map_set(map, point(i, 19), &block));
    CALL(hitmask_tile_map_set(map, point(5, 15), &plank));
    CALL(hitmask_tile_map_set(map, point(8, 18), &spikes));
    CALL(hitmask_world_new(NULL, &world));
    collider = hitmask_collider_default(hitmask_shape_tiles(map, HITMASK_TILE_ALL));
    CALL(hitmask_world_insert_tiles(world, &collider, &level));
    /* The world has its share of the map. */
    CALL(hitmask_tile_map_clear(map));
    CHECK(level.has_one_way && level.has_sensor);
    CALL(hitmask_world_root_of(world, level.sensor, &other, &found));
    CHECK(found && other == level.body);
    CALL(hitmask_world_get(world, level.one_way, &collider));
    CHECK(collider.kind == HITMASK_ONE_WAY && collider.shape.kind == HITMASK_SHAPE_TILES && collider.shape.level == HITMASK_TILE_ONE_WAY);

    collider = hitmask_collider_default(hitmask_shape_mask(body));
    collider.kind = HITMASK_CHARACTER;
    collider.transform = hitmask_transform_at((hitmask_vector){83, 200});
    CALL(hitmask_world_insert(world, &collider, &hero));
    CALL(hitmask_point_q16_from(0, 100, &down));
    CALL(hitmask_point_q16_from(48, 0, &right));
    CALL(hitmask_world_move_and_slide(world, hero, down, NULL, &filter, &slid));
    CHECK(slid.floor.found && slid.floor.handle == level.one_way);
    CALL(hitmask_world_tile_at(world, slid.floor.handle, slid.floor.pixel, &met, &found));
    CHECK(found && met.cell.x == 5 && met.cell.y == 15 && met.tile.tile == 2 && met.kind == HITMASK_TILE_ONE_WAY && met.number == 25);
    CALL(hitmask_world_tile_at(world, level.body, slid.floor.pixel, &met, &found));
    CHECK(!found);

    /* What the shape of a collider was is a shape again. */
    CALL(hitmask_world_shape(world, level.one_way, &kept));
    shape = hitmask_shape_kept(kept);
    CALL(hitmask_overlaps(&shape, &shape, point(15, 0), &found));
    CHECK(found);
    CALL(hitmask_overlaps(&shape, &shape, point(16, 0), &found));
    CHECK(!found);
    hitmask_kept_shape_free(kept);

    /* The plank breaks: the body's handle changes the map of all three. */
    CALL(hitmask_world_state_hash(world, &before));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_set_tile(world, level.body, point(50, 0), NULL));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_world_set_tile(world, level.body, point(0, 0), &far));
    EXPECT(HITMASK_WRONG_SHAPE, hitmask_world_set_tile(world, hero, point(0, 0), &block));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_set_tile(world, UINT64_C(77) << 32, point(0, 0), &block));
    CALL(hitmask_world_state_hash(world, &after));
    CHECK(before == after);
    CALL(hitmask_world_set_tile(world, level.body, point(5, 15), NULL));
    CALL(hitmask_world_state_hash(world, &after));
    CHECK(before != after);
    CALL(hitmask_world_move_and_slide(world, hero, right, NULL, &filter, &slid));
    CHECK(!slid.floor.found);
    CALL(hitmask_world_move_and_slide(world, hero, down, NULL, &filter, &slid));
    CHECK(slid.floor.found && slid.floor.handle == level.body);

    /* Two cells at once, and back. */
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_world_fill_tiles(world, level.body, point(49, 0), 2, gids, 2, NULL));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_world_fill_tiles(world, level.body, point(0, 0), 2, far_gids, 2, &why));
    CHECK(strstr(why.message, "77"));
    EXPECT(HITMASK_WRONG_SHAPE, hitmask_world_fill_tiles(world, hero, point(0, 0), 2, gids, 2, NULL));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_fill_tiles(world, UINT64_C(77) << 32, point(0, 0), 2, gids, 2, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_fill_tiles(world, level.body, point(0, 0), 2, NULL, 2, NULL));
    CALL(hitmask_world_state_hash(world, &before));
    CALL(hitmask_world_fill_tiles(world, level.one_way, point(0, 0), 2, gids, 2, NULL));
    CALL(hitmask_world_tile_at(world, level.body, point(0, 0), &met, &found));
    CHECK(found && met.tile.tile == gids[0]);
    CALL(hitmask_world_fill_tiles(world, level.body, point(0, 0), 2, no_gids, 2, NULL));
    CALL(hitmask_world_state_hash(world, &after));
    CHECK(before == after);

    /* He is in the spikes. */
    CALL(hitmask_world_step(world, &events, &count));
    CHECK(count == 1 && events[0].has_touch && (events[0].a == level.sensor || events[0].b == level.sensor));
    CALL(hitmask_world_tile_at(world, level.sensor, events[0].touch.first, &met, &found));
    CHECK(found && met.number == 50 && met.cell.x == 8 && met.cell.y == 18);

    /* A block appears beside him. */
    CALL(hitmask_world_set_tile(world, level.sensor, point(10, 18), &block));
    CALL(hitmask_world_move_and_slide(world, hero, right, NULL, &filter, &slid));
    CHECK(slid.wall.found && slid.wall.handle == level.body && slid.wall.pixel.x == 160);
    CALL(hitmask_world_position(world, hero, &place));
    CHECK(place.x == 150 * 65536);

    collider = hitmask_collider_default(hitmask_shape_mask(body));
    EXPECT(HITMASK_WRONG_SHAPE, hitmask_world_insert_tiles(world, &collider, &level));
    collider = hitmask_collider_default(hitmask_shape_tiles(map, HITMASK_TILE_ALL + 1));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_insert_tiles(world, &collider, &level));
    collider = hitmask_collider_default(hitmask_shape_tiles(NULL, HITMASK_TILE_ALL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_insert_tiles(world, &collider, &level));
    EXPECT(HITMASK_NULL_POINTER, hitmask_world_insert_tiles(world, &collider, NULL));
    CALL(hitmask_world_remove(world, level.body));
    CALL(hitmask_world_count(world, &count));
    CHECK(count == 1);
    hitmask_world_free(world);
    hitmask_tile_map_free(map);
    hitmask_tile_set_free(tiles);
    hitmask_mask_free(body);
    for (i = 0; i < 3; i++) hitmask_mask_free(masks[i]);
}

static void misuse(void) {
    static const uint32_t gids[] = {1, 2, 77, 3}, many[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    hitmask_tile_cell cell = {1, false, false, false}, far = {77, false, false, false};
    hitmask_tile_set *none = NULL;
    hitmask_tile_map *map = NULL, *other = NULL;
    hitmask_tile_def def;
    hitmask_tile_overlap met;
    hitmask_mask *mask;
    hitmask_shape shape;
    hitmask_error why;
    size_t count;
    bool found;
    memset(&def, 0, sizeof def);
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_set_new(&def, 1, &none));
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_set_new(NULL, 1, &none));
    CALL(hitmask_mask_filled(8, 8, &mask));
    def.mask = mask;
    def.kind = HITMASK_TILE_ALL;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_tile_set_new(&def, 1, &none));
    def.kind = HITMASK_TILE_BODY;
    def.id = UINT32_C(1) << 20;
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_set_new(&def, 1, &none));
    def.id = 1;
    def.offset.x = INT32_MIN;
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_set_new(&def, 1, &none));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_tile_set_mask(set, 77, &mask));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_map_new(set, 65537, 1, 8, 8, &map));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_map_new(set, 1, 1, 0, 8, &map));
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_map_new(NULL, 1, 1, 8, 8, &map));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_tile_map_from_gids(set, 3, 3, 8, 8, gids, 4, &map, &why));
    CHECK(strstr(why.message, "77"));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_map_from_gids(set, 3, 3, 8, 8, many, 10, &map, &why));
    CHECK(!map && !none);

    CALL(hitmask_tile_map_from_gids(set, 3, 3, 8, 8, many, 9, &map, &why));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_map_set(map, point(3, 0), &cell));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_map_set(map, point(0, -1), NULL));
    EXPECT(HITMASK_NO_SUCH_INDEX, hitmask_tile_map_set(map, point(0, 0), &far));
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_map_set(NULL, point(0, 0), &cell));
    EXPECT(HITMASK_OUT_OF_RANGE, hitmask_tile_map_fill(map, point(2, 0), 2, many, 2, &why));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_tile_map_contains(map, 64, point(0, 0), &found));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_tile_map_tile_at(map, UINT32_MAX, point(0, 0), &met, &found));
    shape = hitmask_shape_tiles(map, UINT32_MAX);
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_overlaps(&shape, &shape, point(0, 0), &found));
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_map_overlap_tiles(map, HITMASK_TILE_ALL, NULL, point(0, 0), NULL, 0, &count));
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_map_overlap_tiles(map, HITMASK_TILE_ALL, &shape, point(0, 0), NULL, 0, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_map_clone(map, NULL));
    EXPECT(HITMASK_NULL_POINTER, hitmask_tile_map_clone(NULL, &other));
    CALL(hitmask_tile_map_get(map, point(-1, 7), &cell, &found));
    CHECK(!found && !other);
    hitmask_tile_map_free(map);
    hitmask_tile_map_free(NULL);
    hitmask_tile_set_free(NULL);
    hitmask_mask_free((hitmask_mask *)def.mask);
}

int main(void) {
    make_set();
    sets();
    maps();
    maps();
    worlds();
    misuse();
    hitmask_tile_set_free(set);
    puts("test result: ok. 4 passed; 0 failed; 0 ignored");
    return 0;
}
