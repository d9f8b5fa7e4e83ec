//! Characters around a solid that moves, in a world and in the oracle's form.

use hitmask::{Handle, PointQ16, SolidMoved, World};
use hitmask_oracle::{Grid, Passenger};

use super::Rng;
use super::mover_case::{Figure, ONE};

/// The characters of a case. All lists have the same order.
#[derive(Debug, Default)]
pub(crate) struct Riders {
    pub(crate) passengers: Vec<Passenger>,
    characters: Vec<Handle>,
    pub(crate) starts: Vec<PointQ16>,
    /// Those that ride because the caller says so.
    pub(crate) named: Vec<Handle>,
}

/// A filled rectangle of up to 6 x 6 pixels.
pub(crate) fn small_rider(rng: &mut Rng) -> Figure {
    let (w, h) = (rng.between(1, 6) as usize, rng.between(1, 6) as usize);
    Figure::of_grid(Grid::from_fn(w, h, |_, _| true), [ONE, 0, 0, ONE, 0, 0])
}

impl Riders {
    pub(crate) fn add(&mut self, world: &mut World, figure: &Figure, at: PointQ16, hangs_on: bool) {
        let handle = world.insert(figure.collider(at).unwrap().character());
        if hangs_on {
            self.named.push(handle);
        }
        self.characters.push(handle);
        self.starts.push(at);
        let place = at.pixel().unwrap();
        self.passengers.push(Passenger {
            cover: figure.cover(PointQ16::ZERO).solid_points(),
            place: (place.x.into(), place.y.into()),
            hangs_on,
            was: [false; 3],
        });
    }

    /// Compares a move in the world with the oracle's. `reduced` gives the place of a character that the world keeps. Adds up how many
    /// were pushed, carried and crushed.
    pub(crate) fn compare(
        &self,
        world: &World,
        moved: &SolidMoved,
        reduced: impl Fn(PointQ16) -> PointQ16,
        seen: &mut [usize; 3],
    ) {
        for (kind, list) in [&moved.pushed, &moved.carried, &moved.crushed].into_iter().enumerate() {
            let of_kind = |&(_, passenger): &(&Handle, &Passenger)| passenger.was[kind];
            let truth = self.characters.iter().zip(&self.passengers).filter(of_kind);
            let truth: Vec<Handle> = truth.map(|(&handle, _)| handle).collect();
            assert_eq!(list, &truth, "list {kind}");
            seen[kind] += truth.len();
        }
        for (i, (passenger, &start)) in self.passengers.iter().zip(&self.starts).enumerate() {
            let before = start.pixel().unwrap();
            let by = (passenger.place.0 - i64::from(before.x), passenger.place.1 - i64::from(before.y));
            let truth = reduced(start + PointQ16::new(by.0 * ONE, by.1 * ONE));
            assert_eq!(world.position(self.characters[i]), Some(truth), "character {i}");
        }
    }
}
