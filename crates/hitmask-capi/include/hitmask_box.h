/* hitmask: pictures that are drawn into a box, as most engines do. hitmask_raylib.h and hitmask_sdl3.h use it. */

#ifndef HITMASK_BOX_H
#define HITMASK_BOX_H

#include <hitmask.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A picture in a box, and how it is drawn. Begin with zeros and fill in what there is. */
typedef struct {
    /* The size of the part of the picture that is drawn, in texels. */
    double source_w, source_h;
    /* The size that it has on the screen, before it is turned. */
    double w, h;
    /* The point of the box that stays where it is when the box turns, from the box's upper left corner. */
    double origin_x, origin_y;
    /* Where that point lies on the screen. */
    double x, y;
    /* In degrees, clockwise. */
    double degrees;
    /* Whether the part is mirrored. It stays in its box. */
    bool flip_x, flip_y;
} hitmask_box;

/* The pose of a mask of the part, as parts: for hitmask_pose_from_parts and hitmask_transform_from_parts. */
static inline hitmask_pose_parts hitmask_box_parts(const hitmask_box *box) {
    hitmask_pose_parts parts = hitmask_pose_parts_default();
    parts.position.x = box->x;
    parts.position.y = box->y;
    parts.rotation = hitmask_degrees(box->degrees);
    /* A source without pixels is not drawn. */
    parts.scale.x = box->source_w != 0 ? box->w / box->source_w : 0;
    parts.scale.y = box->source_h != 0 ? box->h / box->source_h : 0;
    parts.flip_x = box->flip_x;
    parts.flip_y = box->flip_y;
    /* The library mirrors about the pivot. A box without a width or a height covers nothing, wherever its pivot is. */
    parts.pivot.x = (box->flip_x ? box->w - box->origin_x : box->origin_x) / (parts.scale.x != 0 ? parts.scale.x : 1);
    parts.pivot.y = (box->flip_y ? box->h - box->origin_y : box->origin_y) / (parts.scale.y != 0 ? parts.scale.y : 1);
    return parts;
}

/* The pose of parts. What is scaled to nothing, such as a coin that flips, is no error: its pose covers nothing, as all of a mask lies between
   two centres of pixels. */
static inline int32_t hitmask_box_pose(const hitmask_pose_parts *parts, hitmask_pose *out, hitmask_error *error) {
    int32_t status = hitmask_pose_from_parts(parts, out, error);
    if (status != HITMASK_SINGULAR) return status;
    out->a = out->d = 1;
    out->b = out->c = 0;
    out->tx = out->ty = 0x8001;
    if (error) error->message[0] = 0;
    return HITMASK_OK;
}

/* A mask of a part of a picture of four bytes a pixel, of which the fourth is the alpha. HITMASK_OUT_OF_RANGE if the part leaves the picture
   or is not made of whole pixels. */
static inline int32_t hitmask_box_mask(const void *rgba, size_t pitch, int width, int height, double x, double y, double w, double h,
                                       uint8_t threshold, hitmask_mask **out) {
    if (!(x >= 0 && y >= 0 && w >= 0 && h >= 0 && x + w <= width && y + h <= height)) return HITMASK_OUT_OF_RANGE;
    if (x != (int)x || y != (int)y || w != (int)w || h != (int)h) return HITMASK_OUT_OF_RANGE;
    return hitmask_mask_from_rgba8((uint32_t)w, (uint32_t)h, (const uint8_t *)rgba + (size_t)y * pitch + (size_t)x * 4, pitch, threshold, out);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HITMASK_BOX_H */
