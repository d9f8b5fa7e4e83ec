use core::fmt;

use crate::geom::Rect;
use crate::world::types::collider::Collider;
use crate::world::types::event::Touch;
use crate::world::types::handle::Handle;

/// A collider's own test, which is asked before the pixels: a ship whose flames reach beyond its picture, a shield that only shots meet,
/// a door that is sometimes open.
///
/// It is asked once a step about each pair of its collider whose spaces and layers agree and whose boxes share a pixel. If both colliders
/// of a pair have a test, the one with the lower handle is asked first. If it returns None, the other one is asked; if that returns None,
/// too, the pixels decide. Tests run on the thread that calls the step. Their order is the same on every machine and with every broad
/// phase.
pub trait CustomTest: Send + Sync {
    /// Whether the collider `me`, which carries this test, touches `other`, and where. None leaves the answer to the other collider's test,
    /// or to the pixels.
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict>;

    /// The box of world pixels in which the test is asked. `own` is the box around the collider's pixels, or None if it covers none; the
    /// default returns it. A test that reaches beyond the picture must return a larger box, or it is not asked about colliders out there.
    /// Called when the collider is inserted, moved or changed.
    fn reach(&self, me: &Collider, own: Option<Rect>) -> Option<Rect> {
        let _ = me;
        own
    }
}

/// The answer of a [`CustomTest`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// They don't touch.
    Apart,
    /// They touch. The event carries this touch.
    Touching(Touch),
}

/// A collider of a world, with its handle.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Member<'a> {
    /// Its handle.
    pub handle: Handle,
    /// The collider itself.
    pub collider: &'a Collider,
}

impl fmt::Debug for dyn CustomTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomTest")
    }
}
