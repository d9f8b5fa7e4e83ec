//! Shots at a figure that walks and turns: which part does each hit first? The parts are layers of an Aseprite file.
//!
//! cargo run -p hitmask-assets --example headshots

use std::error::Error;
use std::path::Path;

use hitmask::{Angle, Collider, EventDetail, Frames, LabelMask, Mask, Point, PointQ16, World, WorldOptions};
use hitmask_assets::{LabelOptions, LabelSource, Options, load_labels};

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/player.aseprite");
    let parts = LabelSource::Layers(vec!["helmet".into(), "Sunglasses".into(), "base".into()]);
    let how = LabelOptions { source: parts, ..LabelOptions::default() };
    let damage = [("helmet", 5), ("Sunglasses", 100), ("base", 20)];
    let priced = |mut frame: LabelMask| {
        for (label, (name, number)) in (1..).zip(damage) {
            frame.names_mut().set(label, name, number);
        }
        (frame, Point::ZERO)
    };
    let frames = Frames::with_labels(load_labels(file, &Options::default(), &how)?.into_iter().map(priced));

    let detail = EventDetail { labels: true, ..EventDetail::default() };
    let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
    let hero = world.insert(Collider::new(frames).with_pivot([12.0, 12.0]).scaled([3.0, 3.0]).at((200, 100)));
    let shots: Vec<_> = (0..18)
        .map(|i| Collider::new(Mask::filled(2, 2)).at((20, 60 + 5 * i)).swept().first_only())
        .map(|shot| world.insert(shot))
        .collect();
    world.step()?;
    for step in 1..=12_i32 {
        // The figure shows its next frame, turns by seven degrees, and walks; each shot flies 40 pixels.
        world.edit(hero, |hero| hero.transform.set_rotation(Angle::Degrees(f64::from(7 * step)))).unwrap();
        world.set_frame(hero, step as usize % 4).ok_or("the hero is gone")?;
        world.set_position(hero, (200 - 2 * step, 100)).ok_or("the hero is gone")?;
        for &shot in &shots {
            if let Some(at) = world.position(shot) {
                world.set_position(shot, at + PointQ16::from((40, 0))).ok_or("the shot is gone")?;
            }
        }
        for event in world.step()?.to_vec() {
            let (Some(hit), Some((shot, _))) = (event.hit, event.other(hero)) else { continue };
            let collider = world.get(hero).ok_or("the hero is gone")?;
            let labels = collider.shape.labels().ok_or("the frames have labels")?;
            // a is the collider with the lower handle: the hero was inserted first.
            let (part, points) = labels.names().get(hit.labels[0]).ok_or("every label has a name")?;
            println!(
                "step {step:2}: the {:10} at ({}, {}), {:3} points",
                part, hit.pixel.x, hit.pixel.y, points
            );
            world.remove(shot).ok_or("the shot is gone")?;
        }
    }
    Ok(())
}
