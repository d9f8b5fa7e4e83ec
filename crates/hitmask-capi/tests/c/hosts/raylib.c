/* What raylib draws is what collides. It needs a display. An argument names a picture to write, of a small scene. */

#include <hitmask_raylib.h>

#include "drawn.h"

static Image noise(int number) {
    Image image = GenImageColor(whole(3, 20), whole(3, 20), BLANK);
    int i;
    for (i = 0; i < image.width * image.height; i++) if (whole(0, 1)) ((Color *)image.data)[i] = WHITE;
    need(image.format == PIXELFORMAT_UNCOMPRESSED_R8G8B8A8, "another format", number);
    return image;
}

static void read_window(bool *drawn, int number) {
    Image screen = LoadImageFromScreen();
    int i;
    need(screen.width == SIZE && screen.height == SIZE, "another window", number);
    for (i = 0; i < SIZE * SIZE; i++) drawn[i] = ((Color *)screen.data)[i].r > 127;
    UnloadImage(screen);
}

static int draw(int number) {
    static bool drawn[SIZE * SIZE];
    Image image = noise(number);
    Texture2D texture = LoadTextureFromImage(image);
    int left = whole(0, image.width - 1), top = whole(0, image.height - 1), compared;
    Rectangle source = {(float)left, (float)top, (float)whole(1, image.width - left), (float)whole(1, image.height - top)};
    Rectangle dest = {(float)between(20, 100), (float)between(20, 100), 0, 0};
    Vector2 origin = {(float)between(-10, 40), (float)between(-10, 40)};
    float rotation = (float)between(-400, 400);
    hitmask_pose_parts parts;
    hitmask_mask *mask = NULL, *read = NULL;
    bool same = false;
    SetTextureFilter(texture, TEXTURE_FILTER_POINT);
    dest.width = source.width * (float)between(0.7, 4);
    dest.height = source.height * (float)between(0.7, 4);
    if (whole(0, 1)) source.width = -source.width;
    if (whole(0, 1)) source.height = -source.height;
    if (number % 8 == 0) dest.width = -dest.width;
    if (number % 5 == 0) rotation = 0;
    parts = hitmask_raylib_parts(source, dest, origin, rotation);
    if (number % 7 == 0) {
        source = (Rectangle){0, 0, (float)image.width, (float)image.height};
        parts = hitmask_raylib_parts_ex((Vector2){dest.x, dest.y}, rotation, 2.5f);
    }
    need(!hitmask_raylib_mask_part(image, source, 128, &mask), "no mask", number);
    need(!hitmask_raylib_mask_texture(texture, source, 128, &read), "no mask of the texture", number);
    hitmask_mask_equals(mask, read, &same);
    need(same, "the texture has another mask", number);
    BeginDrawing();
    ClearBackground(BLACK);
    if (number % 7 == 0) DrawTextureEx(texture, (Vector2){dest.x, dest.y}, rotation, 2.5f, WHITE);
    else DrawTexturePro(texture, source, dest, origin, rotation, WHITE);
    EndDrawing();
    read_window(drawn, number);
    compared = compare(mask, parts, drawn, 0.05, number);
    hitmask_mask_free(mask);
    hitmask_mask_free(read);
    UnloadTexture(texture);
    UnloadImage(image);
    return compared;
}

static void masks(void) {
    Image image = GenImageColor(4, 2, (Color){9, 9, 9, 127});
    hitmask_mask *mask = NULL;
    uint64_t count = 9;
    need(!hitmask_raylib_mask(image, 128, &mask) && !hitmask_mask_count(mask, &count) && count == 0, "127 is solid", 0);
    hitmask_mask_free(mask);
    need(!hitmask_raylib_mask(image, 127, &mask) && !hitmask_mask_count(mask, &count) && count == 8, "127 is not solid", 0);
    hitmask_mask_free(mask);
    need(hitmask_raylib_mask_part(image, (Rectangle){1, 0, 4, 1}, 128, &mask) == HITMASK_OUT_OF_RANGE, "beyond the picture", 0);
    need(hitmask_raylib_mask_part(image, (Rectangle){0.5f, 0, 1, 1}, 128, &mask) == HITMASK_OUT_OF_RANGE, "half a pixel", 0);
    ImageFormat(&image, PIXELFORMAT_UNCOMPRESSED_GRAY_ALPHA);
    need(!hitmask_raylib_mask(image, 127, &mask) && !hitmask_mask_count(mask, &count) && count == 8, "grey has another alpha", 0);
    hitmask_mask_free(mask);
    need(image.format == PIXELFORMAT_UNCOMPRESSED_GRAY_ALPHA, "the picture was changed", 0);
    UnloadImage(image);
}

/* A ship and a rock, which is red where they touch, in the root of the repository. */
static void scene(const char *path) {
    static const char *files[2] = {"assets/playerShip1_orange.png", "assets/meteorGrey_big2.png"};
    Rectangle dest[2] = {{50, 60, 70, 50}, {85, 75, 60, 60}};
    Vector2 origin[2] = {{35, 25}, {30, 30}};
    float rotation[2] = {30, 100};
    hitmask_placed placed[2];
    hitmask_mask *masks[2] = {NULL, NULL};
    Texture2D textures[2];
    Rectangle sources[2];
    hitmask_point pixel = {0, 0};
    bool touch = false;
    Image screen;
    int i;
    for (i = 0; i < 2; i++) {
        Image image = LoadImage(files[i]);
        need(image.width > 0, "no picture", i);
        sources[i] = (Rectangle){0, 0, i ? -(float)image.width : (float)image.width, (float)image.height};
        textures[i] = LoadTextureFromImage(image);
        need(!hitmask_raylib_mask_part(image, sources[i], 128, &masks[i]), "no mask", i);
        placed[i].shape = hitmask_shape_mask(masks[i]);
        need(!hitmask_raylib_pose(sources[i], dest[i], origin[i], rotation[i], &placed[i].pose, NULL), "no pose", i);
        UnloadImage(image);
    }
    need(!hitmask_placed_first_overlap(&placed[0], &placed[1], &pixel, &touch) && touch, "they do not touch", 0);
    BeginDrawing();
    ClearBackground(BLACK);
    for (i = 0; i < 2; i++) DrawTexturePro(textures[i], sources[i], dest[i], origin[i], rotation[i], i ? RED : WHITE);
    DrawCircleLines(pixel.x, pixel.y, 6, YELLOW);
    EndDrawing();
    screen = LoadImageFromScreen();
    ExportImage(screen, path);
    UnloadImage(screen);
    for (i = 0; i < 2; i++) {
        hitmask_mask_free(masks[i]);
        UnloadTexture(textures[i]);
    }
}

int main(int count, char **arguments) {
    int number, compared = 0;
    SetTraceLogLevel(LOG_WARNING);
    InitWindow(SIZE, SIZE, "hitmask");
    masks();
    for (number = 0; number < 100; number++) compared += draw(number);
    need(compared > 8000, "too few pixels", compared);
    if (count > 1) scene(arguments[1]);
    printf("raylib: %d solid pixels are drawn and collide alike\n", compared);
    CloseWindow();
    return 0;
}
