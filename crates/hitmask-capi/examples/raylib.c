/* raylib: a sprite follows the mouse and turns red where its pixels touch the rock's. Give two pictures with alpha.
   cc raylib.c $(pkg-config --cflags --libs hitmask raylib) && ./a.out ship.png rock.png [picture.png]
   With a third argument it draws one frame, writes it to that file, and ends. */

#include <hitmask.h>
#include <raylib.h>

static hitmask_mask *mask_of(Image *image) {
    hitmask_mask *mask = NULL;
    ImageFormat(image, PIXELFORMAT_UNCOMPRESSED_R8G8B8A8);
    if (hitmask_mask_from_rgba8((uint32_t)image->width, (uint32_t)image->height, image->data, (size_t)image->width * 4, 128, &mask)) TraceLog(LOG_FATAL, "no mask");
    return mask;
}

int main(int count, char **arguments) {
    Image images[2];
    Texture2D textures[2];
    hitmask_mask *masks[2];
    hitmask_placed placed[2];
    bool last = false;
    float angle = 0;
    int i;
    if (count < 3) return 2;
    InitWindow(480, 320, "hitmask");
    SetTargetFPS(60);
    for (i = 0; i < 2; i++) {
        images[i] = LoadImage(arguments[1 + i]);
        masks[i] = mask_of(&images[i]);
        textures[i] = LoadTextureFromImage(images[i]);
        placed[i].shape = hitmask_shape_mask(masks[i]);
    }
    while (!last && !WindowShouldClose()) {
        Vector2 at[2] = {{240, 160}, GetMousePosition()};
        hitmask_point pixel;
        bool touch = false;
        last = count > 3;
        if (last) at[1] = (Vector2){285, 180};
        angle += 1;
        for (i = 0; i < 2; i++) {
            /* The middle of the picture lies at `at`; the mask has the pose of the texture. */
            hitmask_pose_parts parts = hitmask_pose_parts_default();
            parts.position = (hitmask_vector){at[i].x, at[i].y};
            parts.pivot = (hitmask_vector){images[i].width / 2.0, images[i].height / 2.0};
            parts.rotation = hitmask_degrees(i ? 0 : angle);
            hitmask_pose_from_parts(&parts, &placed[i].pose, NULL);
        }
        hitmask_placed_first_overlap(&placed[0], &placed[1], &pixel, &touch);
        BeginDrawing();
        ClearBackground(RAYWHITE);
        for (i = 0; i < 2; i++) {
            float w = (float)images[i].width, h = (float)images[i].height;
            DrawTexturePro(textures[i], (Rectangle){0, 0, w, h}, (Rectangle){at[i].x, at[i].y, w, h}, (Vector2){w / 2, h / 2}, i ? 0 : angle, touch && i ? RED : WHITE);
        }
        if (touch) DrawCircleLines(pixel.x, pixel.y, 6, RED);
        EndDrawing();
    }
    if (count > 3) TakeScreenshot(arguments[3]);
    for (i = 0; i < 2; i++) hitmask_mask_free(masks[i]);
    CloseWindow();
    return 0;
}
