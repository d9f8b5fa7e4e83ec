/* What the header allows of threads: any number of them ask one world at the same time, with callbacks that are refused what would change
   it; and each thread has worlds of its own, which share shapes and a custom test. */

#include "check.h"

#include <pthread.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 300 };

typedef struct {
    hitmask_world *world;
    hitmask_handle handle;
    int calls;
} asker;

static bool accept(void *user, hitmask_handle handle, uint64_t data) {
    asker *me = user;
    hitmask_point_q16 position;
    (void)data;
    me->calls++;
    EXPECT(HITMASK_BUSY, hitmask_world_remove(me->world, handle));
    CALL(hitmask_world_position(me->world, handle, &position));
    return true;
}

static uint64_t key_of(void *user, hitmask_handle handle) {
    asker *me = user;
    EXPECT(HITMASK_BUSY, hitmask_world_clear(me->world));
    return handle;
}

/* It has no user data, so it may run on all threads at a time. */
static int32_t test(void *user, const hitmask_member *me, const hitmask_member *other, hitmask_touch *touch) {
    (void)user;
    touch->area = me->collider.data + other->collider.data;
    return HITMASK_TOUCHING;
}

static void *ask(void *user) {
    asker *me = user;
    hitmask_query_filter filter = hitmask_query_filter_default();
    hitmask_probe probe = hitmask_probe_point((hitmask_point){5, 5});
    hitmask_world *clone = NULL;
    hitmask_bytes *bytes = NULL;
    hitmask_contact contacts[4];
    hitmask_handle found[4];
    size_t count;
    int i;
    filter.accept = accept;
    filter.user = me;
    for (i = 0; i < ROUNDS; i++) {
        CALL(hitmask_world_query(me->world, &probe, &filter, found, 4, &count));
        CHECK(count == 2);
        CALL(hitmask_world_collide_one(me->world, me->handle, contacts, 4, &count));
        CHECK(count == 1 && contacts[0].touch.area == 7 + 8);
        if (i % 50) continue;
        CALL(hitmask_world_to_bytes(me->world, key_of, me, &bytes));
        hitmask_bytes_free(bytes);
        CALL(hitmask_world_clone(me->world, &clone));
        {
            const hitmask_event *events;
            asker own = *me;
            own.world = clone;
            filter.user = &own;
            CALL(hitmask_world_step(clone, &events, &count));
            CALL(hitmask_world_set_position(clone, me->handle, (hitmask_point_q16){1 << 20, 0}));
            CALL(hitmask_world_query(clone, &probe, &filter, found, 4, &count));
            CHECK(count == 1 && own.calls > 0);
            filter.user = me;
        }
        hitmask_world_free(clone);
    }
    CHECK(me->calls >= ROUNDS);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    asker askers[THREADS];
    hitmask_world *world = NULL;
    hitmask_mask *mask = NULL;
    hitmask_collider collider;
    hitmask_custom_test custom;
    hitmask_handle a, b;
    int i;
    memset(&custom, 0, sizeof custom);
    memset(askers, 0, sizeof askers);
    custom.test = test;
    CALL(hitmask_mask_filled(9, 9, &mask));
    CALL(hitmask_world_new(NULL, &world));
    collider = hitmask_collider_default(hitmask_shape_mask(mask));
    collider.data = 7;
    CALL(hitmask_world_insert(world, &collider, &a));
    collider.data = 8;
    CALL(hitmask_world_insert(world, &collider, &b));
    CALL(hitmask_world_set_test(world, a, &custom));
    for (i = 0; i < THREADS; i++) {
        askers[i].world = world;
        askers[i].handle = a;
        CHECK(pthread_create(&threads[i], NULL, ask, &askers[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    /* Nobody uses it any more. */
    CALL(hitmask_world_remove(world, b));
    hitmask_world_free(world);
    hitmask_mask_free(mask);
    return 0;
}
