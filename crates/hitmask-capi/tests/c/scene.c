/* Plays scenes/race.toml through the C interface, and writes its events as `hitmask scene --events` does.

   It reads as much of the format of docs/scenes.md as that scene needs: open edges, named sprites, velocity, spin, scale, flip, layers.
   Arguments: the number of steps, a file with the events of `hitmask scene`, which must be equal, and a folder with the alphas of the
   images as PGM files. */

#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct {
    char name[32], image[128], layer[32], hits[32];
    double at[2], velocity[2], spin, scale[2], flip[2];
    int threshold;
    uint32_t w, h;
    hitmask_point_q16 position, speed;
    hitmask_handle handle;
} sprite;

static sprite sprites[32];
static size_t sprite_count;

static void read_pair(const char *value, double *pair) {
    if (sscanf(value, "[%lf, %lf]", &pair[0], &pair[1]) != 2 && sscanf(value, "%lf", &pair[0]) == 1) pair[1] = pair[0];
}

static void read_scene(const char *path) {
    char line[256];
    FILE *file = fopen(path, "r");
    sprite *one = NULL;
    if (!file) {
        fprintf(stderr, "%s cannot be read; run this program in the folder of the repository\n", path);
        exit(1);
    }
    while (fgets(line, sizeof line, file)) {
        char key[32], value[160];
        if (!strncmp(line, "[[sprite]]", 10)) {
            one = &sprites[sprite_count++];
            one->scale[0] = one->scale[1] = one->flip[0] = one->flip[1] = 1;
            one->threshold = 128;
        } else if (one && sscanf(line, "%31s = %159[^\n]", key, value) == 2) {
            if (!strcmp(key, "name")) sscanf(value, "\"%31[^\"]", one->name);
            else if (!strcmp(key, "image")) sscanf(value, "\"%127[^\"]", one->image);
            else if (!strcmp(key, "layer")) sscanf(value, "\"%31[^\"]", one->layer);
            else if (!strcmp(key, "hits")) sscanf(value, "[\"%31[^\"]", one->hits);
            else if (!strcmp(key, "at")) read_pair(value, one->at);
            else if (!strcmp(key, "velocity")) read_pair(value, one->velocity);
            else if (!strcmp(key, "scale")) read_pair(value, one->scale);
            else if (!strcmp(key, "spin")) one->spin = atof(value);
            else if (!strcmp(key, "threshold")) one->threshold = atoi(value);
            else if (!strcmp(key, "flip")) {
                if (strchr(value, 'h')) one->flip[0] = -1;
                if (strchr(value, 'v')) one->flip[1] = -1;
            } else {
                fprintf(stderr, "%s: this program does not know the key %s\n", path, key);
                exit(1);
            }
        }
    }
    fclose(file);
}

/* Layers are numbered by the first sprite that is on them. */
static uint32_t layer_bit(const char *name) {
    size_t i;
    for (i = 0; i < sprite_count; i++) if (!strcmp(sprites[i].layer, name)) return UINT32_C(1) << i;
    return 0;
}

static hitmask_transform transform_of(const sprite *one, int turns) {
    hitmask_pose_parts parts = hitmask_pose_parts_default();
    parts.pivot.x = one->w / 2.0;
    parts.pivot.y = one->h / 2.0;
    parts.position.x = (double)one->position.x / 65536 + parts.pivot.x;
    parts.position.y = (double)one->position.y / 65536 + parts.pivot.y;
    parts.rotation = hitmask_degrees(one->spin * turns);
    parts.scale.x = one->scale[0] * one->flip[0];
    parts.scale.y = one->scale[1] * one->flip[1];
    return hitmask_transform_from_parts(parts);
}

static uint8_t *read_alphas(const char *folder, sprite *one) {
    const char *slash = strrchr(one->image, '/');
    char path[512];
    uint8_t *alphas;
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", folder, slash ? slash + 1 : one->image);
    file = fopen(path, "rb");
    CHECK(file && fscanf(file, "P5 %" SCNu32 " %" SCNu32 " 255", &one->w, &one->h) == 2 && fgetc(file) == '\n');
    alphas = malloc((size_t)one->w * one->h);
    CHECK(fread(alphas, one->w, one->h, file) == one->h);
    fclose(file);
    return alphas;
}

static void insert(hitmask_world *world, sprite *one, uint64_t number, const char *folder) {
    uint8_t *alphas;
    hitmask_mask *mask;
    hitmask_collider collider;
    alphas = read_alphas(folder, one);
    CALL(hitmask_mask_from_alpha(one->w, one->h, alphas, one->w, (uint8_t)one->threshold, &mask));
    CALL(hitmask_point_q16_from(one->at[0], one->at[1], &one->position));
    CALL(hitmask_point_q16_from(one->velocity[0], one->velocity[1], &one->speed));
    collider = hitmask_collider_default(hitmask_shape_mask(mask));
    collider.layers.belongs_to = layer_bit(one->layer);
    collider.layers.collides_with = one->hits[0] ? layer_bit(one->hits) : UINT32_MAX;
    collider.data = number;
    CALL(hitmask_world_insert(world, &collider, &one->handle));
    /* The world has its share of the pixels. */
    hitmask_mask_free(mask);
    free(alphas);
}

static void write_event(char *to, int step, const hitmask_event *event) {
    static const char *const names[] = {"begin", "stay", "end", "pass"};
    to += sprintf(to, "{\"step\":%d,\"event\":\"%s\",\"a\":\"%s\",\"b\":\"%s\"", step, names[event->kind], sprites[event->data_a].name,
                  sprites[event->data_b].name);
    if (event->has_touch) {
        to += sprintf(to, ",\"first\":[%" PRId32 ",%" PRId32 "],\"area\":%" PRIu64, event->touch.first.x, event->touch.first.y,
                      event->touch.area);
    }
    strcpy(to, "}\n");
}

int main(int count, char **arguments) {
    hitmask_world_options options = hitmask_world_options_default();
    hitmask_world *world;
    FILE *expected;
    int steps, step, passed = 0;
    size_t i;
    if (count != 4 || (steps = atoi(arguments[1])) < 1 || !(expected = fopen(arguments[2], "r"))) {
        fprintf(stderr, "usage: scene STEPS EVENTS IMAGES, events of `hitmask scene scenes/race.toml --steps STEPS --events EVENTS`\n");
        return 2;
    }
    read_scene("scenes/race.toml");
    options.area = true;
    CALL(hitmask_world_new(&options, &world));
    for (i = 0; i < sprite_count; i++) insert(world, &sprites[i], i, arguments[3]);
    for (step = 1; step <= steps; step++) {
        const hitmask_event *events;
        size_t event_count;
        for (i = 0; i < sprite_count; i++) {
            hitmask_transform transform;
            sprites[i].position.x += sprites[i].speed.x;
            sprites[i].position.y += sprites[i].speed.y;
            transform = transform_of(&sprites[i], step);
            CALL(hitmask_world_set_transform(world, sprites[i].handle, &transform));
        }
        CALL(hitmask_world_step(world, &events, &event_count));
        for (i = 0; i < event_count; i++) {
            char line[512], wanted[512] = "(the end)\n";
            write_event(line, step, &events[i]);
            if (!fgets(wanted, sizeof wanted, expected) || strcmp(line, wanted)) {
                fprintf(stderr, "hitmask scene: %sfrom C:        %s", wanted, line);
                return 1;
            }
            passed++;
        }
    }
    if (fgetc(expected) != EOF || passed == 0) {
        fprintf(stderr, "hitmask scene has more events, or none\n");
        return 1;
    }
    printf("test result: ok. %d passed; 0 failed; 0 ignored\n", passed);
    fclose(expected);
    hitmask_world_free(world);
    return 0;
}
