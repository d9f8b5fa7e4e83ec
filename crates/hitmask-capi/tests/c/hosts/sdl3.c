/* What SDL's software renderer renders is what collides. It needs no display. An argument names a BMP to write, of the last frame.
   That renderer scales to whole pixels before it turns, so its edges may lie aside by as much as a texel is large. */

#include <hitmask_sdl3.h>

#include "drawn.h"

static SDL_Surface *noise(void) {
    SDL_Surface *surface = SDL_CreateSurface(whole(3, 10), whole(3, 10), SDL_PIXELFORMAT_BGRA32);
    int x, y;
    for (y = 0; y < surface->h; y++)
        for (x = 0; x < surface->w; x++) SDL_WriteSurfacePixel(surface, x, y, 255, 255, 255, whole(0, 1) ? 255 : 0);
    return surface;
}

static int draw(SDL_Renderer *renderer, SDL_Surface *target, int number) {
    static bool drawn[SIZE * SIZE];
    SDL_Surface *surface = noise();
    SDL_Texture *texture = SDL_CreateTextureFromSurface(renderer, surface);
    int left = whole(0, surface->w - 1), top = whole(0, surface->h - 1), x, y, compared;
    SDL_FRect source = {(float)left, (float)top, (float)whole(1, surface->w - left), (float)whole(1, surface->h - top)};
    SDL_FRect destination = {(float)whole(20, 80), (float)whole(20, 80), 0, 0};
    SDL_FPoint center = {(float)whole(-10, 40), (float)whole(-10, 40)};
    /* Every third one is turned by quarters, and every second of them has no source and no centre. */
    double angle = number % 3 ? between(-400, 400) : 90 * whole(-4, 4);
    bool plain = number % 2 == 0;
    SDL_FlipMode flip = (SDL_FlipMode)whole(0, 3);
    hitmask_mask *mask = NULL;
    hitmask_pose_parts parts;
    destination.w = (plain ? (float)surface->w : source.w) * (float)whole(3, 8);
    destination.h = (plain ? (float)surface->h : source.h) * (float)whole(3, 8);
    SDL_SetTextureScaleMode(texture, SDL_SCALEMODE_NEAREST);
    need(!hitmask_sdl3_mask(surface, plain ? NULL : &source, 128, &mask), "no mask", number);
    parts = hitmask_sdl3_parts(texture, plain ? NULL : &source, &destination, angle, plain ? NULL : &center, flip);
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
    need(SDL_RenderTextureRotated(renderer, texture, plain ? NULL : &source, &destination, angle, plain ? NULL : &center, flip), SDL_GetError(), number);
    SDL_RenderPresent(renderer);
    for (y = 0; y < SIZE; y++)
        for (x = 0; x < SIZE; x++) {
            Uint8 red = 0;
            SDL_ReadSurfacePixel(target, x, y, &red, NULL, NULL, NULL);
            drawn[y * SIZE + x] = red > 127;
        }
    compared = compare(mask, parts, drawn, number % 3 ? 1.5 : 0.05, number);
    hitmask_mask_free(mask);
    SDL_DestroyTexture(texture);
    SDL_DestroySurface(surface);
    return compared;
}

static void masks(void) {
    SDL_Surface *surface = SDL_CreateSurface(5, 2, SDL_PIXELFORMAT_RGB24);
    SDL_FRect part = {1, 0, 2, 2}, beyond = {4, 0, 2, 1};
    hitmask_mask *mask = NULL;
    uint64_t count = 9;
    SDL_ClearSurface(surface, 1, 0, 1, 1);
    SDL_WriteSurfacePixel(surface, 2, 1, 9, 9, 9, 255);
    SDL_SetSurfaceColorKey(surface, true, SDL_MapSurfaceRGB(surface, 255, 0, 255));
    need(!hitmask_sdl3_mask(surface, &part, 128, &mask) && !hitmask_mask_count(mask, &count) && count == 1, "the key is solid", 0);
    hitmask_mask_free(mask);
    need(hitmask_sdl3_mask(surface, &beyond, 128, &mask) == HITMASK_OUT_OF_RANGE, "beyond the picture", 0);
    need(hitmask_sdl3_mask(NULL, NULL, 128, &mask) == HITMASK_NULL_POINTER, "no picture", 0);
    SDL_DestroySurface(surface);
}

int main(int count, char **arguments) {
    SDL_Surface *target;
    SDL_Renderer *renderer;
    int number, compared = 0;
    SDL_SetHint(SDL_HINT_VIDEO_DRIVER, "dummy");
    need(SDL_Init(SDL_INIT_VIDEO), SDL_GetError(), 0);
    target = SDL_CreateSurface(SIZE, SIZE, SDL_PIXELFORMAT_RGBA32);
    renderer = SDL_CreateSoftwareRenderer(target);
    masks();
    for (number = 0; number < 120; number++) compared += draw(renderer, target, number);
    need(compared > 8000, "too few pixels", compared);
    if (count > 1) SDL_SaveBMP(target, arguments[1]);
    printf("SDL3: %d solid pixels are rendered and collide alike\n", compared);
    SDL_DestroyRenderer(renderer);
    SDL_DestroySurface(target);
    SDL_Quit();
    return 0;
}
