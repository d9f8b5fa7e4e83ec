// A shot flies up through a row of rocks, in a world.
// c++ -std=c++17 shooter.cpp $(pkg-config --cflags --libs hitmask) && ./a.out

#include <hitmask.hpp>

#include <cstdio>

enum : std::uint32_t { SHOTS = 1, ROCKS = 2 };

int main() try {
    // The world shares the pixels, so a hundred rocks hold one mask.
    const auto rock = hitmask::mask::filled(12, 12), laser = hitmask::mask::filled(2, 6);
    hitmask::world world;
    for (int i = 0; i < 100; i++) {
        auto collider = hitmask_collider_default(rock);
        collider.transform = hitmask_transform_at({20.0 * i, 40});
        collider.layers = {ROCKS, SHOTS};
        collider.data = 100;
        world.insert(collider);
    }
    auto collider = hitmask_collider_default(laser);
    collider.transform = hitmask_transform_at({404, 80});
    collider.layers = {SHOTS, ROCKS};
    const auto shot = world.insert(collider);

    std::uint64_t score = 0;
    for (int frame = 0; frame < 20; frame++) {
        if (world.contains(shot)) world.set_position(shot, 404, 80 - 4 * frame);
        for (const auto &event : world.step()) {
            if (event.kind != HITMASK_BEGIN) continue;
            score += event.data_a + event.data_b;
            world.remove(event.a);
            world.remove(event.b);
            std::printf("frame %d: boom at (%d, %d)\n", frame, event.touch.first.x, event.touch.first.y);
        }
    }
    std::printf("score %llu, %zu rocks left\n", static_cast<unsigned long long>(score), world.size());
    return score == 100 && world.size() == 99 ? 0 : 1;
} catch (const hitmask::error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
