//! Writes scripts of shapes of all kinds, on layers, that come, move, turn and go.

use hitmask_oracle::world::{Command, Kind, Newcomer, Place, Script, Setting};
use hitmask_scenes::Random;

use crate::Pictures;
use crate::draft::{ONE, any_shape, convex, one_of, pick, place, pose, size};
use crate::shape::Shape;

/// A pose within about eighty pixels of the origin, so that many colliders are near each other. Half of the poses only move.
fn near_pose(random: &mut Random, shape: &Shape, pictures: &Pictures) -> Place {
    let at = place(random, 40);
    Place::Pose(if random.below(2) == 0 {
        [ONE, 0, 0, ONE, at[0], at[1]]
    } else {
        pose(random, size(shape, pictures), at)
    })
}

pub(super) fn scripts(pictures: &Pictures) -> Vec<Script> {
    let random = &mut Random::new(10);
    (0..8).map(|_| script(random, pictures)).collect()
}

fn script(random: &mut Random, pictures: &Pictures) -> Script {
    let (mut commands, mut shapes) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let shape = match random.below(6) {
            0 => Shape::Alpha(one_of(random, pictures.alphas())),
            1 | 2 => convex(random),
            _ => any_shape(random, pictures),
        };
        let layers = pick(random, &[(1, u32::MAX), (1, u32::MAX), (3, 2), (2, 1), (4, 3)]);
        let newcomer = Newcomer::new(shape.clone().into(), near_pose(random, &shape, pictures));
        let kind = if random.below(5) == 0 { Kind::Sensor } else { Kind::Body };
        commands.push(Command::Insert(Newcomer { layers, kind, ..newcomer }));
        shapes.push(Some(shape));
    }
    for step in 0..5 {
        commands.push(Command::Step);
        for _ in 0..4 {
            let collider = random.below(shapes.len() as u32) as usize;
            let Some(shape) = &shapes[collider] else { continue };
            let setting = match random.below(8) {
                0 if step > 1 => {
                    shapes[collider] = None;
                    commands.push(Command::Remove(collider));
                    continue;
                }
                1 | 2 => Setting::Position(place(random, 40)),
                3 | 4 => Setting::Enabled(random.below(2) == 0),
                _ => Setting::Place(near_pose(random, shape, pictures)),
            };
            commands.push(Command::Set(collider, setting));
        }
    }
    commands.push(Command::Step);
    Script { wrap: None, commands }
}
