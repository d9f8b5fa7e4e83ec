//! Scenes, compared with the oracle, and the errors of scene files.
//!
//! This file is long because the oracle plays whole scenes: its simulation takes as many lines as the tests.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use crate::common::{Picture, Rng, assets, code, json_lines, run, sentence, stderr, stdout};
use hitmask_oracle::world::Rule;
use hitmask_oracle::{
    BentWay, Cover, Edges, Gliding, PoseParts, Turn, bent_instants, first_bent_glide, glide_covers,
    pose_from_parts,
};
use serde_json::{Value, json};

/// One in Q16.
const ONE: i64 = 65_536;
const MINUS: i64 = -ONE;

/// A `[[sprite]]` with its keys.
#[derive(Clone, Debug)]
struct Kind {
    name: String,
    image: &'static str,
    at: [f64; 2],
    velocity: Option<[f64; 2]>,
    spin: f64,
    layer: Option<&'static str>,
    hits: Option<Vec<&'static str>>,
    threshold: Option<u8>,
    rule: Option<&'static str>,
    scale: Option<[f64; 2]>,
    flip: Option<&'static str>,
    count: Option<(u64, u64)>,
    insert_at: Option<u64>,
    remove_at: Option<u64>,
    swept: bool,
}

#[derive(Clone, Debug)]
struct Scene {
    size: [i64; 2],
    edges: &'static str,
    kinds: Vec<Kind>,
}

impl Scene {
    fn any(random: &mut Rng) -> Scene {
        let size = [random.between(60, 160), random.between(60, 120)];
        let edges = random.pick(&["bounce", "bounce", "wrap", "open"]);
        let kinds = (0..9).map(|number| Kind::any(random, number, size)).collect();
        Scene { size, edges, kinds }
    }

    /// A scene with fast sprites, of which some are swept.
    fn any_swept(random: &mut Rng) -> Scene {
        let mut scene = Scene::any(random);
        for kind in &mut scene.kinds {
            kind.swept = random.below(3) == 0;
            kind.hits = None;
            match random.below(4) {
                // Often to the edges in both directions at once, and all around the world.
                0 => kind.velocity = Some(scene.size.map(|side| (side * random.between(-2, 2)) as f64 / 2.0)),
                1 => kind.velocity = Some([0; 2].map(|_| random.between(-180, 180) as f64 / 2.0)),
                _ => {}
            }
        }
        scene
    }

    fn toml(&self) -> String {
        let list = |names: &[&str]| format!("{names:?}");
        let mut text = format!("[world]\nsize = {:?}\nedges = \"{}\"\n", self.size, self.edges);
        for kind in &self.kinds {
            let mut key = |name: &str, value: String| text += &format!("{name} = {value}\n");
            key("\n[[sprite]]\nname", format!("{:?}", kind.name));
            key("image", format!("{:?}", assets().join(kind.image)));
            match kind.count {
                Some((count, seed)) => {
                    key("count", count.to_string());
                    key("seed", seed.to_string());
                }
                None => key("at", format!("{:?}", kind.at)),
            }
            kind.velocity.iter().for_each(|velocity| key("velocity", format!("{velocity:?}")));
            if kind.spin != 0.0 {
                key("spin", format!("{:?}", kind.spin));
            }
            kind.layer.iter().for_each(|layer| key("layer", format!("{layer:?}")));
            kind.hits.iter().for_each(|hits| key("hits", list(hits)));
            kind.threshold.iter().for_each(|level| key("threshold", level.to_string()));
            kind.rule.iter().for_each(|rule| key("rule", format!("{rule:?}")));
            kind.scale.iter().for_each(|scale| key("scale", format!("{scale:?}")));
            kind.flip.iter().for_each(|flip| key("flip", format!("{flip:?}")));
            kind.insert_at.iter().for_each(|step| key("insert_at", step.to_string()));
            kind.remove_at.iter().for_each(|step| key("remove_at", step.to_string()));
            if kind.swept {
                key("swept", "true".to_owned());
            }
        }
        text
    }
}

impl Kind {
    fn any(random: &mut Rng, number: usize, size: [i64; 2]) -> Kind {
        const IMAGES: [&str; 6] = [
            "meteorGrey_tiny2.png",
            "ball_red_alt.png",
            "pixel_tree.png",
            "cone_straight.png",
            "tank_blue.png",
            "laserRed01.png",
        ];
        let number_of = |random: &mut Rng, from: i64, to: i64| match random.below(3) {
            0 => random.between(from, to) as f64,
            1 => random.between(from * 2, to * 2) as f64 / 2.0,
            _ => random.between(from * 1000, to * 1000) as f64 / 1000.0,
        };
        let often = |random: &mut Rng, parts: u64| random.below(parts) == 0;
        let insert_at = often(random, 5).then(|| 1 + random.below(9));
        Kind {
            name: format!("it is {number}:"),
            image: IMAGES[random.below(6) as usize],
            at: [number_of(random, -30, size[0]), number_of(random, -30, size[1])],
            velocity: (!often(random, 6)).then(|| [number_of(random, -9, 9), number_of(random, -9, 9)]),
            spin: if often(random, 3) { number_of(random, -90, 90) } else { 0.0 },
            layer: often(random, 2).then(|| random.pick(&["rocks", "ships"])),
            hits: often(random, 3).then(|| vec!["default", random.pick(&["rocks", "ships", "nobody"])]),
            threshold: often(random, 4).then(|| random.pick(&[0, 1, 100, 255])),
            rule: often(random, 3).then(|| random.pick(&["solid", "raster", "alpha-sum", "rect"])),
            scale: often(random, 4).then(|| [number_of(random, 1, 2), number_of(random, -2, -1)]),
            flip: often(random, 4).then(|| random.pick(&["h", "v", "hv"])),
            count: often(random, 4).then(|| (1 + random.below(4), random.below(1000))),
            insert_at,
            remove_at: often(random, 5).then(|| insert_at.unwrap_or(1) + 1 + random.below(6)),
            swept: false,
        }
    }
}

/// `SplitMix64`, as docs/scenes.md defines it.
fn spread(state: &mut u64, end: i64) -> i64 {
    (u128::from(hitmask_oracle::splitmix(state)) * end as u128 / (1 << 64)) as i64
}

fn q16([x, y]: [f64; 2]) -> [i64; 2] {
    // Halves are rounded away from zero.
    [x, y].map(|n| (n * ONE as f64).round() as i64)
}

/// A sprite that moves.
#[derive(Clone)]
struct Sprite<'a> {
    kind: &'a Kind,
    name: String,
    at: [i64; 2],
    velocity: [i64; 2],
    turns: u64,
}

impl Sprite<'_> {
    fn step(&mut self, scene: &Scene) {
        self.turns += 1;
        for axis in 0..2 {
            let (p, v, size) = (&mut self.at[axis], &mut self.velocity[axis], scene.size[axis] * ONE);
            *p += *v;
            match scene.edges {
                "bounce" => {
                    while *p < 0 || *p > size {
                        *p = if *p < 0 { -*p } else { 2 * size - *p };
                        *v = -*v;
                    }
                }
                "wrap" => *p = p.rem_euclid(size),
                _ => {}
            }
        }
    }

    fn pose(&self, picture: &Picture) -> Option<[i64; 6]> {
        let Kind { spin, scale, flip, .. } = self.kind;
        let (w, h) = (f64::from(picture.width), f64::from(picture.height));
        let [sx, sy] = scale.unwrap_or([1.0, 1.0]);
        let (mx, my) = (flip.is_some_and(|f| f.contains('h')), flip.is_some_and(|f| f.contains('v')));
        pose_from_parts(&PoseParts {
            position: [self.at[0] as f64 / ONE as f64 + w / 2.0, self.at[1] as f64 / ONE as f64 + h / 2.0],
            rotation: Turn::Degrees(self.turns as f64 * spin),
            scale: [if mx { -sx } else { sx }, if my { -sy } else { sy }],
            shear: [0.0; 2],
            pivot: [w / 2.0, h / 2.0],
        })
    }

    fn item(&self, picture: &Picture, layers: &[&str]) -> Item {
        let Kind { layer, hits, threshold, rule, .. } = self.kind;
        let pose = self.pose(picture);
        let alpha = picture.alphas();
        let cover = match (pose, rule) {
            (None, _) => Cover::nothing(),
            (Some(pose), Some("rect")) => {
                Cover::posed_block((0, 0, picture.width.into(), picture.height.into()), pose)
            }
            (Some(pose), Some("alpha-sum")) => Cover::alpha(&alpha, 1, pose),
            (Some(pose), _) => Cover::alpha(&alpha, threshold.unwrap_or(128), pose),
        };
        let bit = |name: &str| layers.iter().position(|layer| *layer == name).map_or(0, |at| 1 << at);
        let collides_with = hits.as_ref().map_or(u32::MAX, |hits| hits.iter().map(|hit| bit(hit)).sum());
        let layers = (bit(layer.unwrap_or("default")), collides_with);
        Item { cover, by_sum: *rule == Some("alpha-sum"), rule: Rule { layers, ..Rule::default() } }
    }
}

/// What a sprite covers, and what it meets.
struct Item {
    cover: Cover,
    by_sum: bool,
    rule: Rule,
}

/// The way of a sprite in one step.
struct SceneWay<'a> {
    way: BentWay,
    /// Before the step and after it.
    ends: [Sprite<'a>; 2],
    picture: &'a Picture,
    /// Whether it is followed through its texels.
    glides: bool,
    /// The covers that are known, by how many pixels they lie away from the last one.
    covers: HashMap<(i64, i64), Cover>,
}

impl<'a> SceneWay<'a> {
    fn new(scene: &Scene, before: Sprite<'a>, after: Sprite<'a>, picture: &'a Picture) -> SceneWay<'a> {
        let pair = |[x, y]: [i64; 2]| (x, y);
        let edges = match scene.edges {
            "bounce" => Edges::Bounce,
            "wrap" => Edges::Wrap,
            _ => Edges::Open,
        };
        // What is upright or turned by right angles is rounded at its corner, anything else at the middle of its picture.
        let matrix = |sprite: &Sprite<'_>| sprite.pose(picture).map(|[a, b, c, d, ..]| [a, b, c, d]);
        let keeps = matrix(&before) == matrix(&after);
        let moves = before.velocity != [0, 0] || before.at != after.at;
        let glides = keeps && moves && !matrix(&after).is_none_or(is_right_angled);
        // What goes through its texels is followed at their corner.
        let anchor = match after.pose(picture) {
            Some([.., x, y]) if glides => (x - after.at[0], y - after.at[1]),
            Some([a, b, c, d, x, y]) if is_right_angled([a, b, c, d]) => (x - after.at[0], y - after.at[1]),
            _ => (i64::from(picture.width) * ONE / 2, i64::from(picture.height) * ONE / 2),
        };
        let size = pair(scene.size.map(|side| side * ONE));
        let way = BentWay { at: pair(before.at), by: pair(before.velocity), size, edges, anchor };
        SceneWay { way, ends: [before, after], picture, glides, covers: HashMap::new() }
    }

    /// Whether the cover is the same on all of the way.
    fn is_exact(&self) -> bool {
        let matrix = |sprite: &Sprite| sprite.pose(self.picture).map(|[a, b, c, d, ..]| [a, b, c, d]);
        let [before, after] = &self.ends;
        let rests = before.velocity == [0, 0] && before.at == after.at;
        matrix(before) == matrix(after)
            && (rests || self.glides || matrix(after).is_some_and(is_right_angled))
    }

    /// Calls `f` with the sprite as one that goes through its texels. If it does not, its pixels are taken as texels.
    fn gliding<R>(&mut self, f: impl FnOnce(&Gliding<'_>) -> R) -> R {
        let (matrix, cover) = if self.glides {
            let [a, b, c, d, ..] = self.ends[1].pose(self.picture).unwrap();
            let kind = Kind { spin: 0.0, scale: None, flip: None, ..self.ends[1].kind.clone() };
            let flat = Sprite { kind: &kind, name: String::new(), at: [0, 0], velocity: [0, 0], turns: 0 };
            ([a, b, c, d], flat.item(self.picture, &[]).cover)
        } else {
            ([ONE, 0, 0, ONE], self.cover((0, 0)).clone())
        };
        let (x, y, w, h) = cover.window();
        let show = |u, v| cover.at(u, v);
        let way = hitmask_oracle::StraightWay { from: (0, 0), to: (0, 0) };
        f(&Gliding { show: &show, texels: (x, y, x + w, y + h), matrix, way })
    }

    fn last_pixel(&self) -> (i64, i64) {
        let pixel = |at: i64, anchor: i64| -(ONE / 2 - at - anchor).div_euclid(ONE);
        let at = self.ends[1].at;
        (pixel(at[0], self.way.anchor.0), pixel(at[1], self.way.anchor.1))
    }

    /// The cover with its anchor on a pixel.
    fn cover(&mut self, pixel: (i64, i64)) -> &Cover {
        let last = self.last_pixel();
        let by = (pixel.0 - last.0, pixel.1 - last.1);
        self.covers.entry(by).or_insert_with(|| {
            let mut moved = self.ends[1].clone();
            (moved.at[0], moved.at[1]) = (moved.at[0] + by.0 * ONE, moved.at[1] + by.1 * ONE);
            moved.item(self.picture, &[]).cover
        })
    }
}

fn is_right_angled(matrix: [i64; 4]) -> bool {
    matches!(matrix, [ONE | MINUS, 0, 0, ONE | MINUS] | [0, ONE | MINUS, ONE | MINUS, 0])
}

/// When two sprites first touch on their ways, and how.
fn first_touch(a: &mut SceneWay, b: &mut SceneWay) -> Option<((u64, u64), hitmask_oracle::Touch)> {
    let is_sum = |way: &SceneWay| way.ends[0].kind.rule == Some("alpha-sum");
    let by_sum = is_sum(a) || is_sum(b);
    if a.glides || b.glides {
        let ways = [a.way, b.way];
        return a.gliding(|one| {
            b.gliding(|other| {
                let (look, straight) = first_bent_glide([one, other], [&ways[0], &ways[1]], by_sum)?;
                let [one, other] =
                    [Gliding { way: straight[0], ..*one }, Gliding { way: straight[1], ..*other }];
                let [one, other] = glide_covers([&one, &other], look);
                Some((look.0, one.touch(&other, by_sum).expect("they meet at that look")))
            })
        });
    }
    let mut last = None;
    for look in bent_instants(&[a.way, b.way]) {
        let at = [look.pixels[0], look.pixels[1]];
        // No picture is longer than 100 pixels, at most twice as large.
        let far = (at[0].0 - at[1].0).abs().max((at[0].1 - at[1].1).abs()) > 300;
        if last == Some(at) || far {
            continue;
        }
        last = Some(at);
        if let Some(touch) = a.cover(at[0]).touch(b.cover(at[1]), by_sum) {
            return Some((look.time, touch));
        }
    }
    None
}

/// All events of a scene, as docs/scenes.md defines them.
fn simulate(scene: &Scene, steps: u64) -> Vec<Value> {
    let mut sprites = Vec::new();
    for kind in &scene.kinds {
        let velocity = kind.velocity.map(q16);
        match kind.count {
            None => {
                let velocity = velocity.unwrap_or([0, 0]);
                sprites.push(Sprite { kind, name: kind.name.clone(), at: q16(kind.at), velocity, turns: 0 });
            }
            Some((count, mut state)) => sprites.extend((0..count).map(|number| {
                let most = velocity.unwrap_or([2 * ONE, 2 * ONE]).map(i64::abs);
                let at = scene.size.map(|side| spread(&mut state, side * ONE));
                let velocity = most.map(|most| spread(&mut state, 2 * most + 1) - most);
                Sprite { kind, name: format!("{}{number}", kind.name), at, velocity, turns: 0 }
            })),
        }
    }
    let pictures: Vec<Picture> =
        sprites.iter().map(|sprite| Picture::read(&assets().join(sprite.kind.image))).collect();
    let mut lines = Vec::new();
    let (mut items, mut old) = (BTreeMap::new(), BTreeSet::new());
    for step in 1..=steps {
        let mut ways = HashMap::new();
        for (number, sprite) in sprites.iter_mut().enumerate() {
            let Kind { insert_at, remove_at, .. } = sprite.kind;
            if step < insert_at.unwrap_or(1) || remove_at.is_some_and(|end| step >= end) {
                items.remove(&number);
                continue;
            }
            let before = sprite.clone();
            sprite.step(scene);
            ways.insert(number, SceneWay::new(scene, before, sprite.clone(), &pictures[number]));
            let item = sprite.item(&pictures[number], &["default", "rocks", "ships"]);
            items.insert(number, item);
        }
        let mut now = BTreeSet::new();
        let mut told: Vec<((usize, usize), Value)> = Vec::new();
        for (&a, one) in &items {
            for (&b, other) in items.range(a + 1..).filter(|(_, other)| one.rule.may_meet(&other.rule)) {
                let Some(touch) = one.cover.touch(&other.cover, one.by_sum || other.by_sum) else { continue };
                let name = if old.contains(&(a, b)) { "stay" } else { "begin" };
                let ((x, y), [one, other]) = (touch.first, [a, b].map(|number| &sprites[number].name));
                let line = json!({ "step": step, "event": name, "a": one, "b": other, "first": [x, y], "area": touch.area });
                told.push(((a, b), line));
                now.insert((a, b));
            }
        }
        for &(a, b) in old.difference(&now) {
            let [one, other] = [a, b].map(|number| &sprites[number].name);
            told.push(((a, b), json!({ "step": step, "event": "end", "a": one, "b": other })));
        }
        for (&a, one) in &items {
            for (&b, other) in items.range(a + 1..) {
                let is_swept = sprites[a].kind.swept || sprites[b].kind.swept;
                if !is_swept || !one.rule.may_meet(&other.rule) || old.contains(&(a, b)) {
                    continue;
                }
                let [one, other] = ways.get_disjoint_mut([&a, &b]).map(Option::unwrap);
                let Some((time, touch)) = first_touch(one, other) else { continue };
                if !now.contains(&(a, b)) {
                    let first = [touch.first.0, touch.first.1];
                    let (a_name, b_name) = (&sprites[a].name, &sprites[b].name);
                    told.push((
                        (a, b),
                        json!({ "step": step, "event": "pass", "a": a_name, "b": b_name, "first": first, "area": touch.area }),
                    ));
                }
                let (_, line) = told.iter_mut().find(|(pair, _)| *pair == (a, b)).unwrap();
                line["time"] = json!([time.0, time.1]);
                if !one.is_exact() || !other.is_exact() {
                    line["approximate"] = json!(true);
                }
            }
        }
        old = now;
        told.sort_by_key(|(pair, _)| *pair);
        lines.extend(told.into_iter().map(|(_, line)| line));
    }
    lines
}

#[test]
fn events_are_those_of_the_oracle() {
    let folder = tempfile::tempdir().unwrap();
    let (mut began, mut ended) = (0, 0);
    for seed in 0..14 {
        let scene = Scene::any(&mut Rng::new(seed));
        let text = scene.toml();
        fs::write(folder.path().join("scene.toml"), &text).unwrap();
        let expected = simulate(&scene, 16);
        let threads = ["1", "2", "4"][seed as usize % 3];
        let args = ["scene", "scene.toml", "--steps", "16", "--stay", "--events", "-", "--threads", threads];
        let output = run(folder.path(), &args);
        assert_eq!(code(&output), 0, "seed {seed}: {}\n{text}", stderr(&output));
        let lines = json_lines(&output);
        let differing = lines.iter().zip(&expected).find(|(ours, theirs)| ours != theirs);
        assert!(differing.is_none() && lines.len() == expected.len(), "seed {seed}: {differing:?}\n{text}");
        // Without --stay the other events come, here into a file.
        let args = ["scene", "scene.toml", "--steps", "16", "--events", "out.jsonl"];
        assert_eq!(code(&run(folder.path(), &args)), 0);
        let written = fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
        let kept = |line: &&str| !line.contains("\"event\":\"stay\"");
        let said = stdout(&output);
        assert_eq!(
            written.lines().collect::<Vec<_>>(),
            said.lines().filter(kept).collect::<Vec<_>>(),
            "seed {seed}"
        );
        let count = |kind: &str| expected.iter().filter(|line| line["event"] == kind).count();
        (began, ended) = (began + count("begin"), ended + count("end"));
    }
    assert!(
        began > 300 && ended > 200,
        "{began} begin, {ended} end: the scenes are too calm to tell anything"
    );
}

#[test]
fn events_of_swept_sprites_are_those_of_the_oracle() {
    let folder = tempfile::tempdir().unwrap();
    let mut counts: HashMap<String, usize> = HashMap::new();
    // The slowest test of all. Like the library's, it runs a quarter of its cases if CI does not ask for all.
    let percent: u64 = std::env::var("HITMASK_CASES").map_or(25, |text| text.parse().unwrap());
    for seed in 0..40 * percent / 100 {
        let scene = Scene::any_swept(&mut Rng::new(500 + seed));
        let text = scene.toml();
        fs::write(folder.path().join("scene.toml"), &text).unwrap();
        let expected = simulate(&scene, 8);
        let threads = ["1", "2", "4"][seed as usize % 3];
        let args = ["scene", "scene.toml", "--steps", "8", "--stay", "--events", "-", "--threads", threads];
        let output = run(folder.path(), &args);
        assert_eq!(code(&output), 0, "seed {seed}: {}\n{text}", stderr(&output));
        let lines = json_lines(&output);
        let differing = lines.iter().zip(&expected).find(|(ours, theirs)| ours != theirs);
        assert!(differing.is_none() && lines.len() == expected.len(), "seed {seed}: {differing:?}\n{text}");
        for line in expected.iter().filter(|line| !line["time"].is_null()) {
            let name = format!("{} {} {}", scene.edges, line["event"].as_str().unwrap(), line["approximate"]);
            *counts.entry(name).or_default() += 1;
        }
    }
    println!("{counts:?}");
    for edges in ["bounce", "wrap", "open"] {
        for what in ["begin null", "begin true", "pass null", "pass true"] {
            let count = counts.get(&format!("{edges} {what}")).copied().unwrap_or(0);
            assert!(count as u64 > 3 * percent / 100, "{edges} {what}: {counts:?}");
        }
    }
}

#[test]
fn swept_sprites_are_followed_around_edges() {
    let scene = |edges: &str, at: f64, velocity: f64| {
        format!(
            "[world]\nsize = [10, 9]\nedges = \"{edges}\"\n[[sprite]]\nname = \"coin\"\nimage = \"dot.png\"\nat = [9, 0]\n\
             [[sprite]]\nname = \"shot\"\nimage = \"dot.png\"\nat = [{at:?}, 0]\nvelocity = [{velocity:?}, 0]\nswept = true\n"
        )
    };
    let pass = |time: &str| {
        format!(r#"{{"step":1,"event":"pass","a":"coin","b":"shot","first":[9,0],"area":1,"time":{time}}}"#)
    };
    // To the right over the coin, and back.
    assert_eq!(events(&scene("bounce", 2.0, 14.0), 1), [pass("[13,28]")]);
    // The other way around: it bounces off the left edge first.
    assert_eq!(events(&scene("bounce", 2.0, -16.0), 1), [pass("[21,32]")]);
    // Through the left edge, which is the right edge. Just after it, at 10, it is on the pixel 10; at 9.5 it comes to the coin.
    assert_eq!(events(&scene("wrap", 2.0, -5.0), 1), [pass("[1,2]")]);
    assert_eq!(events(&scene("open", 2.0, -5.0), 1), [""; 0]);
    // What is swept meets others that bounce or wrap on their ways, too, and not what lies between.
    let text = scene("wrap", 5.0, 0.0)
        + "[[sprite]]\nname = \"fly\"\nimage = \"dot.png\"\nat = [7, 0]\nvelocity = [4, 0]\n";
    let lines = events(&text, 1);
    assert!(lines.iter().all(|line| !line.contains("\"fly\"")), "{lines:?}");
    let folder = write_scene(&scene("wrap", 2.0, 1e9));
    let said = sentence(&run(folder.path(), &["scene", "scene.toml"]));
    assert!(
        said.starts_with("step 1: the sprite \"shot\" is too fast for a scene with swept sprites"),
        "{said}"
    );
}

/// A scene in a folder of its own, with a picture of one pixel beside it.
fn write_scene(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    Picture { width: 1, height: 1, rgba: vec![[9, 9, 9, 255]] }.write(&folder.path().join("dot.png"));
    Picture { width: 1, height: 1, rgba: vec![[9, 9, 9, 100]] }.write(&folder.path().join("glass.png"));
    Picture { width: 2, height: 1, rgba: vec![[9, 9, 9, 255]; 2] }.write(&folder.path().join("bar.png"));
    // A pixel with a clear rim.
    let rgba = (0..15).map(|at| [9, 9, 9, if at == 8 { 255 } else { 0 }]).collect();
    Picture { width: 5, height: 3, rgba }.write(&folder.path().join("rim.png"));
    fs::write(folder.path().join("scene.toml"), text).unwrap();
    folder
}

fn events(text: &str, steps: u32) -> Vec<String> {
    let folder = write_scene(text);
    let output = run(folder.path(), &["scene", "scene.toml", "--steps", &steps.to_string(), "--events", "-"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stdout(&output).lines().map(str::to_owned).collect()
}

/// Where a dot is in each step, on a line of dots that do not move; `None` beside the line.
fn path_of(edges: &str, size: u32, at: f64, velocity: f64, steps: u32) -> Vec<Option<u32>> {
    path_of_picture("dot.png", edges, size, [at, 0.0], velocity, steps)
}

/// The same for the only solid pixel of a picture. The dots lie in row 0.
fn path_of_picture(
    image: &str,
    edges: &str,
    size: u32,
    at: [f64; 2],
    velocity: f64,
    steps: u32,
) -> Vec<Option<u32>> {
    let mut text = format!("[world]\nsize = [{size}, 3]\nedges = \"{edges}\"\n");
    let mut sprite = |name: &str, image: &str, at: [f64; 2], velocity: f64, layer: &str, hits: &str| {
        text += &format!(
            "[[sprite]]\nname = \"{name}\"\nimage = \"{image}\"\nat = {at:?}\nvelocity = [{velocity:?}, 0]\n\
             layer = \"{layer}\"\nhits = [\"{hits}\"]\n"
        );
    };
    sprite("it", image, at, velocity, "mover", "place");
    // A sprite at the far edge of a world that wraps would be at the near edge; where solid pixels bounce, none can be there.
    for place in 0..size + u32::from(edges == "bounce" || edges == "open") {
        sprite(&place.to_string(), "dot.png", [place.into(), 0.0], 0.0, "place", "mover");
    }
    let mut places = vec![None; steps as usize];
    let folder = write_scene(&text);
    let args = ["scene", "scene.toml", "--stay", "--steps", &steps.to_string(), "--events", "-"];
    for line in json_lines(&run(folder.path(), &args)) {
        if line["event"] != "end" {
            let step = line["step"].as_u64().unwrap() as usize;
            places[step - 1] = line["b"].as_str().map(|name| name.parse().unwrap());
        }
    }
    places
}

#[test]
fn what_happens_at_the_edges() {
    let at = |places: &[u32]| places.iter().map(|&place| Some(place)).collect::<Vec<_>>();
    // A position may be as large as the size. Beyond it the dot bounces.
    assert_eq!(path_of("bounce", 4, 2.0, 1.0, 8), at(&[3, 4, 3, 2, 1, 0, 1, 2]));
    // Far beyond: 4 -> 13 -> -5 -> 5 -> 3 has three bounces, so the dot goes left now; 3 -> -6 -> 6 -> 2 has two.
    assert_eq!(path_of("bounce", 4, 4.0, 9.0, 3), at(&[3, 2, 1]));
    assert_eq!(path_of("wrap", 4, 2.0, 1.0, 5), at(&[3, 0, 1, 2, 3]));
    assert_eq!(path_of("wrap", 4, 0.0, -1.0, 3), at(&[3, 2, 1]));
    assert_eq!(path_of("open", 4, 2.0, 1.0, 4), [Some(3), Some(4), None, None]);
    // By the solid pixels: the dot stays in the world, and what leaves it is out of it before it comes back.
    assert_eq!(path_of("bounce-solid", 4, 2.0, 1.0, 6), at(&[3, 2, 1, 0, 1, 2]));
    assert_eq!(path_of("wrap-solid", 4, 2.0, 1.0, 5), [Some(3), None, Some(0), Some(1), Some(2)]);
    // The solid pixel of the picture is (3, 1).
    let rim = |edges| path_of_picture("rim.png", edges, 4, [-1.0, -1.0], 1.0, 5);
    assert_eq!(rim("bounce-solid"), at(&[3, 2, 1, 0, 1]));
    assert_eq!(rim("wrap-solid"), [Some(3), None, Some(0), Some(1), Some(2)]);
    // Between pixels the nearer one is covered, exactly in the middle the left one.
    assert_eq!(path_of("open", 4, 0.0, 0.5, 4), at(&[0, 1, 1, 2]));
    // Positions are rounded once to 1/65536 and then added exactly: a third is a little less than a third.
    assert_eq!(path_of("open", 4, 0.5, 1.0 / 3.0, 3), at(&[1, 1, 1]));
}

/// Two dots meet in step 2. The picture shows the world after the last step.
#[test]
fn a_debug_picture_shows_the_world() {
    let text = "[world]\nsize = [9, 4]\nedges = \"open\"\n[[sprite]]\nname = \"a\"\nimage = \"dot.png\"\nat = [5, 2]\n\
                [[sprite]]\nname = \"b\"\nimage = \"bar.png\"\nat = [2, 2]\nvelocity = [1, 0]\n";
    let folder = write_scene(text);
    let draw = |steps: &str, more: &[&str]| {
        let args = ["scene", "scene.toml", "--steps", steps, "--debug-picture", "out.png"];
        let output = run(folder.path(), &[&args[..], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        Picture::read(&folder.path().join("out.png"))
    };
    let blue = |[r, g, b, _]: [u8; 4]| b > 150 && r < 120 && g < 140;
    let pink = |[r, g, b, _]: [u8; 4]| r > 220 && g < 80 && b > 100;
    // All of it, each pixel eight times as large.
    let apart = draw("1", &[]);
    assert_eq!((apart.width, apart.height), (72, 32));
    // Below the lines of normals, which begin in the middle, and inside the frames.
    let at = |picture: &Picture, x: i64, y: i64| picture.get(8 * x + 6, 8 * y + 7).unwrap();
    let seen = |picture: &Picture, is: &dyn Fn([u8; 4]) -> bool| {
        (0..9).filter(|&x| is(at(picture, x, 2))).collect::<Vec<i64>>()
    };
    assert_eq!((seen(&apart, &blue), seen(&apart, &pink)), (vec![3, 4, 5], vec![]));
    let touching = draw("2", &[]);
    assert_eq!(seen(&touching, &pink), [5]);
    let part = draw("2", &["--debug-region", "-1,1,7,2", "--debug-scale", "3"]);
    assert_eq!((part.width, part.height), (21, 6));
    // What is refused, before anything is played.
    for (more, why) in [
        (
            &["--debug-region", "0,0,5000,5000"][..],
            "out.png: the picture would be 5000 x 5000 pixels, and at most",
        ),
        (&["--debug-region", "0,0,0,5"], "--debug-region: \"0,0,0,5\" is not a region: X,Y,W,H in pixels"),
        (&["--debug-scale", "65"], "--debug-scale:"),
    ] {
        let args = ["scene", "scene.toml", "--debug-picture", "other.png"];
        let said = sentence(&run(folder.path(), &[&args[..], more].concat()));
        assert!(said.starts_with(&why.replace("out.png", "other.png")), "{said}");
        assert!(!folder.path().join("other.png").exists());
    }
    let said = sentence(&run(folder.path(), &["scene", "scene.toml", "--debug-scale", "2"]));
    assert!(said.contains("--debug-picture"), "{said}");
    let said = sentence(&run(folder.path(), &["scene", "scene.toml", "--debug-picture", "dot.png"]));
    assert!(said.contains("dot.png") && said.contains("would be lost"), "{said}");
}

#[test]
fn sprites_come_and_go() {
    let scene = |keys: &str| {
        format!(
            "[world]\nsize = [9, 9]\nedges = \"open\"\n[[sprite]]\nname = \"a\"\nimage = \"dot.png\"\nat = [5, 0]\n\
             [[sprite]]\nname = \"b\"\nimage = \"bar.png\"\nat = [2, 0]\nvelocity = [1, 0]\n{keys}"
        )
    };
    let begin =
        |step: u32| format!(r#"{{"step":{step},"event":"begin","a":"a","b":"b","first":[5,0],"area":1}}"#);
    let end = |step: u32| format!(r#"{{"step":{step},"event":"end","a":"a","b":"b"}}"#);
    assert_eq!(events(&scene(""), 9), [begin(2), end(4)]);
    // A sprite starts at its place when it comes, and moves in that step already.
    assert_eq!(events(&scene("insert_at = 1"), 9), [begin(2), end(4)]);
    assert_eq!(events(&scene("insert_at = 4"), 9), [begin(5), end(7)]);
    assert_eq!(events(&scene("remove_at = 3"), 9), [begin(2), end(3)]);
    assert_eq!(events(&scene("remove_at = 2"), 9), [""; 0]);
    assert_eq!(events(&scene("insert_at = 3\nremove_at = 5"), 9), [begin(4), end(5)]);
    assert_eq!(events(&scene("insert_at = 10"), 9), [""; 0]);
    // It turns by a quarter each step about its middle. Upright it does not reach the dot.
    assert_eq!(events(&scene("spin = 90"), 3), [begin(2)]);
    assert_eq!(events("[world]\nsize = [1, 1]\n", 3), [""; 0]);
}

#[test]
fn the_summary_and_the_statistics() {
    let folder = write_scene(
        "[world]\nsize = [9, 9]\n[[sprite]]\nname = \"a\"\nimage = \"dot.png\"\nat = [0, 0]\n\
         [[sprite]]\nname = \"b\"\nimage = \"bar.png\"\nat = [-1, 0]\n[[sprite]]\nname = \"c\"\nimage = \"glass.png\"\nat = [1, 1]\n",
    );
    let output = run(folder.path(), &["scene", "scene.toml", "--steps", "3"]);
    assert_eq!(stdout(&output), "3 sprites, 3 steps: 1 touch began, 0 ended, 1 is still on.\n");
    assert!(
        stderr(&output).contains("note: glass.png has visible pixels but none at threshold 128"),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("try threshold = 100 or less"), "{}", stderr(&output));
    let said = stdout(&run(folder.path(), &["scene", "scene.toml", "--steps", "3", "--stats"]));
    for told in ["candidates", "early outs", "tests", "hits", "move", "boxes", "pixels", "steps a second"] {
        assert!(said.contains(told), "{told} is not told: {said}");
    }
    // If the events go to standard output, the statistics go to standard error.
    let output = run(folder.path(), &["scene", "scene.toml", "--steps", "3", "--stats", "--events", "-"]);
    assert_eq!(json_lines(&output).len(), 1);
    assert!(stderr(&output).contains("steps a second"));
}

#[test]
fn scenes_that_are_none() {
    let world = "[world]\nsize = [9, 9]\n";
    let sprite = "[[sprite]]\nname = \"a\"\nimage = \"dot.png\"\n";
    let cases = [
        ("", "line 1: missing field `world`"),
        ("[world]\n", "line 1: missing field `size`"),
        (
            "[world]\nsize = 9\n",
            "line 2: size: invalid type: integer `9`, expected a list of two whole numbers",
        ),
        ("[world]\nsize = [9, 0]\n", "line 2: size: 0 is not a whole number of pixels from 1 to"),
        ("[world]\nsize = [9, 9.5]\n", "line 2: size: 9.5 is not a whole number"),
        ("[world]\nsize = [9]\n", "line 2: size: a list of two whole numbers of pixels"),
        ("[world]\nsize = [9, 9, 9]\n", "line 2: size: a list of two"),
        (
            "[world]\nsize = [9, 9]\nedges = \"round\"\n",
            "line 3: edges: \"round\" is not a kind of edges: there are bounce, wrap, bounce-solid, wrap-solid and open",
        ),
        ("[world]\nsize = [9, 9]\nsise = 3\n", "line 3: unknown field `sise`, expected `size` or `edges`"),
        ("[world]\nsize = [9, 9\n", "line "),
        ("[world]\nsize = [9, 9]\nsize = [9, 9]\n", "line 3: duplicate key"),
        ("W[[sprite]]\nname = \"a\"\nat = [0, 0]\n", "line 3: missing field `image`"),
        (
            "WSat = [0, 0]\nvelocty = [1, 1]\n",
            "line 7: unknown field `velocty`, expected one of `name`, `image`",
        ),
        ("WSat = [0, \"x\"]\n", "line 6: at: a list of two numbers of pixels, such as [10, 20.5], is meant"),
        ("WSat = [0, inf]\n", "line 6: at: inf is not a number of pixels"),
        (
            "WSat = [0, 3e9]\n",
            "line 6: at: 3000000000.0 is not a number of pixels from -2147483648 to 2147483648",
        ),
        (
            "WSat = [0, 0]\nvelocity = 3\n",
            "line 7: velocity: invalid type: integer `3`, expected a list of two numbers",
        ),
        (
            "WSat = [0, 0]\nspin = \"fast\"\n",
            "line 7: spin: invalid type: string \"fast\", expected a number of degrees",
        ),
        ("WSat = [0, 0]\nspin = nan\n", "line 7: spin: NaN is out of range: a number of degrees"),
        (
            "WSat = [0, 0]\nthreshold = 256\n",
            "line 7: threshold: 256 is out of range: a whole number from 0 to 255",
        ),
        ("WSat = [0, 0]\nthreshold = 1.5\n", "line 7: threshold: 1.5 is out of range"),
        ("WSat = [0, 0]\nrule = \"round\"\n", "line 7: rule: \"round\" is not a rule"),
        (
            "WSat = [0, 0]\nrule = \"geometry\"\n",
            "line 7: rule: scenes do not take the rule geometry, because its touches have no first pixel",
        ),
        ("WSat = [0, 0]\nflip = \"x\"\n", "line 7: flip: \"x\" is not a way to flip: there are h, v and hv"),
        ("WSat = [0, 0]\nscale = 0\n", "line 7: scale: the pose flattens the sprite"),
        ("WSat = [0, 0]\nscale = [1, 40000]\n", "line 7: scale: the scale must be from -32767 to 32767"),
        ("WSat = [0, 0]\nscale = [1, 2, 3]\n", "line 7: scale: a number or a list of two"),
        ("WSat = [0, 0]\nlayer = [\"a\"]\n", "line 7: layer: invalid type: sequence, expected a string"),
        ("WSat = [0, 0]\nhits = \"a\"\n", "line 7: hits: invalid type: string \"a\", expected a sequence"),
        ("WSat = [0, 0]\ncount = 3\nseed = 1\n", "line 6: at: the seed spreads the sprites of a count"),
        ("WScount = 3\n", "line 4: name: a count needs a seed"),
        ("WScount = 0\nseed = 1\n", "line 6: count: 0 is out of range: a whole number from 1 to 1000000"),
        ("WScount = 1000001\nseed = 1\n", "line 6: count: 1000001 is out of range"),
        ("WScount = 3\nseed = -1\n", "line 7: seed: -1 is out of range"),
        ("WSat = [0, 0]\nseed = 1\n", "line 7: seed: a seed needs a count"),
        ("WS", "line 4: name: this sprite has no at"),
        (
            "WSat = [0, 0]\ninsert_at = 0\n",
            "line 7: insert_at: 0 is out of range: the number of a step, from 1",
        ),
        (
            "WSat = [0, 0]\nremove_at = 1\n",
            "line 7: remove_at: the sprite comes in step 1, so it can go in step 2 at the earliest",
        ),
        ("WSat = [0, 0]\ninsert_at = 5\nremove_at = 5\n", "line 8: remove_at: the sprite comes in step 5"),
        (
            "WSat = [0, 0]\nSat = [1, 1]\n",
            "line 8: name: there is a sprite \"a\" already (line 4): names are unique",
        ),
        (
            "WScount = 2\nseed = 1\n[[sprite]]\nname = \"a1\"\nimage = \"dot.png\"\nat = [0, 0]\n",
            "line 9: name: there is a sprite \"a1\" already (line 4)",
        ),
        (
            "W[[sprite]]\nname = \"\"\nimage = \"dot.png\"\nat = [0, 0]\n",
            "line 4: name: the name of a sprite has at least one letter",
        ),
        (
            "W[[sprite]]\nname = \"a\"\nimage = \"gone.png\"\nat = [0, 0]\n",
            "line 5: image: gone.png: cannot be read: ",
        ),
        (
            "W[[sprite]]\nname = \"a\"\nimage = \"dot.png#4\"\nat = [0, 0]\n",
            "line 5: image: dot.png: no frame, slice or tag \"4\"",
        ),
        ("WSat = [0, 0]\nmask = \"bar.png\"\n", "line 7: mask: dot.png: "),
        ("WSat = [0, 0]\nmask = \"gone.png\"\n", "line 7: mask: gone.png: cannot be read: "),
    ];
    for (text, told) in cases {
        let text = text.replace('W', world).replace("\nS", &format!("\n{sprite}"));
        let text = if let Some(rest) = text.strip_prefix('S') { format!("{sprite}{rest}") } else { text };
        let folder = write_scene(&text);
        let said = sentence(&run(folder.path(), &["scene", "scene.toml", "--events", "out.jsonl"]));
        let expected = format!("scene.toml: {told}");
        assert!(said.starts_with(&expected), "{text}\nwas told: {said}\nnot:      {expected}");
        assert!(!folder.path().join("out.jsonl").exists());
    }
}

#[test]
fn too_many_layers_and_sprites() {
    let world = "[world]\nsize = [9, 9]\n";
    let layer = |number: usize| {
        format!("[[sprite]]\nname = \"a{number}\"\nimage = \"dot.png\"\nat = [0, 0]\nlayer = \"{number}\"\n")
    };
    let text = |layers: usize| world.to_owned() + &(0..layers).map(layer).collect::<String>();
    assert_eq!(events(&text(32), 1).len(), 31 * 32 / 2);
    let folder = write_scene(&text(33));
    let said = sentence(&run(folder.path(), &["scene", "scene.toml"]));
    assert_eq!(
        said,
        "scene.toml: line 167: layer: \"32\" is one layer too many: a scene may have 32, including the one named default"
    );
    let many = |name: &str| {
        format!("[[sprite]]\nname = \"{name}\"\nimage = \"dot.png\"\ncount = 600000\nseed = 1\n")
    };
    let folder = write_scene(&(world.to_owned() + &many("a") + &many("b")));
    let said = sentence(&run(folder.path(), &["scene", "scene.toml"]));
    assert_eq!(
        said,
        "scene.toml: line 9: name: with these there are 1200000 sprites: a scene may have 1000000"
    );
}

#[test]
fn files_and_options_that_are_none() {
    let folder = write_scene("[world]\nsize = [9, 9]\n");
    fs::create_dir(folder.path().join("folder.png")).unwrap();
    fs::write(folder.path().join("bytes.toml"), [0xFF, 0xFE]).unwrap();
    for (args, told) in [
        (&["gone.toml"][..], "gone.toml: cannot be read: "),
        (&["folder.png"], "folder.png: cannot be read: it is a folder"),
        (&["bytes.toml"], "bytes.toml: cannot be read: it is not UTF-8 text"),
        (&["scene.toml", "--steps", "0"], "--steps: \"0\" is not a whole number from 1 to 1000000"),
        (&["scene.toml", "--steps", "1.5"], "--steps: \"1.5\" is not a whole number from 1 to 1000000"),
        (&["scene.toml", "--threads", "0"], "--threads: \"0\" is not a whole number from 1 to 1024"),
        (&["scene.toml", "--picture", "out.jpg"], "--picture: \"out.jpg\" does not end in .png or .gif"),
        (
            &["scene.toml", "--picture", "missing/out.gif"],
            "missing/out.gif: cannot be written: there is no such folder",
        ),
        (&["scene.toml", "--picture", "folder.png"], "folder.png: cannot be written: it is a folder"),
        (
            &["scene.toml", "--events", "missing/out.jsonl"],
            "missing/out.jsonl: cannot be written: there is no such folder",
        ),
        (&[], "scene needs <FILE.toml>"),
    ] {
        let said = sentence(&run(folder.path(), &[&["scene"], args].concat()));
        assert!(said.starts_with(told), "{args:?} was told {said}");
    }
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        ["bar.png", "bytes.toml", "dot.png", "folder.png", "glass.png", "rim.png", "scene.toml"]
    );
}

fn scenes() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

/// The scenes of the repository play, with the same events on any number of threads.
#[test]
fn shipped_scenes_are_played() {
    let folder = tempfile::tempdir().unwrap();
    for (name, steps, began) in [("shooter", "60", 20), ("race", "150", 4), ("crowd", "3", 4000)] {
        let file = scenes().join(name).with_extension("toml");
        let file = file.to_str().unwrap();
        let events = ["1", "2", "4"].map(|threads| {
            let args = ["scene", file, "--steps", steps, "--events", "-", "--threads", threads];
            let output = run(folder.path(), &args);
            assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{name}");
            stdout(&output)
        });
        assert!(events[0] == events[1] && events[0] == events[2], "{name} depends on threads");
        let begin = events[0].matches("\"begin\"").count();
        assert!(begin >= began, "{name}: {begin}");
    }
}

/// Pictures of scenes have the right size and mark touches.
#[test]
fn pictures_of_scenes() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenes().join("shooter.toml");
    let args = ["scene", file.to_str().unwrap(), "--steps", "30", "--picture", "out.png"];
    assert_eq!(code(&run(folder.path(), &args)), 0);
    let strip = Picture::read(&folder.path().join("out.png"));
    const TOUCH: [u8; 4] = [255, 38, 148, 255];
    assert!(strip.width > 1900 && strip.rgba.contains(&TOUCH), "{} x {}", strip.width, strip.height);
    let args = ["scene", file.to_str().unwrap(), "--steps", "30", "--picture", "out.gif"];
    assert_eq!(code(&run(folder.path(), &args)), 0);
    let said = stdout(&run(folder.path(), &["inspect", "out.gif", "--json"]));
    let report: Value = serde_json::from_str(said.trim()).unwrap();
    assert_eq!(report["frames"].as_array().map(Vec::len), Some(30), "{said}");
}

/// The line of a fault is that of the key that has it, not of the sprite's name or picture.
#[test]
fn faults_name_the_line_of_their_key() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(assets().join("bee.png"), folder.path().join("bee.png")).unwrap();
    fs::copy(assets().join("meteorGrey_tiny2.png"), folder.path().join("tiny.png")).unwrap();
    for (key, told) in [
        ("mask = \"gone.png\"", "mask: gone.png: cannot be read: "),
        ("mask = \"tiny.png\"", "mask: bee.png: the mask picture has"),
        ("scale = [0, 1]", "scale: the pose flattens the sprite"),
        ("scale = 3e4", "scale: "),
        ("grid = \"200x200\"", "grid: bee.png: a grid of 200x200"),
        ("rule = \"round\"", "rule: \"round\" is not a rule"),
        ("hits = 3", "hits: invalid type"),
    ] {
        let text = format!(
            "[world]\nsize = [99, 99]\n[[sprite]]\nname = \"a\"\nimage = \"bee.png\"\n\n\nat = [0, 0]\n{key}\nswept = true\n"
        );
        fs::write(folder.path().join("s.toml"), text).unwrap();
        let said = sentence(&run(folder.path(), &["scene", "s.toml"]));
        assert!(said.starts_with(&format!("s.toml: line 9: {told}")), "{key} was told {said}");
    }
}

#[test]
fn what_fills_the_world_cannot_bounce_in_it() {
    let text = "[world]\nsize = [2, 9]\nedges = \"bounce-solid\"\n[[sprite]]\nname = \"bar\"\nimage = \"bar.png\"\nat = [0, 0]\n";
    let said = sentence(&run(write_scene(text).path(), &["scene", "scene.toml"]));
    assert!(said.contains("bar") || said.contains("line 5"), "{said}");
    assert!(said.contains("as wide as the world, 2, or more"), "{said}");
    let said =
        sentence(&run(write_scene(&text.replace("bounce-solid", "bump")).path(), &["scene", "scene.toml"]));
    assert!(said.contains("there are bounce, wrap, bounce-solid, wrap-solid and open"), "{said}");
}
