// The scenes of the benchmark. They need the package only, so they run in Node and in browsers. native.rs has the same ones.

/** The numbers of native.rs. */
function random(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % n;
  };
}

/** A disc of any size, and a rhombus, as functions of a pixel. */
export const disc = (side) => (x, y) => (2 * x + 1 - side) ** 2 + (2 * y + 1 - side) ** 2 <= side * side;
export const rhombus = (side) => (x, y) => Math.abs(2 * x + 1 - side) + Math.abs(2 * y + 1 - side) <= side;

/** A picture, four bytes a pixel. */
export function pictureOf(side, solid) {
  const data = new Uint8ClampedArray(4 * side * side);
  for (let i = 0; i < side * side; i++) data.fill(solid(i % side, Math.floor(i / side)) ? 255 : 0, 4 * i, 4 * i + 4);
  return { width: side, height: side, data };
}

/** The median over `samples` of the time in nanoseconds for each of `count` things that a round does, and the answer of the last round.
 * A sample is `rounds` rounds by the clock. They must take many times the 0.1 ms in which browsers give the time. */
export function measure(name, count, round, { rounds = 1, samples = 51 } = {}) {
  let answer;
  const times = Array.from({ length: samples }, () => {
    const begin = performance.now();
    for (let i = 0; i < rounds; i++) answer = round();
    return ((performance.now() - begin) * 1e6) / (count * rounds);
  });
  times.sort((a, b) => a - b);
  return { name, ns: times[samples >> 1], answer };
}

/** How many hits there are. A plain loop: `reduce` takes some nanoseconds for each item. */
export function count(list, hits) {
  let sum = 0;
  for (const item of list) sum += hits(item);
  return sum;
}

export const offsets = (() => {
  const below = random(1);
  return Array.from({ length: 4096 }, () => [below(128) - 64, below(128) - 64]);
})();

/** What hitmask takes for each scene. */
export function hitmaskTimes({ EVENT_STRIDE, Mask, Pose, World, overlapsBatch }) {
  const below = random(1);
  const rows = [];
  const [a, b] = [disc, rhombus].map((shape) => Mask.fromFunction(64, 64, shape(64)));
  for (let i = 0; i < 2 * offsets.length; i++) below(128);
  rows.push(measure("overlaps 64 x 64", offsets.length, () => count(offsets, (offset) => a.overlaps(b, offset)), { rounds: 50 }));

  const pairs = Int32Array.from(offsets.flatMap(() => [0, 1]));
  const flat = Int32Array.from(offsets.flat());
  rows.push(measure("overlapsBatch 64 x 64", offsets.length, () => overlapsBatch([a, b], pairs, flat).reduce((sum, hit) => sum + hit, 0), { rounds: 50 }));

  const pose = (position, rotation) => new Pose({ position, rotation, pivot: [32, 32] });
  const still = pose([0, 0], 30);
  const poses = offsets.map((offset) => pose(offset, below(360)));
  rows.push(measure("overlapsPosed 64 x 64", poses.length, () => count(poses, (pose) => a.overlapsPosed(still, b, pose)), { rounds: 3 }));

  const masks = [disc(16), rhombus(24), disc(32)].map((shape, i) => Mask.fromFunction(16 + 8 * i, 16 + 8 * i, shape));
  const world = new World();
  const [handles, positions, motions] = [new Float64Array(10_000), new Float64Array(20_000), new Float64Array(20_000)];
  for (let i = 0; i < handles.length; i++) {
    positions.set([below(4000), below(4000)], 2 * i);
    handles[i] = world.insert(masks[i % 3], { position: [positions[2 * i], positions[2 * i + 1]] });
    motions.set([below(7) - 3, below(7) - 3], 2 * i);
  }
  const events = new Float64Array(EVENT_STRIDE * 10_000);
  rows.push(
    measure("World: 10 000 move, and a step", 1, () => {
      for (let i = 0; i < positions.length; i++) {
        // A remainder of floats takes 8 ns, which is none of the package's time.
        const at = positions[i] + motions[i];
        positions[i] = at < 0 ? at + 4000 : at < 4000 ? at : at - 4000;
      }
      world.setPositions(handles, positions);
      return world.stepInto(events);
    }, { rounds: 5 }),
  );
  world.free();
  return rows;
}

/** A loop over the alphas of two pictures: what games write by hand. */
export function loopTime() {
  const [a, b] = [disc, rhombus].map((shape) => pictureOf(64, shape(64)));
  const overlaps = ([dx, dy]) => {
    const [x0, x1] = [Math.max(0, dx), Math.min(a.width, dx + b.width)];
    const [y0, y1] = [Math.max(0, dy), Math.min(a.height, dy + b.height)];
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        if (a.data[4 * (y * a.width + x) + 3] >= 128 && b.data[4 * ((y - dy) * b.width + x - dx) + 3] >= 128) return 1;
      }
    }
    return 0;
  };
  return measure("a loop over two ImageData", offsets.length, () => count(offsets, overlaps), { rounds: 5, samples: 31 });
}

/** The convex pieces of both shapes, as physics engines want them. */
export function piecesOf(Mask) {
  return [disc, rhombus].map((shape) => {
    const pieces = Mask.fromFunction(64, 64, shape(64)).convexPieces();
    return Array.from(pieces, (piece) => Array.from({ length: piece.length / 2 }, (_, i) => [piece[2 * i], piece[2 * i + 1]]));
  });
}
