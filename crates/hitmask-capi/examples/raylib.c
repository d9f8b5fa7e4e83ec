/* raylib: a sprite follows the mouse and turns red where its pixels touch the rock's. Give two pictures with alpha.
   cc raylib.c $(pkg-config --cflags --libs hitmask raylib) && ./a.out ship.png rock.png [picture.png]
   With a third argument it draws one frame, writes it to that file, and ends. */

#include <hitmask_raylib.h>

int main(int count, char **arguments) {
    Image images[2];
    Texture2D textures[2];
    hitmask_mask *masks[2] = {NULL, NULL};
    hitmask_placed placed[2];
    bool last = false;
    float angle = 0;
    int i;
    if (count < 3) return 2;
    InitWindow(480, 320, "hitmask");
    SetTargetFPS(60);
    for (i = 0; i < 2; i++) {
        images[i] = LoadImage(arguments[1 + i]);
        if (hitmask_raylib_mask(images[i], 128, &masks[i])) TraceLog(LOG_FATAL, "no mask");
        textures[i] = LoadTextureFromImage(images[i]);
        placed[i].shape = hitmask_shape_mask(masks[i]);
    }
    while (!last && !WindowShouldClose()) {
        Vector2 at[2] = {{240, 160}, GetMousePosition()}, middles[2];
        Rectangle sources[2], places[2];
        hitmask_point pixel;
        bool touch = false;
        last = count > 3;
        if (last) at[1] = (Vector2){285, 180};
        angle += 1;
        for (i = 0; i < 2; i++) {
            /* The middle of the picture lies at `at`; the mask has the pose of the texture. */
            float w = (float)images[i].width, h = (float)images[i].height;
            sources[i] = (Rectangle){0, 0, w, h};
            places[i] = (Rectangle){at[i].x, at[i].y, w, h};
            middles[i] = (Vector2){w / 2, h / 2};
            hitmask_raylib_pose(sources[i], places[i], middles[i], i ? 0 : angle, &placed[i].pose, NULL);
        }
        hitmask_placed_first_overlap(&placed[0], &placed[1], &pixel, &touch);
        BeginDrawing();
        ClearBackground(RAYWHITE);
        for (i = 0; i < 2; i++) DrawTexturePro(textures[i], sources[i], places[i], middles[i], i ? 0 : angle, touch && i ? RED : WHITE);
        if (touch) DrawCircleLines(pixel.x, pixel.y, 6, RED);
        EndDrawing();
    }
    if (count > 3) TakeScreenshot(arguments[3]);
    for (i = 0; i < 2; i++) hitmask_mask_free(masks[i]);
    CloseWindow();
    return 0;
}
