/* SDL3: a sprite follows the mouse and turns red when its pixels touch the rock's. Give two pictures in BMP format, magenta being clear.
   cc sdl3.c $(pkg-config --cflags --libs hitmask sdl3) && ./a.out ship.bmp rock.bmp [picture.bmp]
   With a third argument it draws one frame, writes it to that file, and ends. */

#include <hitmask_sdl3.h>

static hitmask_mask *mask_of(const char *path, SDL_Renderer *renderer, SDL_Texture **texture) {
    SDL_Surface *loaded = SDL_LoadBMP(path);
    hitmask_mask *mask = NULL;
    if (!loaded) return NULL;
    SDL_SetSurfaceColorKey(loaded, true, SDL_MapSurfaceRGB(loaded, 255, 0, 255));
    hitmask_sdl3_mask(loaded, NULL, 128, &mask);
    *texture = SDL_CreateTextureFromSurface(renderer, loaded);
    SDL_DestroySurface(loaded);
    return mask;
}

int main(int count, char **arguments) {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *textures[2] = {NULL, NULL};
    hitmask_mask *masks[2] = {NULL, NULL};
    bool running = true;
    int i;
    if (count < 3 || !SDL_Init(SDL_INIT_VIDEO) || !SDL_CreateWindowAndRenderer("hitmask", 480, 320, 0, &window, &renderer)) return 2;
    for (i = 0; i < 2; i++) if (!(masks[i] = mask_of(arguments[1 + i], renderer, &textures[i]))) return 2;
    while (running) {
        SDL_FRect at[2] = {{200, 120, 0, 0}, {240, 150, 0, 0}};
        hitmask_point offset;
        bool touch = false;
        SDL_Event event;
        while (SDL_PollEvent(&event)) if (event.type == SDL_EVENT_QUIT) running = false;
        if (count > 3) running = false;
        else SDL_GetMouseState(&at[1].x, &at[1].y);
        offset.x = (int)at[1].x - (int)at[0].x;
        offset.y = (int)at[1].y - (int)at[0].y;
        hitmask_mask_overlaps(masks[0], masks[1], offset, &touch);
        SDL_SetRenderDrawColor(renderer, 240, 240, 240, 255);
        SDL_RenderClear(renderer);
        for (i = 0; i < 2; i++) {
            SDL_GetTextureSize(textures[i], &at[i].w, &at[i].h);
            SDL_SetTextureColorMod(textures[i], 255, touch ? 90 : 255, touch ? 90 : 255);
            SDL_RenderTexture(renderer, textures[i], NULL, &at[i]);
        }
        if (count > 3) {
            SDL_Surface *picture = SDL_RenderReadPixels(renderer, NULL);
            SDL_SaveBMP(picture, arguments[3]);
            SDL_DestroySurface(picture);
        }
        SDL_RenderPresent(renderer);
    }
    for (i = 0; i < 2; i++) hitmask_mask_free(masks[i]);
    SDL_Quit();
    return 0;
}
