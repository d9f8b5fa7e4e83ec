//! A world of colliders. In every step every pair is compared pixel by pixel.

mod cover;

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

pub use cover::{Cell, Cover, Touch};

/// A collider's own test. None leaves the answer to others; Some(None) means apart; Some(Some(touch)) means that they touch.
pub type OwnTest = Rc<dyn Fn(&Item, &Item) -> Option<Option<Touch>>>;

/// A collider.
#[derive(Clone)]
pub struct Item {
    /// The world pixels that it covers.
    pub cover: Cover,
    /// Whether it has the rule of alpha sum.
    pub by_sum: bool,
    /// The layers that it is on, as bits.
    pub belongs_to: u32,
    /// The layers that it meets, as bits.
    pub collides_with: u32,
    /// The space it is in. Colliders of different spaces never meet.
    pub space: u32,
    /// Whether it is a sensor. Two sensors never meet.
    pub sensor: bool,
    /// Whether it takes part.
    pub enabled: bool,
    /// Its group, or 0. Colliders of one group never meet.
    pub group: u32,
    /// The user's data.
    pub data: u64,
    /// A test that is asked before the pixels. This collider is its first argument.
    pub own_test: Option<OwnTest>,
}

impl Item {
    /// A solid collider in space 0, on every layer, that meets every layer.
    #[must_use]
    pub fn new(cover: Cover) -> Item {
        Item {
            cover,
            by_sum: false,
            belongs_to: u32::MAX,
            collides_with: u32::MAX,
            space: 0,
            sensor: false,
            enabled: true,
            group: 0,
            data: 0,
            own_test: None,
        }
    }

    /// Whether two colliders may meet. Their positions do not matter.
    #[must_use]
    pub fn may_meet(&self, other: &Item) -> bool {
        self.enabled
            && other.enabled
            && self.space == other.space
            && self.belongs_to & other.collides_with != 0
            && other.belongs_to & self.collides_with != 0
            && !(self.sensor && other.sensor)
            && (self.group == 0 || self.group != other.group)
    }

    /// Whether one of the two's own tests gives an answer, so that pixels don't count.
    #[must_use]
    pub fn own_test_decides(&self, other: &Item) -> bool {
        let says =
            |me: &Item, other: &Item| me.own_test.as_ref().is_some_and(|test| test(me, other).is_some());
        says(self, other) || says(other, self)
    }

    /// Where two colliders touch that may meet. Their own tests are asked first, this collider's before the other's.
    #[must_use]
    pub fn touch(&self, other: &Item) -> Option<Touch> {
        if let Some(said) = self.own_test.as_ref().and_then(|test| test(self, other)) {
            return said;
        }
        if let Some(said) = other.own_test.as_ref().and_then(|test| test(other, self)) {
            return said;
        }
        self.cover.touch(&other.cover, self.by_sum || other.by_sum)
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Item")
            .field("cover", &self.cover)
            .field("by_sum", &self.by_sum)
            .field("layers", &(self.belongs_to, self.collides_with))
            .field("space", &self.space)
            .field("sensor", &self.sensor)
            .field("enabled", &self.enabled)
            .field("group", &self.group)
            .field("data", &self.data)
            .field("own_test", &self.own_test.is_some())
            .finish()
    }
}

/// What happened to a contact in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The pair touches now, and did not in the step before.
    Begin,
    /// It touches now, and did in the step before.
    Stay,
    /// It touched in the step before, and does not now.
    End,
}

/// A pair whose contact began, went on or ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldEvent<K> {
    /// Began, stays or ended.
    pub change: Change,
    /// The lower key.
    pub a: K,
    /// The higher key.
    pub b: K,
    /// The data of both.
    pub data: [u64; 2],
    /// Where they touch. None if the contact ended.
    pub touch: Option<Touch>,
    /// The step in which it began, counted from 1.
    pub since: u64,
}

/// Colliders by their keys, and the pairs that touched in the last step.
#[derive(Clone, Debug)]
pub struct World<K> {
    /// The colliders. Change them as you like between steps, and take them out with [`World::remove`].
    pub items: BTreeMap<K, Item>,
    /// With the step in which they began.
    touching: BTreeMap<(K, K), u64>,
    steps: u64,
    /// The data of the colliders that were removed since the last step.
    gone: BTreeMap<K, u64>,
}

impl<K: Copy + Ord> Default for World<K> {
    fn default() -> Self {
        World { items: BTreeMap::new(), touching: BTreeMap::new(), steps: 0, gone: BTreeMap::new() }
    }
}

impl<K: Copy + Ord> World<K> {
    /// Removes a collider. Its contacts end in the next step.
    pub fn remove(&mut self, key: K) -> Option<Item> {
        let item = self.items.remove(&key)?;
        self.gone.insert(key, item.data);
        Some(item)
    }

    /// Tests every pair. `keep` may refuse some. The events are sorted by the lower key, then by the higher one.
    pub fn step(&mut self, mut keep: impl FnMut(K, K) -> bool) -> Vec<WorldEvent<K>> {
        self.steps += 1;
        let mut now = BTreeMap::new();
        for (&a, first) in &self.items {
            for (&b, second) in &self.items {
                if a < b
                    && first.may_meet(second)
                    && keep(a, b)
                    && let Some(touch) = first.touch(second)
                {
                    now.insert((a, b), touch);
                }
            }
        }
        let mut pairs: Vec<(K, K)> = now.keys().chain(self.touching.keys()).copied().collect();
        pairs.sort();
        pairs.dedup();
        let mut events = Vec::new();
        for pair in pairs {
            let touch = now.get(&pair).copied();
            let change = match (self.touching.contains_key(&pair), touch.is_some()) {
                (false, _) => Change::Begin,
                (true, true) => Change::Stay,
                (true, false) => Change::End,
            };
            let data = [pair.0, pair.1].map(|key| match self.items.get(&key) {
                Some(item) => item.data,
                None => self.gone[&key],
            });
            let since = self.touching.get(&pair).copied().unwrap_or(self.steps);
            events.push(WorldEvent { change, a: pair.0, b: pair.1, data, touch, since });
        }
        self.touching = now
            .into_keys()
            .map(|pair| (pair, self.touching.get(&pair).copied().unwrap_or(self.steps)))
            .collect();
        self.gone.clear();
        events
    }

    /// The colliders that one collider touches now, sorted by key.
    #[must_use]
    pub fn touched_by(&self, key: K) -> Vec<(K, Touch)> {
        let Some(one) = self.items.get(&key) else { return Vec::new() };
        let mut touched = Vec::new();
        for (&other, item) in &self.items {
            if other == key || !one.may_meet(item) {
                continue;
            }
            // The lower key's own test comes first.
            let touch = if key < other { one.touch(item) } else { item.touch(one) };
            touched.extend(touch.map(|touch| (other, touch)));
        }
        touched
    }

    /// The colliders that a probe touches, of those for which a predicate holds. Their own tests are not asked.
    #[must_use]
    pub fn touched_at(&self, probe: &Cover, wanted: impl Fn(&Item) -> bool) -> Vec<(K, Touch)> {
        let mut touched = Vec::new();
        for (&key, item) in &self.items {
            if item.enabled && wanted(item) {
                touched.extend(item.cover.touch(probe, item.by_sum).map(|touch| (key, touch)));
            }
        }
        touched
    }

    /// The pairs that touched in the last step.
    #[must_use]
    pub fn contacts(&self) -> Vec<(K, K)> {
        self.touching.keys().copied().collect()
    }

    /// What a collider touched in the last step, sorted.
    #[must_use]
    pub fn contacts_of(&self, key: K) -> Vec<K> {
        let other = |&(a, b): &(K, K)| if a == key { Some(b) } else { (b == key).then_some(a) };
        let mut all: Vec<K> = self.touching.keys().filter_map(other).collect();
        all.sort();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i64) -> Item {
        Item::new(Cover::block(x, 0, 4, 4))
    }

    fn put(world: &mut World<u32>, key: u32, x: i64) {
        world.items.insert(key, Item { data: 10 * u64::from(key), ..square(x) });
    }

    fn changes(events: &[WorldEvent<u32>]) -> Vec<(Change, u32, u32)> {
        events.iter().map(|event| (event.change, event.a, event.b)).collect()
    }

    #[test]
    fn contacts_begin_stay_and_end() {
        let mut world = World::default();
        put(&mut world, 2, 3);
        put(&mut world, 1, 0);
        put(&mut world, 3, 100);
        let events = world.step(|_, _| true);
        let touch = Some(Touch { first: (3, 0), area: 4, bounds: (3, 0, 1, 4) });
        assert_eq!(
            events,
            [WorldEvent { change: Change::Begin, a: 1, b: 2, data: [10, 20], touch, since: 1 }]
        );
        let stay = world.step(|_, _| true);
        assert_eq!((changes(&stay), stay[0].since), (vec![(Change::Stay, 1, 2)], 1));
        assert_eq!((world.contacts_of(2), world.contacts_of(3)), (vec![1], vec![]));
        world.items.get_mut(&3).unwrap().cover = Cover::block(3, 0, 1, 1);
        world.items.get_mut(&1).unwrap().cover = Cover::block(-1, 0, 4, 4);
        // Touching edges don't touch.
        assert_eq!(changes(&world.step(|_, _| true)), [(Change::End, 1, 2), (Change::Begin, 2, 3)]);
        // The contact of the removed collider ends, with the data of both.
        world.items.get_mut(&3).unwrap().data = 7;
        world.remove(3);
        let end = WorldEvent { change: Change::End, a: 2, b: 3, data: [20, 7], touch: None, since: 3 };
        assert_eq!(world.step(|_, _| true), [end]);
        assert_eq!(world.step(|_, _| true), []);
    }

    #[test]
    fn layers_spaces_sensors_and_vetoes() {
        let meets = |change: &dyn Fn(&mut Item, &mut Item)| {
            let (mut a, mut b) = (square(0), square(1));
            change(&mut a, &mut b);
            a.may_meet(&b)
        };
        assert!(meets(&|_, _| {}));
        assert!(!meets(&|a, _| a.enabled = false));
        assert!(!meets(&|_, b| b.space = 1));
        assert!(!meets(&|a, b| (a.group, b.group) = (7, 7)));
        assert!(meets(&|a, b| (a.group, b.group) = (7, 8)));
        assert!(!meets(&|a, b| (a.belongs_to, b.collides_with) = (1, 2)));
        assert!(!meets(&|a, b| (b.belongs_to, a.collides_with) = (1, 2)));
        assert!(meets(&|a, b| (a.belongs_to, b.collides_with) = (3, 2)));
        assert!(meets(&|a, _| a.sensor = true));
        assert!(!meets(&|a, b| (a.sensor, b.sensor) = (true, true)));
        let mut world = World::default();
        put(&mut world, 1, 0);
        put(&mut world, 2, 0);
        assert_eq!(world.step(|a, b| (a, b) != (1, 2)), []);
        assert_eq!(world.touched_by(2)[0].0, 1);
        assert_eq!(world.touched_by(9), []);
        assert_eq!(world.touched_at(&Cover::block(3, 3, 9, 9), |item| item.data == 20).len(), 1);
    }

    #[test]
    fn own_tests_come_first_and_may_fall_through() {
        let mut world = World::default();
        put(&mut world, 1, 0);
        put(&mut world, 2, 0);
        let hit = Touch { first: (9, 9), area: 1, bounds: (9, 9, 1, 1) };
        let of = |world: &World<u32>| world.touched_by(1).into_iter().map(|(_, touch)| touch.area).next();
        let set = |world: &mut World<u32>, key, test: OwnTest| {
            world.items.get_mut(&key).unwrap().own_test = Some(test);
        };
        set(
            &mut world,
            2,
            Rc::new(move |own, other| (own.data == 20 && other.data == 10).then_some(Some(hit))),
        );
        assert_eq!(of(&world), Some(1));
        set(&mut world, 1, Rc::new(|_, _| None));
        assert_eq!(of(&world), Some(1), "it fell through to the other");
        set(&mut world, 1, Rc::new(|_, _| Some(None)));
        assert_eq!(of(&world), None);
        set(&mut world, 1, Rc::new(|_, _| None));
        set(&mut world, 2, Rc::new(|_, _| None));
        assert_eq!(of(&world), Some(16), "pixels");
    }
}
