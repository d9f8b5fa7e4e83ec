/* Calls the extension as Godot does, by pointers and by Variants: test LIBRARY. What belongs to the engine is played by this program: names are
   texts, a Variant is a type and a value, objects are counted. It needs no engine, and cannot tell whether a real one agrees. */

#include <gdextension_interface.h>

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int live_names, live_bytes, errors;
static char last_error[300];

static void need(bool holds, const char *what, int number) {
    if (holds) return;
    fprintf(stderr, "%s (%d); the last error: %s\n", what, number, last_error);
    exit(1);
}

/* The engine -------------------------------------------------------------------------------------------------------------- */

typedef struct {
    GDExtensionClassInstancePtr instance;
    void *binding;
    int class;
} object;

typedef struct {
    GDExtensionVariantType type;
    union {
        uint8_t truth;
        int64_t number;
        float vector[6];
        int32_t whole[4];
        object *object;
        void *bytes[2];
    } of;
} variant;

/* A PackedByteArray is a pointer to its length and its bytes. */
typedef struct {
    int64_t size;
    uint8_t data[4096];
} bytes;

static struct {
    char name[40], parent[40];
    GDExtensionClassCreationInfo2 info;
    struct {
        char name[40];
        GDExtensionClassMethodInfo info;
        int result, types[5];
        bool of_mask[5];
    } methods[32];
    int count;
} known[4];
static int class_count;
static int token;

static void name_new(GDExtensionUninitializedStringNamePtr out, const char *text, GDExtensionBool is_static) {
    char *copy = (char *)malloc(strlen(text) + 1);
    (void)is_static;
    strcpy(copy, text);
    *(char **)out = copy;
    live_names++;
}

static const char *text_of(GDExtensionConstStringNamePtr name) { return *(char *const *)name ? *(char *const *)name : ""; }

static void name_destroy(GDExtensionTypePtr name) {
    free(*(char **)name);
    live_names--;
}

static void bytes_destroy(GDExtensionTypePtr array) {
    (void)array;
    live_bytes--;
}

static GDExtensionPtrDestructor destructor(GDExtensionVariantType type) {
    return type == GDEXTENSION_VARIANT_TYPE_STRING_NAME ? name_destroy : type == GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY ? bytes_destroy : NULL;
}

static GDExtensionObjectPtr construct(GDExtensionConstStringNamePtr name) {
    need(!strcmp(text_of(name), "RefCounted"), "another parent", 0);
    return calloc(1, sizeof(object));
}

static int class_of(const char *name) {
    int i;
    for (i = 0; i < class_count; i++) if (!strcmp(known[i].name, name)) return i;
    need(false, name, 0);
    return -1;
}

static void set_instance(GDExtensionObjectPtr made, GDExtensionConstStringNamePtr name, GDExtensionClassInstancePtr instance) {
    ((object *)made)->instance = instance;
    ((object *)made)->class = class_of(text_of(name));
}

static void set_binding(GDExtensionObjectPtr made, void *owner, void *binding, const GDExtensionInstanceBindingCallbacks *callbacks) {
    need(owner == &token && callbacks, "another token", 0);
    ((object *)made)->binding = binding;
}

static void *get_binding(GDExtensionObjectPtr made, void *owner, const GDExtensionInstanceBindingCallbacks *callbacks) {
    need(owner == &token && !callbacks, "another token", 1);
    return ((object *)made)->binding;
}

static GDExtensionObjectPtr ref_get_object(GDExtensionConstRefPtr ref) { return *(object *const *)ref; }

static void register_class(GDExtensionClassLibraryPtr owner, GDExtensionConstStringNamePtr name, GDExtensionConstStringNamePtr parent, const GDExtensionClassCreationInfo2 *info) {
    need(owner == &token && class_count < 4, "a class", class_count);
    strcpy(known[class_count].name, text_of(name));
    strcpy(known[class_count].parent, text_of(parent));
    known[class_count++].info = *info;
}

static void register_method(GDExtensionClassLibraryPtr owner, GDExtensionConstStringNamePtr name, const GDExtensionClassMethodInfo *info) {
    int class = class_of(text_of(name)), at = known[class].count++;
    uint32_t i;
    need(owner == &token, "another token", 2);
    strcpy(known[class].methods[at].name, text_of(info->name));
    known[class].methods[at].info = *info;
    known[class].methods[at].result = info->has_return_value ? (int)info->return_value_info->type : 0;
    for (i = 0; i < info->argument_count; i++) {
        known[class].methods[at].types[i] = (int)info->arguments_info[i].type;
        known[class].methods[at].of_mask[i] = !strcmp(text_of(info->arguments_info[i].class_name), "HitmaskMask");
        need(text_of(info->arguments_info[i].name)[0] != 0, "a name of an argument", (int)i);
    }
}

static void unregister_class(GDExtensionClassLibraryPtr owner, GDExtensionConstStringNamePtr name) {
    need(owner == &token && class_of(text_of(name)) == class_count - 1, "unregistered out of order", 0);
    class_count--;
}

static GDExtensionVariantType variant_type(GDExtensionConstVariantPtr from) { return ((const variant *)from)->type; }

static size_t size_of(GDExtensionVariantType type) {
    switch (type) {
        case GDEXTENSION_VARIANT_TYPE_BOOL: return 1;
        case GDEXTENSION_VARIANT_TYPE_INT: case GDEXTENSION_VARIANT_TYPE_VECTOR2: case GDEXTENSION_VARIANT_TYPE_VECTOR2I: case GDEXTENSION_VARIANT_TYPE_OBJECT: return 8;
        case GDEXTENSION_VARIANT_TYPE_RECT2I: case GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY: return 16;
        case GDEXTENSION_VARIANT_TYPE_TRANSFORM2D: return 24;
        default: need(false, "a type that the extension does not use", (int)type); return 0;
    }
}

#define TYPED(name, kind)                                                                                                                \
    static void to_##name(GDExtensionUninitializedTypePtr out, GDExtensionVariantPtr from) {                                             \
        need(((variant *)from)->type == kind, "another type", kind);                                                                    \
        if (kind == GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY) live_bytes++;                                                          \
        memcpy(out, &((variant *)from)->of, size_of(kind));                                                                             \
    }                                                                                                                                    \
    static void from_##name(GDExtensionUninitializedVariantPtr out, GDExtensionTypePtr from) {                                          \
        ((variant *)out)->type = kind;                                                                                                  \
        memcpy(&((variant *)out)->of, from, size_of(kind));                                                                             \
    }
TYPED(bool, GDEXTENSION_VARIANT_TYPE_BOOL)
TYPED(int, GDEXTENSION_VARIANT_TYPE_INT)
TYPED(vector, GDEXTENSION_VARIANT_TYPE_VECTOR2)
TYPED(whole, GDEXTENSION_VARIANT_TYPE_VECTOR2I)
TYPED(rect, GDEXTENSION_VARIANT_TYPE_RECT2I)
TYPED(transform, GDEXTENSION_VARIANT_TYPE_TRANSFORM2D)
TYPED(object, GDEXTENSION_VARIANT_TYPE_OBJECT)
TYPED(bytes, GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)

static GDExtensionTypeFromVariantConstructorFunc to_type(GDExtensionVariantType type) {
    switch (type) {
        case GDEXTENSION_VARIANT_TYPE_BOOL: return to_bool;
        case GDEXTENSION_VARIANT_TYPE_INT: return to_int;
        case GDEXTENSION_VARIANT_TYPE_VECTOR2: return to_vector;
        case GDEXTENSION_VARIANT_TYPE_VECTOR2I: return to_whole;
        case GDEXTENSION_VARIANT_TYPE_RECT2I: return to_rect;
        case GDEXTENSION_VARIANT_TYPE_TRANSFORM2D: return to_transform;
        case GDEXTENSION_VARIANT_TYPE_OBJECT: return to_object;
        default: return to_bytes;
    }
}

static GDExtensionVariantFromTypeConstructorFunc from_type(GDExtensionVariantType type) {
    switch (type) {
        case GDEXTENSION_VARIANT_TYPE_BOOL: return from_bool;
        case GDEXTENSION_VARIANT_TYPE_INT: return from_int;
        case GDEXTENSION_VARIANT_TYPE_VECTOR2: return from_vector;
        case GDEXTENSION_VARIANT_TYPE_VECTOR2I: return from_whole;
        case GDEXTENSION_VARIANT_TYPE_RECT2I: return from_rect;
        case GDEXTENSION_VARIANT_TYPE_TRANSFORM2D: return from_transform;
        case GDEXTENSION_VARIANT_TYPE_OBJECT: return from_object;
        default: return from_bytes;
    }
}

static void byte_count(GDExtensionTypePtr array, const GDExtensionConstTypePtr *args, GDExtensionTypePtr ret, int count) {
    (void)args;
    need(count == 0, "size takes nothing", count);
    *(int64_t *)ret = (*(bytes **)array)->size;
}

static GDExtensionPtrBuiltInMethod builtin(GDExtensionVariantType type, GDExtensionConstStringNamePtr name, GDExtensionInt hash) {
    need(type == GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY && !strcmp(text_of(name), "size") && hash == 3173160232, "another method", (int)type);
    return byte_count;
}

static const uint8_t *byte_at(GDExtensionConstTypePtr array, GDExtensionInt index) {
    const bytes *of = *(bytes *const *)array;
    need(index >= 0 && index < of->size, "a byte beyond the array", (int)index);
    return &of->data[index];
}

static void print_error(const char *what, const char *function, const char *file, int32_t line, GDExtensionBool notify) {
    (void)file, (void)line, (void)notify;
    errors++;
    snprintf(last_error, sizeof last_error, "%s: %s", function, what);
}

static GDExtensionInterfaceFunctionPtr get(const char *asked) {
#define OFFER(text, function) if (!strcmp(asked, text)) return (GDExtensionInterfaceFunctionPtr)function;
    OFFER("string_name_new_with_latin1_chars", name_new)
    OFFER("classdb_construct_object", construct)
    OFFER("object_set_instance", set_instance)
    OFFER("object_set_instance_binding", set_binding)
    OFFER("object_get_instance_binding", get_binding)
    OFFER("ref_get_object", ref_get_object)
    OFFER("classdb_register_extension_class2", register_class)
    OFFER("classdb_register_extension_class_method", register_method)
    OFFER("classdb_unregister_extension_class", unregister_class)
    OFFER("variant_get_type", variant_type)
    OFFER("get_variant_from_type_constructor", from_type)
    OFFER("get_variant_to_type_constructor", to_type)
    OFFER("variant_get_ptr_destructor", destructor)
    OFFER("packed_byte_array_operator_index_const", byte_at)
    OFFER("print_error", print_error)
    OFFER("variant_get_ptr_builtin_method", builtin)
    return NULL;
}

/* The tests --------------------------------------------------------------------------------------------------------------- */

static object *make(const char *name) {
    int class = class_of(name);
    return (object *)known[class].info.create_instance_func(known[class].info.class_userdata);
}

static void drop(object *made) {
    known[made->class].info.free_instance_func(known[made->class].info.class_userdata, made->instance);
    free(made);
}

static variant number(int64_t of) { variant v = {GDEXTENSION_VARIANT_TYPE_INT, {0}}; v.of.number = of; return v; }
static variant truth(bool of) { variant v = {GDEXTENSION_VARIANT_TYPE_BOOL, {0}}; v.of.truth = of; return v; }
static variant whole(int x, int y) { variant v = {GDEXTENSION_VARIANT_TYPE_VECTOR2I, {0}}; v.of.whole[0] = x; v.of.whole[1] = y; return v; }
static variant vector(float x, float y) { variant v = {GDEXTENSION_VARIANT_TYPE_VECTOR2, {0}}; v.of.vector[0] = x; v.of.vector[1] = y; return v; }
static variant rect(int x, int y, int w, int h) { variant v = {GDEXTENSION_VARIANT_TYPE_RECT2I, {0}}; v.of.whole[0] = x; v.of.whole[1] = y; v.of.whole[2] = w; v.of.whole[3] = h; return v; }
static variant an_object(object *of) { variant v = {GDEXTENSION_VARIANT_TYPE_OBJECT, {0}}; v.of.object = of; return v; }
static variant array(bytes *of) { variant v = {GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY, {0}}; v.of.bytes[0] = of; return v; }
/* Columns x and y, then the origin. */
static variant transform(double xx, double xy, double yx, double yy, double ox, double oy) {
    variant v = {GDEXTENSION_VARIANT_TYPE_TRANSFORM2D, {0}};
    float all[6] = {(float)xx, (float)xy, (float)yx, (float)yy, (float)ox, (float)oy};
    memcpy(v.of.vector, all, sizeof all);
    return v;
}
static variant at(double x, double y) { return transform(1, 0, 0, 1, x, y); }

/* Calls a method both ways, if it may be called twice, and compares the answers. */
static variant call(object *self, const char *name, int count, const variant *given, bool twice) {
    variant answer = {GDEXTENSION_VARIANT_TYPE_NIL, {0}};
    uint64_t raw[4] = {0};
    const void *variants[5], *pointers[5];
    GDExtensionCallError error = {0};
    int i, at = -1;
    for (i = 0; i < known[self->class].count; i++) if (!strcmp(known[self->class].methods[i].name, name)) at = i;
    need(at >= 0, name, 0);
    need((int)known[self->class].methods[at].info.argument_count == count, "another count", count);
    for (i = 0; i < count; i++) {
        need(known[self->class].methods[at].types[i] == (int)given[i].type, name, i);
        need(known[self->class].methods[at].of_mask[i] == (given[i].type == GDEXTENSION_VARIANT_TYPE_OBJECT), name, i);
        variants[i] = &given[i];
        pointers[i] = &given[i].of;
    }
    known[self->class].methods[at].info.call_func(known[self->class].methods[at].info.method_userdata, self->instance, variants, count, &answer, &error);
    need(error.error == GDEXTENSION_CALL_OK, name, (int)error.error);
    need((int)answer.type == known[self->class].methods[at].result, name, (int)answer.type);
    if (twice) {
        known[self->class].methods[at].info.ptrcall_func(known[self->class].methods[at].info.method_userdata, self->instance, pointers, raw);
        if (answer.type) need(!memcmp(raw, &answer.of, size_of(answer.type)), "the two ways differ", at);
    }
    return answer;
}
#define CALL(self, name, ...) call(self, name, sizeof((variant[]){__VA_ARGS__}) / sizeof(variant), (variant[]){__VA_ARGS__}, true)
#define CALL_ONCE(self, name, ...) call(self, name, sizeof((variant[]){__VA_ARGS__}) / sizeof(variant), (variant[]){__VA_ARGS__}, false)
#define CALL_PLAIN(self, name) call(self, name, 0, NULL, true)

static double random_part(void) {
    static uint64_t state = 11;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 40) / (double)(1 << 24);
}
static int between(int low, int high) { return low + (int)(random_part() * (high - low + 1)); }

static object *filled(int w, int h, bytes *data) {
    object *mask = make("HitmaskMask");
    data->size = w * h * 4;
    memset(data->data, 255, (size_t)data->size);
    need(CALL(mask, "from_rgba8", array(data), number(w), number(h), rect(0, 0, w, h), number(128)).of.truth, "no mask", w);
    return mask;
}

static void masks(void) {
    static bytes data;
    object *mask = make("HitmaskMask"), *dot = filled(1, 1, &data), *world = make("HitmaskWorld");
    variant pixel;
    int i, x, y, compared = 0;
    need(CALL_PLAIN(mask, "get_size").of.whole[0] == 0 && CALL_PLAIN(mask, "get_count").of.number == 0, "not empty at first", 0);
    for (i = 0; i < 40; i++) {
        const int width = between(1, 12), height = between(1, 12), left = between(0, width - 1), top = between(0, height - 1);
        const int w = between(1, width - left), h = between(1, height - top);
        const double turn = random_part() * 6.3, sx = 0.6 + 3 * random_part(), sy = 0.6 + 3 * random_part(), shear = random_part() - 0.5;
        const double ox = random_part() * 40 - 20, oy = random_part() * 40 - 20;
        /* As the engine turns, scales and shears: the columns of a Transform2D. */
        const double xx = cos(turn) * sx, xy = sin(turn) * sx, yx = -sin(turn + shear) * sy, yy = cos(turn + shear) * sy;
        data.size = width * height * 4;
        for (x = 0; x < data.size; x++) data.data[x] = (uint8_t)between(0, 255);
        need(CALL(mask, "from_rgba8", array(&data), number(width), number(height), rect(left, top, w, h), number(100)).of.truth, "no mask", i);
        need(CALL_PLAIN(mask, "get_size").of.whole[1] == h, "another size", i);
        for (y = -60; y < 60; y++)
            for (x = -60; x < 60; x++) {
                /* The texel under the pixel's centre, by Cramer's rule. */
                const double px = x + 0.5 - ox, py = y + 0.5 - oy, det = xx * yy - yx * xy;
                const double u = (px * yy - yx * py) / det, v = (xx * py - px * xy) / det;
                const bool inside = u >= 0 && v >= 0 && u < w && v < h;
                if (fabs(u - floor(u + 0.5)) < 0.01 || fabs(v - floor(v + 0.5)) < 0.01) continue;
                need(CALL_ONCE(mask, "overlaps", transform(xx, xy, yx, yy, ox, oy), an_object(dot), at(x, y)).of.truth == (inside && data.data[((top + (int)v) * width + left + (int)u) * 4 + 3] >= 100), "another pixel", i);
                compared += inside;
            }
    }
    need(compared > 800, "too few pixels", compared);
    drop(mask);
    mask = filled(4, 3, &data);
    need(CALL(mask, "get_pixel", whole(3, 2)).of.truth && !CALL(mask, "get_pixel", whole(4, 2)).of.truth, "another corner", 0);
    pixel = CALL(mask, "first_overlap", at(100, 50), an_object(mask), at(103, 52));
    need(pixel.of.whole[0] == 103 && pixel.of.whole[1] == 52 && pixel.of.whole[2] == 1 && pixel.of.whole[3] == 1, "another first pixel", pixel.of.whole[0]);
    need(CALL(mask, "first_overlap", at(100, 50), an_object(mask), at(104, 52)).of.whole[2] == 0, "a pixel where there is none", 0);
    need(CALL(mask, "overlap_area", at(0, 0), an_object(mask), at(1, 1)).of.number == 6, "another area", 0);
    need(!CALL(mask, "overlaps", transform(1, 0, 1, 0, 0, 0), an_object(mask), at(1, 1)).of.truth, "what is scaled to nothing covers something", 0);
    need(errors == 0, "an error", errors);
    CALL(mask, "overlaps", at(NAN, 0), an_object(mask), at(1, 1));
    need(errors == 2 && strstr(last_error, "overlaps: a number is infinite or NaN"), "another sentence", errors);
    CALL(mask, "overlaps", at(0, 0), an_object(world), at(1, 1));
    need(errors == 4 && strstr(last_error, "a HitmaskMask is needed"), "a world is a mask", errors);
    CALL(mask, "overlaps", at(0, 0), an_object(NULL), at(1, 1));
    data.size = 15;
    CALL(mask, "from_rgba8", array(&data), number(2), number(2), rect(0, 0, 2, 2), number(1));
    CALL(mask, "from_rgba8", array(&data), number(1), number(1), rect(0, 0, 2, 1), number(1));
    need(errors == 10 && CALL_PLAIN(mask, "get_count").of.number == 12, "wrong pictures are taken", errors);
    errors = 0;
    drop(mask);
    drop(dot);
    drop(world);
}

static void worlds(void) {
    static bytes data;
    object *world = make("HitmaskWorld"), *square = filled(10, 10, &data), *floor = filled(200, 4, &data);
    const int64_t a = CALL_ONCE(world, "insert", an_object(square), at(95, 95), number(1), number(7)).of.number;
    const int64_t b = CALL_ONCE(world, "insert", an_object(square), at(99, 95), number(0), number(8)).of.number;
    variant place;
    need(call(world, "step", 0, NULL, false).of.number == 1, "they do not touch", 0);
    need(CALL(world, "event_kind", number(0)).of.number == 0 && CALL(world, "event_a", number(0)).of.number == a && CALL(world, "event_b", number(0)).of.number == b, "another event", 0);
    need(CALL(world, "event_data_a", number(0)).of.number == 7 && CALL(world, "event_data_b", number(0)).of.number == 8, "other data", 0);
    need(CALL(world, "event_pixel", number(0)).of.whole[0] == 99 && CALL(world, "event_pixel", number(0)).of.whole[1] == 95, "another pixel", 0);
    CALL(world, "event_kind", number(1));
    need(errors == 2, "an event that is none", errors);
    CALL(world, "set_pose", number(b), at(300, 95));
    need(call(world, "step", 0, NULL, false).of.number == 1 && CALL(world, "event_kind", number(0)).of.number == 2, "no end", 0);
    need(CALL(world, "pick", whole(305, 100)).of.number == b && CALL(world, "pick", whole(0, 0)).of.number == 0, "another pick", 0);
    CALL_ONCE(world, "remove", number(b));
    CALL(world, "set_swept", number(b), truth(true));
    need(errors == 4 && strstr(last_error, "stale"), "a stale handle", errors);
    place = CALL_ONCE(world, "insert", an_object(floor), at(0, 150), number(0), number(9));
    need(CALL_PLAIN(world, "get_floor").of.number == 0, "a floor at first", 0);
    place = CALL_ONCE(world, "move_and_slide", number(a), vector(0.5f, 100), number(0));
    need(place.of.vector[0] == 95.5f && place.of.vector[1] == 140, "another place", (int)place.of.vector[1]);
    need(CALL_PLAIN(world, "get_floor").of.number != 0 && CALL_PLAIN(world, "get_wall").of.number == 0 && CALL_PLAIN(world, "get_ceiling").of.number == 0, "another floor", 0);
    drop(square);
    drop(floor);
    drop(world);
}

static void wrong_calls(void) {
    object *world = make("HitmaskWorld");
    const GDExtensionClassMethodInfo *info = &known[world->class].methods[0].info;
    variant one = number(1), answer = {GDEXTENSION_VARIANT_TYPE_NIL, {0}};
    const void *given[5] = {&one, &one, &one, &one, &one};
    GDExtensionCallError error = {0};
    info->call_func(info->method_userdata, world->instance, given, 3, &answer, &error);
    need(error.error == GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS && error.expected == 4, "too few", (int)error.error);
    info->call_func(info->method_userdata, world->instance, given, 5, &answer, &error);
    need(error.error == GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS, "too many", (int)error.error);
    info->call_func(info->method_userdata, world->instance, given, 4, &answer, &error);
    need(error.error == GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT && error.argument == 0 && error.expected == GDEXTENSION_VARIANT_TYPE_OBJECT, "a number for a mask", (int)error.error);
    drop(world);
}

int main(int count, char **arguments) {
    void *opened = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    GDExtensionInitializationFunction start = opened ? (GDExtensionInitializationFunction)dlsym(opened, "hitmask_godot_init") : NULL;
    GDExtensionInitialization init = {0};
    int level;
    need(start != NULL, opened ? "no entry" : dlerror(), 0);
    need(start(get, &token, &init), "it does not start", 0);
    need(init.minimum_initialization_level == GDEXTENSION_INITIALIZATION_SCENE, "another level", 0);
    for (level = 0; level < GDEXTENSION_MAX_INITIALIZATION_LEVEL; level++) init.initialize(init.userdata, (GDExtensionInitializationLevel)level);
    need(class_count == 2, "other classes", class_count);
    masks();
    worlds();
    wrong_calls();
    for (level = GDEXTENSION_MAX_INITIALIZATION_LEVEL; level-- > 0;) init.deinitialize(init.userdata, (GDExtensionInitializationLevel)level);
    need(class_count == 0 && live_names == 0 && live_bytes == 0, "something is left", class_count + live_names + live_bytes);
    printf("test result: ok. 3 passed; 0 failed; 0 ignored\n");
    return 0;
}
