/* hitmask for SDL 3: masks of Surfaces, and the poses of what SDL_RenderTextureRotated renders. Only this header, over the C library.
   docs/hosts/sdl3.md shows how to use it. */

#ifndef HITMASK_SDL3_H
#define HITMASK_SDL3_H

#include <SDL3/SDL.h>
#include <hitmask_box.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A mask of a part of a Surface, or of all of it if the part is NULL: solid where the alpha is at least the threshold. A colour key is clear.
   HITMASK_OUT_OF_RANGE if the part leaves the Surface or is not made of whole pixels; HITMASK_NULL_POINTER if there is no Surface, or if
   SDL cannot convert it. */
static inline int32_t hitmask_sdl3_mask(SDL_Surface *surface, const SDL_FRect *source, uint8_t threshold, hitmask_mask **out) {
    SDL_Surface *rgba = surface ? SDL_ConvertSurface(surface, SDL_PIXELFORMAT_RGBA32) : NULL;
    SDL_FRect all = {0, 0, 0, 0};
    int32_t status;
    if (!rgba) return HITMASK_NULL_POINTER;
    all.w = (float)rgba->w;
    all.h = (float)rgba->h;
    if (!source) source = &all;
    status = hitmask_box_mask(rgba->pixels, (size_t)rgba->pitch, rgba->w, rgba->h, source->x, source->y, source->w, source->h, threshold, out);
    SDL_DestroySurface(rgba);
    return status;
}

/* Where a mask of the source rectangle lies when SDL_RenderTextureRotated renders that: its arguments after the renderer. The destination
   must not be NULL; the texture may be, if there is a source. For a collider: hitmask_transform_from_parts(hitmask_sdl3_parts(...)).
   SDL_RenderTexture renders the same with an angle of 0 and without a flip. */
static inline hitmask_pose_parts hitmask_sdl3_parts(const SDL_Texture *texture, const SDL_FRect *source, const SDL_FRect *destination,
                                                    double angle, const SDL_FPoint *center, SDL_FlipMode flip) {
    hitmask_box box;
    box.source_w = source ? source->w : (float)texture->w;
    box.source_h = source ? source->h : (float)texture->h;
    box.w = destination->w;
    box.h = destination->h;
    box.origin_x = center ? center->x : destination->w / 2;
    box.origin_y = center ? center->y : destination->h / 2;
    box.x = destination->x + box.origin_x;
    box.y = destination->y + box.origin_y;
    box.degrees = angle;
    box.flip_x = (flip & SDL_FLIP_HORIZONTAL) != 0;
    box.flip_y = (flip & SDL_FLIP_VERTICAL) != 0;
    return hitmask_box_parts(&box);
}

/* The same as a pose. What is scaled to nothing covers nothing under it. */
static inline int32_t hitmask_sdl3_pose(const SDL_Texture *texture, const SDL_FRect *source, const SDL_FRect *destination, double angle,
                                        const SDL_FPoint *center, SDL_FlipMode flip, hitmask_pose *out, hitmask_error *error) {
    hitmask_pose_parts parts = hitmask_sdl3_parts(texture, source, destination, angle, center, flip);
    return hitmask_box_pose(&parts, out, error);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HITMASK_SDL3_H */
