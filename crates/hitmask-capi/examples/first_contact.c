/* Do two sprites touch where they are solid, and where?
   cc first_contact.c $(pkg-config --cflags --libs hitmask) && ./a.out */

#include <hitmask.h>

#include <stdio.h>

/* The first status that is not success, said in words. */
static int failed(const char *what, int32_t status) {
    fprintf(stderr, "%s: %s\n", what, hitmask_status_message(status));
    return 1;
}

int main(void) {
    static uint8_t wedge[16 * 16], diamond[12 * 12];
    hitmask_mask *ship = NULL, *rock = NULL;
    hitmask_point offset = {9, -4}, first;
    bool touch, found;
    int32_t status;
    int x, y;

    /* One alpha for each pixel, as every image decoder gives them. */
    for (y = 0; y < 16; y++) for (x = 0; x <= y; x++) wedge[16 * y + x] = 255;
    for (y = 0; y < 12; y++) for (x = 0; x < 12; x++) diamond[12 * y + x] = (x > 6 ? x - 6 : 6 - x) + (y > 6 ? y - 6 : 6 - y) <= 5 ? 255 : 0;

    if ((status = hitmask_mask_from_alpha(16, 16, wedge, 16, 128, &ship))) return failed("the ship", status);
    if ((status = hitmask_mask_from_alpha(12, 12, diamond, 12, 128, &rock))) return failed("the rock", status);

    /* The rock's corner lies 9 pixels to the right and 4 above that of the ship. */
    if ((status = hitmask_mask_overlaps(ship, rock, offset, &touch))) return failed("the question", status);
    if (touch) puts("boom");
    else puts("the rectangles overlap, the pixels don't");

    offset.y = 4;
    if ((status = hitmask_mask_first_overlap(ship, rock, offset, &first, &found))) return failed("the question", status);
    if (found) printf("boom at (%d, %d)\n", first.x, first.y);

    hitmask_mask_free(ship);
    hitmask_mask_free(rock);
    return 0;
}
