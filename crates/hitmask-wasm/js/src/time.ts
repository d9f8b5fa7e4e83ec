// A time of a motion, and how it lies in the module's numbers. It imports nothing, so that the table can import it.

/** A time of a motion: 0 is its start, 1 its end. An exact fraction in lowest terms. */
export interface Time {
  /** The nearest number. For display, not for decisions. */
  value: number;
  numerator: bigint;
  denominator: bigint;
}

/** How many floats a time takes. */
export const TIME = 5;

const whole = (upper: number, lower: number): bigint => (BigInt(upper) << 32n) | BigInt(lower);

export function timeOf(floats: ArrayLike<number>, place: number): Time {
  return {
    value: floats[place]!,
    numerator: whole(floats[place + 1]!, floats[place + 2]!),
    denominator: whole(floats[place + 3]!, floats[place + 4]!),
  };
}
