//! Parts: colliders that go where another one goes.

use crate::prelude::*;
use crate::world::{live, number};

export! {
    /// InvalidArgument if the root is the part itself or a part of it, or if parts would lie too deep.
    fn world_attach(world: usize, root: f64, part: f64) -> i32 =
        reply(change_world(world, |world| Ok(live(world.try_attach(handle(root), handle(part))?))));

    fn world_detach(world: usize, part: f64) -> i32 = change_world(world, |world| live(world.detach(handle(part))));

    /// The handle on the desk.
    fn world_root_of(world: usize, part: f64) -> i32 = with_world(world, |world| world.root_of(handle(part)).map_or(NONE, |root| {
        put(0, number(root));
        SOME
    }));

    /// The handle on the desk.
    fn world_parent_of(world: usize, part: f64) -> i32 = with_world(world, |world| world.parent_of(handle(part)).map_or(NONE, |parent| {
        put(0, number(parent));
        SOME
    }));

    /// The handles in the list of floats, their number on the desk.
    fn world_parts_of(world: usize, root: f64) -> i32 = with_world(world, |world| world.parts_of(handle(root)).map_or(NONE, |parts| {
        put(0, give_numbers(parts.map(number).collect()));
        SOME
    }));

    /// In the frames in the list of floats, or in all.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn world_set_part_frames(world: usize, part: f64, all: i32) -> i32 {
        let frames: Vec<usize> = taken_numbers().into_iter().map(|frame| frame as usize).collect();
        change_world(world, |world| live(world.set_part_frames(handle(part), (all == 0).then_some(&frames))))
    }

    /// As `world_parts_of`. None, too, if it counts in all frames.
    fn world_part_frames(world: usize, part: f64) -> i32 = with_world(world, |world| world.part_frames(handle(part)).flatten().map_or(NONE, |frames| {
        put(0, give_numbers(frames.iter().map(|&frame| frame as f64).collect()));
        SOME
    }));
}
