use std::fmt::Debug;

use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    AlphaMask, AlphaRule, Angle, BorderMode, BufferMode, Cast, Circle, Closest, ColliderKind, Connectivity,
    ConvexPolygon, EventDetail, FillRule, Handle, IslandOptions, LabelMask, Layers, Mask, MoveOptions,
    PixelRule, Point, PointQ16, Pose, PoseParts, Rect, Run, RunMask, ScanOrder, StructuringElement, Terrain,
    TerrainEdges, TileCell, TileMap, TileSet, TurningMotion, WorldOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value, and all promises about its text form.
#[track_caller]
fn saved<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), text);
    assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
    let bytes = postcard::to_allocvec(&value).unwrap();
    assert_eq!(postcard::from_bytes::<T>(&bytes).unwrap(), value, "{bytes:?}");
}

#[test]
fn geometry() {
    saved(Point::new(3, i32::MIN), "[3,-2147483648]");
    saved(PointQ16::new(1 << 40, -1), "[1099511627776,-1]");
    saved(Rect::new(-1, 2, 3, u32::MAX), "[-1,2,3,4294967295]");
    saved(Run::new(3, 65_535), "[3,65535]");
    saved(Handle::from_bits(8 << 32 | 3), "[7,3]");
    saved(Angle::Degrees(22.5), r#"{"degrees":22.5}"#);
    saved(Angle::Radians(-0.1), r#"{"radians":-0.1}"#);
    saved(Angle::Steps { step: -1, of: 8 }, r#"{"steps":{"step":-1,"of":8}}"#);
    saved(Pose::from_q16([0, -65536, 65537, 0, 1 << 40, -5]).unwrap(), "[0,-65536,65537,0,1099511627776,-5]");
    saved(
        PoseParts { position: [0.5, -1.0], rotation: Angle::Degrees(30.0), ..PoseParts::default() },
        r#"{"position":[0.5,-1.0],"rotation":{"degrees":30.0},"scale":[1.0,1.0],"flip":[false,false],"shear":[0.0,0.0],"pivot":[0.0,0.0]}"#,
    );
    let parts: PoseParts = serde_json::from_str(r#"{"scale":[2.0,1.0]}"#).unwrap();
    assert_eq!(parts, PoseParts { scale: [2.0, 1.0], ..PoseParts::default() });
}

#[test]
fn pixels() {
    let mask = Mask::from_fn(10, 2, |x, y| x == 0 || y == 1);
    saved(mask.clone(), r#"{"width":10,"height":2,"bits":"gAD/wA=="}"#);
    saved(Mask::new(0, 7), r#"{"width":0,"height":7,"bits":""}"#);
    saved(RunMask::from(&mask), r#"{"width":10,"height":2,"rows":[[[0,1]],[[0,10]]]}"#);
    saved(RunMask::new(3, 1), r#"{"width":3,"height":1,"rows":[[]]}"#);
    saved(
        AlphaMask::from_alpha(2, 2, &[0, 128, 255, 1]).unwrap(),
        r#"{"width":2,"height":2,"alpha":"AID/AQ=="}"#,
    );
    let mut terrain = Terrain::new(100, 100);
    let _ = terrain.draw(&mask, (40, 60));
    let text = serde_json::to_string(&terrain).unwrap();
    assert!(text.starts_with(r#""SFRSTg"#), "{text}");
    saved(terrain, &text);
    let labels = LabelMask::from_labels(3, 1, &[0, 2, 2]).unwrap().with_names([(2, "body", 20)]);
    let text = serde_json::to_string(&labels).unwrap();
    assert!(text.starts_with(r#""SExBQg"#), "{text}");
    saved(labels, &text);
    let cells = [Some(TileCell { flip_x: true, ..TileCell::new(0) }), None];
    let map = TileMap::from_cells(TileSet::new([mask]), (2, 1), (10, 2), cells);
    let text = serde_json::to_string(&map).unwrap();
    assert!(text.starts_with(r#""SFRNUA"#), "{text}");
    saved(map, &text);
}

#[test]
fn bytes_are_bytes_in_a_binary_format() {
    let alphas = AlphaMask::from_alpha(3, 1, &[7, 8, 9]).unwrap();
    assert_eq!(postcard::to_allocvec(&alphas).unwrap(), [3, 1, 3, 7, 8, 9]);
    let mask = Mask::filled(9, 1);
    assert_eq!(postcard::to_allocvec(&mask).unwrap(), [9, 1, 2, 0xFF, 0x80]);
}

#[test]
fn shapes() {
    saved(Circle::from_f64([0.5, -1.0], 2.0).unwrap(), r#"{"centre":[32768,-65536],"radius":131072}"#);
    let triangle = ConvexPolygon::new([(0, 0), (1, 0), (0, 1)]).unwrap();
    saved(triangle, "[[0,0],[65536,0],[0,65536]]");
    saved(ConvexPolygon::default(), "[]");
    saved(ConvexPolygon::new([(0, 0), (2, 2)]).unwrap(), "[[0,0],[131072,131072]]");
}

#[test]
fn choices() {
    saved(Connectivity::Eight, r#""eight""#);
    saved(StructuringElement::Diamond, r#""diamond""#);
    saved(FillRule::EvenOdd, r#""even-odd""#);
    saved(BorderMode::Ignored, r#""ignored""#);
    saved(ScanOrder::RightBottom, r#""right-bottom""#);
    saved(PixelRule::Geometry, r#""geometry""#);
    saved(AlphaRule::AtLeast(160), r#"{"at-least":160}"#);
    saved(AlphaRule::Sum, r#""sum""#);
    saved(ColliderKind::OneWay, r#""one-way""#);
    saved(BufferMode::Painter, r#""painter""#);
    saved(BroadPhaseKind::SortX, r#""sort-x""#);
    saved(TerrainEdges::LEFT | TerrainEdges::BOTTOM, "9");
}

#[test]
fn options() {
    saved(
        MoveOptions { step_up: 3, step_down: 4, ..MoveOptions::default() },
        r#"{"step_up":3,"step_down":4,"corner":0,"drop":false,"push":false,"push_limit":0}"#,
    );
    saved(
        EventDetail { area: true, ..EventDetail::default() },
        r#"{"stay":false,"area":true,"bounds":false,"normal":false,"separation":false,"labels":false}"#,
    );
    saved(Layers::new(2, 7), r#"{"belongs_to":2,"collides_with":7}"#);
    let islands = r#"{"anchors":8,"anchor_points":[],"anchor_largest":false,"anchor_area":null,"min_area":0,"connectivity":"four"}"#;
    saved(IslandOptions::default(), islands);
    saved(
        WorldOptions::default(),
        concat!(
            r#"{"broad_phase":"auto","max_pairs":16777216,"#,
            r#""detail":{"stay":false,"area":false,"bounds":false,"normal":false,"separation":false,"labels":false},"#,
            r#""parallel_from":20000,"wrap":null,"drawing_bytes":67108864,"timing":false}"#
        ),
    );
    let options: WorldOptions = serde_json::from_str(r#"{"detail":{"stay":true}}"#).unwrap();
    assert!(
        options == WorldOptions { detail: EventDetail { stay: true, ..EventDetail::default() }, ..options }
    );
    assert_eq!(serde_json::from_str::<Layers>("{}").unwrap(), Layers::default());
    let motion: TurningMotion = serde_json::from_str(r#"{"degrees":90.0}"#).unwrap();
    assert_eq!(motion, TurningMotion { degrees: 90.0, ..TurningMotion::default() });
}

#[test]
fn answers() {
    let dot = Mask::filled(1, 1);
    let hit = dot.cast(&dot, (-3, 0), (6, 1));
    saved(hit, r#"{"hit":{"time":[1,3],"point":[0,0],"normal":[-1,0]}}"#);
    saved(Cast::InitialOverlap, r#""initial-overlap""#);
    saved(dot.cast_pixels(&dot, (-3, 0), (6, 0)), r#"{"hit":{"steps":2,"offset":[-1,0],"point":[0,0]}}"#);
    saved(dot.closest(&dot, (3, 0)).unwrap(), r#"{"apart":{"squared":4,"a":[0,0],"b":[0,0]}}"#);
    saved(Closest::Overlapping, r#""overlapping""#);
}
