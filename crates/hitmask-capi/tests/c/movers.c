/* Movers: ups, open sides, crates, supports, corners, ledges that are dropped through, solids that turn. */

#include "check.h"

static hitmask_handle put(hitmask_world *world, int32_t kind, int x, int y, uint32_t w, uint32_t h) {
    hitmask_rect box = {0, 0, 0, 0};
    hitmask_collider one;
    hitmask_handle made;
    hitmask_vector at;
    box.w = w;
    box.h = h;
    at.x = x;
    at.y = y;
    one = hitmask_collider_default(hitmask_shape_rect(box));
    one.transform = hitmask_transform_at(at);
    one.kind = kind;
    CHECK(one.up == HITMASK_DIRECTION_UP && one.open_side == HITMASK_DIRECTION_UP);
    CALL(hitmask_world_insert(world, &one, &made));
    return made;
}

static hitmask_point_q16 q16(double x, double y) {
    hitmask_point_q16 made;
    CALL(hitmask_point_q16_from(x, y, &made));
    return made;
}

static void is_at(hitmask_world *world, hitmask_handle handle, double x, double y) {
    hitmask_point_q16 at, wanted = q16(x, y);
    CALL(hitmask_world_position(world, handle, &at));
    CHECK(at.x == wanted.x && at.y == wanted.y);
}

int main(void) {
    hitmask_world *world;
    hitmask_handle lift, crate, hero, ledge, roof, found_one;
    hitmask_move_options options = {0};
    hitmask_solid_moved moved;
    hitmask_collider properties;
    hitmask_transform turned;
    hitmask_slid slid;
    bool found;

    CALL(hitmask_world_new(NULL, &world));
    lift = put(world, HITMASK_BODY, 0, 100, 40, 8);
    crate = put(world, HITMASK_CRATE, 10, 84, 16, 16);
    hero = put(world, HITMASK_CHARACTER, 12, 68, 8, 16);
    CALL(hitmask_world_support(world, hero, &found_one, &found));
    CHECK(found && found_one == crate);
    CALL(hitmask_world_support(world, crate, &found_one, &found));
    CHECK(found && found_one == lift);
    CALL(hitmask_world_move_solid(world, lift, q16(3, -2), NULL, 0, &moved));
    CHECK(moved.crushed_count == 0);
    is_at(world, hero, 15, 66);
    EXPECT(HITMASK_CANNOT_RIDE, hitmask_world_move_solid_with(world, lift, q16(1, 0), &lift, 1, &options, &moved));

    /* A plank that turns carries who stands on it, or names him. */
    CALL(hitmask_world_transform(world, lift, &turned));
    CALL(hitmask_world_reshape_solid(world, lift, &turned, NULL, -1, 9, NULL, &moved));
    is_at(world, hero, 15, 66);
    EXPECT(HITMASK_WRONG_SHAPE, hitmask_world_reshape_solid(world, lift, NULL, NULL, 1, 9, NULL, &moved));
    EXPECT(HITMASK_NO_SUCH_COLLIDER, hitmask_world_reshape_solid(world, 0, NULL, NULL, -1, 9, NULL, &moved));

    /* One record of properties. */
    CALL(hitmask_world_get(world, hero, &properties));
    CHECK(properties.kind == HITMASK_CHARACTER && properties.up == HITMASK_DIRECTION_UP);
    properties.up = HITMASK_DIRECTION_NONE;
    properties.order = 7;
    CALL(hitmask_world_set(world, hero, &properties));
    properties.up = 5;
    properties.order = 8;
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_set(world, hero, &properties));
    CALL(hitmask_world_get(world, hero, &properties));
    CHECK(properties.up == HITMASK_DIRECTION_NONE && properties.order == 7);
    CALL(hitmask_world_move_and_slide(world, hero, q16(0, 9), NULL, NULL, &slid));
    CHECK(!slid.floor.found && slid.wall.found && slid.wall.handle == crate);
    CALL(hitmask_world_set_up(world, hero, HITMASK_DIRECTION_UP));
    EXPECT(HITMASK_UNKNOWN_CONSTANT, hitmask_world_set_up(world, hero, 9));

    /* Through one ledge, and round a corner. */
    CALL(hitmask_world_teleport(world, hero, q16(200, 84)));
    ledge = put(world, HITMASK_ONE_WAY, 180, 100, 60, 4);
    CALL(hitmask_world_move_and_slide(world, hero, q16(0, 5), NULL, NULL, &slid));
    CHECK(slid.floor.found && slid.floor.handle == ledge);
    options.drop = true;
    CALL(hitmask_world_move_and_slide(world, hero, q16(0, 20), &options, NULL, &slid));
    is_at(world, hero, 200, 104);
    CALL(hitmask_world_set_open_side(world, ledge, HITMASK_DIRECTION_DOWN));
    CALL(hitmask_world_move_and_slide(world, hero, q16(0, -20), NULL, NULL, &slid));
    CHECK(slid.ceiling.found && slid.ceiling.handle == ledge);
    CALL(hitmask_world_teleport(world, hero, q16(314, 40)));
    roof = put(world, HITMASK_BODY, 320, 0, 100, 20);
    options.drop = false;
    options.corner = 4;
    CALL(hitmask_world_move_and_slide(world, hero, q16(0, -38), &options, NULL, &slid));
    CHECK(!slid.ceiling.found && roof != 0);
    is_at(world, hero, 312, 2);
    hitmask_world_free(world);
    return 0;
}
