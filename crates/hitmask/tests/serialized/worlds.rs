//! Worlds inside a game's own saved state.

use std::sync::Arc;

use hitmask::{
    Circle, Collider, ColliderShape, CustomTest, DecodeError, DecodeErrorKind, DecodeLimits, EventKind,
    Handle, Mask, Member, Rect, SavedWorld, Terrain, Touch, Verdict, World,
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Game {
    world: SavedWorld,
    hero: Handle,
    ground: Terrain,
}

struct Near;

impl CustomTest for Near {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        Some(Verdict::Touching(Touch::new((0, 0))))
    }
}

/// Shapes of every kind of key. The custom test has key 9.
fn keys(shape: &ColliderShape) -> u64 {
    match shape {
        ColliderShape::Mask(_) => 1,
        ColliderShape::Terrain(_) => 2,
        other => panic!("{other:?} has no key"),
    }
}

fn game() -> (World, Game) {
    let mut world = World::new();
    let ground = Terrain::filled(100, 30);
    world.insert(Collider::new(ground.clone()).at((0, 20)));
    let gone = world.insert(Collider::new(Rect::new(0, 0, 3, 3)));
    world.remove(gone);
    let hero = world.insert(Collider::new(Mask::filled(4, 9)).at((10.25, 12.5)).swept().in_group(3));
    world.insert(
        Collider::new(Circle::new((0, 0), 90_000).unwrap()).at((9, 9)).in_group(3).with_test(Arc::new(Near)),
    );
    assert_eq!(world.step().unwrap().len(), 1);
    world.set_position(hero, (40, 3)).unwrap();
    let saved = world.save(|_, shape| keys(shape), |_, _| 9);
    (world, Game { world: saved, hero, ground })
}

fn loaded(game: &Game) -> Result<World, DecodeError> {
    let shape = |key: u64| match key {
        1 => Some(Mask::filled(4, 9).into()),
        2 => Some(game.ground.clone().into()),
        _ => None,
    };
    game.world.load(shape, |key| (key == 9).then(|| Arc::new(Near) as Arc<dyn CustomTest>))
}

#[test]
fn there_and_back() {
    let (mut world, game) = game();
    let text = serde_json::to_string(&game).unwrap();
    assert!(text.starts_with(r#"{"world":"SFdMRAEAAAC"#), "{text}");
    assert!(text.contains(r#""hero":[1,1]"#), "{text}");
    let bytes = postcard::to_allocvec(&game).unwrap();
    assert_eq!(bytes[2..10], *b"HWLD\x01\0\0\0", "{bytes:?}");
    let events = world.step().unwrap().to_vec();
    assert_eq!(events.iter().map(|event| event.kind).collect::<Vec<_>>(), [EventKind::End]);
    for read in [serde_json::from_str::<Game>(&text).unwrap(), postcard::from_bytes::<Game>(&bytes).unwrap()]
    {
        assert_eq!(read, game);
        let mut again = loaded(&read).unwrap();
        assert_eq!(again.position(read.hero), Some((40, 3).into()));
        assert_eq!(again.step().unwrap(), events);
        assert_eq!(again.state_hash(), world.state_hash());
    }
    assert_eq!(
        format!("{:?}", game.world),
        format!("SavedWorld {{ bytes: {} }}", game.world.as_bytes().len())
    );
}

#[test]
fn altered_data_are_refused() {
    let (_, game) = game();
    let bytes = game.world.as_bytes();
    for bit in 0..bytes.len() * 8 {
        let mut altered = bytes.to_vec();
        altered[bit / 8] ^= 1 << (bit % 8);
        SavedWorld::from_bytes(altered.clone()).expect_err("altered");
        // A list of numbers has the same form.
        let form = postcard::to_allocvec(&altered).unwrap();
        assert!(postcard::from_bytes::<SavedWorld>(&form).is_err(), "bit {bit}");
    }
    let error = SavedWorld::from_bytes(bytes[..20].to_vec()).unwrap_err();
    assert_eq!((error.kind, error.offset), (DecodeErrorKind::Truncated, 20));
    let error = SavedWorld::from_bytes(b"HTRN....".to_vec()).unwrap_err();
    assert_eq!(error.kind, DecodeErrorKind::WrongFormat);
    let message = serde_json::from_str::<SavedWorld>(r#""SFdMRAEAAAA=""#).unwrap_err().to_string();
    assert!(message.contains("the bytes end too early, at byte 8"), "{message}");
    let message = serde_json::from_str::<SavedWorld>("[1,2]").unwrap_err().to_string();
    assert!(message.contains("bytes as base64"), "{message}");
    // The frame is right, but the caller knows no shape.
    let error = game.world.load(|_| None, |_| None).unwrap_err();
    assert!(matches!(error.kind, DecodeErrorKind::UnknownKey { key: 2 }), "{error}");
    let error = game
        .world
        .load_with(&DecodeLimits { memory: 10, ..DecodeLimits::default() }, |_| None, |_| None)
        .unwrap_err();
    assert!(matches!(error.kind, DecodeErrorKind::TooMuchMemory { limit: 10 }), "{error}");
}
