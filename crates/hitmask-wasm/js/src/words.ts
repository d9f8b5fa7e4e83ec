// The words of choices. A list has them in the order of their numbers.
//
// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

/** A number that changes with what lies where in the module's numbers. The module has the same. */
export const LAYOUT = 138104358;

/**
 * How a collider takes part. "body": A solid thing. "character": A thing that move_and_slide moves. It stands on whole pixels. Characters
 * never block each other. "one-way": A platform that characters can jump through from below and land on. "sensor": A trigger: it has events
 * with all other kinds, and blocks nothing. Queries skip it unless they ask for sensors. "crate": A thing that is moved like a character,
 * and on which characters stand: it can be pushed, and carries what stands on it.
 */
export type ColliderKind = "body" | "character" | "one-way" | "sensor" | "crate";
export const COLLIDER_KINDS: readonly ColliderKind[] = ["body", "character", "one-way", "sensor", "crate"];

/**
 * A direction of the raster. "up": Towards smaller y. "right": Towards larger x. "down": Towards larger y. "left": Towards smaller x.
 */
export type Direction = "up" | "right" | "down" | "left";
export const DIRECTIONS: readonly Direction[] = ["up", "right", "down", "left"];

/**
 * How a world finds pairs of boxes. All give the same answers. "auto": The world chooses. "brute-force": Every pair is compared. "grid": A
 * grid. "sort-x": Sorted along the x axis.
 */
export type BroadPhaseKind = "auto" | "brute-force" | "grid" | "sort-x";
export const BROAD_PHASE_KINDS: readonly BroadPhaseKind[] = ["auto", "brute-force", "grid", "sort-x"];

/**
 * What happened to a pair. "begin": They touch now, and did not in the step before. "stay": They touch now, as in the step before. Only if
 * the options of the world ask for it. "end": They touched in the step before and do not any more. "pass": They touched on the way since
 * the last step, and do not touch now. Only for pairs with a swept collider.
 */
export type EventKind = "begin" | "stay" | "end" | "pass";
export const EVENT_KINDS: readonly EventKind[] = ["begin", "stay", "end", "pass"];

/**
 * What a tile is for. As bits: add them up where a function takes kinds. "nothing": A picture only. Its pixels never count. "body": Solid
 * ground. "one-way": A platform through which one jumps from below. "sensor": What is only noticed: spikes, water, a checkpoint.
 * "one-way-right": A door that is open to the right: it refuses only steps to the left. "one-way-down": A platform that is open below: it
 * refuses only steps up. "one-way-left": A door that is open to the left: it refuses only steps to the right.
 */
export type TileKind = "nothing" | "body" | "one-way" | "sensor" | "one-way-right" | "one-way-down" | "one-way-left";
export const TILE_KINDS: readonly TileKind[] = ["nothing", "body", "one-way", "sensor", "one-way-right", "one-way-down", "one-way-left"];

/**
 * How polygons are filled. "even-odd": A pixel inside an odd number of rings is solid: rings inside rings are holes. "non-zero": A pixel
 * that the rings wind around is solid, whichever way.
 */
export type FillRule = "even-odd" | "non-zero";
export const FILL_RULES: readonly FillRule[] = ["even-odd", "non-zero"];

/**
 * By what a mask grows or shrinks. "box": Squares: corners count as much as sides. "diamond": Only sides count. "disc": The Euclidean
 * distance counts.
 */
export type StructuringElement = "box" | "diamond" | "disc";
export const STRUCTURING_ELEMENTS: readonly StructuringElement[] = ["box", "diamond", "disc"];

/**
 * How the slices between the corners of a picture fill their place. "stretch": They are stretched: each pixel takes the nearest of the old
 * ones. "tile": They are repeated from the left and from the top.
 */
export type SliceFill = "stretch" | "tile";
export const SLICE_FILLS: readonly SliceFill[] = ["stretch", "tile"];

/**
 * What an outline promises after it was simplified. "outer": It contains every solid pixel completely. "inner": It contains no part of a
 * clear pixel. "within": It lies within the tolerance, on both sides.
 */
export type OutlineBound = "outer" | "inner" | "within";
export const OUTLINE_BOUNDS: readonly OutlineBound[] = ["outer", "inner", "within"];

/** What counts as clear outside of a mask. "clear": Everything. "ignored": Nothing: only pixels of the mask count. */
export type BorderMode = "clear" | "ignored";
export const BORDER_MODES: readonly BorderMode[] = ["clear", "ignored"];

/**
 * What counts as an overlap of posed sprites. "raster": The same world pixel is covered: its centre lies in solid pixels of both. That is
 * what a screen shows. "geometry": The rotated squares of two solid pixels share some area. Only for masks, and only for yes or no.
 */
export type PixelRule = "raster" | "geometry";
export const PIXEL_RULES: readonly PixelRule[] = ["raster", "geometry"];

/**
 * Which of the common pixels is "first": the edge that is swept first, and where on it. "top-left": The topmost, then the leftmost.
 * Elsewhere "first" always means this. "top-right": The topmost, then the rightmost. "bottom-left": The lowest, then the leftmost.
 * "bottom-right": The lowest, then the rightmost. "left-top": The leftmost, then the topmost. "left-bottom": The leftmost, then the lowest.
 * "right-top": The rightmost, then the topmost. "right-bottom": The rightmost, then the lowest.
 */
export type ScanOrder = "top-left" | "top-right" | "bottom-left" | "bottom-right" | "left-top" | "left-bottom" | "right-top" | "right-bottom";
export const SCAN_ORDERS: readonly ScanOrder[] = ["top-left", "top-right", "bottom-left", "bottom-right", "left-top", "left-bottom", "right-top", "right-bottom"];

/**
 * What a buffer keeps at each pixel. "owners": Every id that was drawn there. "painter": Only the id that was drawn last. "latch": Every
 * id; and when an id comes to a pixel that holds another one, both are latched.
 */
export type BufferMode = "owners" | "painter" | "latch";
export const BUFFER_MODES: readonly BufferMode[] = ["owners", "painter", "latch"];

/**
 * The order in which the frames of a tag are played. "forward": From first to last, then from first again. "reverse": From last to first,
 * then from last again. "ping-pong": From first to last and back. The first and the last frame are not shown twice in a row.
 * "ping-pong-reverse": From last to first and back. The first and the last frame are not shown twice in a row.
 */
export type TagDirection = "forward" | "reverse" | "ping-pong" | "ping-pong-reverse";
export const TAG_DIRECTIONS: readonly TagDirection[] = ["forward", "reverse", "ping-pong", "ping-pong-reverse"];
