// The collision buffer: shapes drawn with ids, and which ids another shape meets.

import * as check from "./check.js";
import type { PointLike, Rect, RectLike } from "./check.js";
import { readShape, type ShapeLike } from "./mask.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { Pose, layPose } from "./pose.js";
import { rectOnDesk, shapeNumber } from "./shape.js";
import { BUFFER_OVERLAP, listOf, bufferOverlapOf, type BufferOverlap } from "./table.js";
import { bytes, checked, desk, numbers, wasm } from "./wasm.js";
import { BUFFER_MODES, type BufferMode } from "./words.js";

const id = (value: number): number => check.u32(value, "the id");

export class CollisionBuffer extends Owned {
  constructor(mode: BufferMode, region: RectLike) {
    const { x, y, w, h } = check.rect(region, "the region");
    const which = check.word(mode, "the mode", BUFFER_MODES);
    super(new Kept(checked(wasm.buffer_new(which, x, y, w, h))));
  }

  /** The region of the world that the buffer holds. */
  get region(): Rect {
    wasm.buffer_region(numberOf(this));
    return rectOnDesk();
  }

  /**
   * Moves the buffer to another region, which may have another size, and erases what was drawn. The latched ids stay. Going back to an
   * earlier region needs no new memory.
   */
  setRegion(region: RectLike): void {
    const { x, y, w, h } = check.rect(region, "the region");
    checked(wasm.buffer_set_region(numberOf(this), x, y, w, h));
  }

  /** Moves the region, and erases what was drawn. */
  moveTo(corner: PointLike): void {
    check.pixel(corner, "the corner");
    wasm.buffer_move_to(numberOf(this), check.x, check.y);
  }

  /** Erases what was drawn, at the start of a frame. The latched ids stay. */
  clear(): void {
    wasm.buffer_clear(numberOf(this));
  }

  #at<R>(shape: ShapeLike, at: PointLike | Pose, call: (number: number, x: number, y: number, posed: number) => R): R {
    const read = readShape(shape, "the shape");
    if (!(at instanceof Pose)) {
      check.position(at, "the position");
      return call(shapeNumber(read), check.x, check.y, 0);
    }
    layPose(0, at);
    return call(shapeNumber(read), 0, 0, 1);
  }

  #met(): BufferOverlap[] {
    return listOf(numbers(desk()[0]!), BUFFER_OVERLAP, bufferOverlapOf);
  }

  /** Draws a shape with an id, at a position or under a pose. */
  draw(shape: ShapeLike, at: PointLike | Pose, withId: number): void {
    const which = id(withId);
    this.#at(shape, at, (number, x, y, posed) => checked(wasm.buffer_draw(numberOf(this), number, x, y, posed, which)));
  }

  /** Which ids a shape meets, in ascending order. */
  test(shape: ShapeLike, at: PointLike | Pose): BufferOverlap[] {
    this.#at(shape, at, (number, x, y, posed) => checked(wasm.buffer_test(numberOf(this), number, x, y, posed)));
    return this.#met();
  }

  /** Whether a shape meets any id. */
  touches(shape: ShapeLike, at: PointLike | Pose): boolean {
    return this.#at(shape, at, (number, x, y, posed) => checked(wasm.buffer_touches(numberOf(this), number, x, y, posed))) === 1;
  }

  /** Tests, then draws the id where a pixel was empty. */
  testAndDraw(shape: ShapeLike, at: PointLike | Pose, withId: number): BufferOverlap[] {
    const which = id(withId);
    this.#at(shape, at, (number, x, y, posed) => checked(wasm.buffer_test_and_draw(numberOf(this), number, x, y, posed, which)));
    return this.#met();
  }

  /** The ids that were latched since they were taken last, in ascending order. */
  takeLatched(): number[] {
    return Array.from(numbers(wasm.take_latched(numberOf(this))));
  }

  /** The ids at a pixel, ascending, each once. Empty outside the region. */
  idsAt(pixel: PointLike): number[] {
    check.pixel(pixel, "the pixel");
    return Array.from(numbers(wasm.buffer_ids_at(numberOf(this), check.x, check.y)));
  }

  /** Of the ids at a pixel, the one that was drawn last. Null if there is no id, and outside the region. */
  topAt(pixel: PointLike): number | null {
    check.pixel(pixel, "the pixel");
    const top = wasm.buffer_top_at(numberOf(this), check.x, check.y);
    return top < 0 ? null : top;
  }

  /** The bytes that the buffer takes, its own fields included. */
  get memoryBytes(): number {
    return wasm.buffer_memory(numberOf(this));
  }

  /** The colour of an id in `toImage`: red, green, blue, alpha. */
  static colourOf(withId: number): [number, number, number, number] {
    wasm.colour_of(id(withId));
    return Array.from(desk().subarray(0, 4)) as [number, number, number, number];
  }

  /** What it holds as a picture, four bytes a pixel. */
  toImage(): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } {
    const length = wasm.buffer_image(numberOf(this));
    const [width, height] = [desk()[0]!, desk()[1]!];
    return { width, height, data: new Uint8ClampedArray(bytes(length).buffer) };
  }
}
