use core::fmt;

use super::collider::Collider;
use super::event::Touch;
use super::handle::Handle;
use crate::geom::Rect;

/// A test that a collider brings along and that comes before the pixels: a ship whose flames are more than its picture, a shield that
/// only shots meet, a door that is open at times.
///
/// It is asked about each pair that its collider may be in, once a step: same space, layers that agree, boxes that share a pixel. If both
/// of a pair have a test the one with the lower handle is asked first. When a test has nothing to say the other's is asked, then the
/// pixels. Tests are asked on the thread that steps, in an order that is the same on every machine and with every broad phase.
pub trait CustomTest: Send + Sync {
    /// Whether the collider `me`, which brings this test, touches `other`, and where. None leaves it to the other collider's test, or to
    /// the pixels.
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict>;

    /// The world pixels where it wants to be asked, given those around the collider's own pixels (None when it covers none): by default
    /// these. A test that reaches farther than the picture must say so here, or it is not asked about what is out there. Asked when the
    /// collider is inserted, moved or changed.
    fn reach(&self, me: &Collider, own: Option<Rect>) -> Option<Rect> {
        let _ = me;
        own
    }
}

/// What a [`CustomTest`] says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// They don't touch.
    Apart,
    /// They do; the event carries this.
    Touching(Touch),
}

/// A collider of a world.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Member<'a> {
    /// Its name.
    pub handle: Handle,
    /// What it is.
    pub collider: &'a Collider,
}

impl fmt::Debug for dyn CustomTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomTest")
    }
}
