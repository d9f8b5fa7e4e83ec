//! Questions after moves look at few boxes, however many colliders have moved since the last step.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::broad_phase::looks;
use crate::mask::Mask;
use crate::{Collider, Handle, MoveOptions, Probe, QueryFilter, Rect, World};

/// A room with so many colliders, one for each 48 x 48 pixels, of three sizes. Every fifth one is a character.
fn room(count: usize) -> (World, Vec<Handle>) {
    let masks: Vec<Arc<Mask>> = [8, 16, 24].map(|side| Arc::new(Mask::filled(side, side))).into();
    let columns = (count as f64).sqrt() as usize;
    let mut world = World::new();
    let handles = (0..count).map(|i| {
        let at = ((i % columns * 48) as i32, (i / columns * 48) as i32);
        let collider = Collider::new(&masks[i % 3]).at(at);
        world.insert(if i % 5 == 0 { collider.character() } else { collider })
    });
    let handles = handles.collect();
    (world, handles)
}

/// How many boxes each mover of a frame looks at, when all characters move in turn.
fn looks_a_mover(count: usize, by: i32, is_stepped: bool) -> usize {
    let (mut world, handles) = room(count);
    let characters: Vec<Handle> = handles.iter().copied().step_by(5).collect();
    if is_stepped {
        world.step().unwrap();
    }
    let options = MoveOptions::default();
    let looks = looks::during(|| {
        for &hero in &characters {
            world.move_and_slide(hero, (by, 0), &options, &QueryFilter::default()).unwrap();
        }
    });
    world.validate().unwrap();
    looks / characters.len()
}

#[test]
fn characters_that_move_in_turn_look_at_few_boxes() {
    for count in [1_000, 10_000, 40_000] {
        for by in [3, 700] {
            for is_stepped in [true, false] {
                // A way of 700 pixels passes 15 boxes.
                let most = if by < 48 { 80 } else { 300 };
                let looks = looks_a_mover(count, by, is_stepped);
                assert!(looks < most, "{looks} looks a mover among {count}, by {by}, {is_stepped}");
            }
        }
    }
}

/// Everything was moved before many questions are asked, or was just inserted and the world is never stepped.
#[test]
fn many_questions_without_a_step_look_at_few_boxes() {
    for count in [1_000, 10_000, 40_000] {
        for (is_stepped, far) in [(false, 0), (true, 2), (true, 5_000)] {
            let (mut world, handles) = room(count);
            if is_stepped {
                world.step().unwrap();
            }
            for &handle in handles.iter().filter(|_| far > 0) {
                let at = world.position(handle).unwrap();
                world.set_position(handle, at + (far, far)).unwrap();
            }
            let looks = looks::during(|| {
                for &handle in &handles {
                    let at = world.position(handle).unwrap().pixel().unwrap();
                    let probe = Probe::rect(Rect::new(at.x, at.y, 30, 30));
                    assert!(world.query(&probe, &QueryFilter::default()).any());
                }
            });
            let looks = looks / count;
            assert!(looks < 60, "{looks} looks a question among {count}, {is_stepped}, {far}");
        }
    }
}
