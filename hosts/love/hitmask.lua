--- hitmask for LÖVE: pixel-exact collision of what love.graphics.draw draws. docs/hosts/love.md shows how to use it.
--
-- One file over LuaJIT's FFI and the C library. It works without LÖVE, too, with any LuaJIT. It decides nothing: the library answers.
-- The file is long because the declarations of the C library stand in it; `cargo xtask hosts --bless` makes them from hitmask.h.

local ffi = require "ffi"

ffi.cdef [[
typedef struct hitmask_mask hitmask_mask;
typedef struct hitmask_alpha_mask hitmask_alpha_mask;
typedef struct hitmask_label_mask hitmask_label_mask;
typedef struct hitmask_run_mask hitmask_run_mask;
typedef struct hitmask_polygon hitmask_polygon;
typedef struct hitmask_frames hitmask_frames;
typedef struct hitmask_pack hitmask_pack;
typedef struct hitmask_kept_shape hitmask_kept_shape;
typedef struct hitmask_terrain hitmask_terrain;
typedef struct hitmask_terrain_snapshot hitmask_terrain_snapshot;
typedef struct hitmask_tile_set hitmask_tile_set;
typedef struct hitmask_tile_map hitmask_tile_map;
typedef struct hitmask_bytes hitmask_bytes;
typedef struct hitmask_components hitmask_components;
typedef struct hitmask_outline hitmask_outline;
typedef struct hitmask_pieces hitmask_pieces;
typedef struct hitmask_distance_field hitmask_distance_field;
typedef struct hitmask_pose_cache hitmask_pose_cache;
typedef struct hitmask_buffer hitmask_buffer;
typedef struct hitmask_world hitmask_world;
typedef struct hitmask_world_snapshot hitmask_world_snapshot;
typedef enum { HITMASK_OK = 0, HITMASK_NULL_POINTER = 1, HITMASK_MISALIGNED_POINTER = 2, HITMASK_UNKNOWN_CONSTANT = 3, HITMASK_TOO_LARGE = 4, HITMASK_WRONG_LENGTH = 5, HITMASK_BAD_PITCH = 6, HITMASK_BAD_RUN = 7, HITMASK_NOT_FINITE = 8, HITMASK_OUT_OF_RANGE = 9, HITMASK_SINGULAR = 10, HITMASK_NOT_CONVEX = 11, HITMASK_WRONG_SHAPE = 12, HITMASK_NO_SUCH_COLLIDER = 13, HITMASK_NO_SUCH_INDEX = 14, HITMASK_TOO_SMALL = 15, HITMASK_TOO_MANY_PAIRS = 16, HITMASK_BAD_BYTES = 17, HITMASK_TOO_MUCH_MEMORY = 18, HITMASK_WRONG_BASE = 19, HITMASK_TOO_MANY_POINTS = 20, HITMASK_BUSY = 21, HITMASK_PANICKED = 22, HITMASK_WRONG_PART = 23, HITMASK_CANNOT_RIDE = 24 } hitmask_status;
typedef struct { char message[240]; } hitmask_error;
const char* hitmask_status_message(int32_t status);
const char* hitmask_version(void);
typedef enum { HITMASK_MISS = 0, HITMASK_INITIAL_OVERLAP = 1, HITMASK_HIT = 2, HITMASK_UNCLEAR = 3 } hitmask_outcome;
typedef enum { HITMASK_DEGREES = 0, HITMASK_RADIANS = 1, HITMASK_STEPS = 2 } hitmask_angle_unit;
typedef struct { int32_t unit; int32_t step; uint32_t of; double amount; } hitmask_angle;
typedef struct { int64_t x; int64_t y; } hitmask_point_q16;
typedef struct { double x; double y; } hitmask_vector;
typedef struct { hitmask_vector position; hitmask_angle rotation; hitmask_vector scale; bool flip_x; bool flip_y; hitmask_vector shear; hitmask_vector pivot; } hitmask_pose_parts;
typedef struct { int64_t a; int64_t b; int64_t c; int64_t d; int64_t tx; int64_t ty; } hitmask_pose;
typedef struct { int32_t x; int32_t y; } hitmask_point;
typedef struct { bool has_matrix; hitmask_pose_parts parts; hitmask_pose pose; } hitmask_transform;
typedef struct { int32_t x; int32_t y; uint32_t w; uint32_t h; } hitmask_rect;
typedef struct { uint32_t left; uint32_t top; uint32_t right; uint32_t bottom; } hitmask_margins;
typedef struct { int64_t x; int64_t y; int64_t radius; } hitmask_circle;
typedef struct { uint64_t numerator; uint64_t denominator; } hitmask_time;
typedef struct { uint32_t belongs_to; uint32_t collides_with; } hitmask_layers;
hitmask_angle hitmask_degrees(double degrees);
hitmask_angle hitmask_radians(double radians);
hitmask_angle hitmask_steps(int32_t step, uint32_t of);
int32_t hitmask_point_q16_from(double x, double y, hitmask_point_q16* out);
hitmask_pose_parts hitmask_pose_parts_default(void);
hitmask_pose hitmask_pose_at(int32_t x, int32_t y);
int32_t hitmask_pose_from_parts(const hitmask_pose_parts* parts, hitmask_pose* out, hitmask_error* error);
int32_t hitmask_pose_from_matrix(const double* matrix, hitmask_pose* out, hitmask_error* error);
int32_t hitmask_pose_then(const hitmask_pose* pose, const hitmask_pose* outer, hitmask_pose* out, hitmask_error* error);
int32_t hitmask_pose_point_at(const hitmask_pose* pose, hitmask_vector texel, hitmask_vector* out);
int32_t hitmask_pose_texel_at(const hitmask_pose* pose, hitmask_point pixel, int64_t* x, int64_t* y);
hitmask_transform hitmask_transform_at(hitmask_vector position);
hitmask_transform hitmask_transform_from_parts(hitmask_pose_parts parts);
hitmask_transform hitmask_transform_from_pose(hitmask_pose pose);
typedef enum { HITMASK_SHAPE_MASK = 1, HITMASK_SHAPE_RUNS = 2, HITMASK_SHAPE_LEVEL = 3, HITMASK_SHAPE_ALPHA_SUM = 4, HITMASK_SHAPE_RECT = 5, HITMASK_SHAPE_CIRCLE = 6, HITMASK_SHAPE_POLYGON = 7, HITMASK_SHAPE_TERRAIN = 8, HITMASK_SHAPE_FRAMES = 9, HITMASK_SHAPE_KEPT = 10, HITMASK_SHAPE_LABELS = 11, HITMASK_SHAPE_TILES = 12 } hitmask_shape_kind;
typedef struct { int32_t kind; uint8_t level; const void* object; hitmask_rect rect; hitmask_circle circle; } hitmask_shape;
typedef struct { hitmask_shape shape; hitmask_pose pose; } hitmask_placed;
hitmask_shape hitmask_shape_mask(const hitmask_mask* mask);
hitmask_shape hitmask_shape_runs(const hitmask_run_mask* runs);
hitmask_shape hitmask_shape_level(const hitmask_alpha_mask* alpha, uint8_t level);
hitmask_shape hitmask_shape_alpha_sum(const hitmask_alpha_mask* alpha);
hitmask_shape hitmask_shape_rect(hitmask_rect rect);
hitmask_shape hitmask_shape_circle(hitmask_circle circle);
hitmask_shape hitmask_shape_polygon(const hitmask_polygon* polygon);
hitmask_shape hitmask_shape_terrain(const hitmask_terrain* terrain);
hitmask_shape hitmask_shape_tiles(const hitmask_tile_map* map, uint32_t kinds);
hitmask_shape hitmask_shape_frames(const hitmask_frames* frames);
hitmask_shape hitmask_shape_kept(const hitmask_kept_shape* kept);
void hitmask_kept_shape_free(hitmask_kept_shape* kept);
typedef uint64_t hitmask_handle;
typedef bool (*hitmask_accept)(void* user, hitmask_handle handle, uint64_t data);
typedef enum { HITMASK_BODY = 0, HITMASK_CHARACTER = 1, HITMASK_ONE_WAY = 2, HITMASK_SENSOR = 3, HITMASK_CRATE = 4 } hitmask_collider_kind;
typedef enum { HITMASK_DIRECTION_UP = 0, HITMASK_DIRECTION_RIGHT = 1, HITMASK_DIRECTION_DOWN = 2, HITMASK_DIRECTION_LEFT = 3, HITMASK_DIRECTION_NONE = 4 } hitmask_direction;
typedef enum { HITMASK_BROAD_PHASE_AUTO = 0, HITMASK_BROAD_PHASE_BRUTE_FORCE = 1, HITMASK_BROAD_PHASE_GRID = 2, HITMASK_BROAD_PHASE_SORT_X = 3 } hitmask_broad_phase;
typedef enum { HITMASK_BEGIN = 0, HITMASK_STAY = 1, HITMASK_END = 2, HITMASK_PASS = 3 } hitmask_event_kind;
typedef enum { HITMASK_TILE_NOTHING = 0, HITMASK_TILE_BODY = 1, HITMASK_TILE_ONE_WAY = 2, HITMASK_TILE_SENSOR = 4, HITMASK_TILE_ONE_WAY_RIGHT = 8, HITMASK_TILE_ONE_WAY_DOWN = 16, HITMASK_TILE_ONE_WAY_LEFT = 32, HITMASK_TILE_ALL = 63 } hitmask_tile_kind;
typedef enum { HITMASK_NON_ZERO = 1, HITMASK_EVEN_ODD = 0 } hitmask_fill_rule;
typedef enum { HITMASK_BOX = 0, HITMASK_DIAMOND = 1, HITMASK_DISC = 2 } hitmask_element;
typedef enum { HITMASK_STRETCH = 0, HITMASK_TILE = 1 } hitmask_slice_fill;
typedef enum { HITMASK_FOUR = 4, HITMASK_EIGHT = 8 } hitmask_connectivity;
typedef enum { HITMASK_OUTER = 0, HITMASK_INNER = 1, HITMASK_WITHIN = 2 } hitmask_outline_bound;
typedef enum { HITMASK_BORDER_CLEAR = 0, HITMASK_BORDER_IGNORED = 1 } hitmask_border_mode;
typedef enum { HITMASK_RASTER = 0, HITMASK_GEOMETRY = 1 } hitmask_pixel_rule;
typedef enum { HITMASK_TOP_LEFT = 0, HITMASK_TOP_RIGHT = 1, HITMASK_BOTTOM_LEFT = 2, HITMASK_BOTTOM_RIGHT = 3, HITMASK_LEFT_TOP = 4, HITMASK_LEFT_BOTTOM = 5, HITMASK_RIGHT_TOP = 6, HITMASK_RIGHT_BOTTOM = 7 } hitmask_scan_order;
typedef enum { HITMASK_OWNERS = 0, HITMASK_PAINTER = 1, HITMASK_LATCH = 2 } hitmask_buffer_mode;
typedef enum { HITMASK_FORWARD = 0, HITMASK_REVERSE = 1, HITMASK_PING_PONG = 2, HITMASK_PING_PONG_REVERSE = 3 } hitmask_tag_direction;
typedef enum { HITMASK_FREE = 0, HITMASK_MOVED = 1, HITMASK_STUCK = 2 } hitmask_fit_kind;
typedef struct { uint32_t step_up; uint32_t step_down; uint32_t corner; bool drop; bool push; uint32_t push_limit; } hitmask_move_options;
typedef struct { int32_t broad_phase; size_t max_pairs; bool stay; bool area; bool bounds; bool normal; bool separation; bool labels; uint32_t wrap_w; uint32_t wrap_h; size_t drawing_bytes; } hitmask_world_options;
typedef struct { hitmask_point_q16 by; double degrees; uint32_t steps; } hitmask_turning_motion;
typedef struct { hitmask_layers layers; int64_t group; bool sensors; int64_t space; const hitmask_handle* except; size_t except_count; hitmask_accept accept; void* user; } hitmask_query_filter;
typedef struct { hitmask_shape shape; hitmask_transform transform; int32_t kind; hitmask_layers layers; uint32_t group; uint32_t space; int32_t order; uint64_t data; bool enabled; bool swept; bool first_only; int32_t up; int32_t open_side; bool whole_pixels; } hitmask_collider;
typedef struct { uint8_t label_a; uint8_t label_b; hitmask_point pixel; } hitmask_label_hit;
typedef struct { uint8_t label_a; uint8_t label_b; uint64_t pixels; hitmask_point first; } hitmask_label_overlap;
typedef struct { hitmask_point first; uint64_t area; bool has_bounds; hitmask_rect bounds; bool has_normal; hitmask_point normal; bool has_separation; hitmask_point separation; bool has_labels; uint8_t label_a; uint8_t label_b; } hitmask_touch;
typedef struct { int32_t kind; hitmask_handle a; hitmask_handle b; uint64_t data_a; uint64_t data_b; uint64_t since; bool has_touch; hitmask_touch touch; bool has_time; hitmask_time time; bool approximate; bool has_hit; hitmask_label_hit hit; } hitmask_event;
typedef struct { hitmask_handle handle; uint64_t data; hitmask_touch touch; } hitmask_contact;
typedef struct { hitmask_handle handle; uint64_t data; hitmask_point pixel; uint64_t squared; } hitmask_nearest;
typedef struct { hitmask_handle handle; uint64_t data; hitmask_point pixel; uint64_t steps; } hitmask_line_hit;
typedef struct { int32_t outcome; hitmask_time time; hitmask_point point; hitmask_point normal; } hitmask_cast;
typedef struct { hitmask_handle handle; uint64_t data; hitmask_cast cast; } hitmask_ray_hit;
typedef struct { hitmask_handle handle; uint64_t data; hitmask_time time; hitmask_point pixel; hitmask_point normal; bool has_free; hitmask_point_q16 free; } hitmask_cast_hit;
typedef struct { hitmask_handle handle; uint64_t data; hitmask_time free_until; bool has_overlapping_at; hitmask_time overlapping_at; bool has_pixel; hitmask_point pixel; bool has_free; hitmask_transform free; } hitmask_turning_hit;
typedef struct { uint32_t id; uint64_t area; hitmask_point first; } hitmask_buffer_overlap;
typedef struct { uint64_t area; hitmask_rect bounds; hitmask_point first; } hitmask_component;
typedef struct { uint64_t area; uint64_t x; uint64_t y; uint64_t xx; uint64_t xy; uint64_t yy; } hitmask_moments;
typedef struct { uint64_t hits; uint64_t misses; uint64_t evictions; size_t entries; size_t bytes; } hitmask_cache_stats;
typedef struct { uint64_t pixels; hitmask_rect bounds; } hitmask_change;
typedef struct { uint32_t tile; bool flip_x; bool flip_y; bool diagonal; } hitmask_tile_cell;
typedef struct { hitmask_point cell; hitmask_tile_cell tile; int32_t kind; uint64_t number; uint64_t area; hitmask_point first; } hitmask_tile_overlap;
typedef struct { bool found; hitmask_handle handle; uint64_t data; hitmask_point pixel; hitmask_point normal; } hitmask_blocker;
typedef struct { bool found; size_t index; hitmask_point pixel; hitmask_point normal; } hitmask_stop;
typedef struct { hitmask_point_q16 position; hitmask_point_q16 velocity; hitmask_stop floor; hitmask_stop ceiling; hitmask_stop wall; bool is_stuck; size_t stuck; } hitmask_moved;
typedef struct { hitmask_point_q16 position; hitmask_point_q16 velocity; hitmask_blocker floor; hitmask_blocker ceiling; hitmask_blocker wall; bool is_stuck; hitmask_handle stuck; } hitmask_slid;
typedef struct { hitmask_handle body; bool has_one_way; hitmask_handle one_way; bool has_one_way_right; hitmask_handle one_way_right; bool has_one_way_down; hitmask_handle one_way_down; bool has_one_way_left; hitmask_handle one_way_left; bool has_sensor; hitmask_handle sensor; } hitmask_tile_colliders;
typedef struct { uint32_t run; int32_t rise; } hitmask_slope;
typedef struct { size_t colliders; size_t candidates; size_t refused; size_t custom; size_t early_outs; size_t tests; size_t touching; size_t drawn; size_t shared; size_t undrawn; } hitmask_world_stats;
typedef struct { int32_t outcome; uint32_t steps; hitmask_point offset; hitmask_point point; } hitmask_step_cast;
typedef struct { int32_t outcome; hitmask_time free_until; hitmask_time overlapping_at; } hitmask_posed_cast;
typedef struct { int32_t kind; hitmask_point by; hitmask_handle handle; } hitmask_fit;
typedef struct { const hitmask_mask* a; const hitmask_mask* b; hitmask_point offset; } hitmask_mask_pair;
int32_t hitmask_mask_filled(uint32_t w, uint32_t h, hitmask_mask** out);
int32_t hitmask_mask_from_alpha(uint32_t w, uint32_t h, const uint8_t* alpha, size_t pitch, uint8_t threshold, hitmask_mask** out);
int32_t hitmask_mask_from_rgba8(uint32_t w, uint32_t h, const uint8_t* rgba, size_t pitch, uint8_t threshold, hitmask_mask** out);
int32_t hitmask_mask_from_color_key(uint32_t w, uint32_t h, const uint8_t* rgb, size_t pitch, uint8_t red, uint8_t green, uint8_t blue, uint8_t tolerance, hitmask_mask** out);
int32_t hitmask_mask_from_indexed(uint32_t w, uint32_t h, const uint8_t* indices, size_t pitch, uint8_t transparent, hitmask_mask** out);
int32_t hitmask_mask_from_bits(uint32_t w, uint32_t h, const uint8_t* bits, size_t pitch, hitmask_mask** out);
int32_t hitmask_mask_from_polygons(uint32_t w, uint32_t h, const hitmask_point* corners, size_t corner_count, const size_t* ring_lengths, size_t ring_count, int32_t rule, hitmask_mask** out);
void hitmask_mask_free(hitmask_mask* mask);
int32_t hitmask_mask_memory(const hitmask_mask* mask, size_t* out);
int32_t hitmask_mask_set(hitmask_mask* mask, hitmask_point pixel, bool solid);
int32_t hitmask_mask_scale_nearest(const hitmask_mask* mask, uint32_t w, uint32_t h, hitmask_mask** out);
int32_t hitmask_mask_overlap_mask_into(const hitmask_mask* a, const hitmask_mask* b, hitmask_point offset, hitmask_mask* to);
int32_t hitmask_masks_overlap_batch(const hitmask_mask_pair* pairs, size_t count, bool* answers);
int32_t hitmask_mask_new(uint32_t w, uint32_t h, hitmask_mask** out);
int32_t hitmask_mask_clone(const hitmask_mask* mask, hitmask_mask** out);
int32_t hitmask_mask_equals(const hitmask_mask* a, const hitmask_mask* b, bool* out);
int32_t hitmask_mask_size(const hitmask_mask* mask, uint32_t* w, uint32_t* h);
int32_t hitmask_mask_count(const hitmask_mask* mask, uint64_t* out);
int32_t hitmask_mask_bounds(const hitmask_mask* mask, hitmask_rect* out, bool* found);
int32_t hitmask_mask_centroid(const hitmask_mask* mask, hitmask_point* out, bool* found);
int32_t hitmask_mask_get(const hitmask_mask* mask, hitmask_point pixel, bool* out);
int32_t hitmask_mask_to_bits(const hitmask_mask* mask, uint8_t* bits, size_t capacity, size_t* count);
int32_t hitmask_mask_points(const hitmask_mask* mask, hitmask_point* points, size_t capacity, size_t* count);
int32_t hitmask_mask_clear(hitmask_mask* mask);
int32_t hitmask_mask_fill(hitmask_mask* mask);
int32_t hitmask_mask_invert(hitmask_mask* mask);
int32_t hitmask_mask_fill_holes(hitmask_mask* mask);
int32_t hitmask_mask_union_with(hitmask_mask* mask, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_mask_intersect_with(hitmask_mask* mask, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_mask_difference_with(hitmask_mask* mask, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_mask_symmetric_difference_with(hitmask_mask* mask, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_mask_crop(const hitmask_mask* mask, hitmask_rect rect, hitmask_mask** out);
int32_t hitmask_mask_flip_h(const hitmask_mask* mask, hitmask_mask** out);
int32_t hitmask_mask_flip_v(const hitmask_mask* mask, hitmask_mask** out);
int32_t hitmask_mask_rotate90(const hitmask_mask* mask, hitmask_mask** out);
int32_t hitmask_mask_nine_slice(const hitmask_mask* mask, hitmask_margins margins, uint32_t w, uint32_t h, int32_t fill, hitmask_mask** out);
int32_t hitmask_mask_grow(const hitmask_mask* mask, uint32_t n, int32_t element, hitmask_mask** out, hitmask_point* corner);
int32_t hitmask_mask_shrink(const hitmask_mask* mask, uint32_t n, int32_t element, hitmask_mask** out, hitmask_point* corner);
int32_t hitmask_mask_overlaps(const hitmask_mask* a, const hitmask_mask* b, hitmask_point offset, bool* out);
int32_t hitmask_mask_overlap_area(const hitmask_mask* a, const hitmask_mask* b, hitmask_point offset, uint64_t* out);
int32_t hitmask_mask_first_overlap(const hitmask_mask* a, const hitmask_mask* b, hitmask_point offset, hitmask_point* out, bool* found);
int32_t hitmask_mask_overlap_bounds(const hitmask_mask* a, const hitmask_mask* b, hitmask_point offset, hitmask_rect* out, bool* found);
int32_t hitmask_mask_overlap_mask(const hitmask_mask* a, const hitmask_mask* b, hitmask_point offset, hitmask_mask** out);
int32_t hitmask_alpha_mask_new(uint32_t w, uint32_t h, hitmask_alpha_mask** out);
int32_t hitmask_alpha_mask_from_alpha(uint32_t w, uint32_t h, const uint8_t* alpha, size_t pitch, hitmask_alpha_mask** out);
int32_t hitmask_alpha_mask_from_rgba8(uint32_t w, uint32_t h, const uint8_t* rgba, size_t pitch, hitmask_alpha_mask** out);
void hitmask_alpha_mask_free(hitmask_alpha_mask* alpha);
int32_t hitmask_alpha_mask_to_alpha(const hitmask_alpha_mask* alpha, uint8_t* to, size_t capacity, size_t* count);
int32_t hitmask_alpha_mask_set(hitmask_alpha_mask* alpha, hitmask_point pixel, uint8_t to);
int32_t hitmask_alpha_mask_from_mask(const hitmask_mask* mask, hitmask_alpha_mask** out);
int32_t hitmask_alpha_mask_clone(const hitmask_alpha_mask* alpha, hitmask_alpha_mask** out);
int32_t hitmask_alpha_mask_equals(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, bool* out);
int32_t hitmask_alpha_mask_size(const hitmask_alpha_mask* alpha, uint32_t* w, uint32_t* h);
int32_t hitmask_alpha_mask_max_alpha(const hitmask_alpha_mask* alpha, uint8_t* out);
int32_t hitmask_alpha_mask_memory(const hitmask_alpha_mask* alpha, size_t* out);
int32_t hitmask_alpha_mask_get(const hitmask_alpha_mask* alpha, hitmask_point pixel, uint8_t* out);
int32_t hitmask_alpha_mask_to_mask(const hitmask_alpha_mask* alpha, uint8_t threshold, hitmask_mask** out);
int32_t hitmask_alpha_mask_nine_slice(const hitmask_alpha_mask* alpha, hitmask_margins margins, uint32_t w, uint32_t h, int32_t fill, hitmask_alpha_mask** out);
int32_t hitmask_alpha_mask_overlaps(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, hitmask_point offset, bool* out);
int32_t hitmask_alpha_mask_overlap_area(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, hitmask_point offset, uint64_t* out);
int32_t hitmask_alpha_mask_first_overlap(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, hitmask_point offset, hitmask_point* out, bool* found);
int32_t hitmask_alpha_mask_extreme_overlap(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, hitmask_point offset, int32_t order, hitmask_point* out, bool* found);
int32_t hitmask_alpha_mask_overlap_bounds(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, hitmask_point offset, hitmask_rect* out, bool* found);
int32_t hitmask_alpha_mask_overlap_points(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, hitmask_point offset, hitmask_point* points, size_t capacity, size_t* count);
int32_t hitmask_alpha_mask_overlap_mask(const hitmask_alpha_mask* a, const hitmask_alpha_mask* b, hitmask_point offset, hitmask_mask** out);
int32_t hitmask_alpha_mask_overlaps_posed(const hitmask_alpha_mask* a, const hitmask_pose* pose, const hitmask_alpha_mask* b, const hitmask_pose* other_pose, bool* out);
int32_t hitmask_alpha_mask_overlap_area_posed(const hitmask_alpha_mask* a, const hitmask_pose* pose, const hitmask_alpha_mask* b, const hitmask_pose* other_pose, uint64_t* out);
int32_t hitmask_alpha_mask_first_overlap_posed(const hitmask_alpha_mask* a, const hitmask_pose* pose, const hitmask_alpha_mask* b, const hitmask_pose* other_pose, hitmask_point* out, bool* found);
int32_t hitmask_alpha_mask_overlap_bounds_posed(const hitmask_alpha_mask* a, const hitmask_pose* pose, const hitmask_alpha_mask* b, const hitmask_pose* other_pose, hitmask_rect* out, bool* found);
int32_t hitmask_alpha_mask_bake(const hitmask_alpha_mask* alpha, const hitmask_pose* pose, hitmask_alpha_mask** out, hitmask_point* corner);
typedef struct { uint16_t start; uint16_t end; } hitmask_run;
int32_t hitmask_run_mask_from_runs(uint32_t w, uint32_t h, const hitmask_run* runs, size_t run_count, const size_t* row_lengths, hitmask_run_mask** out, hitmask_error* error);
void hitmask_run_mask_free(hitmask_run_mask* runs);
int32_t hitmask_run_mask_row(const hitmask_run_mask* runs, uint32_t row, hitmask_run* to, size_t capacity, size_t* count);
int32_t hitmask_run_mask_from_mask(const hitmask_mask* mask, hitmask_run_mask** out);
int32_t hitmask_run_mask_clone(const hitmask_run_mask* runs, hitmask_run_mask** out);
int32_t hitmask_run_mask_equals(const hitmask_run_mask* a, const hitmask_run_mask* b, bool* out);
int32_t hitmask_run_mask_to_mask(const hitmask_run_mask* runs, hitmask_mask** out);
int32_t hitmask_run_mask_size(const hitmask_run_mask* runs, uint32_t* w, uint32_t* h);
int32_t hitmask_run_mask_count(const hitmask_run_mask* runs, uint64_t* out);
int32_t hitmask_run_mask_run_count(const hitmask_run_mask* runs, size_t* out);
int32_t hitmask_run_mask_bounds(const hitmask_run_mask* runs, hitmask_rect* out, bool* found);
int32_t hitmask_run_mask_centroid(const hitmask_run_mask* runs, hitmask_point* out, bool* found);
int32_t hitmask_run_mask_memory(const hitmask_run_mask* runs, size_t* out);
int32_t hitmask_run_mask_get(const hitmask_run_mask* runs, hitmask_point pixel, bool* out);
int32_t hitmask_run_mask_crop(const hitmask_run_mask* runs, hitmask_rect rect, hitmask_run_mask** out);
int32_t hitmask_run_mask_flip_h(const hitmask_run_mask* runs, hitmask_run_mask** out);
int32_t hitmask_run_mask_flip_v(const hitmask_run_mask* runs, hitmask_run_mask** out);
int32_t hitmask_run_mask_invert(hitmask_run_mask* runs);
int32_t hitmask_run_mask_union_with(hitmask_run_mask* runs, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_run_mask_intersect_with(hitmask_run_mask* runs, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_run_mask_difference_with(hitmask_run_mask* runs, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_run_mask_symmetric_difference_with(hitmask_run_mask* runs, const hitmask_shape* other, hitmask_point offset);
int32_t hitmask_polygon_new(const hitmask_point_q16* corners, size_t count, hitmask_polygon** out, hitmask_error* error);
void hitmask_polygon_free(hitmask_polygon* polygon);
int32_t hitmask_polygon_corners(const hitmask_polygon* polygon, hitmask_point_q16* corners, size_t capacity, size_t* count);
typedef struct { const hitmask_mask* mask; hitmask_point offset; } hitmask_frame;
int32_t hitmask_frames_new(const hitmask_frame* frames, size_t count, hitmask_frames** out);
void hitmask_frames_free(hitmask_frames* frames);
int32_t hitmask_frames_count(const hitmask_frames* frames, size_t* out);
typedef struct { const char* data; size_t length; } hitmask_text;
typedef struct { hitmask_text name; size_t sprite; size_t frame; uint32_t w; uint32_t h; hitmask_rect trim; bool has_alpha; uint8_t level; bool has_outline; bool has_pivot; hitmask_point_q16 pivot; bool has_duration; uint64_t duration; } hitmask_pack_entry;
typedef struct { hitmask_text name; size_t frame_count; size_t tag_count; } hitmask_pack_sprite;
typedef struct { hitmask_text name; size_t frame_count; int32_t direction; uint32_t repeat; } hitmask_pack_tag;
typedef struct { hitmask_text name; hitmask_rect rect; bool has_pivot; hitmask_point_q16 pivot; } hitmask_pack_slice;
int32_t hitmask_pack_is_pack(const uint8_t* bytes, size_t length, bool* out);
int32_t hitmask_pack_open(const uint8_t* bytes, size_t length, size_t memory, hitmask_pack** out, hitmask_error* error);
int32_t hitmask_pack_open_in_place(const uint8_t* bytes, size_t length, size_t memory, hitmask_pack** out, hitmask_error* error);
void hitmask_pack_free(hitmask_pack* pack);
int32_t hitmask_pack_count(const hitmask_pack* pack, size_t* entries, size_t* sprites);
int32_t hitmask_pack_get(const hitmask_pack* pack, size_t entry, hitmask_pack_entry* out);
int32_t hitmask_pack_find(const hitmask_pack* pack, const char* name, size_t* out, bool* found);
int32_t hitmask_pack_get_sprite(const hitmask_pack* pack, size_t sprite, hitmask_pack_sprite* out);
int32_t hitmask_pack_find_sprite(const hitmask_pack* pack, const char* name, size_t* out, bool* found);
int32_t hitmask_pack_frames(const hitmask_pack* pack, size_t sprite, size_t* to, size_t capacity, size_t* count);
int32_t hitmask_pack_tags(const hitmask_pack* pack, size_t sprite, hitmask_pack_tag* to, size_t capacity, size_t* count);
int32_t hitmask_pack_tag_frames(const hitmask_pack* pack, size_t sprite, size_t tag, uint32_t* to, size_t capacity, size_t* count);
int32_t hitmask_pack_slices(const hitmask_pack* pack, size_t entry, hitmask_pack_slice* to, size_t capacity, size_t* count);
int32_t hitmask_pack_mask(const hitmask_pack* pack, size_t entry, hitmask_mask** out, hitmask_error* error);
int32_t hitmask_pack_trimmed_mask(const hitmask_pack* pack, size_t entry, hitmask_mask** out, hitmask_error* error);
int32_t hitmask_pack_alpha_mask(const hitmask_pack* pack, size_t entry, hitmask_alpha_mask** out, hitmask_error* error);
int32_t hitmask_pack_run_mask(const hitmask_pack* pack, size_t entry, hitmask_run_mask** out, hitmask_error* error);
int32_t hitmask_pack_outline(const hitmask_pack* pack, size_t entry, hitmask_outline** out, bool* found, hitmask_error* error);
int32_t hitmask_pack_tile_map(const hitmask_pack* pack, size_t entry, hitmask_tile_map** out, hitmask_point* corner, bool* found, hitmask_error* error);
int32_t hitmask_pack_verify(const hitmask_pack* pack, hitmask_error* error);
typedef struct { bool overlapping; uint64_t squared; hitmask_point a; hitmask_point b; } hitmask_closest;
int32_t hitmask_separation_by_axis(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_point* out);
int32_t hitmask_contains(const hitmask_shape* shape, hitmask_point pixel, bool* out);
int32_t hitmask_overlaps(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, bool* out);
int32_t hitmask_overlap_area(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, uint64_t* out);
int32_t hitmask_first_overlap(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_point* out, bool* found);
int32_t hitmask_overlap_bounds(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_rect* out, bool* found);
int32_t hitmask_extreme_overlap(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, int32_t order, hitmask_point* out, bool* found);
int32_t hitmask_overlap_points(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_point* points, size_t capacity, size_t* count);
int32_t hitmask_overlap_mask(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_mask** out, hitmask_point* corner);
int32_t hitmask_separation(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_point* out);
int32_t hitmask_separation_along(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_point direction, hitmask_point* out, bool* found);
int32_t hitmask_normal(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_point* out);
int32_t hitmask_closest_pixels(const hitmask_shape* a, const hitmask_shape* b, hitmask_point offset, hitmask_closest* out, bool* found);
int32_t hitmask_placed_separation(const hitmask_placed* a, const hitmask_placed* b, hitmask_point* out);
int32_t hitmask_placed_normal(const hitmask_placed* a, const hitmask_placed* b, hitmask_point* out);
int32_t hitmask_placed_closest(const hitmask_placed* a, const hitmask_placed* b, hitmask_closest* out, bool* found);
typedef struct { const hitmask_point* points; size_t count; bool hole; bool has_parent; size_t parent; } hitmask_ring;
void hitmask_components_free(hitmask_components* components);
int32_t hitmask_components_get(const hitmask_components* components, size_t index, hitmask_component* out);
int32_t hitmask_components_mask(const hitmask_components* components, size_t index, hitmask_mask** out);
void hitmask_outline_free(hitmask_outline* outline);
int32_t hitmask_outline_count(const hitmask_outline* outline, size_t* rings, size_t* corners);
int32_t hitmask_outline_ring(const hitmask_outline* outline, size_t index, hitmask_ring* out);
int32_t hitmask_outline_simplify(const hitmask_outline* outline, int32_t promise, uint32_t tolerance, size_t max_points, hitmask_outline** out, hitmask_error* error);
int32_t hitmask_pieces_with_max_corners(const hitmask_pieces* pieces, size_t max_corners, hitmask_pieces** out, hitmask_error* error);
void hitmask_pieces_free(hitmask_pieces* pieces);
int32_t hitmask_pieces_get(const hitmask_pieces* pieces, size_t index, hitmask_point* corners, size_t capacity, size_t* count);
void hitmask_distance_field_free(hitmask_distance_field* field);
int32_t hitmask_distance_field_farthest(const hitmask_distance_field* field, hitmask_point* pixel, uint32_t* squared, bool* found);
int32_t hitmask_mask_overlap_offsets(const hitmask_mask* a, const hitmask_mask* b, hitmask_mask** out, hitmask_point* corner);
int32_t hitmask_mask_overlap_area_map(const hitmask_mask* a, const hitmask_mask* b, hitmask_rect* rect, uint32_t* areas, size_t capacity, size_t* count);
int32_t hitmask_components_count(const hitmask_components* components, size_t* out);
int32_t hitmask_components_largest(const hitmask_components* components, size_t* out, bool* found);
int32_t hitmask_components_at(const hitmask_components* components, hitmask_point pixel, size_t* out, bool* found);
int32_t hitmask_components_labels(const hitmask_components* components, uint32_t* labels, size_t capacity, size_t* count);
int32_t hitmask_mask_components(const hitmask_mask* mask, int32_t connectivity, hitmask_components** out);
int32_t hitmask_mask_outline(const hitmask_mask* mask, int32_t connectivity, hitmask_outline** out);
int32_t hitmask_mask_convex_pieces(const hitmask_mask* mask, hitmask_pieces** out);
int32_t hitmask_mask_rectangles(const hitmask_mask* mask, hitmask_rect* rects, size_t capacity, size_t* count);
int32_t hitmask_mask_convex_hull(const hitmask_mask* mask, hitmask_point* corners, size_t capacity, size_t* count);
int32_t hitmask_mask_moments(const hitmask_mask* mask, hitmask_moments* out);
int32_t hitmask_mask_distance_to_clear(const hitmask_mask* mask, int32_t outside, hitmask_distance_field** out);
int32_t hitmask_mask_distance_to_solid(const hitmask_mask* mask, hitmask_distance_field** out);
int32_t hitmask_run_mask_components(const hitmask_run_mask* runs, int32_t connectivity, hitmask_components** out);
int32_t hitmask_run_mask_moments(const hitmask_run_mask* runs, hitmask_moments* out);
int32_t hitmask_outline_to_mask(const hitmask_outline* outline, hitmask_mask** out);
int32_t hitmask_outline_convex_pieces(const hitmask_outline* outline, hitmask_pieces** out);
int32_t hitmask_pieces_count(const hitmask_pieces* pieces, size_t* out);
int32_t hitmask_distance_field_get(const hitmask_distance_field* field, hitmask_point pixel, uint32_t* squared, bool* found);
int32_t hitmask_distance_field_within(const hitmask_distance_field* field, uint32_t squared, hitmask_mask** out);
int32_t hitmask_placed_overlaps(const hitmask_placed* a, const hitmask_placed* b, int32_t rule, bool* out);
int32_t hitmask_placed_overlap_area(const hitmask_placed* a, const hitmask_placed* b, uint64_t* out);
int32_t hitmask_placed_first_overlap(const hitmask_placed* a, const hitmask_placed* b, hitmask_point* out, bool* found);
int32_t hitmask_placed_overlap_bounds(const hitmask_placed* a, const hitmask_placed* b, hitmask_rect* out, bool* found);
int32_t hitmask_placed_bake(const hitmask_placed* placed, hitmask_mask** out, hitmask_point* corner);
int32_t hitmask_pose_cache_new(size_t max_bytes, hitmask_pose_cache** out);
void hitmask_pose_cache_free(hitmask_pose_cache* cache);
int32_t hitmask_pose_cache_bake(hitmask_pose_cache* cache, const hitmask_mask* mask, const hitmask_pose* pose, hitmask_mask** out, hitmask_point* corner);
int32_t hitmask_pose_cache_overlaps(hitmask_pose_cache* cache, const hitmask_mask* a, const hitmask_pose* pose_a, const hitmask_mask* b, const hitmask_pose* pose_b, bool* out);
int32_t hitmask_pose_cache_overlap_area(hitmask_pose_cache* cache, const hitmask_mask* a, const hitmask_pose* pose_a, const hitmask_mask* b, const hitmask_pose* pose_b, uint64_t* out);
int32_t hitmask_pose_cache_first_overlap(hitmask_pose_cache* cache, const hitmask_mask* a, const hitmask_pose* pose_a, const hitmask_mask* b, const hitmask_pose* pose_b, hitmask_point* out, bool* found);
int32_t hitmask_pose_cache_overlap_bounds(hitmask_pose_cache* cache, const hitmask_mask* a, const hitmask_pose* pose_a, const hitmask_mask* b, const hitmask_pose* pose_b, hitmask_rect* out, bool* found);
int32_t hitmask_pose_cache_clear(hitmask_pose_cache* cache);
int32_t hitmask_pose_cache_stats(const hitmask_pose_cache* cache, hitmask_cache_stats* out);
int32_t hitmask_bytes_data(const hitmask_bytes* bytes, const uint8_t** data, size_t* length);
void hitmask_bytes_free(hitmask_bytes* bytes);
int32_t hitmask_sprite8_to_run_mask(uint32_t w, uint32_t h, const uint8_t* bytes, size_t length, hitmask_run_mask** out, hitmask_error* error);
int32_t hitmask_sprite8_to_indexed(uint32_t w, uint32_t h, const uint8_t* bytes, size_t length, uint8_t transparent, uint8_t* pixels, size_t capacity, size_t* count, hitmask_error* error);
int32_t hitmask_encode8(uint32_t w, uint32_t h, const uint8_t* pixels, size_t pitch, uint8_t transparent, hitmask_bytes** out);
int32_t hitmask_sprite16_to_run_mask(uint32_t w, uint32_t h, const uint8_t* bytes, size_t length, hitmask_run_mask** out, hitmask_error* error);
int32_t hitmask_sprite16_to_alpha_mask(uint32_t w, uint32_t h, const uint8_t* bytes, size_t length, hitmask_alpha_mask** out, hitmask_error* error);
int32_t hitmask_sprite16_to_picture(uint32_t w, uint32_t h, const uint8_t* bytes, size_t length, uint16_t* colors, size_t capacity, size_t* count, hitmask_error* error);
int32_t hitmask_encode16(uint32_t w, uint32_t h, const uint16_t* colors, const uint8_t* alphas, hitmask_bytes** out);
typedef enum { HITMASK_EDGE_LEFT = 1, HITMASK_EDGE_RIGHT = 2, HITMASK_EDGE_TOP = 4, HITMASK_EDGE_BOTTOM = 8 } hitmask_terrain_edges;
typedef struct { uint32_t anchors; int32_t connectivity; const hitmask_point* anchor_points; size_t anchor_point_count; bool anchor_largest; uint64_t anchor_area; uint64_t min_area; } hitmask_island_options;
int32_t hitmask_terrain_new(uint32_t w, uint32_t h, bool filled, hitmask_terrain** out);
void hitmask_terrain_free(hitmask_terrain* terrain);
int32_t hitmask_terrain_carve(hitmask_terrain* terrain, const hitmask_placed* brush, hitmask_point at, hitmask_change* out);
int32_t hitmask_terrain_draw(hitmask_terrain* terrain, const hitmask_placed* brush, hitmask_point at, hitmask_change* out);
hitmask_island_options hitmask_island_options_default(void);
int32_t hitmask_terrain_islands(const hitmask_terrain* terrain, const hitmask_island_options* options, hitmask_component* islands, size_t capacity, size_t* count);
int32_t hitmask_terrain_take_island(hitmask_terrain* terrain, const hitmask_island_options* options, hitmask_point first, hitmask_mask** out, hitmask_point* corner);
int32_t hitmask_terrain_restore(hitmask_terrain* terrain, const hitmask_terrain_snapshot* snapshot);
void hitmask_terrain_snapshot_free(hitmask_terrain_snapshot* snapshot);
int32_t hitmask_terrain_from_bytes(const uint8_t* bytes, size_t length, size_t memory, hitmask_terrain** out, hitmask_error* error);
int32_t hitmask_terrain_delta_since(const hitmask_terrain* terrain, const hitmask_terrain_snapshot* snapshot, hitmask_bytes** out);
int32_t hitmask_terrain_apply_delta(hitmask_terrain* terrain, const uint8_t* bytes, size_t length, size_t memory, hitmask_change* out, hitmask_error* error);
int32_t hitmask_terrain_from_mask(const hitmask_mask* mask, hitmask_terrain** out);
int32_t hitmask_terrain_clone(const hitmask_terrain* terrain, hitmask_terrain** out);
int32_t hitmask_terrain_size(const hitmask_terrain* terrain, uint32_t* w, uint32_t* h);
int32_t hitmask_terrain_count(const hitmask_terrain* terrain, uint64_t* out);
int32_t hitmask_terrain_bounds(const hitmask_terrain* terrain, hitmask_rect* out, bool* found);
int32_t hitmask_terrain_memory(const hitmask_terrain* terrain, size_t* out);
int32_t hitmask_terrain_crop(const hitmask_terrain* terrain, hitmask_rect rect, hitmask_mask** out);
int32_t hitmask_terrain_snapshot_new(const hitmask_terrain* terrain, hitmask_terrain_snapshot** out);
int32_t hitmask_terrain_content_hash(const hitmask_terrain* terrain, uint64_t* out);
int32_t hitmask_terrain_to_bytes(const hitmask_terrain* terrain, hitmask_bytes** out);
int32_t hitmask_mask_cast_posed(const hitmask_mask* a, const hitmask_pose* pose, const hitmask_mask* b, const hitmask_pose_parts* from, const hitmask_turning_motion* motion, hitmask_posed_cast* out, hitmask_error* error);
int32_t hitmask_mask_cast(const hitmask_mask* a, const hitmask_mask* b, hitmask_point_q16 position, hitmask_point_q16 motion, hitmask_cast* out);
int32_t hitmask_mask_cast_pixels(const hitmask_mask* a, const hitmask_mask* b, hitmask_point offset, hitmask_point motion, hitmask_step_cast* out);
int32_t hitmask_mask_ray_cast(const hitmask_mask* mask, hitmask_point_q16 position, hitmask_point_q16 motion, hitmask_cast* out);
int32_t hitmask_terrain_cast(const hitmask_terrain* terrain, const hitmask_mask* other, hitmask_point_q16 position, hitmask_point_q16 motion, hitmask_cast* out);
int32_t hitmask_terrain_cast_pixels(const hitmask_terrain* terrain, const hitmask_mask* other, hitmask_point offset, hitmask_point motion, hitmask_step_cast* out);
int32_t hitmask_terrain_ray_cast(const hitmask_terrain* terrain, hitmask_point_q16 position, hitmask_point_q16 motion, hitmask_cast* out);
typedef enum { HITMASK_SOLID = 0, HITMASK_ONE_WAY_PLATFORM = 1, HITMASK_ONE_WAY_RIGHT = 2, HITMASK_ONE_WAY_DOWN = 3, HITMASK_ONE_WAY_LEFT = 4 } hitmask_obstacle_kind;
typedef struct { hitmask_placed placed; hitmask_point_q16 position; int32_t kind; } hitmask_obstacle;
int32_t hitmask_move_and_slide(const hitmask_placed* mover, hitmask_point_q16 position, hitmask_point_q16 motion, const hitmask_obstacle* obstacles, size_t count, const hitmask_move_options* options, hitmask_moved* out);
int32_t hitmask_move_and_slide_up(const hitmask_placed* mover, int32_t up, hitmask_point_q16 position, hitmask_point_q16 motion, const hitmask_obstacle* obstacles, size_t count, const hitmask_move_options* options, hitmask_moved* out);
int32_t hitmask_ray_cast_obstacles(const hitmask_obstacle* obstacles, size_t count, hitmask_point_q16 position, hitmask_point_q16 motion, size_t* index, hitmask_cast* cast, bool* found);
int32_t hitmask_buffer_new(int32_t mode, hitmask_rect region, hitmask_buffer** out);
void hitmask_buffer_free(hitmask_buffer* buffer);
int32_t hitmask_buffer_draw(hitmask_buffer* buffer, const hitmask_placed* placed, uint32_t id);
int32_t hitmask_buffer_test(hitmask_buffer* buffer, const hitmask_placed* placed, const hitmask_buffer_overlap** met, size_t* count);
int32_t hitmask_buffer_test_and_draw(hitmask_buffer* buffer, const hitmask_placed* placed, uint32_t id, const hitmask_buffer_overlap** met, size_t* count);
int32_t hitmask_buffer_touches(hitmask_buffer* buffer, const hitmask_placed* placed, bool* out);
int32_t hitmask_buffer_take_latched(hitmask_buffer* buffer, const uint32_t** ids, size_t* count);
int32_t hitmask_buffer_to_image(const hitmask_buffer* buffer, uint8_t* rgba, size_t capacity, size_t* count);
uint32_t hitmask_buffer_colour_of(uint32_t id);
int32_t hitmask_buffer_region(const hitmask_buffer* buffer, hitmask_rect* out);
int32_t hitmask_buffer_set_region(hitmask_buffer* buffer, hitmask_rect region);
int32_t hitmask_buffer_move_to(hitmask_buffer* buffer, hitmask_point corner);
int32_t hitmask_buffer_clear(hitmask_buffer* buffer);
int32_t hitmask_buffer_ids_at(const hitmask_buffer* buffer, hitmask_point pixel, uint32_t* ids, size_t capacity, size_t* count);
int32_t hitmask_buffer_top_at(const hitmask_buffer* buffer, hitmask_point pixel, uint32_t* out, bool* found);
int32_t hitmask_buffer_memory(const hitmask_buffer* buffer, size_t* out);
typedef struct { const hitmask_label_mask* labels; hitmask_point offset; } hitmask_label_frame;
int32_t hitmask_label_mask_new(uint32_t w, uint32_t h, hitmask_label_mask** out);
int32_t hitmask_label_mask_from_labels(uint32_t w, uint32_t h, const uint8_t* labels, size_t pitch, hitmask_label_mask** out);
void hitmask_label_mask_free(hitmask_label_mask* labels);
int32_t hitmask_label_mask_to_labels(const hitmask_label_mask* labels, uint8_t* to, size_t capacity, size_t* count);
int32_t hitmask_label_mask_set(hitmask_label_mask* labels, hitmask_point pixel, uint8_t to);
int32_t hitmask_label_mask_set_name(hitmask_label_mask* labels, uint8_t label, const char* name, uint64_t number);
int32_t hitmask_label_mask_name(const hitmask_label_mask* labels, uint8_t label, hitmask_text* name, uint64_t* number, bool* found);
int32_t hitmask_label_mask_find(const hitmask_label_mask* labels, const char* name, uint8_t* out, bool* found);
int32_t hitmask_label_mask_only(const hitmask_label_mask* labels, const uint8_t* only, size_t count, hitmask_mask** out);
int32_t hitmask_label_mask_to_mask(const hitmask_label_mask* labels, hitmask_mask** out);
int32_t hitmask_label_mask_from_bytes(const uint8_t* bytes, size_t length, hitmask_label_mask** out, hitmask_error* error);
int32_t hitmask_frames_with_labels(const hitmask_label_frame* frames, size_t count, hitmask_frames** out);
hitmask_shape hitmask_shape_labels(const hitmask_label_mask* labels);
int32_t hitmask_label_mask_from_mask(const hitmask_mask* mask, uint8_t label, hitmask_label_mask** out);
int32_t hitmask_label_mask_clone(const hitmask_label_mask* labels, hitmask_label_mask** out);
int32_t hitmask_label_mask_equals(const hitmask_label_mask* a, const hitmask_label_mask* b, bool* out);
int32_t hitmask_label_mask_size(const hitmask_label_mask* labels, uint32_t* w, uint32_t* h);
int32_t hitmask_label_mask_memory(const hitmask_label_mask* labels, size_t* out);
int32_t hitmask_label_mask_hash(const hitmask_label_mask* labels, uint64_t* out);
int32_t hitmask_label_mask_get(const hitmask_label_mask* labels, hitmask_point pixel, uint8_t* out);
int32_t hitmask_label_mask_draw(hitmask_label_mask* labels, const hitmask_shape* shape, hitmask_point offset, uint8_t label);
int32_t hitmask_label_mask_relabel(hitmask_label_mask* labels, const hitmask_shape* shape, hitmask_point offset, uint8_t label);
int32_t hitmask_label_mask_crop(const hitmask_label_mask* labels, hitmask_rect rect, hitmask_label_mask** out);
int32_t hitmask_label_mask_nine_slice(const hitmask_label_mask* labels, hitmask_margins margins, uint32_t w, uint32_t h, int32_t fill, hitmask_label_mask** out);
int32_t hitmask_label_mask_flip_h(const hitmask_label_mask* labels, hitmask_label_mask** out);
int32_t hitmask_label_mask_flip_v(const hitmask_label_mask* labels, hitmask_label_mask** out);
int32_t hitmask_label_mask_rotate90(const hitmask_label_mask* labels, hitmask_label_mask** out);
int32_t hitmask_label_mask_bake(const hitmask_label_mask* labels, const hitmask_pose* pose, hitmask_label_mask** out, hitmask_point* corner);
int32_t hitmask_label_mask_to_bytes(const hitmask_label_mask* labels, hitmask_bytes** out);
int32_t hitmask_label_mask_overlap_labels(const hitmask_label_mask* labels, const hitmask_shape* other, hitmask_point offset, hitmask_label_overlap* list, size_t capacity, size_t* count);
int32_t hitmask_label_mask_label_hit(const hitmask_label_mask* labels, const hitmask_shape* other, hitmask_point offset, hitmask_label_hit* out, bool* found);
int32_t hitmask_label_mask_overlap_labels_posed(const hitmask_label_mask* labels, const hitmask_pose* pose, const hitmask_shape* other, const hitmask_pose* other_pose, hitmask_label_overlap* list, size_t capacity, size_t* count);
int32_t hitmask_label_mask_label_hit_posed(const hitmask_label_mask* labels, const hitmask_pose* pose, const hitmask_shape* other, const hitmask_pose* other_pose, hitmask_label_hit* out, bool* found);
hitmask_collider hitmask_collider_default(hitmask_shape shape);
hitmask_world_options hitmask_world_options_default(void);
int32_t hitmask_world_new(const hitmask_world_options* options, hitmask_world** out);
void hitmask_world_free(hitmask_world* world);
int32_t hitmask_world_insert(hitmask_world* world, const hitmask_collider* collider, hitmask_handle* out);
int32_t hitmask_world_remove(hitmask_world* world, hitmask_handle handle);
int32_t hitmask_world_handles(const hitmask_world* world, hitmask_handle* handles, size_t capacity, size_t* count);
int32_t hitmask_world_get(const hitmask_world* world, hitmask_handle handle, hitmask_collider* out);
int32_t hitmask_world_shape(const hitmask_world* world, hitmask_handle handle, hitmask_kept_shape** out);
int32_t hitmask_world_data(const hitmask_world* world, hitmask_handle handle, uint64_t* out);
int32_t hitmask_world_last_path(const hitmask_world* world, hitmask_handle handle, hitmask_point_q16* from, hitmask_point_q16* to);
int32_t hitmask_world_pose(const hitmask_world* world, hitmask_handle handle, hitmask_pose* out, bool* found);
int32_t hitmask_world_set_positions(hitmask_world* world, const hitmask_handle* handles, const hitmask_point_q16* positions, size_t count);
int32_t hitmask_world_set_transforms(hitmask_world* world, const hitmask_handle* handles, const hitmask_transform* transforms, size_t count);
int32_t hitmask_world_set_pose(hitmask_world* world, hitmask_handle handle, const hitmask_pose* pose);
int32_t hitmask_world_set_rotation(hitmask_world* world, hitmask_handle handle, hitmask_angle rotation);
int32_t hitmask_world_rotate_by(hitmask_world* world, hitmask_handle handle, hitmask_angle by);
int32_t hitmask_world_set_scale(hitmask_world* world, hitmask_handle handle, hitmask_vector scale);
int32_t hitmask_world_set_flip(hitmask_world* world, hitmask_handle handle, bool flip_x, bool flip_y);
int32_t hitmask_world_set_pivot(hitmask_world* world, hitmask_handle handle, hitmask_vector pivot);
int32_t hitmask_world_set_shape(hitmask_world* world, hitmask_handle handle, const hitmask_shape* shape);
int32_t hitmask_world_set(hitmask_world* world, hitmask_handle handle, const hitmask_collider* properties);
int32_t hitmask_world_carve(hitmask_world* world, hitmask_handle handle, const hitmask_placed* brush, hitmask_point at, hitmask_change* out);
int32_t hitmask_world_draw(hitmask_world* world, hitmask_handle handle, const hitmask_placed* brush, hitmask_point at, hitmask_change* out);
int32_t hitmask_world_clone(const hitmask_world* world, hitmask_world** out);
int32_t hitmask_world_clear(hitmask_world* world);
int32_t hitmask_world_count(const hitmask_world* world, size_t* out);
int32_t hitmask_world_contains(const hitmask_world* world, hitmask_handle collider, bool* out);
int32_t hitmask_world_memory(const hitmask_world* world, size_t* out);
int32_t hitmask_world_position(const hitmask_world* world, hitmask_handle collider, hitmask_point_q16* out);
int32_t hitmask_world_bounds(const hitmask_world* world, hitmask_handle collider, hitmask_rect* out, bool* found);
int32_t hitmask_world_transform(const hitmask_world* world, hitmask_handle collider, hitmask_transform* out);
int32_t hitmask_world_set_position(hitmask_world* world, hitmask_handle collider, hitmask_point_q16 position);
int32_t hitmask_world_teleport(hitmask_world* world, hitmask_handle collider, hitmask_point_q16 position);
int32_t hitmask_world_set_transform(hitmask_world* world, hitmask_handle collider, const hitmask_transform* transform);
int32_t hitmask_world_set_frame(hitmask_world* world, hitmask_handle collider, size_t frame);
int32_t hitmask_world_set_kind(hitmask_world* world, hitmask_handle collider, int32_t kind);
int32_t hitmask_world_set_layers(hitmask_world* world, hitmask_handle collider, hitmask_layers layers);
int32_t hitmask_world_set_group(hitmask_world* world, hitmask_handle collider, uint32_t group);
int32_t hitmask_world_set_space(hitmask_world* world, hitmask_handle collider, uint32_t space);
int32_t hitmask_world_set_order(hitmask_world* world, hitmask_handle collider, int32_t order);
int32_t hitmask_world_set_data(hitmask_world* world, hitmask_handle collider, uint64_t data);
int32_t hitmask_world_set_enabled(hitmask_world* world, hitmask_handle collider, bool enabled);
int32_t hitmask_world_set_swept(hitmask_world* world, hitmask_handle collider, bool swept);
int32_t hitmask_world_set_first_only(hitmask_world* world, hitmask_handle collider, bool first_only);
int32_t hitmask_world_set_up(hitmask_world* world, hitmask_handle collider, int32_t up);
int32_t hitmask_world_set_open_side(hitmask_world* world, hitmask_handle collider, int32_t open_side);
int32_t hitmask_world_set_whole_pixels(hitmask_world* world, hitmask_handle collider, bool whole_pixels);
typedef bool (*hitmask_step_filter)(void* user, hitmask_handle a, uint64_t data_a, hitmask_handle b, uint64_t data_b);
typedef struct { hitmask_point_q16 from; hitmask_point_q16 to; hitmask_time until; bool before; } hitmask_path_segment;
typedef struct { hitmask_handle handle; const hitmask_path_segment* segments; size_t count; } hitmask_step_path;
typedef struct { hitmask_handle a; hitmask_handle b; } hitmask_pair;
int32_t hitmask_world_step(hitmask_world* world, const hitmask_event** events, size_t* count);
int32_t hitmask_world_step_with(hitmask_world* world, hitmask_step_filter filter, void* user, const hitmask_event** events, size_t* count);
int32_t hitmask_world_step_along(hitmask_world* world, const hitmask_step_path* paths, size_t path_count, const hitmask_event** events, size_t* count);
int32_t hitmask_world_events_by_time(hitmask_world* world, const hitmask_event** events, size_t* count);
int32_t hitmask_event_other(const hitmask_event* event, hitmask_handle handle, hitmask_handle* out, uint64_t* data, bool* found);
int32_t hitmask_event_part_of(const hitmask_event* event, hitmask_handle handle, uint8_t* out, bool* found);
int32_t hitmask_world_contacts(const hitmask_world* world, hitmask_pair* pairs, size_t capacity, size_t* count);
int32_t hitmask_world_last_stats(const hitmask_world* world, hitmask_world_stats* out);
int32_t hitmask_world_steps(const hitmask_world* world, uint64_t* out);
int32_t hitmask_world_contacts_of(const hitmask_world* world, hitmask_handle collider, hitmask_handle* handles, size_t capacity, size_t* count);
int32_t hitmask_world_touching_since(const hitmask_world* world, hitmask_handle a, hitmask_handle b, uint64_t* out, bool* found);
typedef enum { HITMASK_UNDECIDED = 0, HITMASK_APART = 1, HITMASK_TOUCHING = 2 } hitmask_verdict;
typedef struct { hitmask_handle handle; hitmask_collider collider; } hitmask_member;
typedef int32_t (*hitmask_test)(void* user, const hitmask_member* me, const hitmask_member* other, hitmask_touch* touch);
typedef bool (*hitmask_reach)(void* user, const hitmask_collider* me, hitmask_rect* reached);
typedef struct { hitmask_test test; hitmask_reach reach; void* user; } hitmask_custom_test;
int32_t hitmask_world_set_test(hitmask_world* world, hitmask_handle handle, const hitmask_custom_test* test);
typedef enum { HITMASK_PROBE_PLACED = 0, HITMASK_PROBE_LINE = 1, HITMASK_PROBE_POINT = 2 } hitmask_probe_kind;
typedef struct { int32_t kind; hitmask_placed placed; hitmask_point from; hitmask_point to; } hitmask_probe;
typedef bool (*hitmask_each_contact)(void* user, const hitmask_contact* contact);
hitmask_query_filter hitmask_query_filter_default(void);
hitmask_probe hitmask_probe_placed(hitmask_shape shape, hitmask_pose pose);
hitmask_probe hitmask_probe_line(hitmask_point from, hitmask_point to);
hitmask_probe hitmask_probe_point(hitmask_point pixel);
int32_t hitmask_world_query(const hitmask_world* world, const hitmask_probe* probe, const hitmask_query_filter* filter, hitmask_handle* handles, size_t capacity, size_t* count);
int32_t hitmask_world_query_any(const hitmask_world* world, const hitmask_probe* probe, const hitmask_query_filter* filter, bool* out);
int32_t hitmask_world_query_topmost(const hitmask_world* world, const hitmask_probe* probe, const hitmask_query_filter* filter, hitmask_handle* out, bool* found);
int32_t hitmask_world_query_each(const hitmask_world* world, const hitmask_probe* probe, const hitmask_query_filter* filter, hitmask_each_contact each, void* user);
int32_t hitmask_world_closest(const hitmask_world* world, hitmask_handle a, hitmask_handle b, hitmask_closest* out, bool* found);
int32_t hitmask_world_label_name(const hitmask_world* world, hitmask_handle collider, uint8_t label, hitmask_text* name, uint64_t* number, bool* found);
int32_t hitmask_world_collide_one(const hitmask_world* world, hitmask_handle collider, hitmask_contact* contacts, size_t capacity, size_t* count);
int32_t hitmask_world_pick(const hitmask_world* world, hitmask_point pixel, const hitmask_query_filter* filter, hitmask_handle* out, bool* found);
int32_t hitmask_world_pick_all(const hitmask_world* world, hitmask_point pixel, const hitmask_query_filter* filter, hitmask_handle* handles, size_t capacity, size_t* count);
int32_t hitmask_world_nearest(const hitmask_world* world, hitmask_point pixel, uint32_t within, const hitmask_query_filter* filter, hitmask_nearest* out, bool* found);
int32_t hitmask_world_first_on_line(const hitmask_world* world, hitmask_point from, hitmask_point to, const hitmask_query_filter* filter, hitmask_line_hit* out, bool* found);
int32_t hitmask_world_first_on_supercover(const hitmask_world* world, hitmask_point from, hitmask_point to, const hitmask_query_filter* filter, hitmask_line_hit* out, bool* found);
int32_t hitmask_world_ray_cast(const hitmask_world* world, hitmask_point_q16 position, hitmask_point_q16 motion, const hitmask_query_filter* filter, hitmask_ray_hit* out, bool* found);
int32_t hitmask_world_cast(const hitmask_world* world, hitmask_handle collider, hitmask_point_q16 motion, const hitmask_query_filter* filter, hitmask_cast_hit* hits, size_t capacity, size_t* count);
int32_t hitmask_world_cast_first(const hitmask_world* world, hitmask_handle collider, hitmask_point_q16 motion, const hitmask_query_filter* filter, hitmask_cast_hit* out, bool* found);
int32_t hitmask_world_cast_probe(const hitmask_world* world, const hitmask_probe* probe, hitmask_point_q16 motion, const hitmask_query_filter* filter, hitmask_cast_hit* hits, size_t capacity, size_t* count);
int32_t hitmask_world_cast_probe_first(const hitmask_world* world, const hitmask_probe* probe, hitmask_point_q16 motion, const hitmask_query_filter* filter, hitmask_cast_hit* out, bool* found);
int32_t hitmask_world_cast_turning(const hitmask_world* world, hitmask_handle collider, const hitmask_turning_motion* motion, const hitmask_query_filter* filter, hitmask_turning_hit* hits, size_t capacity, size_t* count);
int32_t hitmask_world_separation(const hitmask_world* world, hitmask_handle a, hitmask_handle b, hitmask_point* out);
int32_t hitmask_world_surface_normal(const hitmask_world* world, hitmask_handle collider, hitmask_point pixel, uint32_t radius, hitmask_point* out);
int32_t hitmask_world_normal(const hitmask_world* world, hitmask_handle a, hitmask_handle b, hitmask_point* out);
int32_t hitmask_world_overlap_labels(const hitmask_world* world, hitmask_handle a, hitmask_handle b, hitmask_label_overlap* list, size_t capacity, size_t* count);
int32_t hitmask_world_label_hit(const hitmask_world* world, hitmask_handle a, hitmask_handle b, hitmask_label_hit* out, bool* found);
int32_t hitmask_world_label_at(const hitmask_world* world, hitmask_handle collider, hitmask_point pixel, uint8_t* out, bool* found);
typedef struct { hitmask_point_q16 position; const hitmask_handle* pushed; size_t pushed_count; const hitmask_handle* carried; size_t carried_count; const hitmask_handle* crushed; size_t crushed_count; } hitmask_solid_moved;
int32_t hitmask_world_move_and_slide(hitmask_world* world, hitmask_handle handle, hitmask_point_q16 motion, const hitmask_move_options* options, const hitmask_query_filter* filter, hitmask_slid* out);
int32_t hitmask_world_move_and_slide_into(hitmask_world* world, hitmask_handle handle, hitmask_point_q16 motion, const hitmask_move_options* options, const hitmask_query_filter* filter, hitmask_slid* out, hitmask_blocker* blockers, size_t capacity, size_t* count);
int32_t hitmask_world_ground_slope(const hitmask_world* world, hitmask_handle handle, uint32_t reach, const hitmask_query_filter* filter, hitmask_slope* out, bool* found);
int32_t hitmask_world_move_solid(hitmask_world* world, hitmask_handle handle, hitmask_point_q16 motion, const hitmask_handle* riders, size_t rider_count, hitmask_solid_moved* out);
int32_t hitmask_world_move_solid_with(hitmask_world* world, hitmask_handle handle, hitmask_point_q16 motion, const hitmask_handle* riders, size_t rider_count, const hitmask_move_options* options, hitmask_solid_moved* out);
int32_t hitmask_world_reshape_solid(hitmask_world* world, hitmask_handle handle, const hitmask_transform* transform, const hitmask_shape* shape, int64_t frame, uint32_t limit, const hitmask_query_filter* filter, hitmask_solid_moved* out);
int32_t hitmask_world_fit_at(const hitmask_world* world, hitmask_handle collider, hitmask_point_q16 position, uint32_t limit, const hitmask_query_filter* filter, hitmask_fit* out);
int32_t hitmask_world_fit_frame(hitmask_world* world, hitmask_handle collider, size_t frame, uint32_t limit, const hitmask_query_filter* filter, hitmask_fit* out);
int32_t hitmask_world_fit_shape(hitmask_world* world, hitmask_handle collider, const hitmask_shape* shape, uint32_t limit, const hitmask_query_filter* filter, hitmask_fit* out);
int32_t hitmask_world_fit_transform(hitmask_world* world, hitmask_handle collider, const hitmask_transform* transform, uint32_t limit, const hitmask_query_filter* filter, hitmask_fit* out);
int32_t hitmask_world_unstick(hitmask_world* world, hitmask_handle collider, uint32_t limit, const hitmask_query_filter* filter, hitmask_fit* out);
int32_t hitmask_world_support(const hitmask_world* world, hitmask_handle collider, hitmask_handle* out, bool* found);
int32_t hitmask_world_detach(hitmask_world* world, hitmask_handle part);
int32_t hitmask_world_set_part_frames(hitmask_world* world, hitmask_handle part, const size_t* frames, size_t count);
int32_t hitmask_world_part_frames(const hitmask_world* world, hitmask_handle part, size_t* frames, size_t capacity, size_t* count, bool* is_limited);
int32_t hitmask_world_attach(hitmask_world* world, hitmask_handle root, hitmask_handle part);
int32_t hitmask_world_parts_of(const hitmask_world* world, hitmask_handle root, hitmask_handle* parts, size_t capacity, size_t* count);
int32_t hitmask_world_parent_of(const hitmask_world* world, hitmask_handle part, hitmask_handle* parent, bool* found);
int32_t hitmask_world_root_of(const hitmask_world* world, hitmask_handle part, hitmask_handle* root, bool* found);
typedef struct { uint32_t id; const hitmask_mask* mask; int32_t kind; uint64_t number; hitmask_point offset; } hitmask_tile_def;
typedef struct { hitmask_point cell; hitmask_tile_cell tile; } hitmask_filled_cell;
int32_t hitmask_tile_set_new(const hitmask_tile_def* tiles, size_t count, hitmask_tile_set** out);
void hitmask_tile_set_free(hitmask_tile_set* set);
int32_t hitmask_tile_set_ids(const hitmask_tile_set* set, uint32_t* ids, size_t capacity, size_t* count);
int32_t hitmask_tile_set_get(const hitmask_tile_set* set, uint32_t id, hitmask_tile_def* out, bool* found);
int32_t hitmask_tile_set_mask(const hitmask_tile_set* set, uint32_t id, hitmask_mask** out);
int32_t hitmask_tile_map_new(const hitmask_tile_set* set, uint32_t columns, uint32_t rows, uint32_t cell_w, uint32_t cell_h, hitmask_tile_map** out);
int32_t hitmask_tile_map_from_gids(const hitmask_tile_set* set, uint32_t columns, uint32_t rows, uint32_t cell_w, uint32_t cell_h, const uint32_t* gids, size_t count, hitmask_tile_map** out, hitmask_error* error);
void hitmask_tile_map_free(hitmask_tile_map* map);
int32_t hitmask_tile_map_tile_set(const hitmask_tile_map* map, hitmask_tile_set** out);
int32_t hitmask_tile_map_set(hitmask_tile_map* map, hitmask_point cell, const hitmask_tile_cell* to);
int32_t hitmask_tile_map_fill(hitmask_tile_map* map, hitmask_point corner, uint32_t columns, const uint32_t* gids, size_t count, hitmask_error* error);
int32_t hitmask_tile_map_cells(const hitmask_tile_map* map, hitmask_filled_cell* cells, size_t capacity, size_t* count);
int32_t hitmask_tile_map_from_bytes(const uint8_t* bytes, size_t length, size_t memory, hitmask_tile_map** out, hitmask_error* error);
int32_t hitmask_world_insert_tiles(hitmask_world* world, const hitmask_collider* collider, hitmask_tile_colliders* out);
int32_t hitmask_world_set_tile(hitmask_world* world, hitmask_handle collider, hitmask_point cell, const hitmask_tile_cell* to);
int32_t hitmask_world_fill_tiles(hitmask_world* world, hitmask_handle collider, hitmask_point corner, uint32_t columns, const uint32_t* gids, size_t count, hitmask_error* error);
int32_t hitmask_tile_set_equals(const hitmask_tile_set* a, const hitmask_tile_set* b, bool* out);
int32_t hitmask_tile_set_count(const hitmask_tile_set* set, size_t* out);
int32_t hitmask_tile_map_clone(const hitmask_tile_map* map, hitmask_tile_map** out);
int32_t hitmask_tile_map_equals(const hitmask_tile_map* a, const hitmask_tile_map* b, bool* out);
int32_t hitmask_tile_map_size(const hitmask_tile_map* map, uint32_t* columns, uint32_t* rows);
int32_t hitmask_tile_map_cell_size(const hitmask_tile_map* map, uint32_t* w, uint32_t* h);
int32_t hitmask_tile_map_memory(const hitmask_tile_map* map, size_t* out);
int32_t hitmask_tile_map_content_hash(const hitmask_tile_map* map, uint64_t* out);
int32_t hitmask_tile_map_filled(const hitmask_tile_map* map, uint64_t* out);
int32_t hitmask_tile_map_get(const hitmask_tile_map* map, hitmask_point cell, hitmask_tile_cell* out, bool* found);
int32_t hitmask_tile_map_clear(hitmask_tile_map* map);
int32_t hitmask_tile_map_to_bytes(const hitmask_tile_map* map, hitmask_bytes** out);
int32_t hitmask_tile_map_contains(const hitmask_tile_map* map, uint32_t kinds, hitmask_point pixel, bool* out);
int32_t hitmask_tile_map_count(const hitmask_tile_map* map, uint32_t kinds, uint64_t* out);
int32_t hitmask_tile_map_bounds(const hitmask_tile_map* map, uint32_t kinds, hitmask_rect* out, bool* found);
int32_t hitmask_tile_map_crop(const hitmask_tile_map* map, uint32_t kinds, hitmask_rect rect, hitmask_mask** out);
int32_t hitmask_tile_map_draw_ahead(const hitmask_tile_map* map, uint32_t kinds, hitmask_rect rect);
int32_t hitmask_tile_map_overlap_tiles(const hitmask_tile_map* map, uint32_t kinds, const hitmask_shape* shape, hitmask_point offset, hitmask_tile_overlap* list, size_t capacity, size_t* count);
int32_t hitmask_tile_map_tile_at(const hitmask_tile_map* map, uint32_t kinds, hitmask_point pixel, hitmask_tile_overlap* out, bool* found);
int32_t hitmask_tile_map_cast(const hitmask_tile_map* map, uint32_t kinds, const hitmask_mask* other, hitmask_point_q16 position, hitmask_point_q16 motion, hitmask_cast* out);
int32_t hitmask_tile_map_cast_pixels(const hitmask_tile_map* map, uint32_t kinds, const hitmask_mask* other, hitmask_point offset, hitmask_point motion, hitmask_step_cast* out);
int32_t hitmask_tile_map_ray_cast(const hitmask_tile_map* map, uint32_t kinds, hitmask_point_q16 position, hitmask_point_q16 motion, hitmask_cast* out);
int32_t hitmask_world_tile_at(const hitmask_world* world, hitmask_handle collider, hitmask_point pixel, hitmask_tile_overlap* out, bool* found);
typedef uint64_t (*hitmask_key_of)(void* user, hitmask_handle handle);
typedef bool (*hitmask_shape_of)(void* user, uint64_t key, hitmask_shape* out);
int32_t hitmask_world_snapshot_new(const hitmask_world* world, hitmask_world_snapshot** out);
int32_t hitmask_world_snapshot_update(hitmask_world_snapshot* snapshot, const hitmask_world* world);
void hitmask_world_snapshot_free(hitmask_world_snapshot* snapshot);
int32_t hitmask_world_restore(hitmask_world* world, const hitmask_world_snapshot* snapshot);
int32_t hitmask_world_to_bytes(const hitmask_world* world, hitmask_key_of key_of, void* user, hitmask_bytes** out);
int32_t hitmask_world_from_bytes(const uint8_t* bytes, size_t length, size_t memory, hitmask_shape_of shape_of, void* user, hitmask_world** out, hitmask_error* error);
int32_t hitmask_world_state_hash(const hitmask_world* world, uint64_t* out);
]]

local hitmask = {}

-- The library ----------------------------------------------------------------------------------------------------

-- HITMASK_LIBRARY names the library's file. Otherwise it lies in the game's folder, beside the game, or where the system finds it.
local function open()
    local named = os.getenv "HITMASK_LIBRARY"
    if named then return ffi.load(named) end
    local files = { Windows = { "hitmask.dll", "hitmask_capi.dll" }, OSX = { "libhitmask.dylib", "libhitmask_capi.dylib" } }
    local folders, why = {}, nil
    if love and love.filesystem then
        folders = { love.filesystem.getSource() .. "/", love.filesystem.getSourceBaseDirectory() .. "/" }
    end
    folders[#folders + 1] = ""
    for _, folder in ipairs(folders) do
        for _, file in ipairs(files[ffi.os] or { "libhitmask.so", "libhitmask_capi.so" }) do
            local found, library = pcall(ffi.load, folder .. file)
            if found then return library end
            why = library
        end
    end
    error("the library of hitmask is missing: put it into the game's folder, or name its file in HITMASK_LIBRARY (" .. why .. ")", 0)
end

local C = open()
--- The C library: every function of hitmask.h, for what this file has no method for.
hitmask.C = C

local why = ffi.new "hitmask_error"

-- Raises the library's sentence where the caller of a method stands.
local function check(status, level)
    if status ~= 0 then error(ffi.string(C.hitmask_status_message(status)), level or 3) end
end

-- The same for functions that explain more in `why`.
local function checkWhy(status)
    if status ~= 0 then
        error(ffi.string(why.message[0] ~= 0 and why.message or C.hitmask_status_message(status)), 3)
    end
end

-- What answers are written to. Each method reads it before it returns.
local bool, count, q16, point = ffi.new "bool[1]", ffi.new "size_t[1]", ffi.new "hitmask_point_q16", ffi.new "hitmask_point"
local area, corner, found = ffi.new "uint64_t[1]", ffi.new "hitmask_point", ffi.new "bool[1]"
local parts, handle = ffi.new "hitmask_pose_parts", ffi.new "hitmask_handle[1]"
local ONE = 65536

local function isA(value, type)
    return getmetatable(value) == type
end

-- Poses ----------------------------------------------------------------------------------------------------------

-- A pose under which no mask covers a pixel: all of it lies between two centres.
local function coverNothing(pose)
    pose.a, pose.b, pose.c, pose.d, pose.tx, pose.ty = 1, 0, 0, 1, ONE / 2 + 1, ONE / 2 + 1
end

-- The arguments of love.graphics.draw as parts. LÖVE shears before it scales, the library after it.
local function setParts(x, y, r, sx, sy, ox, oy, kx, ky)
    sx = sx or 1
    sy = sy or sx
    kx, ky = kx or 0, ky or 0
    parts.position.x, parts.position.y = x or 0, y or 0
    parts.rotation.unit, parts.rotation.amount = C.HITMASK_RADIANS, r or 0
    parts.scale.x, parts.scale.y = sx, sy
    local flat = sx == 0 or sy == 0
    parts.shear.x, parts.shear.y = (flat or kx == 0) and 0 or kx * sx / sy, (flat or ky == 0) and 0 or ky * sy / sx
    parts.pivot.x, parts.pivot.y = ox or 0, oy or 0
end

local matrix = ffi.new "double[6]"

local Pose = {}
Pose.__index = Pose

--- Sets the pose: the arguments of love.graphics.draw after the picture, or a Transform. y points down, r is in radians. What is scaled to
--- nothing covers nothing.
function Pose:set(x, y, r, sx, sy, ox, oy, kx, ky)
    local status
    if type(x) == "userdata" then
        local a, b, _, tx, c, d, _, ty = x:getMatrix()
        matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5] = a, b, c, d, tx, ty
        status = C.hitmask_pose_from_matrix(matrix, self, why)
    else
        setParts(x, y, r, sx, sy, ox, oy, kx, ky)
        status = C.hitmask_pose_from_parts(parts, self, why)
    end
    if status == C.HITMASK_SINGULAR then coverNothing(self) else checkWhy(status) end
    return self
end

local newPose = ffi.metatype("hitmask_pose", Pose)

--- Where and how a picture is drawn: the arguments of love.graphics.draw after the picture, or a Transform.
function hitmask.newPose(...)
    return newPose():set(...)
end

-- Masks and other shapes -------------------------------------------------------------------------------------------

local Mask = {}
Mask.__index = Mask
local box = ffi.new "hitmask_mask*[1]"

local function wrapMask()
    local mask = ffi.gc(box[0], C.hitmask_mask_free)
    return setmetatable({ object = mask, shape = C.hitmask_shape_mask(mask) }, Mask)
end

--- A mask of w * h pixels, four bytes each, of which the fourth is the alpha; data is a string or a pointer. A pixel is solid if its
--- alpha is at least the threshold, 128 if not given.
function hitmask.newMaskFromRGBA(w, h, data, threshold, pitch)
    pitch = pitch or w * 4
    local needed = (w == 0 or h == 0) and 0 or (h - 1) * pitch + w * 4
    if type(data) == "string" and #data < needed then error(("%d bytes are too few for %d x %d pixels"):format(#data, w, h), 2) end
    check(C.hitmask_mask_from_rgba8(w, h, ffi.cast("const uint8_t*", data), pitch, threshold or 128, box))
    return wrapMask()
end

--- A mask of an ImageData, or of the part that a Quad shows. A pixel is solid if its alpha is at least the threshold (0 to 255), 128 if
--- not given.
function hitmask.newMask(imageData, quad, threshold)
    if type(quad) == "number" then quad, threshold = nil, quad end
    local known, method = pcall(function() return imageData.getFFIPointer end)
    if not known or not method then
        local what = type(imageData) == "userdata" and imageData.type and "a LÖVE object of the type " .. imageData:type() or "a " .. type(imageData)
        error("newMask reads an ImageData (love.image.newImageData), whose pixels can be read, not " .. what, 2)
    end
    local format = imageData:getFormat()
    if format ~= "rgba8" then error("an ImageData of the format rgba8 is needed, not " .. format, 2) end
    local width, height = imageData:getDimensions()
    local x, y, w, h = 0, 0, width, height
    if quad then
        x, y, w, h = quad:getViewport()
        if x < 0 or y < 0 or x + w > width or y + h > height then error("the Quad leaves the ImageData: what the wrap mode of an Image repeats there, paste into a larger ImageData", 2) end
        if x % 1 ~= 0 or y % 1 ~= 0 or w % 1 ~= 0 or h % 1 ~= 0 then error("the Quad is not made of whole pixels", 2) end
    end
    local first = ffi.cast("const uint8_t*", imageData:getFFIPointer()) + (y * width + x) * 4
    check(C.hitmask_mask_from_rgba8(w, h, first, width * 4, threshold or 128, box))
    return wrapMask()
end

--- Its width and height.
function Mask:getDimensions()
    local size = ffi.new "uint32_t[2]"
    check(C.hitmask_mask_size(self.object, size, size + 1))
    return size[0], size[1]
end

--- How many pixels are solid.
function Mask:getCount()
    check(C.hitmask_mask_count(self.object, area))
    return tonumber(area[0])
end

--- Whether a pixel is solid.
function Mask:get(x, y)
    point.x, point.y = x, y
    check(C.hitmask_mask_get(self.object, point, bool))
    return bool[0]
end

--- Whether the masks share a solid pixel. dx, dy: the other's upper left corner minus this one's, whole pixels.
function Mask:overlaps(other, dx, dy)
    point.x, point.y = dx, dy
    check(C.hitmask_mask_overlaps(self.object, other.object, point, bool))
    return bool[0]
end

--- How many pixels are solid in both.
function Mask:overlapArea(other, dx, dy)
    point.x, point.y = dx, dy
    check(C.hitmask_mask_overlap_area(self.object, other.object, point, area))
    return tonumber(area[0])
end

--- The first pixel that is solid in both, the topmost and then the leftmost, in pixels of this mask; or nil.
function Mask:firstOverlap(other, dx, dy)
    point.x, point.y = dx, dy
    check(C.hitmask_mask_first_overlap(self.object, other.object, point, corner, found))
    if found[0] then return corner.x, corner.y end
end

local placedA, placedB = ffi.new "hitmask_placed", ffi.new "hitmask_placed"

local function place(a, poseA, b, poseB)
    placedA.shape, placedA.pose, placedB.shape, placedB.pose = a.shape, poseA, b.shape, poseB
end

--- Whether two drawn pictures share a pixel of the screen.
function Mask:overlapsPosed(pose, other, otherPose)
    place(self, pose, other, otherPose)
    check(C.hitmask_placed_overlaps(placedA, placedB, C.HITMASK_RASTER, bool))
    return bool[0]
end

--- How many pixels of the screen two drawn pictures share.
function Mask:overlapAreaPosed(pose, other, otherPose)
    place(self, pose, other, otherPose)
    check(C.hitmask_placed_overlap_area(placedA, placedB, area))
    return tonumber(area[0])
end

--- The first pixel of the screen that two drawn pictures share, or nil.
function Mask:firstOverlapPosed(pose, other, otherPose)
    place(self, pose, other, otherPose)
    check(C.hitmask_placed_first_overlap(placedA, placedB, corner, found))
    if found[0] then return corner.x, corner.y end
end

--- The pixels of the screen that the drawn picture covers, as a mask, and the place of its upper left pixel.
function Mask:bake(pose)
    placedA.shape, placedA.pose = self.shape, pose
    check(C.hitmask_placed_bake(placedA, box, corner))
    return wrapMask(), corner.x, corner.y
end

local Frames = {}
Frames.__index = Frames

--- An animation for colliders: a list of masks, or of {mask, x, y} for frames that were trimmed. The first one is shown at first.
function hitmask.newFrames(list)
    local frames, made = ffi.new("hitmask_frame[?]", math.max(#list, 1)), ffi.new "hitmask_frames*[1]"
    for i, frame in ipairs(list) do
        local mask = isA(frame, Mask) and frame or frame[1]
        frames[i - 1].mask = mask.object
        frames[i - 1].offset.x, frames[i - 1].offset.y = frame[2] or 0, frame[3] or 0
    end
    check(C.hitmask_frames_new(frames, #list, made))
    local object = ffi.gc(made[0], C.hitmask_frames_free)
    return setmetatable({ object = object, shape = C.hitmask_shape_frames(object) }, Frames)
end

--- A rectangle, for colliders: whole pixels.
function hitmask.newRectangle(x, y, w, h)
    return { shape = C.hitmask_shape_rect(ffi.new("hitmask_rect", x, y, w, h)) }
end

local function toQ16(x, y)
    check(C.hitmask_point_q16_from(x, y, q16), 4)
    return q16
end

--- A circle, for colliders: the pixels whose centres lie inside.
function hitmask.newCircle(x, y, radius)
    local across = toQ16(radius, 0).x
    local centre = toQ16(x, y)
    return { shape = C.hitmask_shape_circle(ffi.new("hitmask_circle", centre.x, centre.y, across)) }
end

-- Worlds ------------------------------------------------------------------------------------------------------------

local KINDS = { body = 0, character = 1, oneway = 2, sensor = 3, crate = 4 }
local DIRECTIONS = { up = 0, right = 1, down = 2, left = 3, none = 4 }

local function direction(word)
    return DIRECTIONS[word] or error("there is no direction " .. tostring(word), 3)
end
local EVENTS = { [0] = "begin", "stay", "end", "pass" }

local World, Collider = {}, {}
World.__index, Collider.__index = World, Collider

--- A world of colliders. Options: stay (events of pairs that go on touching, too), area, bounds, normal, separation (what events tell),
--- wrap = {w, h} (what leaves on one side comes in on the other).
function hitmask.newWorld(options)
    local chosen, made = C.hitmask_world_options_default(), ffi.new "hitmask_world*[1]"
    for name, value in pairs(options or {}) do
        if name == "wrap" then
            chosen.wrap_w, chosen.wrap_h = value[1], value[2]
        else
            chosen[name] = value
        end
    end
    check(C.hitmask_world_new(chosen, made))
    return setmetatable({
        object = ffi.gc(made[0], C.hitmask_world_free),
        list = ffi.new "const hitmask_event*[1]",
        length = 0,
        colliders = {},
        last = 0,
        gone = {},
    }, World)
end

local NAMES = { firstOnly = "first_only", wholePixels = "whole_pixels", openSide = "open_side" }
local PLACE = { x = true, y = true, r = true, sx = true, sy = true, ox = true, oy = true, kx = true, ky = true }

--- Puts a mask, an animation, a rectangle or a circle into the world and returns its Collider. Options, all of which may be left out: x, y,
--- r, sx, sy, ox, oy, kx, ky as for love.graphics.draw; kind ("body", "character", "oneway", "sensor", "crate"); up ("up", "right", "down", "left", "none"), openSide; layers = {belongs to, collides
--- with}, numbers of bits; group, space, order, enabled, swept, firstOnly, wholePixels as in hitmask.h.
function World:insert(shape, options)
    local o = options or {}
    local collider = C.hitmask_collider_default(shape.shape)
    setParts(o.x, o.y, o.r, o.sx, o.sy, o.ox, o.oy, o.kx, o.ky)
    collider.transform = C.hitmask_transform_from_parts(parts)
    for name, value in pairs(o) do
        if name == "kind" then
            collider.kind = KINDS[value] or error("there is no kind of collider " .. tostring(value), 2)
        elseif name == "up" or name == "openSide" then
            collider[NAMES[name] or name] = direction(value)
        elseif name == "layers" then
            collider.layers.belongs_to, collider.layers.collides_with = value[1], value[2]
        elseif not PLACE[name] then
            collider[NAMES[name] or name] = value
        end
    end
    self.last = self.last + 1
    collider.data = self.last
    check(C.hitmask_world_insert(self.object, collider, handle))
    local made = setmetatable({ world = self, index = self.last, handle = handle[0] }, Collider)
    self.colliders[self.last] = made
    return made
end

local function nextEvent(world, i)
    if i >= world.length then return nil end
    local event = world.list[0][i]
    local a, b = world.colliders[tonumber(event.data_a)], world.colliders[tonumber(event.data_b)]
    if event.has_touch then return i + 1, EVENTS[event.kind], a, b, event.touch.first.x, event.touch.first.y end
    return i + 1, EVENTS[event.kind], a, b
end

--- Compares with the step before. `for i, kind, a, b, x, y in world:step() do`: kind is "begin", "stay", "end" or "pass", a and b are
--- Colliders, x and y the first pixel that both cover, or nil if they do not touch now. No table is made.
function World:step()
    -- Those that were removed before the last step have had their last events.
    for index, ended in pairs(self.gone) do
        if ended then
            self.colliders[index], self.gone[index] = nil, nil
        else
            self.gone[index] = true
        end
    end
    self.length = 0
    check(C.hitmask_world_step(self.object, self.list, count))
    self.length = tonumber(count[0])
    return nextEvent, self, 0
end

local Event = {}
Event.__index = Event

--- The other Collider of an event's pair, or nil if the collider is not in it.
function Event:other(collider)
    if collider == self.a then return self.b end
    if collider == self.b then return self.a end
end

local label, text = ffi.new "uint8_t[1]", ffi.new "hitmask_text"

--- Which part of a collider was met, if the world's options ask for labels: the label, 0 if it has none, and its name and number if there are.
function Event:partOf(collider)
    check(C.hitmask_event_part_of(self.event, collider.handle, label, found))
    if not found[0] then return nil end
    local number, world = label[0], collider.world
    if C.hitmask_world_label_name(world.object, collider.handle, number, text, area, found) ~= 0 or not found[0] then return number end
    return number, ffi.string(text.data, tonumber(text.length)), tonumber(area[0])
end

--- All that event number i of the last step tells, as a table: kind, a, b, since, and what there is of x, y, area, bounds, normal,
--- separation (tables) and time (from 0 to 1).
function World:getEvent(i)
    if i < 1 or i > self.length then return nil end
    local event = self.list[0][i - 1]
    local all = setmetatable({ event = ffi.new("hitmask_event", event) }, Event)
    local touch = event.touch
    all.kind, all.since = EVENTS[event.kind], tonumber(event.since)
    all.a, all.b = self.colliders[tonumber(event.data_a)], self.colliders[tonumber(event.data_b)]
    if event.has_touch then all.x, all.y, all.area = touch.first.x, touch.first.y, tonumber(touch.area) end
    if touch.has_bounds then all.bounds = { touch.bounds.x, touch.bounds.y, touch.bounds.w, touch.bounds.h } end
    if touch.has_normal then all.normal = { touch.normal.x, touch.normal.y } end
    if touch.has_separation then all.separation = { touch.separation.x, touch.separation.y } end
    if event.has_time then all.time = tonumber(event.time.numerator) / tonumber(event.time.denominator) end
    return all
end

local function colliderOf(world, data)
    return world.colliders[tonumber(data)]
end

local data = ffi.new "uint64_t[1]"

local function colliderAt(world, one)
    check(C.hitmask_world_data(world.object, one, data))
    return colliderOf(world, data[0])
end

-- A filter for questions: {sensors = true, space = 0, group = 0, layers = {belongs to, collides with}}.
local function filterOf(options)
    if not options then return nil end
    local filter = C.hitmask_query_filter_default()
    for name, value in pairs(options) do
        if name == "layers" then
            filter.layers.belongs_to, filter.layers.collides_with = value[1], value[2]
        else
            filter[name] = value
        end
    end
    return filter
end

--- The topmost collider that covers a pixel, or nil. filter: see World:query.
function World:pick(x, y, filter)
    point.x, point.y = math.floor(x), math.floor(y)
    check(C.hitmask_world_pick(self.object, point, filterOf(filter), handle, found))
    if found[0] then return colliderAt(self, handle[0]) end
end

local many, room = ffi.new "hitmask_handle[16]", 16

-- A list of handles as a list of Colliders.
local function list(world, ask)
    local status = ask(many, room)
    if status == C.HITMASK_TOO_SMALL then
        room = tonumber(count[0])
        many = ffi.new("hitmask_handle[?]", room)
        status = ask(many, room)
    end
    check(status)
    local all = {}
    for i = 1, tonumber(count[0]) do all[i] = colliderAt(world, many[i - 1]) end
    return all
end

--- The colliders that touch a rectangle of pixels, as a list. A filter is a table: sensors = true finds sensors, too; space, group and
--- layers = {belongs to, collides with} are those of the asker.
function World:query(x, y, w, h, filter)
    local probe = C.hitmask_probe_placed(C.hitmask_shape_rect(ffi.new("hitmask_rect", x, y, w, h)), C.hitmask_pose_at(0, 0))
    local asked = filterOf(filter)
    return list(self, function(to, places)
        return C.hitmask_world_query(self.object, probe, asked, to, places, count)
    end)
end

--- The collider that a moving point meets first: it, the time from 0 to 1, and its pixel; or nil. If the point begins inside of it, the
--- time is 0 and there is no pixel.
function World:rayCast(x, y, dx, dy, filter)
    local from, hit = ffi.new("hitmask_point_q16", toQ16(x, y)), ffi.new "hitmask_ray_hit"
    check(C.hitmask_world_ray_cast(self.object, from, toQ16(dx, dy), filterOf(filter), hit, found))
    if not found[0] then return nil end
    local other, cast = colliderOf(self, hit.data), hit.cast
    if cast.outcome ~= C.HITMASK_HIT then return other, 0 end
    return other, tonumber(cast.time.numerator) / tonumber(cast.time.denominator), cast.point.x, cast.point.y
end

--- A number that is the same in equal states, as a string.
function World:getStateHash()
    check(C.hitmask_world_state_hash(self.object, area))
    return (tostring(area[0]):gsub("ULL", ""))
end

--- Places the collider anew: the arguments of love.graphics.draw after the picture.
function Collider:set(x, y, r, sx, sy, ox, oy, kx, ky)
    setParts(x, y, r, sx, sy, ox, oy, kx, ky)
    check(C.hitmask_world_set_transform(self.world.object, self.handle, C.hitmask_transform_from_parts(parts)))
end

--- Moves it. A swept collider is looked at on its whole way.
function Collider:setPosition(x, y)
    check(C.hitmask_world_set_position(self.world.object, self.handle, toQ16(x, y)))
end

--- Puts it there. A swept collider was not on the way.
function Collider:teleport(x, y)
    check(C.hitmask_world_teleport(self.world.object, self.handle, toQ16(x, y)))
end

--- Where its origin lies, the x and y of love.graphics.draw.
function Collider:getPosition()
    check(C.hitmask_world_position(self.world.object, self.handle, q16))
    return tonumber(q16.x) / ONE, tonumber(q16.y) / ONE
end

--- Turns it, in radians.
function Collider:setRotation(r)
    check(C.hitmask_world_set_rotation(self.world.object, self.handle, C.hitmask_radians(r)))
end

--- Shows another frame of its animation, from 1.
function Collider:setFrame(frame)
    check(C.hitmask_world_set_frame(self.world.object, self.handle, frame - 1))
end

--- Gives it another shape.
function Collider:setShape(shape)
    check(C.hitmask_world_set_shape(self.world.object, self.handle, shape.shape))
end

--- A disabled collider meets nothing.
function Collider:setEnabled(enabled)
    check(C.hitmask_world_set_enabled(self.world.object, self.handle, enabled))
end

--- Takes it out of its world. Its contacts end with the next step.
function Collider:remove()
    check(C.hitmask_world_remove(self.world.object, self.handle))
    self.world.gone[self.index] = false
end

--- The colliders that it touched in the last step, as a list.
function Collider:getContacts()
    return list(self.world, function(to, places)
        return C.hitmask_world_contacts_of(self.world.object, self.handle, to, places, count)
    end)
end

local options, slid = ffi.new "hitmask_move_options", ffi.new "hitmask_slid"

local function blocker(world, one)
    return one.found and colliderOf(world, one.data) or nil
end

--- Where up is for a character or a crate: "up", "right", "down", "left", or "none" if it is seen from above.
function Collider:setUp(word)
    check(C.hitmask_world_set_up(self.world.object, self.handle, direction(word)))
end

--- The side from which one comes onto a one-way collider.
function Collider:setOpenSide(word)
    check(C.hitmask_world_set_open_side(self.world.object, self.handle, direction(word)))
end

--- What carries a character or a crate, or nil.
function Collider:getSupport()
    check(C.hitmask_world_support(self.world.object, self.handle, handle, found))
    return found[0] and colliderAt(self.world, handle[0]) or nil
end

--- Moves a character among bodies and one-way platforms. climb, follow: how many pixels of a ledge it climbs and follows down, 0 if not
--- given; or a table with climb, follow, corner (how far it goes round corners), drop (through the ledge on which it stands), push (crates)
--- and pushLimit in the place of climb. Returns x, y, floor, ceiling, wall, stuck: where it is, and the colliders that refuse one more step, or nil.
function Collider:moveAndSlide(dx, dy, climb, follow, filter)
    local o = type(climb) == "table" and climb or { climb = climb, follow = follow }
    options.step_up, options.step_down, options.corner = o.climb or 0, o.follow or 0, o.corner or 0
    options.drop, options.push, options.push_limit = o.drop or false, o.push or false, o.pushLimit or 0
    local world = self.world
    check(C.hitmask_world_move_and_slide(world.object, self.handle, toQ16(dx, dy), options, filterOf(filter), slid))
    local stuck = slid.is_stuck and colliderAt(world, slid.stuck) or nil
    local x, y = tonumber(slid.position.x) / ONE, tonumber(slid.position.y) / ONE
    return x, y, blocker(world, slid.floor), blocker(world, slid.ceiling), blocker(world, slid.wall), stuck
end

local solidMoved = ffi.new "hitmask_solid_moved"

--- What a moved or reshaped solid did: x, y, and the lists of those that it pushed, carried and crushed.
local function told(world)
    local function of(handles, length)
        local all = {}
        for i = 1, tonumber(length) do all[i] = colliderAt(world, handles[i - 1]) end
        return all
    end
    local m = solidMoved
    local pushed, carried = of(m.pushed, m.pushed_count), of(m.carried, m.carried_count)
    return tonumber(m.position.x) / ONE, tonumber(m.position.y) / ONE, pushed, carried, of(m.crushed, m.crushed_count)
end

--- Moves a solid: a lift, a crusher. It pushes what is in its way, and carries those whose support it is. o, which may be left out, is a table
--- with climb and corner for those that are pushed and carried, and riders, a list of more Colliders that it carries. Returns x, y, where it
--- is, and three lists of Colliders: pushed, carried, crushed.
function Collider:moveSolid(dx, dy, o)
    o = o or {}
    local riders = o.riders or {}
    local named = ffi.new("hitmask_handle[?]", #riders + 1)
    for i, rider in ipairs(riders) do named[i - 1] = rider.handle end
    options.step_up, options.step_down, options.corner = o.climb or 0, 0, o.corner or 0
    options.drop, options.push, options.push_limit = false, false, 0
    check(C.hitmask_world_move_solid_with(self.world.object, self.handle, toQ16(dx, dy), named, #riders, options, solidMoved))
    return told(self.world)
end

--- Places a solid anew in one jump: a plank that turns, a plant that grows. The arguments of love.graphics.draw after the picture, in a table:
--- x, y, r, sx, sy, ox, oy, kx, ky; or frame, from 1; or shape. It carries those whose support it is, and pushes out what it then overlaps, by at
--- most limit pixels. Returns what moveSolid does.
function Collider:reshapeSolid(limit, o)
    local transform = nil
    for name in pairs(o) do
        if PLACE[name] then
            setParts(o.x, o.y, o.r, o.sx, o.sy, o.ox, o.oy, o.kx, o.ky)
            transform = ffi.new("hitmask_transform", C.hitmask_transform_from_parts(parts))
            break
        end
    end
    local shape = o.shape and ffi.new("hitmask_shape", o.shape.shape) or nil
    local frame = o.frame and o.frame - 1 or -1
    check(C.hitmask_world_reshape_solid(self.world.object, self.handle, transform, shape, frame, limit, nil, solidMoved))
    return told(self.world)
end

--- What it meets first if it moves: the collider, the time from 0 to 1, the last free x and y; or nil. If they overlap at the start, the
--- time is 0 and there is no free place.
function Collider:cast(dx, dy, filter)
    local hit = ffi.new "hitmask_cast_hit"
    check(C.hitmask_world_cast_first(self.world.object, self.handle, toQ16(dx, dy), filterOf(filter), hit, found))
    if not found[0] then return nil end
    local other = colliderOf(self.world, hit.data)
    if not hit.has_free then return other, 0 end
    local time = tonumber(hit.time.numerator) / tonumber(hit.time.denominator)
    return other, time, tonumber(hit.free.x) / ONE, tonumber(hit.free.y) / ONE
end

--- The shortest way out of another collider: move the other one by dx, dy.
function Collider:getSeparation(other)
    check(C.hitmask_world_separation(self.world.object, self.handle, other.handle, point))
    return point.x, point.y
end

--- The version of the library, such as "0.1.0".
function hitmask.getVersion()
    return ffi.string(C.hitmask_version())
end

return hitmask
