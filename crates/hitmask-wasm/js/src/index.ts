// hitmask: pixel-exact collision of sprites.

export { build, init } from "./wasm.js";
export type { Build, InitOptions } from "./wasm.js";
export type { MarginsLike, Point, PointLike, Rect, RectLike } from "./check.js";
export { Mask, Picture, Shape } from "./mask.js";
export type { PlacedMask, ShapeLike } from "./mask.js";
export type { Closest } from "./shape.js";
export type { PixelRule, ScanOrder } from "./words.js";
export type { PixelsLike } from "./pixels.js";
// #full
export { Components, Outline } from "./mask.js";
export type { AreaMap, Connectivity, Moments, TurningMotionOf } from "./mask.js";
export { AlphaLevel, AlphaMask } from "./alpha.js";
export { LabelMask } from "./labels.js";
export type { LabelName } from "./labels.js";
export { TileMap, TileSet, TileView } from "./tiles.js";
export type { Tile, TileCellLike, TileLike } from "./tiles.js";
export { Atlas } from "./atlas.js";
export type { AtlasFrame, AtlasSlice, AtlasTag, PictureLike } from "./atlas.js";
// #end
export { PoseCache } from "./cache.js";
export type { CacheStats } from "./cache.js";
// #full
export { RunMask } from "./runs.js";
export { Circle, ConvexPolygon } from "./convex.js";
// #end
export { Pose } from "./pose.js";
export type { AngleLike, PoseParts } from "./pose.js";
// #full
export type { Time } from "./time.js";
export type { Polygons, Ring, SimplifyOptions } from "./outline.js";
export { Pack, PackEntry } from "./pack.js";
export type { PackSlice, PackSprite, PackTag } from "./pack.js";
export { Island, Terrain, TerrainSnapshot } from "./terrain.js";
export type { Edge, IslandOptions } from "./terrain.js";
export { CollisionBuffer } from "./buffer.js";
export { moveAndSlide, rayCastObstacles } from "./mover.js";
export type { Body, Obstacle } from "./mover.js";
export { EVENT_STRIDE, Frames, World, WorldSnapshot } from "./world.js";
export type {
  ColliderOptions, ColliderShape, Filter, Place, Reshape, SolidMoved, PathSegment,
} from "./world.js";
export type {
  Blocker, Cast, CastHit, Change, ColliderProperties, ColliderProps, Contact, EventDetail, Fit, FreePlace, Handle, LabelHit, LabelOverlap, LineHit, BufferOverlap,
  MoveOptions, Moved, Nearest, Piece, PixelsCast, PosedCast, QueryFilter, RayHit, Slid, Slope, Stop, TileCell, TileColliders, TileOverlap, Touch, TurningHit,
  WorldEvent, WorldOptions, WorldStats,
} from "./table.js";
export type { BroadPhaseKind, BufferMode, ColliderKind, Direction, EventKind, FillRule, OutlineBound, BorderMode, SliceFill, StructuringElement, TagDirection, TileKind } from "./words.js";
// #end
export { firstOverlapsBatch, overlapAreasBatch, overlapsBatch } from "./batch.js";
