// Random numbers, masks and places for the tests of the device: the same in every run.

/** Whole numbers from 0 up to below n. */
export function below(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

/** Solid, sparse and hollow masks with sides below `side`, down to none. */
export function masks({ Mask }, random) {
  const makers = [
    (w, h) => Mask.filled(w, h),
    (w, h) => Mask.fromFunction(w, h, () => random(9) === 0),
    (w, h) => Mask.fromFunction(w, h, (x, y) => x < 2 || y < 2 || x >= w - 2 || y >= h - 2),
  ];
  return (side) => makers[random(3)](random(side), random(side));
}

/** Points, and poses of all kinds, in a square of `size` around the origin. One in 40 is so flat that only the CPU finds its texels; it lies on pixels' centres. */
export function places({ Pose }, random) {
  const part = () => [0.25, 0.5, 1, 1, 1, 1.5, 2, -1, random(1000) / 300 + 0.01][random(9)];
  return (size) => {
    const position = [random(size) - size / 2, random(size) - size / 2];
    if (random(4) === 0) return position;
    if (random(30) === 0) return new Pose({ position: position.map((x) => x + 0.5), scale: [1 / 65536, 64] });
    const between = position.map((x) => x + random(4) / 4);
    return new Pose({ position: between, rotation: [0, 45, 90, random(360), random(36000) / 100][random(5)], scale: [part(), part()], pivot: [random(40), random(40)] });
  };
}

/** An alpha mask or a label mask of random bytes, or a mask. */
export function pictures(hitmask, random) {
  const mask = masks(hitmask, random);
  const { AlphaMask, LabelMask } = hitmask;
  return (side) => {
    const kind = random(3);
    if (kind === 0) return mask(side);
    const [w, h, labels] = [random(side), random(side), 1 + random(5)];
    // A quarter is clear, and of some the border, too. Labels are few and far between.
    const border = 4 * random(2);
    const inside = (n) => Math.min(n % w, w - 1 - (n % w), Math.floor(n / w), h - 1 - Math.floor(n / w)) >= border;
    const byte = () => (kind === 1 ? random(256) : 1 + random(labels) * 50);
    const bytes = Uint8Array.from({ length: w * h }, (_, n) => (random(4) > 0 && inside(n) ? byte() : 0));
    return kind === 1 ? new AlphaMask(w, h, bytes) : new LabelMask(w, h, bytes);
  };
}

/** The solid pixels of a picture at an alpha level. */
export function solid({ AlphaMask, LabelMask }, picture, level) {
  if (picture instanceof AlphaMask) return picture.toMask(level);
  return picture instanceof LabelMask ? picture.toMask() : picture;
}

/** A pose of what may be a point. */
export const posed = ({ Pose }, at) => (at instanceof Pose ? at : new Pose({ position: at }));
