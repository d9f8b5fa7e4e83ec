#include <hitmask.h>

#include <stdio.h>

int main(void) {
    hitmask_mask *a = NULL, *b = NULL;
    hitmask_point first = {0, 0}, offset = {3, 3};
    bool touch = false, found = false;
    if (hitmask_mask_filled(4, 4, &a) || hitmask_mask_filled(4, 4, &b)) return 1;
    if (hitmask_mask_overlaps(a, b, offset, &touch) || !touch) return 2;
    if (hitmask_mask_first_overlap(a, b, offset, &first, &found) || !found || first.x != 3 || first.y != 3) return 3;
    printf("hitmask %s: %s\n", hitmask_version(), hitmask_status_message(HITMASK_OK));
    hitmask_mask_free(a);
    hitmask_mask_free(b);
    return 0;
}
