// A C++ exception must not leave a callback. If one does, the program ends, whoever would catch it: c.rs expects that.

#include "check.h"

#include <stdexcept>

static bool throws(void *, hitmask_handle, std::uint64_t) { throw std::runtime_error("from a callback"); }

int main() {
    hitmask_world *world = nullptr;
    hitmask_handle handle = 0;
    const hitmask_collider square = hitmask_collider_default(hitmask_shape_rect(hitmask_rect{0, 0, 9, 9}));
    hitmask_query_filter filter = hitmask_query_filter_default();
    bool found = false;
    CALL(hitmask_world_new(nullptr, &world));
    CALL(hitmask_world_insert(world, &square, &handle));
    filter.accept = throws;
    try {
        hitmask_world_pick(world, hitmask_point{1, 1}, &filter, &handle, &found);
    } catch (const std::exception &) {
    }
    // Not reached.
    hitmask_world_free(world);
    return 0;
}
