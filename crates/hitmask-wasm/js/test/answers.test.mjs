// Replays the committed answers through the JavaScript interface. `assets/answers/README.md` describes the files.
// This file is long because it is a list: how each kind of question is asked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import hitmask, { isCore, path } from "./load.mjs";

const {
  AlphaMask, Circle, CollisionBuffer, ConvexPolygon, Frames, LabelMask, Mask, Pose, RunMask, Terrain, TileMap, TileSet, World,
  moveAndSlide,
} = hitmask;

const lines = (file) => readFileSync(path(`assets/answers/${file}.jsonl`), "utf8").split("\n").filter((line) => line !== "");
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const unhex = (text) => new Uint8Array(Buffer.from(text, "hex"));
const hex64 = (number) => number.toString(16).padStart(16, "0");

/** FNV-1a with 64 bits. */
function fnv(bytes, h = 0xcbf29ce484222325n) {
  // In halves, since large integers are slow.
  let [high, low] = [Number(h >> 32n), Number(h & 0xffffffffn)];
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // Times 0x100_000001b3, modulo 2^64.
    const product = low * 0x1b3;
    const carry = Math.floor(product / 4294967296);
    high = (Math.imul(high, 0x1b3) + carry + low * 256) >>> 0;
    low = product >>> 0;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** A number in 65536ths as a number of pixels, exactly; and back. */
const px = (q16) => q16 / 65536;
const q16 = (pixels) => pixels * 65536;
const pxs = (pair) => pair.map(px);
const q16s = ({ x, y }) => [q16(x), q16(y)];
const pixel = (point) => (point === null ? null : [point.x, point.y]);
const area = (rect) => (rect === null ? null : [rect.x, rect.y, rect.w, rect.h]);
const fraction = (time) => [Number(time.numerator), Number(time.denominator)];
const piece = ({ area: count, bounds, first }) => ({ area: count, bounds: area(bounds), first: pixel(first) });

const pictures = lines("pictures").map((line) => {
  const { w, h, bits, alpha } = JSON.parse(line);
  if (isCore && bits === undefined) return null;
  return bits === undefined ? new AlphaMask(w, h, unhex(alpha)) : Mask.fromBytes(w, h, unhex(bits));
});

/** The shape of a question. */
function shape(asked) {
  const [[kind, value]] = Object.entries(asked);
  switch (kind) {
    case "bits": return pictures[value];
    case "runs": return RunMask.fromMask(pictures[value]);
    case "terrain": return Terrain.fromMask(pictures[value]);
    case "level": return pictures[value[0]].atLevel(value[1]);
    case "alpha": return pictures[value];
    case "rect": return value;
    case "circle": return new Circle([px(value[0]), px(value[1])], px(value[2]));
    case "polygon": return new ConvexPolygon(value.map(pxs));
    default: throw new Error(`no such shape: ${kind}`);
  }
}

const angle = (rotation) => ("steps" in rotation ? { step: rotation.steps[0], of: rotation.steps[1] } : rotation);

/** The four overlap verbs. A rectangle has no methods, so it is drawn as a mask. */
function overlap(a, b, [x, y]) {
  let offset = [x, y];
  let corner = [0, 0];
  if (Array.isArray(a)) {
    corner = [a[0], a[1]];
    a = Mask.filled(a[2], a[3]);
    offset = [x - corner[0], y - corner[1]];
    // An offset that leaves the range of 32 bits is as far away as one at its end.
    offset = offset.map((v) => Math.max(-2147483648, Math.min(2147483647, v)));
  }
  const moved = (list) => list && [list[0] + corner[0], list[1] + corner[1], ...list.slice(2)];
  return {
    overlaps: a.overlaps(b, offset),
    area: a.overlapArea(b, offset),
    first: moved(pixel(a.firstOverlap(b, offset))),
    bounds: moved(area(a.overlapBounds(b, offset))),
  };
}

function edit(terrain, { carve, draw }) {
  const { pixels, bounds } = carve
    ? terrain.carve(shape(carve.shape), carve.at)
    : terrain.draw(shape(draw.shape), draw.at);
  return { pixels, bounds: area(bounds) };
}

function cast(answer) {
  if (answer.kind === "miss") return "miss";
  if (answer.kind === "initial-overlap") return "initial_overlap";
  return { hit: { time: fraction(answer.time), point: pixel(answer.point), normal: pixel(answer.normal) } };
}

const stop = (name, blocker, number = (what) => what) =>
  blocker && { [name]: number(blocker.what), pixel: pixel(blocker.pixel), normal: pixel(blocker.normal) };

const whole = (terrain) => hex(terrain.crop([0, 0, terrain.width, terrain.height]).toBytes());

/** The label of a pixel is its alpha divided by 64. */
const labelMask = (picture) => {
  const { width, height } = pictures[picture];
  return new LabelMask(width, height, pictures[picture].toBytes().map((alpha) => alpha >> 6));
};
const meeting = (met, hit) => ({
  met: met.map(({ labels, pixels, first }) => [labels, pixels, pixel(first)]),
  hit: hit && [hit.labels, pixel(hit.pixel)],
});
const hyphened = (kind) => kind.replace("_", "-");

/** How each kind of question is asked. */
const asks = {
  overlap: ({ a, b, offset }) => overlap(shape(a), shape(b), offset),

  mask({ bits }) {
    const mask = pictures[bits];
    const pieces = (connectivity) => {
      const components = mask.components(connectivity);
      const { rings, pointCount } = mask.outline(connectivity);
      assert.equal(components.all.length, components.length);
      const outer = rings.filter((ring) => ring.kind === "outer").length;
      return {
        components: components.length,
        largest: components.largest === null ? null : piece(components.all[components.largest]),
        outer_rings: outer,
        holes: rings.length - outer,
        corners: pointCount,
      };
    };
    return {
      count: mask.count,
      bounds: area(mask.bounds),
      centroid: pixel(mask.centroid()),
      four: pieces(4),
      eight: pieces(8),
    };
  },

  pose({ rotation, ...parts }) {
    try {
      return new Pose({ ...parts, rotation: angle(rotation) }).toQ16();
    } catch (error) {
      assert.ok(error instanceof RangeError);
      return null;
    }
  },

  posed({ a, pose_a, b, pose_b }) {
    const [one, other, pose, otherPose] = [shape(a), shape(b), Pose.fromQ16(pose_a), Pose.fromQ16(pose_b)];
    return {
      raster: {
        overlaps: one.overlapsPosed(pose, other, otherPose),
        area: one.overlapAreaPosed(pose, other, otherPose),
        first: pixel(one.firstOverlapPosed(pose, other, otherPose)),
        bounds: area(one.overlapBoundsPosed(pose, other, otherPose)),
      },
      geometry: "bits" in a ? one.overlapsPosed(pose, other, otherPose, "geometry") : null,
    };
  },

  bake({ a, pose }) {
    const { mask, corner } = shape(a).bake(Pose.fromQ16(pose));
    return { corner: pixel(corner), w: mask.width, h: mask.height, bits: hex(mask.toBytes()) };
  },

  labels({ labels: number, other, offset, pose, other_pose }) {
    const labels = labelMask(number);
    const shape = "labels" in other ? labelMask(other.labels) : pictures[other.bits];
    const [p, q] = [Pose.fromQ16(pose), Pose.fromQ16(other_pose)];
    return {
      at_offset: meeting(labels.overlapLabels(shape, offset), labels.labelHit(shape, offset)),
      posed: meeting(labels.overlapLabelsPosed(p, shape, q), labels.labelHitPosed(p, shape, q)),
      hash: hex64(labels.stateHash()),
    };
  },

  tiles({ tiles, size, cell, gids, kinds, shape: asked, offset }) {
    const def = ({ id, bits, kind, number, offset: by }) => [id, { mask: pictures[bits], kind: hyphened(kind), number, offset: by }];
    const map = TileMap.fromGids(new TileSet(Object.fromEntries(tiles.map(def))), size, cell, gids);
    const view = map.only(kinds.map(hyphened));
    const met = view.overlapTiles(shape(asked), offset).map(({ cell: at, tile, flipX, flipY, diagonal, kind, first, ...rest }) => ({
      cell: pixel(at), tile, flips: [flipX, flipY, diagonal], kind: kind.replace("-", "_"), ...rest, first: pixel(first),
    }));
    return {
      count: view.count,
      bounds: area(view.bounds),
      area: view.overlapArea(shape(asked), offset),
      met,
      hash: hex64(map.contentHash()),
    };
  },

  contact({ a, b, offset }) {
    const [one, other] = [shape(a), shape(b)];
    const closest = one.closest(other, offset);
    return {
      normal: pixel(one.normal(other, offset)),
      separation: pixel(one.separation(other, offset)),
      closest:
        closest === null
          ? null
          : closest.overlapping
            ? "overlapping"
            : { apart: { squared: closest.squared, a: pixel(closest.a), b: pixel(closest.b) } },
    };
  },

  cast: ({ a, b, position, motion }) => cast(shape(a).cast(shape(b), pxs(position), pxs(motion))),

  ray: ({ a, position, motion }) => cast(shape(a).rayCast(pxs(position), pxs(motion))),

  terrain({ w, h, filled, edits, anchors, connectivity }) {
    const terrain = filled ? Terrain.filled(w, h) : new Terrain(w, h);
    const changes = [];
    let half = terrain.snapshot();
    for (const [number, change] of edits.entries()) {
      if (number === Math.floor(edits.length / 2)) half = terrain.snapshot();
      changes.push(edit(terrain, change));
    }
    return {
      changes,
      count: terrain.count,
      bounds: area(terrain.bounds),
      bits: whole(terrain),
      islands: terrain.islands({ anchors, connectivity }).map(piece),
      hash: hex64(terrain.contentHash()),
      delta: hex(terrain.deltaSince(half)),
    };
  },

  islands({ terrain: picture, edits, anchors, anchor_points, anchor_largest, anchor_area, min_area, connectivity }) {
    const terrain = Terrain.fromMask(pictures[picture]);
    for (const change of edits) edit(terrain, change);
    const islands = terrain.islands({
      anchors,
      anchorPoints: anchor_points,
      anchorLargest: anchor_largest,
      anchorArea: anchor_area ?? undefined,
      minArea: min_area,
      connectivity,
    });
    const taken = islands.length === 0 ? null : terrain.takeIsland(islands[0]);
    const bytes = terrain.toBytes();
    const again = Terrain.fromBytes(bytes);
    return {
      islands: islands.map(piece),
      taken: taken && hex(taken.mask.toBytes()),
      bits: whole(again),
      bytes: [bytes.length, hex64(fnv(bytes))],
    };
  },

  buffer({ mode, region, steps }) {
    const buffer = new CollisionBuffer(mode, region);
    const met = (found) => ({ met: found.map(({ id, area, first }) => [id, area, pixel(first)]) });
    return steps.map((step) => {
      if (step === "clear") {
        buffer.clear();
        return "nothing";
      }
      if (step === "take_latched") return { latched: buffer.takeLatched() };
      const [[what, asked]] = Object.entries(step);
      if (what === "move_to") {
        buffer.moveTo(asked);
        return "nothing";
      }
      const [stamp, pose] = [shape(asked.shape), Pose.fromQ16(asked.pose)];
      if (what === "test") return met(buffer.test(stamp, pose));
      if (what === "test_and_draw") return met(buffer.testAndDraw(stamp, pose, asked.id));
      buffer.draw(stamp, pose, asked.id);
      return "nothing";
    });
  },

  mover({ shape: body, matrix, position, motion, step_up, step_down, obstacles }) {
    const moved = moveAndSlide(
      { shape: shape(body), pose: Pose.fromQ16([...matrix, 0, 0]) },
      pxs(position),
      pxs(motion),
      obstacles.map((one) => ({ shape: shape(one.shape), pose: Pose.fromQ16(one.pose), oneWay: one.one_way })),
      { stepUp: step_up, stepDown: step_down },
    );
    return {
      position: q16s(moved.position),
      velocity: q16s(moved.velocity),
      floor: stop("obstacle", moved.floor),
      ceiling: stop("obstacle", moved.ceiling),
      wall: stop("obstacle", moved.wall),
      stuck: moved.stuck,
    };
  },

  game({ wrap, commands }) {
    const game = new Game(wrap);
    return commands.map((command) => game.obey(command));
  },

  saved({ bytes, shapes }) {
    const read = () => World.fromBytes(Uint8Array.from(Buffer.from(bytes, "hex")), new Map(shapes.map((one, key) => [key, shape(one)])));
    assert.throws(read, RangeError);
    try {
      read();
    } catch (error) {
      return error.message;
    }
  },
};

class Game {
  constructor(wrap) {
    const direction = wrap === null;
    this.world = new World({
      stay: true, area: true, bounds: true, normal: direction, separation: direction, wrap: wrap ?? undefined,
    });
    this.handles = [];
    this.shapes = new Map();
  }

  number = (handle) => {
    const number = this.handles.indexOf(handle);
    assert.ok(number >= 0, "the handle was given out");
    return number;
  };

  filter({ layers, group, sensors, except }) {
    return { layers, group, sensors, except: except.map((number) => this.handles[number]) };
  }

  figure(figure) {
    if (figure.frames) return new Frames(figure.frames.map(([number, offset]) => ({ mask: pictures[number], offset })));
    return shape(figure.shape);
  }

  place(place) {
    if (place.pose) return Pose.fromQ16(place.pose);
    const { position, rotation, ...parts } = place.parts;
    return { position: pxs(position), rotation: angle(rotation), ...parts };
  }

  touch(touch) {
    return touch && {
      first: pixel(touch.first),
      area: touch.area,
      bounds: area(touch.bounds),
      normal: pixel(touch.normal),
      separation: pixel(touch.separation),
    };
  }

  obey(command) {
    const { world, handles } = this;
    if (command === "step") {
      return {
        events: world.step().map((event) => ({
          kind: event.kind,
          a: this.number(event.a),
          b: this.number(event.b),
          since: event.since,
          time: event.time && fraction(event.time),
          approximate: event.approximate,
          touch: this.touch(event.touch),
        })),
      };
    }
    if (command === "state_hash") return { state_hash: hex64(world.stateHash()) };
    if (command === "save") {
      this.saved = { snapshot: world.snapshot(), count: handles.length, shapes: new Map(this.shapes) };
      return "nothing";
    }
    if (command === "restore") {
      world.restore(this.saved.snapshot);
      handles.length = this.saved.count;
      this.shapes = new Map(this.saved.shapes);
      return "nothing";
    }
    if (command === "reload") return this.reload();
    const [[what, asked]] = Object.entries(command);
    return this[what](asked);
  }

  insert({ figure, place, kind, open_side, ...options }) {
    const [made, where] = [this.figure(figure), this.place(place)];
    const handle = this.world.insert(made, {
      ...(where instanceof Pose ? { pose: where } : where),
      kind: kind.replace("_", "-"),
      ...(open_side && { openSide: open_side }),
      ...options,
    });
    this.handles.push(handle);
    this.remember(handle, figure);
    return { handle: [(handle % 2 ** 26) - 1, Math.floor(handle / 2 ** 26)] };
  }

  /** What a collider is made of now. Terrains change inside the world, so what was done to them is done again on loading. */
  remember(handle, figure, frame = 0) {
    this.shapes.set(handle, { figure, frame, edits: [] });
  }

  remove(number) {
    assert.ok(this.world.remove(this.handles[number]));
    return "nothing";
  }

  set([number, setting]) {
    const [{ world }, handle] = [this, this.handles[number]];
    const [[what, to]] = Object.entries(setting);
    const done = {
      position: () => world.setPosition(handle, pxs(to)),
      teleport: () => world.teleport(handle, pxs(to)),
      place: () => world.setPlace(handle, this.place(to)),
      figure: () => (this.remember(handle, to), world.setShape(handle, this.figure(to))),
      frame: () => world.setFrame(handle, to),
      part_frames: () => {
        const done = world.setPartFrames(handle, to);
        assert.deepEqual(world.partFrames(handle), to);
        return done;
      },
      enabled: () => world.setEnabled(handle, to),
      layers: () => world.setLayers(handle, to),
      group: () => world.setGroup(handle, to),
      space: () => world.setSpace(handle, to),
      order: () => world.setOrder(handle, to),
      kind: () => world.setKind(handle, to.replace("_", "-")),
      swept: () => world.setSwept(handle, to),
      up: () => world.setUp(handle, to),
      open_side: () => world.setOpenSide(handle, to),
    }[what]();
    assert.ok(done, `${what} was set`);
    return "nothing";
  }

  attach([root, part]) {
    const [above, below] = [root, part].map((number) => this.handles[number]);
    assert.ok(this.world.attach(above, below));
    assert.ok(this.world.parentOf(below) === above && this.world.partsOf(above).includes(below));
    return "nothing";
  }

  detach(number) {
    assert.ok(this.world.detach(this.handles[number]));
    return "nothing";
  }

  edit([number, change]) {
    const handle = this.handles[number];
    const { carve, draw } = change;
    const { pixels, bounds } = carve
      ? this.world.carve(handle, shape(carve.shape), carve.at)
      : this.world.draw(handle, shape(draw.shape), draw.at);
    this.shapes.get(handle).edits.push(change);
    return { changed: { pixels, bounds: area(bounds) } };
  }

  collide_one(number) {
    const contacts = this.world.collideOne(this.handles[number]);
    return { contacts: contacts.map(({ handle, touch }) => ({ collider: this.number(handle), touch: this.touch(touch) })) };
  }

  pick({ pixel, filter }) {
    const all = this.world.pickAll(pixel, this.filter(filter));
    assert.equal(this.world.pick(pixel, this.filter(filter)), all[0] ?? null);
    return { picked: all.map(this.number) };
  }

  nearest({ pixel: from, within, filter }) {
    const found = this.world.nearest(from, within, this.filter(filter));
    return {
      nearest: found && { collider: this.number(found.handle), pixel: pixel(found.pixel), squared: found.squared },
    };
  }

  cast({ what, motion, filter }) {
    const caster = what.probe
      ? { shape: shape(what.probe.shape), place: Pose.fromQ16(what.probe.pose) }
      : this.handles[what.collider];
    const all = this.world.castAll(caster, pxs(motion), this.filter(filter));
    assert.deepEqual(this.world.cast(caster, pxs(motion), this.filter(filter)), all[0] ?? null);
    return {
      casts: all.map((hit) => ({
        collider: this.number(hit.handle),
        impact:
          hit.free !== null
            ? {
                hit: { time: fraction(hit.time), free: q16s(hit.free), pixel: pixel(hit.pixel), normal: pixel(hit.normal) },
              }
            : { initial_overlap: { pixel: pixel(hit.pixel) } },
      })),
    };
  }

  move_and_slide({ collider, motion, step_up, step_down, filter, corner = 0, drop = false, push = 0 }) {
    const options = { stepUp: step_up, stepDown: step_down, corner, drop, push: push > 0, pushLimit: push };
    const slid = this.world.moveAndSlide(this.handles[collider], pxs(motion), options, this.filter(filter));
    return {
      slid: {
        position: q16s(slid.position),
        velocity: q16s(slid.velocity),
        floor: stop("collider", slid.floor, this.number),
        ceiling: stop("collider", slid.ceiling, this.number),
        wall: stop("collider", slid.wall, this.number),
        stuck: slid.stuck === null ? null : this.number(slid.stuck),
      },
    };
  }

  moved({ position, pushed, carried, crushed }) {
    const [ours, theirs, others] = [pushed, carried, crushed].map((all) => all.map(this.number));
    return { position: q16s(position), pushed: ours, carried: theirs, crushed: others };
  }

  move_solid({ collider, motion, riders, step_up = 0, corner = 0 }) {
    const all = riders.map((number) => this.handles[number]);
    return { moved: this.moved(this.world.moveSolid(this.handles[collider], pxs(motion), all, { stepUp: step_up, corner })) };
  }

  reshape_solid({ collider, change, limit }) {
    const handle = this.handles[collider];
    const [[what, to]] = Object.entries(change);
    const given = what === "frame" ? { frame: to } : what === "figure" ? { shape: this.figure(to) } : this.place(to);
    const moved = this.world.reshapeSolid(handle, limit, given instanceof Pose ? { position: pxs(to.pose.slice(4)) } : given);
    if (what === "figure") this.remember(handle, to);
    const index = (handle) => handle % 2 ** 26;
    const all = [...new Set([...moved.pushed, ...moved.carried])].sort((a, b) => index(a) - index(b));
    const places = all.map((handle) => [this.number(handle), q16s(this.world.position(handle))]);
    return { moved: { ...this.moved(moved), ...(places.length > 0 && { places }) } };
  }

  support(number) {
    const support = this.world.support(this.handles[number]);
    return { support: support && this.number(support) };
  }

  fit({ collider, attempt, limit, filter: given }) {
    const [{ world }, handle, filter] = [this, this.handles[collider], this.filter(given)];
    const [what, to] = attempt === "unstick" ? ["unstick"] : Object.entries(attempt)[0];
    const fit = {
      frame: () => world.fitFrame(handle, to, limit, filter),
      figure: () => world.fitShape(handle, this.figure(to), limit, filter),
      place: () => world.fitPlace(handle, this.place(to), limit, filter),
      unstick: () => world.unstick(handle, limit, filter),
      at: () => world.fitAt(handle, pxs(to), limit, filter),
    }[what]();
    if (what === "figure" && fit.kind !== "stuck") this.remember(handle, to);
    return { fit: fit.kind === "free" ? "free" : fit.kind === "moved" ? { moved: pixel(fit.by) } : { stuck: this.number(fit.in) } };
  }

  reload() {
    const keys = new Map(this.handles.map((handle, number) => [handle, number]));
    const bytes = this.world.toBytes(keys);
    const shapes = new Map();
    for (const [number, handle] of this.handles.entries()) {
      const { figure, edits } = this.shapes.get(handle);
      const made = this.figure(figure);
      for (const change of edits) edit(made, change);
      shapes.set(number, made);
    }
    this.world = World.fromBytes(bytes, shapes);
    return { bytes: { length: bytes.length, fnv1a64: hex64(fnv(bytes)) } };
  }
}

const HASH = readFileSync(path("assets/answers/HASH"), "utf8").trim().split("\n");

test("the files of answers are those that were committed", () => {
  let hash;
  for (const line of HASH.slice(0, -1)) {
    const [file, count] = line.split(" ");
    const all = lines(file.replace(".jsonl", ""));
    assert.equal(all.length, Number(count), file);
    for (const one of all) hash = fnv(Buffer.from(`${one}\n`), hash);
  }
  assert.equal(`fnv1a64 ${hex64(hash)}`, HASH.at(-1));
});

/** Calls whose arguments are wrong. */
const refusals = {
  new_mask: ({ size }) => new Mask(...size),
  new_terrain: ({ size }) => new Terrain(...size),
  new_buffer: ({ region }) => new CollisionBuffer("owners", region),
  new_world: ({ wrap }) => new World({ wrap }),
  new_pose: ({ scale, shear, rotation, position }) => new Pose({ scale, shear, rotation, position }),
  set_pixel: ({ pixel }) => Mask.filled(8, 8).set(pixel, true),
  crop: ({ rect }) => Mask.filled(8, 8).crop(rect),
  crop_terrain: ({ rect }) => Terrain.fromMask(Mask.filled(8, 8)).crop(rect),
  scale_nearest: ({ size }) => Mask.filled(8, 8).scaleNearest(...size),
  grow: ({ by }) => Mask.filled(8, 8).grow(by, "box"),
  overlap_offsets: ({ widths }) => Mask.filled(widths[0], 1).overlapOffsets(Mask.filled(widths[1], 1)),
  bake: ({ width, pose }) => Mask.filled(width, 1).bake(Pose.fromQ16(pose)),
  mask_cast: ({ position, motion }) => Mask.filled(8, 8).cast(Mask.filled(8, 8), pxs(position), pxs(motion)),
  mask_ray_cast: ({ position, motion }) => Mask.filled(8, 8).rayCast(pxs(position), pxs(motion)),
  move_and_slide: ({ position, motion }) => moveAndSlide(Mask.filled(8, 8), pxs(position), pxs(motion), []),
  set_position: ({ position }, world, who) => world.setPosition(who, pxs(position)),
  teleport: ({ position }, world, who) => world.teleport(who, pxs(position)),
  set_frame: ({ frame }, world, who) => world.setFrame(who, frame),
  set_rotation: ({ scale, shear, rotation }, world, who) => {
    world.setPlace(who, { scale, shear });
    world.setRotation(who, angle(rotation));
  },
  rotate_by: ({ rotation, angle: by }, world, who) => {
    world.setPlace(who, { rotation: angle(rotation) });
    world.rotateBy(who, angle(by));
  },
  set_scale: ({ scale }, world, who) => world.setScale(who, scale),
  set_pivot: ({ pivot }, world, who) => world.setPivot(who, pivot),
  ray_cast: ({ position, motion }, world) => world.rayCast(pxs(position), pxs(motion)),
  cast: ({ motion }, world, who) => world.cast(who, pxs(motion)),
  cast_turning: ({ pose, motion, degrees }, world, who) => {
    world.setPlace(who, Pose.fromQ16(pose));
    world.castTurning(who, { by: pxs(motion), turn: degrees });
  },
  cast_turning_from: ({ rotation, degrees }, world, who) => {
    world.setPlace(who, { rotation: angle(rotation) });
    world.castTurning(who, { by: [0, 0], turn: degrees });
  },
  slide: ({ motion }, world, who) => world.moveAndSlide(who, pxs(motion)),
  move_solid: ({ motion }, world, who) => world.moveSolid(who, pxs(motion)),
  ground_slope: (_, world, who) => world.groundSlope(who, 9),
  unstick: (_, world, who) => world.unstick(who, 9),
  fit_at: ({ position }, world, who) => world.fitAt(who, pxs(position), 9),
  fit_frame: ({ frame }, world, who) => world.fitFrame(who, frame, 9),
};

/** How the core is asked: what it has, about masks. So many lines of each file are. */
const CORE = { overlap: 99, pose: 160, posed: 194, bake: 60, contact: 160 };
const CORE_REFUSALS = ["new_mask", "new_pose", "set_pixel", "crop", "scale_nearest", "bake"];
const isAsked = ({ a, b }) => !isCore || [a, b].every((shape) => shape === undefined || "bits" in shape);

test("the committed answers: refused", () => {
  for (const [number, line] of lines("refused").entries()) {
    const { ask: question, answer } = JSON.parse(line);
    const [[verb, args]] = Object.entries(question);
    if (isCore) {
      if (!CORE_REFUSALS.includes(verb)) continue;
      assert.throws(() => refusals[verb](args), { name: "RangeError", message: answer.says }, `refused.jsonl:${number + 1}`);
      continue;
    }
    const world = new World();
    const mask = Mask.filled(8, 8);
    const handles = [
      world.insert(mask),
      world.insert(new Frames([mask, Mask.filled(9, 8)]), { position: [40, 0] }),
      world.insert(new Circle([0, 0], 50_000), { position: [300_000, 0], kind: "character" }),
    ];
    assert.throws(
      () => refusals[verb](args, world, handles[args.collider ?? 0]),
      { name: "RangeError", message: answer.says },
      `refused.jsonl:${number + 1}`,
    );
    world.free();
  }
});

test("every kind of question is asked", () => {
  const files = HASH.slice(0, -1).map((line) => line.split(".jsonl")[0]);
  assert.deepEqual(Object.keys(asks).sort(), files.filter((file) => file !== "pictures" && file !== "refused").sort());
});

for (const [file, ask] of Object.entries(asks).filter(([file]) => !isCore || file in CORE)) {
  test(`the committed answers: ${file}`, () => {
    let asked = 0;
    for (const [number, line] of lines(file).entries()) {
      const { ask: question, answer } = JSON.parse(line);
      if (!isAsked(question)) continue;
      asked++;
      // Written as JSON, so that minus zero is zero, as in the files.
      const given = JSON.parse(JSON.stringify(ask(question)));
      assert.deepEqual(given, answer, `${file}.jsonl:${number + 1}`);
    }
    if (isCore) assert.equal(asked, CORE[file]);
  });
}
