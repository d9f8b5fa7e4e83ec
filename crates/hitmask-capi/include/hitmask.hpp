/* hitmask for C++17: thin wrappers that free their objects. Include this file instead of hitmask.h; link the same library.

   A wrapper owns an object and frees it. It can be moved; where the C interface can clone, it can be copied. `get()` gives the object for
   any function of hitmask.h, which this file does not repeat: it wraps what is called most. A status other than 0 becomes a
   hitmask::error. The answers that may be missing are std::optional. */

#ifndef HITMASK_HPP
#define HITMASK_HPP

#include "hitmask.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace hitmask {

using point = hitmask_point;
using point_q16 = hitmask_point_q16;
using rect = hitmask_rect;
using pose = hitmask_pose;
using shape = hitmask_shape;
using handle = hitmask_handle;
using event = hitmask_event;
using collider = hitmask_collider;
using tile_def = hitmask_tile_def;
using tile_cell = hitmask_tile_cell;
using tile_overlap = hitmask_tile_overlap;

/* What was wrong. */
class error : public std::runtime_error {
public:
    explicit error(std::int32_t status, const char *message = nullptr)
        : std::runtime_error(message && *message ? message : hitmask_status_message(status)), status_(status) {}
    /* A hitmask_status. */
    std::int32_t status() const noexcept { return status_; }

private:
    std::int32_t status_;
};

/* Throws an error unless the status is success. */
inline void check(std::int32_t status) {
    if (status != HITMASK_OK) throw error(status);
}

inline void check(std::int32_t status, const hitmask_error &why) {
    if (status != HITMASK_OK) throw error(status, why.message);
}

namespace detail {

/* An object of the C interface, and the function that frees it. */
template <typename T, void (*Free)(T *)>
class owned {
public:
    owned() noexcept = default;
    /* Takes an object over. */
    explicit owned(T *object) noexcept : object_(object) {}
    /* The object, or NULL after a move. */
    T *get() const noexcept { return object_.get(); }
    /* Gives the object away: the caller frees it. */
    T *release() noexcept { return object_.release(); }

private:
    struct freer {
        void operator()(T *object) const noexcept { Free(object); }
    };
    std::unique_ptr<T, freer> object_;
};

/* What a function writes to its last argument. */
template <typename T, typename F, typename... A>
T answer(F *ask, const A &...given) {
    T made{};
    check(ask(given..., &made));
    return made;
}

/* The same, for functions that tell more of what was wrong. */
template <typename T, typename F, typename... A>
T told(F *ask, const A &...given) {
    T made{};
    hitmask_error why{};
    check(ask(given..., &made, &why), why);
    return made;
}

/* An answer that may be missing. */
template <typename T, typename F, typename... A>
std::optional<T> found(F *ask, const A &...given) {
    T made{};
    bool is_there = false;
    check(ask(given..., &made, &is_there));
    return is_there ? std::optional<T>(made) : std::nullopt;
}

/* Asks for a list: first for its length, then for its items. */
template <typename T, typename F, typename... A>
std::vector<T> list(F *ask, const A &...given) {
    std::size_t count = 0;
    check(ask(given..., static_cast<T *>(nullptr), std::size_t{0}, &count));
    std::vector<T> items(count);
    if (count) check(ask(given..., items.data(), items.size(), &count));
    return items;
}

} // namespace detail

/* A position in pixels. */
inline point_q16 position(double x, double y) { return detail::answer<point_q16>(hitmask_point_q16_from, x, y); }

/* The solid pixels of a picture. */
class mask : public detail::owned<hitmask_mask, hitmask_mask_free> {
public:
    using owned::owned;
    mask(std::uint32_t w, std::uint32_t h) : mask(made(hitmask_mask_new, w, h)) {}
    mask(const mask &other) : mask(made(hitmask_mask_clone, other.get())) {}
    mask(mask &&) noexcept = default;
    mask &operator=(mask other) noexcept {
        static_cast<owned &>(*this) = std::move(static_cast<owned &>(other));
        return *this;
    }

    static mask filled(std::uint32_t w, std::uint32_t h) { return made(hitmask_mask_filled, w, h); }
    /* Solid where the alpha is at least the threshold. The pitch is in bytes. */
    static mask from_alpha(std::uint32_t w, std::uint32_t h, const std::uint8_t *alpha, std::size_t pitch, std::uint8_t threshold = 128) {
        return made(hitmask_mask_from_alpha, w, h, alpha, pitch, threshold);
    }
    static mask from_rgba8(std::uint32_t w, std::uint32_t h, const std::uint8_t *rgba, std::size_t pitch, std::uint8_t threshold = 128) {
        return made(hitmask_mask_from_rgba8, w, h, rgba, pitch, threshold);
    }

    std::uint32_t width() const { return size().first; }
    std::uint32_t height() const { return size().second; }
    std::uint64_t count() const { return detail::answer<std::uint64_t>(hitmask_mask_count, get()); }
    bool at(point pixel) const { return detail::answer<bool>(hitmask_mask_get, get(), pixel); }
    void set(point pixel, bool solid) { check(hitmask_mask_set(get(), pixel, solid)); }
    void union_with(const shape &other, point offset) { check(hitmask_mask_union_with(get(), &other, offset)); }
    void intersect_with(const shape &other, point offset) { check(hitmask_mask_intersect_with(get(), &other, offset)); }
    void difference_with(const shape &other, point offset) { check(hitmask_mask_difference_with(get(), &other, offset)); }

    /* The shape, for functions that take any. It borrows this mask. */
    shape as_shape() const noexcept { return hitmask_shape_mask(get()); }
    operator shape() const noexcept { return as_shape(); }

    /* The offset is the other's origin minus this one's. */
    bool overlaps(const mask &other, point offset) const { return detail::answer<bool>(hitmask_mask_overlaps, get(), other.get(), offset); }
    std::uint64_t overlap_area(const mask &other, point offset) const {
        return detail::answer<std::uint64_t>(hitmask_mask_overlap_area, get(), other.get(), offset);
    }
    std::optional<point> first_overlap(const mask &other, point offset) const {
        return detail::found<point>(hitmask_mask_first_overlap, get(), other.get(), offset);
    }
    std::optional<rect> overlap_bounds(const mask &other, point offset) const {
        return detail::found<rect>(hitmask_mask_overlap_bounds, get(), other.get(), offset);
    }
    hitmask_cast cast(const mask &other, point_q16 from, point_q16 motion) const {
        return detail::answer<hitmask_cast>(hitmask_mask_cast, get(), other.get(), from, motion);
    }
    std::vector<rect> rectangles() const { return detail::list<rect>(hitmask_mask_rectangles, get()); }

private:
    template <typename F, typename... A>
    static mask made(F *make, const A &...given) {
        return mask(detail::answer<hitmask_mask *>(make, given...));
    }
    std::pair<std::uint32_t, std::uint32_t> size() const {
        std::uint32_t w = 0, h = 0;
        check(hitmask_mask_size(get(), &w, &h));
        return {w, h};
    }
};

/* Many masks with their names in one file. */
class pack : public detail::owned<hitmask_pack, hitmask_pack_free> {
public:
    using owned::owned;
    /* Opens a copy of the bytes. */
    pack(const std::uint8_t *bytes, std::size_t length) : pack(detail::told<hitmask_pack *>(hitmask_pack_open, bytes, length, std::size_t{0})) {}
    /* Opens it where it lies. The bytes must stay there unchanged as long as the pack lives. */
    static pack in_place(const std::uint8_t *bytes, std::size_t length) {
        return pack(detail::told<hitmask_pack *>(hitmask_pack_open_in_place, bytes, length, std::size_t{0}));
    }

    /* How many entries there are. */
    std::size_t size() const {
        std::size_t entries = 0, sprites = 0;
        check(hitmask_pack_count(get(), &entries, &sprites));
        return entries;
    }
    /* What is known about an entry. */
    hitmask_pack_entry operator[](std::size_t entry) const { return detail::answer<hitmask_pack_entry>(hitmask_pack_get, get(), entry); }
    std::string name(std::size_t entry) const {
        const hitmask_text text = (*this)[entry].name;
        return {text.data, text.length};
    }
    /* The number of the entry that a name means. */
    std::optional<std::size_t> find(const std::string &name) const {
        return detail::found<std::size_t>(hitmask_pack_find, get(), name.c_str());
    }
    /* The mask of an entry, of the size of the frame. */
    hitmask::mask mask(std::size_t entry) const { return hitmask::mask(detail::told<hitmask_mask *>(hitmask_pack_mask, get(), entry)); }
    std::vector<hitmask_pack_slice> slices(std::size_t entry) const {
        return detail::list<hitmask_pack_slice>(hitmask_pack_slices, get(), entry);
    }
};

/* A large ground that is carved. */
class terrain : public detail::owned<hitmask_terrain, hitmask_terrain_free> {
public:
    using owned::owned;
    terrain(std::uint32_t w, std::uint32_t h, bool filled) : terrain(detail::answer<hitmask_terrain *>(hitmask_terrain_new, w, h, filled)) {}

    shape as_shape() const noexcept { return hitmask_shape_terrain(get()); }
    operator shape() const noexcept { return as_shape(); }
    hitmask_change carve(const shape &brush, point at) { return edit(hitmask_terrain_carve, brush, at); }
    hitmask_change draw(const shape &brush, point at) { return edit(hitmask_terrain_draw, brush, at); }

private:
    template <typename Edit>
    hitmask_change edit(Edit how, const shape &brush, point at) {
        const hitmask_placed placed{brush, hitmask_pose_at(0, 0)};
        return detail::answer<hitmask_change>(how, get(), &placed, at);
    }
};

/* The tiles of maps, by their ids. */
class tile_set : public detail::owned<hitmask_tile_set, hitmask_tile_set_free> {
public:
    using owned::owned;
    explicit tile_set(const std::vector<tile_def> &tiles)
        : tile_set(detail::answer<hitmask_tile_set *>(hitmask_tile_set_new, tiles.data(), tiles.size())) {}
};

/* A level made of tiles. */
class tile_map : public detail::owned<hitmask_tile_map, hitmask_tile_map_free> {
public:
    using owned::owned;
    /* Empty cells, or those of numbers as Tiled writes them, row by row. */
    tile_map(const tile_set &set, std::uint32_t columns, std::uint32_t rows, std::uint32_t cell_w, std::uint32_t cell_h,
             const std::vector<std::uint32_t> &gids = {})
        : tile_map(detail::told<hitmask_tile_map *>(hitmask_tile_map_from_gids, set.get(), columns, rows, cell_w, cell_h, gids.data(), gids.size())) {}

    std::optional<tile_cell> at(point cell) const { return detail::found<tile_cell>(hitmask_tile_map_get, get(), cell); }
    void set(point cell, const tile_cell &to) { check(hitmask_tile_map_set(get(), cell, &to)); }
    void clear(point cell) { check(hitmask_tile_map_set(get(), cell, nullptr)); }

    /* The tiles of some kinds, as a shape. */
    shape only(std::uint32_t kinds) const noexcept { return hitmask_shape_tiles(get(), kinds); }
    shape as_shape() const noexcept { return only(HITMASK_TILE_ALL); }
    operator shape() const noexcept { return as_shape(); }
    std::vector<tile_overlap> overlap_tiles(const shape &other, point offset, std::uint32_t kinds = HITMASK_TILE_ALL) const {
        return detail::list<tile_overlap>(hitmask_tile_map_overlap_tiles, get(), kinds, &other, offset);
    }
    std::optional<tile_overlap> tile_at(point pixel, std::uint32_t kinds = HITMASK_TILE_ALL) const {
        return detail::found<tile_overlap>(hitmask_tile_map_tile_at, get(), kinds, pixel);
    }
};

/* Thousands of colliders. */
class world : public detail::owned<hitmask_world, hitmask_world_free> {
public:
    using owned::owned;
    world() : world(detail::answer<hitmask_world *>(hitmask_world_new, nullptr)) {}
    explicit world(const hitmask_world_options &options) : world(detail::answer<hitmask_world *>(hitmask_world_new, &options)) {}

    handle insert(const collider &what) { return detail::answer<handle>(hitmask_world_insert, get(), &what); }
    /* A body with this shape at a position in pixels. */
    handle insert(const shape &what, double x, double y) {
        collider made = hitmask_collider_default(what);
        made.transform = hitmask_transform_at(hitmask_vector{x, y});
        return insert(made);
    }
    /* A tile map as ground, one-way ledges and sensors at once. */
    hitmask_tile_colliders insert_tiles(const collider &what) {
        return detail::answer<hitmask_tile_colliders>(hitmask_world_insert_tiles, get(), &what);
    }
    hitmask_tile_colliders insert_tiles(const tile_map &map) { return insert_tiles(hitmask_collider_default(map)); }
    void set_tile(handle which, point cell, const tile_cell &to) { check(hitmask_world_set_tile(get(), which, cell, &to)); }
    void clear_tile(handle which, point cell) { check(hitmask_world_set_tile(get(), which, cell, nullptr)); }
    /* The tile that covers a world pixel: the first pixel of an event, the pixel of a blocker. */
    std::optional<tile_overlap> tile_at(handle which, point pixel) const {
        return detail::found<tile_overlap>(hitmask_world_tile_at, get(), which, pixel);
    }
    void remove(handle which) { check(hitmask_world_remove(get(), which)); }
    bool contains(handle which) const { return detail::answer<bool>(hitmask_world_contains, get(), which); }
    std::size_t size() const { return detail::answer<std::size_t>(hitmask_world_count, get()); }
    point_q16 position(handle which) const { return detail::answer<point_q16>(hitmask_world_position, get(), which); }
    void set_position(handle which, double x, double y) { check(hitmask_world_set_position(get(), which, hitmask::position(x, y))); }
    void set_rotation(handle which, double degrees) { check(hitmask_world_set_rotation(get(), which, hitmask_degrees(degrees))); }

    /* Makes a collider a part, which goes where its root goes. */
    void attach(handle root, handle part) { check(hitmask_world_attach(get(), root, part)); }
    void detach(handle part) { check(hitmask_world_detach(get(), part)); }
    std::optional<handle> root_of(handle part) const { return detail::found<handle>(hitmask_world_root_of, get(), part); }
    std::optional<handle> parent_of(handle part) const { return detail::found<handle>(hitmask_world_parent_of, get(), part); }
    std::vector<handle> parts_of(handle root) const { return detail::list<handle>(hitmask_world_parts_of, get(), root); }

    /* The events of a step. They are copies, so the loop over them may change the world. */
    std::vector<event> step() {
        const event *events = nullptr;
        std::size_t count = 0;
        check(hitmask_world_step(get(), &events, &count));
        return {events, events + count};
    }
    /* The topmost collider that covers a pixel. */
    std::optional<handle> pick(point pixel) const { return detail::found<handle>(hitmask_world_pick, get(), pixel, nullptr); }
    std::vector<handle> query(const hitmask_probe &probe) const { return detail::list<handle>(hitmask_world_query, get(), &probe, nullptr); }
    hitmask_slid move_and_slide(handle which, point_q16 motion, hitmask_move_options options = {0, 0}) {
        return detail::answer<hitmask_slid>(hitmask_world_move_and_slide, get(), which, motion, &options, nullptr);
    }
};

} // namespace hitmask

#endif
