// Arguments: what is taken, and what is refused, with which sentence.
//
// A getter, an iterator or a proxy in an argument is code of the caller. It may free any object, and ask anything of the package, whose calls share
// the desk, two lists and the point below. So a verb has two halves. First it reads: everything here that takes an object, and `readShape`,
// `readMask`, `readPlace` and the like; they leave plain values. Then it asks: it lays them down, resolves objects to their numbers, and calls the
// module, with nothing of the caller in between. The test `halves.test.mjs` holds each verb to this.

/** A point or an offset: `{ x, y }` or `[x, y]`. */
export type PointLike = { readonly x: number; readonly y: number } | readonly [number, number] | ArrayLike<number>;

/** A point in an answer. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle of pixels: its upper left pixel, width and height. */
export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A rectangle as an argument. */
export type RectLike = Readonly<Rect> | readonly [number, number, number, number];

/** What a value is, for a message. */
function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) return `an object of class ${value.constructor?.name ?? "none"}`;
  return String(value);
}

export function wrongType(what: string, wanted: string, value: unknown): never {
  throw new TypeError(`${what} must be ${wanted}, not ${shown(value)}`);
}

/** Refuses what is not a whole number between two bounds. */
export function whole(value: unknown, what: string, least: number, most: number): number {
  if (typeof value !== "number") wrongType(what, "a number", value);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${what} must be a whole number from ${least} to ${most}, not ${value}`);
  }
  return value;
}

export const i32 = (value: unknown, what: string): number => whole(value, what, -2147483648, 2147483647);
export const u32 = (value: unknown, what: string): number => whole(value, what, 0, 4294967295);
export const byte = (value: unknown, what: string): number => whole(value, what, 0, 255);
/** A width or a height. The module refuses what is too large for a shape. */
export const side = (value: unknown, what: string): number => whole(value, what, 0, 4294967295);

/** Refuses what is not a number. The module refuses what is not finite or too large. */
export function float(value: unknown, what: string): number {
  return typeof value === "number" ? value : wrongType(what, "a number", value);
}

export function flag(value: unknown, what: string): number {
  if (typeof value !== "boolean") wrongType(what, "true or false", value);
  return value ? 1 : 0;
}

/** A word with hyphens, or with underscores in their places. */
export type Word<W extends string> = W | Underscored<W>;
type Underscored<W extends string> = W extends `${infer First}-${infer Rest}` ? `${First}_${Underscored<Rest>}` : W;

/** One of several words: its number. */
export function word<W extends string | number>(value: unknown, what: string, words: readonly W[]): number {
  let index = words.indexOf(value as W);
  // An underscore instead of a hyphen, as in one_way, means the same.
  if (index < 0 && typeof value === "string") index = words.indexOf(value.replaceAll("_", "-") as W);
  if (index < 0) {
    const list = words.map((known) => JSON.stringify(known)).join(", ");
    if (typeof value !== "string" && typeof value !== "number") wrongType(what, `one of ${list}`, value);
    throw new RangeError(`${what} must be one of ${list}, not ${shown(value)}`);
  }
  return index;
}

/** The last point that `pixel` or `position` has read. So that a call needs no new object. */
export let x = 0;
export let y = 0;

function read(point: PointLike, what: string): void {
  if (typeof point !== "object" || point === null) wrongType(what, "a point { x, y } or [x, y]", point);
  let left: number;
  let top: number;
  if ("x" in point) {
    left = point.x;
    top = point.y;
  } else {
    if (point.length !== 2) wrongType(what, "a point { x, y } or [x, y]", point);
    left = point[0]!;
    top = point[1]!;
  }
  // A getter may have read another point.
  x = left;
  y = top;
}

/** Reads a point of whole pixels into `x` and `y`. */
export function pixel(point: PointLike, what: string): void {
  read(point, what);
  if ((x | 0) !== x || (y | 0) !== y) {
    // Says what is wrong. Minus zero is not, though the test above takes it for the same as zero.
    i32(x, `the x of ${what}`);
    i32(y, `the y of ${what}`);
  }
}

/** Reads a point with fractions of a pixel into `x` and `y`. */
export function position(point: PointLike, what: string): void {
  read(point, what);
  float(x, `the x of ${what}`);
  float(y, `the y of ${what}`);
}

/** One number for both axes, or a pair. */
export function perAxis(value: number | PointLike, what: string): [number, number] {
  if (typeof value === "number") return [value, value];
  position(value, what);
  return [x, y];
}

/** How far the corners and edges of a picture reach in from its sides, in pixels. What is left out is 0; a number is the margin of each side. */
export type MarginsLike = number | { readonly left?: number; readonly top?: number; readonly right?: number; readonly bottom?: number };

/** The margins on the left, at the top, on the right and at the bottom. */
export function margins(value: MarginsLike): [number, number, number, number] {
  if (typeof value === "number") value = { left: value, top: value, right: value, bottom: value };
  if (typeof value !== "object" || value === null) wrongType("the margins", "{ left, top, right, bottom } or a number", value);
  const { left = 0, top = 0, right = 0, bottom = 0 } = value;
  return [
    u32(left, "the left margin"),
    u32(top, "the upper margin"),
    u32(right, "the right margin"),
    u32(bottom, "the lower margin"),
  ];
}

const RECTANGLE = "a rectangle { x, y, w, h } or [x, y, w, h]";

export function rect(value: unknown, what: string, wanted = RECTANGLE): Rect {
  if (typeof value !== "object" || value === null) wrongType(what, wanted, value);
  const { x, y, w, h } = Array.isArray(value)
    ? { x: value[0] as unknown, y: value[1] as unknown, w: value[2] as unknown, h: value[3] as unknown }
    : (value as Record<"x" | "y" | "w" | "h", unknown>);
  if (h === undefined) wrongType(what, wanted, value);
  return {
    x: i32(x, `the x of ${what}`),
    y: i32(y, `the y of ${what}`),
    w: u32(w, `the width of ${what}`),
    h: u32(h, `the height of ${what}`),
  };
}

/** Any shape, where a rectangle is one, too. */
export const shape = (value: unknown, what: string): Rect => rect(value, what, `a Mask, another shape, or ${RECTANGLE}`);

// What a view of a buffer is, by the language's own getters: an object may have others of the same names, and a proxy of a view is none.
const getter = <T>(of: object, name: PropertyKey) => Object.getOwnPropertyDescriptor(of, name)!.get as () => T;
const TYPED = Object.getPrototypeOf(Uint8Array.prototype) as object;
const typeOf = getter<string | undefined>(TYPED, Symbol.toStringTag);
const countOf = getter<number>(TYPED, "length");
const bufferOf = getter<ArrayBuffer>(TYPED, "buffer");
const startOf = getter<number>(TYPED, "byteOffset");
const sizeOf = getter<number>(TYPED, "byteLength");

/** The class of a typed array; undefined for all else. */
export const typedAs = (value: unknown): string | undefined => typeOf.call(value);

/** The bytes of a typed array, in a view of our own. */
export const bytesOf = (typed: object): Uint8Array => new Uint8Array(bufferOf.call(typed), startOf.call(typed), sizeOf.call(typed));

/** Bytes: a Uint8Array, a Uint8ClampedArray, or any other view of a buffer or a buffer. A view of our own. */
export function byteView(value: unknown, what: string): Uint8Array {
  if (typedAs(value) !== undefined) return bytesOf(value as object);
  if (ArrayBuffer.isView(value)) {
    // A DataView: its own getters answer.
    const part = (name: PropertyKey): never => getter<never>(DataView.prototype, name).call(value);
    return new Uint8Array(part("buffer"), part("byteOffset"), part("byteLength"));
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return wrongType(what, "a Uint8Array", value);
}

/** How many numbers a list has. */
export const lengthOf = (values: ArrayLike<number>): number => (typedAs(values) === undefined ? values.length : countOf.call(values));

/** The numbers of a list: a typed array as it is, of all else a copy. Ask `lengthOf` for its length. */
export function list(values: ArrayLike<number>, what: string): ArrayLike<number> {
  if (typedAs(values) !== undefined) return values;
  if (typeof values !== "object" || values === null) wrongType(what, "a list of numbers", values);
  const numbers: number[] = [];
  const { length } = values;
  for (let i = 0; i < length; i++) numbers.push(+values[i]!);
  return numbers;
}

const nothing = (): void => {};
/** As many arguments take 64 KiB of an engine's stack, or somewhat less. */
const many: readonly number[] = new Array<number>(8192).fill(0);

/**
 * Before a caller's function is called: throws a RangeError, as the engine does, if little is left of its stack. Else that function could call the
 * package again until the stack ends inside the module, which would cut off a change in its middle.
 */
export function roomForCallbacks(): void {
  Reflect.apply(nothing, undefined, many);
}

/** The names of an options object: an unknown one is a slip of the pen. */
export function known(options: object, what: string, names: readonly string[]): void {
  if (typeof options !== "object" || options === null) wrongType(what, "an object", options);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new TypeError(`${what} has no ${JSON.stringify(name)}: there are ${names.join(", ")}`);
    }
  }
}

// #full
/** The layers that a thing belongs to, and those that it collides with. */
export function layers(pair: readonly [number, number]): [number, number] {
  return [u32(pair[0], "the layers it belongs to"), u32(pair[1], "the layers it collides with")];
}

/** A width and a height. */
export function size(sides: PointLike, what: string): [number, number] {
  pixel(sides, what);
  return [u32(x, `the width of ${what}`), u32(y, `the height of ${what}`)];
}
// #end
