/* hitmask for raylib 5 and 6: masks of Images and Textures, and the poses of what DrawTexturePro draws. Only this header, over the C library.
   docs/hosts/raylib.md shows how to use it. */

#ifndef HITMASK_RAYLIB_H
#define HITMASK_RAYLIB_H

#include <hitmask_box.h>
#include <raylib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A mask of the part of an Image that DrawTexturePro draws for a source rectangle: solid where the alpha is at least the threshold. Negative
   sizes, which flip, name the same part. HITMASK_OUT_OF_RANGE if the part leaves the Image or is not made of whole pixels;
   HITMASK_UNKNOWN_CONSTANT if the Image is compressed. */
static inline int32_t hitmask_raylib_mask_part(Image image, Rectangle source, uint8_t threshold, hitmask_mask **out) {
    float w = source.width < 0 ? -source.width : source.width, h = source.height < 0 ? -source.height : source.height;
    bool copied = image.format != PIXELFORMAT_UNCOMPRESSED_R8G8B8A8;
    int32_t status;
    if (copied) {
        if (image.format >= PIXELFORMAT_COMPRESSED_DXT1_RGB) return HITMASK_UNKNOWN_CONSTANT;
        image = ImageCopy(image);
        ImageFormat(&image, PIXELFORMAT_UNCOMPRESSED_R8G8B8A8);
    }
    status = hitmask_box_mask(image.data, (size_t)image.width * 4, image.width, image.height, source.x, source.y, w, h, threshold, out);
    if (copied) UnloadImage(image);
    return status;
}

/* A mask of a whole Image. */
static inline int32_t hitmask_raylib_mask(Image image, uint8_t threshold, hitmask_mask **out) {
    Rectangle all = {0, 0, (float)image.width, (float)image.height};
    return hitmask_raylib_mask_part(image, all, threshold, out);
}

/* The same for a Texture, which is read back from the graphics card: slow, so keep the mask. */
static inline int32_t hitmask_raylib_mask_texture(Texture2D texture, Rectangle source, uint8_t threshold, hitmask_mask **out) {
    Image image = LoadImageFromTexture(texture);
    int32_t status = hitmask_raylib_mask_part(image, source, threshold, out);
    UnloadImage(image);
    return status;
}

/* Where a mask of the source rectangle lies when DrawTexturePro draws that: its arguments between the texture and the tint. For a collider:
   hitmask_transform_from_parts(hitmask_raylib_parts(...)). */
static inline hitmask_pose_parts hitmask_raylib_parts(Rectangle source, Rectangle dest, Vector2 origin, float rotation) {
    hitmask_box box;
    box.flip_x = source.width < 0;
    box.flip_y = source.height < 0;
    box.source_w = box.flip_x ? -source.width : source.width;
    box.source_h = box.flip_y ? -source.height : source.height;
    box.w = dest.width < 0 ? -dest.width : dest.width;
    box.h = dest.height < 0 ? -dest.height : dest.height;
    box.origin_x = origin.x;
    box.origin_y = origin.y;
    box.x = dest.x;
    box.y = dest.y;
    box.degrees = rotation;
    return hitmask_box_parts(&box);
}

/* The same as a pose. What is scaled to nothing covers nothing under it. */
static inline int32_t hitmask_raylib_pose(Rectangle source, Rectangle dest, Vector2 origin, float rotation, hitmask_pose *out,
                                          hitmask_error *error) {
    hitmask_pose_parts parts = hitmask_raylib_parts(source, dest, origin, rotation);
    return hitmask_box_pose(&parts, out, error);
}

/* Where a mask of a whole texture lies when DrawTextureEx draws that: its arguments between the texture and the tint. */
static inline hitmask_pose_parts hitmask_raylib_parts_ex(Vector2 position, float rotation, float scale) {
    Rectangle source = {0, 0, 1, 1}, dest = {position.x, position.y, scale, scale};
    Vector2 origin = {0, 0};
    return hitmask_raylib_parts(source, dest, origin, rotation);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HITMASK_RAYLIB_H */
