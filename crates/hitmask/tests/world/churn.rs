//! Colliders that come and go.

use hitmask::{Collider, EventKind, Rect, World};

/// What comes and goes without a step leaves nothing behind, whatever touched in the last step. Those that touched still end their contacts
/// with the data that they had last.
#[test]
fn a_million_that_come_and_go_leave_nothing() {
    for pairs in [0, 1, 40] {
        let mut world = World::new();
        let square = |x, data| Collider::new(Rect::new(x, 0, 4, 4)).with_data(data);
        let residents: Vec<_> =
            (0..pairs).map(|i| [0, 2].map(|x| world.insert(square(10 * i + x, 0)))).collect();
        // The first guests leave free slots that lie among those of the contacts.
        let lost = [0, 500].map(|x| world.insert(square(x, 0)));
        world.step().unwrap();
        for handle in lost {
            world.remove(handle);
        }
        let come_and_go = |world: &mut World, times: u64| {
            for i in 0..times {
                let guests = [0, 400].map(|x| world.insert(square(x, i)));
                for guest in guests {
                    world.remove(guest).unwrap();
                }
            }
            world.memory_bytes()
        };
        let first = come_and_go(&mut world, 3);
        assert_eq!(come_and_go(&mut world, 500_000), first, "{pairs} pairs");
        for (data, &[a, b]) in (1..).zip(&residents) {
            world.edit(a, |collider| collider.data = data).unwrap();
            world.edit(b, |collider| collider.data = data + 1000).unwrap();
            world.remove(b).unwrap();
            world.remove(a).unwrap();
        }
        let kept = world.memory_bytes();
        assert!(come_and_go(&mut world, 10_000) <= kept.max(first), "{pairs} pairs");
        // The lost one at 0 touched the first pair, if there is one.
        let ends = world.step().unwrap();
        assert!(ends.iter().all(|end| end.kind == EventKind::End));
        let of_lost = ends.iter().filter(|end| lost.contains(&end.b)).count();
        assert_eq!((of_lost, ends.len() - of_lost), (if pairs > 0 { 2 } else { 0 }, residents.len()));
        for (data, pair) in (1..).zip(&residents) {
            let end = ends.iter().find(|end| [end.a, end.b] == *pair).unwrap();
            assert_eq!(end.data, [data, data + 1000]);
        }
    }
}
