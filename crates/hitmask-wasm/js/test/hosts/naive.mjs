// A canvas that draws pixel by pixel, for the tests of the adapters. It shares no code with them: plain matrices of numbers, the inverse of
// each, and the texel under the centre of each pixel.

/** A sprite without any symmetry, with solid pixels at its edges and a notch: rows of "#" and ".". */
export const WEDGE = [
  "##########...",
  "###..#######.",
  ".##..########",
  "..###########",
  "...###...####",
  "....##...###.",
  ".....######..",
  "......####...",
  ".......##....",
];

/** A picture of four bytes a pixel. `solid` asks whether a pixel is. */
export function picture(width, height, solid) {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.fill(solid(x, y) ? 255 : 0, 4 * (y * width + x), 4 * (y * width + x) + 4);
  }
  return { width, height, data };
}

/**
 * A sheet that has the rows at (x, y), and once more at (turnedX, turnedY), there turned clockwise as packing programs do it. Everything
 * else is solid, so that a wrong cut shows.
 */
export function sheet(rows, { width = 40, height = 32, x = 3, y = 2, turnedX = 20, turnedY = 5 } = {}) {
  const [w, h] = [rows[0].length, rows.length];
  return picture(width, height, (u, v) => {
    if (u >= x && v >= y && u < x + w && v < y + h) return rows[v - y][u - x] === "#";
    const [left, down] = [u - turnedX, v - turnedY];
    if (left >= 0 && down >= 0 && left < h && down < w) return rows[h - 1 - left][down] === "#";
    return true;
  });
}

const times = ([a, b, c, d, e, f], [g, h, i, j, k, l]) => [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];

export class NaiveCanvas {
  constructor(width = 64, height = 64) {
    Object.assign(this, { width, height, matrix: [1, 0, 0, 1, 0, 0], alpha: new Uint8Array(width * height), doubtful: new Uint8Array(width * height) });
  }
  transform(...matrix) {
    this.matrix = times(this.matrix, matrix);
    return this;
  }
  translate(x, y) {
    return this.transform(1, 0, 0, 1, x, y);
  }
  scale(x, y) {
    return this.transform(x, 0, 0, y, 0, 0);
  }
  rotate(degrees) {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    return this.transform(cos, sin, -sin, cos, 0, 0);
  }
  /** Draws rows at (x, y), stretched to a size. A pixel whose centre lies almost on an edge of a texel is doubtful. */
  draw(rows, x, y, width = rows[0].length, height = rows.length) {
    const [a, b, c, d, e, f] = this.matrix;
    const determinant = a * d - b * c;
    const [columns, lines] = [rows[0].length, rows.length];
    for (let row = 0; row < this.height; row++) {
      for (let column = 0; column < this.width; column++) {
        const [px, py] = [column + 0.5 - e, row + 0.5 - f];
        const u = (((d * px - c * py) / determinant - x) * columns) / width;
        const v = (((a * py - b * px) / determinant - y) * lines) / height;
        const at = row * this.width + column;
        const near = (value, end) => Math.abs(value - Math.round(value)) < 2e-3 && value > -1 && value < end + 1;
        if (near(u, columns) || near(v, lines)) this.doubtful[at] = 1;
        if (u >= 0 && v >= 0 && u < columns && v < lines && rows[Math.floor(v)][Math.floor(u)] === "#") this.alpha[at] = 255;
      }
    }
    return this;
  }
}

/** How a question about each pixel differs from what is drawn. */
export function compare(canvas, isHit) {
  const result = { hits: 0, wrong: 0, doubtful: 0 };
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const at = y * canvas.width + x;
      const drawn = canvas.alpha[at] > 0;
      result.hits += drawn;
      if (canvas.doubtful[at]) result.doubtful++;
      else if (drawn !== isHit(x, y)) result.wrong++;
    }
  }
  return result;
}

/** Asks a mask under a pose. */
export const asked = (mask, pose) => (x, y) => {
  const texel = pose.texelAt([x, y]);
  return mask.get(texel);
};

/** Turned, scaled and mirrored places, so that few pixel centres lie on the edge of a texel. */
export const places = [
  { x: 20.3, y: 12.7, degrees: 0, sx: 1, sy: 1 },
  { x: 40.2, y: 30.1, degrees: 90, sx: 1, sy: 1 },
  { x: 30.3, y: 30.4, degrees: 33, sx: 2.3, sy: 1.7 },
  { x: 44.1, y: 41.3, degrees: 200, sx: -2.1, sy: 2.2 },
  { x: 31.7, y: 33.9, degrees: -71, sx: 1.9, sy: -1.6 },
];
