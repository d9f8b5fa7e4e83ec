/* SDL2: a ball follows the mouse and turns red when its pixels touch the ring's. Inside of the ring it touches nothing.
   cc sdl2.c $(pkg-config --cflags --libs hitmask sdl2) && ./a.out [picture.bmp]
   With an argument it draws one frame with three balls, writes it to that file, and ends. The dummy driver is enough for that. */

#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <hitmask.h>
#include <stdio.h>

/* A disc with a hole, which has no radius if there is none. */
static SDL_Surface *disc(int side, int hole) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, side, side, 32, SDL_PIXELFORMAT_RGBA32);
    int x, y;
    for (y = 0; surface && y < side; y++) {
        Uint8 *row = (Uint8 *)surface->pixels + y * surface->pitch;
        for (x = 0; x < side; x++) {
            const int dx = 2 * x + 1 - side, dy = 2 * y + 1 - side, far = dx * dx + dy * dy;
            const int solid = far <= side * side && far >= 4 * hole * hole;
            row[4 * x] = row[4 * x + 1] = row[4 * x + 2] = 255;
            row[4 * x + 3] = solid ? 255 : 0;
        }
    }
    return surface;
}

/* The solid pixels of a surface with alpha. Rows of surfaces may have padding: that is what the pitch is for. */
static hitmask_mask *mask_of(const SDL_Surface *surface) {
    hitmask_mask *mask = NULL;
    hitmask_mask_from_rgba8((uint32_t)surface->w, (uint32_t)surface->h, surface->pixels, (size_t)surface->pitch, 128, &mask);
    return mask;
}

static void draw(SDL_Surface *picture, SDL_Surface *sprite, SDL_Point at, bool red) {
    SDL_Rect to = {0, 0, 0, 0};
    to.x = at.x;
    to.y = at.y;
    SDL_SetSurfaceColorMod(sprite, red ? 230 : 60, red ? 40 : 110, red ? 40 : 200);
    SDL_BlitSurface(sprite, NULL, picture, &to);
}

int main(int count, char **arguments) {
    const SDL_Point ring_at = {140, 60};
    SDL_Point balls[3] = {{220, 140}, {170, 70}, {20, 20}};
    SDL_Window *window;
    SDL_Surface *ring, *ball;
    hitmask_mask *ring_mask, *ball_mask;
    bool running = true;
    int i, shown = count > 1 ? 3 : 1, touching = 0;
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO)) return 2;
    window = SDL_CreateWindow("hitmask", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 480, 320, 0);
    ring = disc(200, 70);
    ball = disc(40, 0);
    if (!window || !ring || !ball || !(ring_mask = mask_of(ring)) || !(ball_mask = mask_of(ball))) return 2;
    while (running) {
        SDL_Surface *picture = SDL_GetWindowSurface(window);
        SDL_Event event;
        while (SDL_PollEvent(&event)) if (event.type == SDL_QUIT) running = false;
        if (count > 1) running = false;
        else SDL_GetMouseState(&balls[0].x, &balls[0].y);
        SDL_FillRect(picture, NULL, SDL_MapRGB(picture->format, 240, 240, 240));
        draw(picture, ring, ring_at, false);
        for (i = 0; i < shown; i++) {
            hitmask_point offset;
            bool touch = false;
            offset.x = balls[i].x - ring_at.x;
            offset.y = balls[i].y - ring_at.y;
            hitmask_mask_overlaps(ring_mask, ball_mask, offset, &touch);
            draw(picture, ball, balls[i], touch);
            if (count > 1) {
                printf("ball %d %s\n", i, touch ? "touches" : "is free");
                touching += touch;
            }
        }
        if (count > 1) SDL_SaveBMP(picture, arguments[1]);
        SDL_UpdateWindowSurface(window);
        SDL_Delay(count > 1 ? 0 : 10);
    }
    hitmask_mask_free(ring_mask);
    hitmask_mask_free(ball_mask);
    SDL_FreeSurface(ring);
    SDL_FreeSurface(ball);
    SDL_DestroyWindow(window);
    SDL_Quit();
    /* One ball lies on the ring, one in its hole, one beside it. */
    return count > 1 && touching != 1;
}
