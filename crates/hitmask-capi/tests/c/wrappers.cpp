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
        CHECK(error.status() == HITMASK_BAD_BYTES && std::string(error.what()).find("not complete") != std::string::npos);
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
    std::puts("test result: ok. 1 passed; 0 failed; 0 ignored");
    return 0;
}
