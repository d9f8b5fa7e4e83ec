/* What the tests in C share: a check ends the program, and random numbers are the same everywhere. */

#ifndef CHECK_H
#define CHECK_H

#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>

#define CHECK(truth)                                                     \
    do {                                                                 \
        if (!(truth)) {                                                  \
            fprintf(stderr, "line %d: %s is false\n", __LINE__, #truth); \
            exit(1);                                                     \
        }                                                                \
    } while (0)

#define CALL(call) EXPECT(HITMASK_OK, call)
#define EXPECT(wanted, call) expect(wanted, call, __LINE__, #call)
static inline void expect(int32_t wanted, int32_t status, int line, const char *what) {
    if (status == wanted) return;
    fprintf(stderr, "line %d: %s: %d, not %d: %s\n", line, what, status, wanted, hitmask_status_message(status));
    exit(1);
}

static uint32_t seed = 1;
static inline uint32_t random_below(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static inline hitmask_point point(int32_t x, int32_t y) {
    hitmask_point p;
    p.x = x;
    p.y = y;
    return p;
}

#endif
