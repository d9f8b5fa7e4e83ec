/* hitmask for Godot 4.2 and later: an extension with the classes HitmaskMask and HitmaskWorld. Experimental: no engine has run it yet; a test
   calls it as an engine does. docs/hosts/godot.md says how to build and use it.

   Every method is a row of a table: its name, what it takes and gives, and a function that asks the library. */

#include <gdextension_interface.h>
#include <hitmask.h>

#include <stdlib.h>
#include <string.h>

/* What the engine offers ------------------------------------------------------------------------------------------- */

static struct {
    GDExtensionInterfaceStringNameNewWithLatin1Chars name_new;
    GDExtensionPtrDestructor name_destroy;
    GDExtensionInterfaceClassdbConstructObject construct;
    GDExtensionInterfaceObjectSetInstance set_instance;
    GDExtensionInterfaceObjectSetInstanceBinding set_binding;
    GDExtensionInterfaceObjectGetInstanceBinding get_binding;
    GDExtensionInterfaceRefGetObject ref_get_object;
    GDExtensionInterfaceClassdbRegisterExtensionClass2 register_class;
    GDExtensionInterfaceClassdbRegisterExtensionClassMethod register_method;
    GDExtensionInterfaceClassdbUnregisterExtensionClass unregister_class;
    GDExtensionInterfaceVariantGetType variant_type;
    GDExtensionInterfaceGetVariantFromTypeConstructor from_type;
    GDExtensionInterfaceGetVariantToTypeConstructor to_type;
    GDExtensionInterfaceVariantGetPtrDestructor destructor;
    GDExtensionInterfacePackedByteArrayOperatorIndexConst byte_at;
    GDExtensionInterfaceVariantGetPtrBuiltinMethod builtin;
    GDExtensionPtrBuiltInMethod byte_count;
    GDExtensionInterfacePrintError print_error;
} engine;
static GDExtensionClassLibraryPtr library;

/* A StringName; all zero is the empty one, as it is the empty String. */
typedef struct {
    uint64_t opaque;
} name;

static uint64_t empty;

static name name_of(const char *text) {
    name made = {0};
    engine.name_new(&made, text, false);
    return made;
}

/* What methods take and give ------------------------------------------------------------------------------------------ */

typedef union {
    GDExtensionBool truth;
    int64_t number;
    float vector[2];
    int32_t whole[2];
    int32_t rect[4];
    float transform[6];
    GDExtensionObjectPtr object;
    uint64_t bytes[2];
} value;

/* One of ours. */
typedef struct {
    hitmask_mask *mask;
    hitmask_world *world;
    /* The events of the last step, in an array that grows. */
    hitmask_event *events;
    size_t event_count, event_room;
    /* What the last move_and_slide told. */
    hitmask_slid slid;
} instance;

enum { NOTHING = 0, TRUTH = GDEXTENSION_VARIANT_TYPE_BOOL, NUMBER = GDEXTENSION_VARIANT_TYPE_INT, VECTOR = GDEXTENSION_VARIANT_TYPE_VECTOR2, WHOLE = GDEXTENSION_VARIANT_TYPE_VECTOR2I, RECT = GDEXTENSION_VARIANT_TYPE_RECT2I, TRANSFORM = GDEXTENSION_VARIANT_TYPE_TRANSFORM2D, MASK = GDEXTENSION_VARIANT_TYPE_OBJECT, BYTES = GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY };

#define MOST 5

typedef struct {
    const char *name;
    /* Answers into `ret`, which is zero before, and returns a hitmask_status. A MASK is an instance here. */
    int32_t (*run)(instance *self, const void *const *args, value *ret);
    int result;
    int count;
    struct {
        const char *name;
        int type;
    } arguments[MOST];
} method;

static const instance *mask_at(const void *arg) { return (const instance *)arg; }
static int64_t number_at(const void *arg) { return *(const int64_t *)arg; }
static hitmask_point point_at(const void *arg) {
    const int32_t *whole = (const int32_t *)arg;
    return (hitmask_point){whole[0], whole[1]};
}

/* A Transform2D: two columns, then the origin. What is scaled to nothing is no error: all of a mask lies between two centres of pixels then. */
static int32_t pose_at(const void *arg, hitmask_pose *out) {
    const float *t = (const float *)arg;
    double matrix[6] = {t[0], t[2], t[1], t[3], t[4], t[5]};
    int32_t status = hitmask_pose_from_matrix(matrix, out, NULL);
    if (status != HITMASK_SINGULAR) return status;
    *out = (hitmask_pose){1, 0, 0, 1, 0x8001, 0x8001};
    return HITMASK_OK;
}

/* Masks ---------------------------------------------------------------------------------------------------------------- */

static int32_t mask_from_rgba8(instance *self, const void *const *args, value *ret) {
    const int64_t width = number_at(args[1]), height = number_at(args[2]), threshold = number_at(args[4]);
    const int32_t *region = (const int32_t *)args[3];
    int64_t size = 0;
    hitmask_mask *made = NULL;
    int32_t status;
    engine.byte_count((GDExtensionTypePtr)args[0], NULL, &size, 0);
    if (width < 0 || height < 0 || width > 65535 || height > 65535) return HITMASK_TOO_LARGE;
    if (size < width * height * 4) return HITMASK_WRONG_LENGTH;
    if (region[0] < 0 || region[1] < 0 || region[2] < 0 || region[3] < 0 || (int64_t)region[0] + region[2] > width || (int64_t)region[1] + region[3] > height) return HITMASK_OUT_OF_RANGE;
    if (threshold < 0 || threshold > 255) return HITMASK_OUT_OF_RANGE;
    if (region[2] == 0 || region[3] == 0) status = hitmask_mask_new((uint32_t)region[2], (uint32_t)region[3], &made);
    else status = hitmask_mask_from_rgba8((uint32_t)region[2], (uint32_t)region[3], engine.byte_at(args[0], (region[1] * width + region[0]) * 4), (size_t)width * 4, (uint8_t)threshold, &made);
    if (status) return status;
    hitmask_mask_free(self->mask);
    self->mask = made;
    ret->truth = true;
    return 0;
}

static int32_t mask_size(instance *self, const void *const *args, value *ret) {
    uint32_t w = 0, h = 0;
    int32_t status = hitmask_mask_size(self->mask, &w, &h);
    (void)args;
    ret->whole[0] = (int32_t)w;
    ret->whole[1] = (int32_t)h;
    return status;
}

static int32_t mask_count(instance *self, const void *const *args, value *ret) {
    (void)args;
    return hitmask_mask_count(self->mask, (uint64_t *)&ret->number);
}

static int32_t mask_get_pixel(instance *self, const void *const *args, value *ret) {
    bool solid = false;
    int32_t status = hitmask_mask_get(self->mask, point_at(args[0]), &solid);
    ret->truth = solid;
    return status;
}

/* The first three arguments of an overlap: a pose, the other mask, its pose. */
static int32_t place(instance *self, const void *const *args, hitmask_placed *a, hitmask_placed *b) {
    int32_t status = pose_at(args[0], &a->pose);
    if (!status) status = pose_at(args[2], &b->pose);
    a->shape = hitmask_shape_mask(self->mask);
    b->shape = hitmask_shape_mask(mask_at(args[1])->mask);
    return status;
}

static int32_t mask_overlaps(instance *self, const void *const *args, value *ret) {
    hitmask_placed a, b;
    bool hit = false;
    int32_t status = place(self, args, &a, &b);
    if (!status) status = hitmask_placed_overlaps(&a, &b, HITMASK_RASTER, &hit);
    ret->truth = hit;
    return status;
}

static int32_t mask_overlap_area(instance *self, const void *const *args, value *ret) {
    hitmask_placed a, b;
    int32_t status = place(self, args, &a, &b);
    return status ? status : hitmask_placed_overlap_area(&a, &b, (uint64_t *)&ret->number);
}

static int32_t mask_first_overlap(instance *self, const void *const *args, value *ret) {
    hitmask_placed a, b;
    hitmask_point pixel = {0, 0};
    bool found = false;
    int32_t status = place(self, args, &a, &b);
    if (!status) status = hitmask_placed_first_overlap(&a, &b, &pixel, &found);
    if (found) ret->rect[0] = pixel.x, ret->rect[1] = pixel.y, ret->rect[2] = ret->rect[3] = 1;
    return status;
}

static const method mask_methods[] = {
    {"from_rgba8", mask_from_rgba8, TRUTH, 5, {{"data", BYTES}, {"width", NUMBER}, {"height", NUMBER}, {"region", RECT}, {"threshold", NUMBER}}},
    {"get_size", mask_size, WHOLE, 0, {{0, 0}}},
    {"get_count", mask_count, NUMBER, 0, {{0, 0}}},
    {"get_pixel", mask_get_pixel, TRUTH, 1, {{"pixel", WHOLE}}},
    {"overlaps", mask_overlaps, TRUTH, 3, {{"pose", TRANSFORM}, {"other", MASK}, {"other_pose", TRANSFORM}}},
    {"overlap_area", mask_overlap_area, NUMBER, 3, {{"pose", TRANSFORM}, {"other", MASK}, {"other_pose", TRANSFORM}}},
    {"first_overlap", mask_first_overlap, RECT, 3, {{"pose", TRANSFORM}, {"other", MASK}, {"other_pose", TRANSFORM}}},
};

/* Worlds ---------------------------------------------------------------------------------------------------------------- */

static int32_t world_insert(instance *self, const void *const *args, value *ret) {
    hitmask_collider collider = hitmask_collider_default(hitmask_shape_mask(mask_at(args[0])->mask));
    hitmask_handle handle = 0;
    hitmask_pose pose;
    int32_t status = pose_at(args[1], &pose);
    if (status) return status;
    collider.transform = hitmask_transform_from_pose(pose);
    collider.kind = (int32_t)number_at(args[2]);
    collider.data = (uint64_t)number_at(args[3]);
    status = hitmask_world_insert(self->world, &collider, &handle);
    if (!status) ret->number = (int64_t)handle;
    return status;
}

static int32_t world_remove(instance *self, const void *const *args, value *ret) {
    (void)ret;
    return hitmask_world_remove(self->world, (hitmask_handle)number_at(args[0]));
}

static int32_t world_set_pose(instance *self, const void *const *args, value *ret) {
    hitmask_pose pose;
    int32_t status = pose_at(args[1], &pose);
    (void)ret;
    return status ? status : hitmask_world_set_pose(self->world, (hitmask_handle)number_at(args[0]), &pose);
}

static int32_t world_set_swept(instance *self, const void *const *args, value *ret) {
    (void)ret;
    return hitmask_world_set_swept(self->world, (hitmask_handle)number_at(args[0]), *(const GDExtensionBool *)args[1]);
}

static int32_t world_step(instance *self, const void *const *args, value *ret) {
    const hitmask_event *events = NULL;
    size_t count = 0;
    int32_t status = hitmask_world_step(self->world, &events, &count);
    (void)args;
    self->event_count = 0;
    if (status) return status;
    if (count > self->event_room) {
        hitmask_event *room = (hitmask_event *)realloc(self->events, count * sizeof *room);
        if (!room) return HITMASK_TOO_MUCH_MEMORY;
        self->events = room;
        self->event_room = count;
    }
    if (count) memcpy(self->events, events, count * sizeof *events);
    self->event_count = count;
    ret->number = (int64_t)count;
    return 0;
}

static const hitmask_event *event_at(const instance *self, const void *const *args) {
    int64_t index = number_at(args[0]);
    return index >= 0 && (uint64_t)index < self->event_count ? &self->events[index] : NULL;
}

#define EVENT(field, answer)                                                                     \
    static int32_t world_event_##field(instance *self, const void *const *args, value *ret) { \
        const hitmask_event *event = event_at(self, args);                                        \
        if (!event) return HITMASK_NO_SUCH_INDEX;                                                 \
        answer;                                                                                   \
        return 0;                                                                                 \
    }
EVENT(kind, ret->number = event->kind)
EVENT(a, ret->number = (int64_t)event->a)
EVENT(b, ret->number = (int64_t)event->b)
EVENT(data_a, ret->number = (int64_t)event->data_a)
EVENT(data_b, ret->number = (int64_t)event->data_b)
EVENT(pixel, ret->whole[0] = event->touch.first.x; ret->whole[1] = event->touch.first.y)

static int32_t world_pick(instance *self, const void *const *args, value *ret) {
    hitmask_handle top = 0;
    bool found = false;
    int32_t status = hitmask_world_pick(self->world, point_at(args[0]), NULL, &top, &found);
    ret->number = found ? (int64_t)top : 0;
    return status;
}

static int32_t world_move_and_slide(instance *self, const void *const *args, value *ret) {
    const float *motion = (const float *)args[1];
    int64_t climb = number_at(args[2]);
    hitmask_move_options options = {0};
    hitmask_point_q16 way;
    int32_t status = hitmask_point_q16_from(motion[0], motion[1], &way);
    if (status) return status;
    if (climb < 0 || climb > 65535) return HITMASK_OUT_OF_RANGE;
    options.step_up = options.step_down = (uint32_t)climb;
    status = hitmask_world_move_and_slide(self->world, (hitmask_handle)number_at(args[0]), way, &options, NULL, &self->slid);
    if (status) return status;
    ret->vector[0] = (float)((double)self->slid.position.x / 65536);
    ret->vector[1] = (float)((double)self->slid.position.y / 65536);
    return 0;
}

#define BLOCKER(side)                                                                      \
    static int32_t world_##side(instance *self, const void *const *args, value *ret) {  \
        (void)args;                                                                         \
        ret->number = self->slid.side.found ? (int64_t)self->slid.side.handle : 0;          \
        return 0;                                                                           \
    }
BLOCKER(floor)
BLOCKER(ceiling)
BLOCKER(wall)

static const method world_methods[] = {
    {"insert", world_insert, NUMBER, 4, {{"mask", MASK}, {"pose", TRANSFORM}, {"kind", NUMBER}, {"data", NUMBER}}},
    {"remove", world_remove, NOTHING, 1, {{"handle", NUMBER}}},
    {"set_pose", world_set_pose, NOTHING, 2, {{"handle", NUMBER}, {"pose", TRANSFORM}}},
    {"set_swept", world_set_swept, NOTHING, 2, {{"handle", NUMBER}, {"swept", TRUTH}}},
    {"step", world_step, NUMBER, 0, {{0, 0}}},
    {"event_kind", world_event_kind, NUMBER, 1, {{"index", NUMBER}}},
    {"event_a", world_event_a, NUMBER, 1, {{"index", NUMBER}}},
    {"event_b", world_event_b, NUMBER, 1, {{"index", NUMBER}}},
    {"event_data_a", world_event_data_a, NUMBER, 1, {{"index", NUMBER}}},
    {"event_data_b", world_event_data_b, NUMBER, 1, {{"index", NUMBER}}},
    {"event_pixel", world_event_pixel, WHOLE, 1, {{"index", NUMBER}}},
    {"pick", world_pick, NUMBER, 1, {{"pixel", WHOLE}}},
    {"move_and_slide", world_move_and_slide, VECTOR, 3, {{"handle", NUMBER}, {"motion", VECTOR}, {"climb", NUMBER}}},
    {"get_floor", world_floor, NUMBER, 0, {{0, 0}}},
    {"get_ceiling", world_ceiling, NUMBER, 0, {{0, 0}}},
    {"get_wall", world_wall, NUMBER, 0, {{0, 0}}},
};

/* How the engine calls ---------------------------------------------------------------------------------------------------- */

/* The binding of an object tells its instance. Objects of other extensions and of the engine have none. */
static const GDExtensionInstanceBindingCallbacks binding = {NULL, NULL, NULL};

static const size_t sizes[] = {
    [NOTHING] = 0, [TRUTH] = sizeof(GDExtensionBool), [NUMBER] = sizeof(int64_t), [VECTOR] = 2 * sizeof(float), [WHOLE] = 2 * sizeof(int32_t), [RECT] = 4 * sizeof(int32_t), [TRANSFORM] = 6 * sizeof(float),
};

static void complain(const method *called, const char *sentence) {
    engine.print_error(sentence, called->name, "hitmask", 0, false);
}

/* Runs a method. Objects among the arguments are those of the engine. What is refused is printed, and gives zero. */
static void run(const method *called, instance *self, const void *const *given, value *ret) {
    const void *args[MOST];
    int32_t status;
    int i;
    memset(ret, 0, sizeof *ret);
    for (i = 0; i < called->count; i++) {
        args[i] = given[i];
        if (called->arguments[i].type != MASK) continue;
        args[i] = given[i] ? engine.get_binding((GDExtensionObjectPtr)given[i], library, NULL) : NULL;
        if (!args[i] || !mask_at(args[i])->mask) {
            complain(called, "a HitmaskMask is needed");
            return;
        }
    }
    status = called->run(self, args, ret);
    if (status) complain(called, hitmask_status_message(status));
}

/* A call of compiled code: the arguments lie in memory as they are. */
static void call_by_pointers(void *user, GDExtensionClassInstancePtr self, const GDExtensionConstTypePtr *given, GDExtensionTypePtr ret) {
    const method *called = (const method *)user;
    const void *args[MOST];
    value answer;
    int i;
    for (i = 0; i < called->count; i++) args[i] = called->arguments[i].type == MASK ? engine.ref_get_object(given[i]) : given[i];
    run(called, (instance *)self, args, &answer);
    if (called->result) memcpy(ret, &answer, sizes[called->result]);
}

/* A call of a script: the arguments are Variants. */
static void call_by_variants(void *user, GDExtensionClassInstancePtr self, const GDExtensionConstVariantPtr *given, GDExtensionInt count, GDExtensionVariantPtr ret, GDExtensionCallError *error) {
    const method *called = (const method *)user;
    value values[MOST], answer;
    const void *args[MOST];
    int i;
    error->error = GDEXTENSION_CALL_OK;
    if (count != called->count) {
        error->error = count < called->count ? GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS : GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS;
        error->expected = called->count;
        return;
    }
    for (i = 0; i < count; i++) {
        if ((int)engine.variant_type(given[i]) == called->arguments[i].type) continue;
        error->error = GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT;
        error->argument = i;
        error->expected = called->arguments[i].type;
        return;
    }
    for (i = 0; i < count; i++) {
        const int type = called->arguments[i].type;
        memset(&values[i], 0, sizeof values[i]);
        engine.to_type((GDExtensionVariantType)type)(&values[i], (GDExtensionVariantPtr)given[i]);
        args[i] = type == MASK ? values[i].object : (void *)&values[i];
    }
    run(called, (instance *)self, args, &answer);
    for (i = 0; i < count; i++) if (called->arguments[i].type == BYTES) engine.destructor(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)(&values[i]);
    if (called->result) engine.from_type((GDExtensionVariantType)called->result)(ret, &answer);
}

typedef struct {
    const char *name;
    const method *methods;
    size_t count;
} class;

static const class classes[] = {
    {"HitmaskMask", mask_methods, sizeof mask_methods / sizeof *mask_methods},
    {"HitmaskWorld", world_methods, sizeof world_methods / sizeof *world_methods},
};

static GDExtensionObjectPtr create(void *user) {
    const class *of = (const class *)user;
    name parent = name_of("RefCounted"), own = name_of(of->name);
    GDExtensionObjectPtr object = engine.construct(&parent);
    instance *self = (instance *)calloc(1, sizeof *self);
    /* An empty mask, so that there is always one. */
    if (of->methods == mask_methods) hitmask_mask_new(0, 0, &self->mask);
    else hitmask_world_new(NULL, &self->world);
    engine.set_instance(object, &own, self);
    engine.set_binding(object, library, self, &binding);
    engine.name_destroy(&parent);
    engine.name_destroy(&own);
    return object;
}

static void destroy(void *user, GDExtensionClassInstancePtr made) {
    instance *self = (instance *)made;
    (void)user;
    if (!self) return;
    hitmask_mask_free(self->mask);
    hitmask_world_free(self->world);
    free(self->events);
    free(self);
}

static GDExtensionPropertyInfo described(int type, name *own, name *class_name) {
    GDExtensionPropertyInfo info = {0};
    info.type = (GDExtensionVariantType)type;
    info.name = own;
    info.class_name = class_name;
    info.hint_string = &empty;
    info.usage = 6; /* stored, and shown in the editor: the default */
    return info;
}

static void register_method(name *owner, const method *one) {
    name own = name_of(one->name), mask = name_of("HitmaskMask"), none = {0}, names[MOST];
    GDExtensionPropertyInfo result = described(one->result, &none, &none), arguments[MOST];
    GDExtensionClassMethodArgumentMetadata plain[MOST] = {0};
    GDExtensionClassMethodInfo info = {0};
    int i;
    for (i = 0; i < one->count; i++) {
        names[i] = name_of(one->arguments[i].name);
        arguments[i] = described(one->arguments[i].type, &names[i], one->arguments[i].type == MASK ? &mask : &none);
    }
    info.name = &own;
    info.method_userdata = (void *)one;
    info.call_func = call_by_variants;
    info.ptrcall_func = call_by_pointers;
    info.method_flags = GDEXTENSION_METHOD_FLAG_NORMAL;
    info.has_return_value = one->result != NOTHING;
    info.return_value_info = &result;
    info.argument_count = (uint32_t)one->count;
    info.arguments_info = arguments;
    info.arguments_metadata = plain;
    engine.register_method(library, owner, &info);
    for (i = 0; i < one->count; i++) engine.name_destroy(&names[i]);
    engine.name_destroy(&own);
    engine.name_destroy(&mask);
}

static void initialize(void *user, GDExtensionInitializationLevel level) {
    size_t i, k;
    (void)user;
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    for (i = 0; i < sizeof classes / sizeof *classes; i++) {
        name own = name_of(classes[i].name), parent = name_of("RefCounted");
        GDExtensionClassCreationInfo2 info = {0};
        info.is_exposed = true;
        info.create_instance_func = create;
        info.free_instance_func = destroy;
        info.class_userdata = (void *)&classes[i];
        engine.register_class(library, &own, &parent, &info);
        for (k = 0; k < classes[i].count; k++) register_method(&own, &classes[i].methods[k]);
        engine.name_destroy(&own);
        engine.name_destroy(&parent);
    }
}

static void deinitialize(void *user, GDExtensionInitializationLevel level) {
    size_t i;
    (void)user;
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    for (i = sizeof classes / sizeof *classes; i-- > 0;) {
        name own = name_of(classes[i].name);
        engine.unregister_class(library, &own);
        engine.name_destroy(&own);
    }
}

/* The engine calls this first. hitmask.gdextension names it. */
#if defined(_WIN32)
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
GDExtensionBool hitmask_godot_init(GDExtensionInterfaceGetProcAddress get, GDExtensionClassLibraryPtr own, GDExtensionInitialization *out);

GDExtensionBool hitmask_godot_init(GDExtensionInterfaceGetProcAddress get, GDExtensionClassLibraryPtr own, GDExtensionInitialization *out) {
    name size;
#define GET(field, type, asked)         \
    engine.field = (type)get(asked);    \
    if (!engine.field) return false
    GET(name_new, GDExtensionInterfaceStringNameNewWithLatin1Chars, "string_name_new_with_latin1_chars");
    GET(construct, GDExtensionInterfaceClassdbConstructObject, "classdb_construct_object");
    GET(set_instance, GDExtensionInterfaceObjectSetInstance, "object_set_instance");
    GET(set_binding, GDExtensionInterfaceObjectSetInstanceBinding, "object_set_instance_binding");
    GET(get_binding, GDExtensionInterfaceObjectGetInstanceBinding, "object_get_instance_binding");
    GET(ref_get_object, GDExtensionInterfaceRefGetObject, "ref_get_object");
    GET(register_class, GDExtensionInterfaceClassdbRegisterExtensionClass2, "classdb_register_extension_class2");
    GET(register_method, GDExtensionInterfaceClassdbRegisterExtensionClassMethod, "classdb_register_extension_class_method");
    GET(unregister_class, GDExtensionInterfaceClassdbUnregisterExtensionClass, "classdb_unregister_extension_class");
    GET(variant_type, GDExtensionInterfaceVariantGetType, "variant_get_type");
    GET(from_type, GDExtensionInterfaceGetVariantFromTypeConstructor, "get_variant_from_type_constructor");
    GET(to_type, GDExtensionInterfaceGetVariantToTypeConstructor, "get_variant_to_type_constructor");
    GET(destructor, GDExtensionInterfaceVariantGetPtrDestructor, "variant_get_ptr_destructor");
    GET(byte_at, GDExtensionInterfacePackedByteArrayOperatorIndexConst, "packed_byte_array_operator_index_const");
    GET(builtin, GDExtensionInterfaceVariantGetPtrBuiltinMethod, "variant_get_ptr_builtin_method");
    GET(print_error, GDExtensionInterfacePrintError, "print_error");
    engine.name_destroy = engine.destructor(GDEXTENSION_VARIANT_TYPE_STRING_NAME);
    size = name_of("size");
    /* The hash of the method's signature, the same from Godot 4.2 to 4.7. */
    engine.byte_count = engine.builtin(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY, &size, INT64_C(3173160232));
    engine.name_destroy(&size);
    if (!engine.byte_count) return false;
    library = own;
    out->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE;
    out->userdata = NULL;
    out->initialize = initialize;
    out->deinitialize = deinitialize;
    return true;
}
