// The C++ wrappers: ownership, exceptions, optionals, lists.

#include <hitmask.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

#define CHECK(truth)                                                          \
    do {                                                                      \
        if (!(truth)) {                                                       \
            std::fprintf(stderr, "line %d: %s is false\n", __LINE__, #truth); \
            return 1;                                                         \
        }                                                                     \
    } while (0)

static_assert(std::is_nothrow_move_constructible_v<hitmask::mask>);
static_assert(!std::is_copy_constructible_v<hitmask::world>);

int main() {
    using hitmask::point;
    auto a = hitmask::mask::filled(8, 8);
    const auto b = hitmask::mask::filled(4, 4);
    CHECK(a.width() == 8 && a.height() == 8 && a.count() == 64 && a.at(point{7, 7}) && !a.at(point{8, 7}));
    CHECK(a.overlaps(b, point{7, 7}) && !a.overlaps(b, point{8, 0}));
    CHECK(a.overlap_area(b, point{6, 6}) == 4);
    CHECK(a.first_overlap(b, point{6, 6})->x == 6 && !a.first_overlap(b, point{9, 9}));
    CHECK(a.overlap_bounds(b, point{6, 6})->w == 2 && !a.overlap_bounds(b, point{9, 9}));

    auto copy = a;
    copy.difference_with(copy, point{4, 0});
    CHECK(copy.count() == 32 && a.count() == 64 && copy.rectangles().size() == 1);
    const auto moved = std::move(copy);
    CHECK(moved.count() == 32 && copy.get() == nullptr);
    copy = moved;
    CHECK(copy.count() == 32);

    try {
        a.set(point{9, 9}, true);
        CHECK(!"no exception");
    } catch (const hitmask::error &error) {
        CHECK(error.status() == HITMASK_OUT_OF_RANGE && *error.what());
    }

    std::ifstream file("assets/packs/small.hitmask", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto *data = reinterpret_cast<const std::uint8_t *>(bytes.data());
    const hitmask::pack pack(data, bytes.size()), in_place = hitmask::pack::in_place(data, bytes.size());
    CHECK(pack.size() == 7 && in_place.size() == 7 && pack.name(1) == "disc.png" && pack.find("disc.png") == 1);
    CHECK(!pack.find("nobody") && pack.mask(1).width() == pack[1].w && pack.mask(1).count() == in_place.mask(1).count());
    CHECK(pack.slices(0).empty());
    try {
        hitmask::pack(data, bytes.size() - 1);
        CHECK(!"no exception");
    } catch (const hitmask::error &error) {
        CHECK(error.status() == HITMASK_BAD_BYTES && std::string(error.what()).find("not the whole") != std::string::npos);
    }

    hitmask::terrain ground(300, 100, true);
    CHECK(ground.carve(b, point{10, 10}).pixels == 16 && ground.draw(b, point{10, 10}).pixels == 16);

    hitmask::world world;
    const auto ship = world.insert(a, 0, 0);
    auto rock = world.insert(b, 7.5, 7);
    auto events = world.step();
    CHECK(events.size() == 1 && events[0].kind == HITMASK_BEGIN && events[0].a == ship && events[0].b == rock);
    for (const auto &event : events) world.remove(event.b);
    CHECK(world.size() == 1 && !world.contains(rock) && world.step().size() == 1);
    CHECK(world.pick(point{3, 3}) == ship && !world.pick(point{9, 9}));
    CHECK(world.query(hitmask_probe_point(point{3, 3})).size() == 1);
    world.set_position(ship, 1.5, 2);
    world.set_rotation(ship, 45);
    CHECK(world.position(ship).x == 98304);

    const hitmask::tile_set tiles({{1, a.get(), HITMASK_TILE_BODY, 10, {}}, {2, b.get(), HITMASK_TILE_SENSOR, 20, {}}});
    hitmask::tile_map level(tiles, 4, 2, 8, 8, {0, 0, 0, 0, 1, 1});
    level.set(point{3, 1}, {2, false, true, false});
    CHECK(level.at(point{3, 1})->flip_y && !level.at(point{2, 1}) && level.tile_at(point{15, 8})->cell.x == 1);
    CHECK(level.overlap_tiles(b, point{6, 7}).size() == 2 && level.overlap_tiles(b, point{6, 7}, HITMASK_TILE_SENSOR).empty());
    hitmask::world cave;
    const auto inserted = cave.insert_tiles(level);
    level.clear(point{3, 1});
    CHECK(!level.at(point{3, 1}) && inserted.has_sensor && !inserted.has_one_way && cave.size() == 2);
    CHECK(cave.tile_at(inserted.sensor, point{24, 12})->number == 20 && !cave.tile_at(inserted.body, point{24, 12}));
    cave.clear_tile(inserted.body, point{3, 1});
    cave.set_tile(inserted.body, point{0, 0}, {1, false, false, false});
    CHECK(!cave.tile_at(inserted.sensor, point{24, 12}) && cave.tile_at(inserted.body, point{0, 0})->number == 10);
    try {
        hitmask::tile_map(tiles, 1, 1, 8, 8, {5});
        CHECK(!"no exception");
    } catch (const hitmask::error &error) {
        CHECK(error.status() == HITMASK_NO_SUCH_INDEX && std::string(error.what()).find('5') != std::string::npos);
    }
    std::puts("test result: ok. 1 passed; 0 failed; 0 ignored");
    return 0;
}
