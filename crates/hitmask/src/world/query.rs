//! Questions about any place of a world, between steps.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::World;
use super::collider::{ColliderShape, Layers};
use super::cover::{Cover, Meeting};
use super::custom::Verdict;
use super::drawn::Drawing;
use super::event::Contact;
use super::handle::Handle;
use super::line;
use super::space::Filter;
use super::texels::Texels;
use crate::broad_phase::Aabb;
use crate::geom::{PixelLine, Point, Pose, Rect};
use crate::mask::Mask;
use crate::placed::{Footprint, Form};
use crate::shape::{Circle, ConvexPolygon};

/// Which colliders a query looks at. By default all bodies of space 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QueryFilter {
    /// The space that is looked at.
    pub space: u32,
    /// The layers of whoever asks: both sides must agree, as for two colliders.
    pub layers: Layers,
    /// Whether sensors are found, too.
    pub sensors: bool,
    /// A collider that is not looked at: whoever asks, mostly.
    pub except: Option<Handle>,
}

impl Default for QueryFilter {
    fn default() -> QueryFilter {
        QueryFilter { space: 0, layers: Layers::new(u32::MAX, u32::MAX), sensors: false, except: None }
    }
}

impl QueryFilter {
    pub(super) fn to_filter(self) -> Filter {
        Filter { layers: self.layers, is_sensor: !self.sensors }
    }
}

/// A shape to ask a [`World`] about: "what would I touch there?"
#[derive(Clone, Debug)]
pub struct Probe(Asked);

#[derive(Clone, Debug)]
enum Asked {
    Shape(ColliderShape, Option<Pose>),
    Line(PixelLine),
}

impl Probe {
    /// One pixel.
    #[must_use]
    pub fn point(pixel: impl Into<Point>) -> Probe {
        let Point { x, y } = pixel.into();
        Probe::rect(Rect::new(x, y, 1, 1))
    }

    /// All pixels of a rectangle.
    #[must_use]
    pub fn rect(rect: Rect) -> Probe {
        Probe::shape(rect, Pose::IDENTITY)
    }

    /// The pixels whose middles lie in a circle.
    #[must_use]
    pub fn circle(circle: Circle) -> Probe {
        Probe::shape(circle, Pose::IDENTITY)
    }

    /// The pixels whose middles lie in a convex polygon.
    #[must_use]
    pub fn polygon(polygon: &Arc<ConvexPolygon>) -> Probe {
        Probe::shape(polygon, Pose::IDENTITY)
    }

    /// The pixels that a mask covers in a pose; `Pose::at(x, y)` for one that is not turned.
    #[must_use]
    pub fn mask(mask: &Arc<Mask>, pose: impl Into<Option<Pose>>) -> Probe {
        Probe::shape(mask, pose)
    }

    /// Anything that a collider may be, in a pose.
    #[must_use]
    pub fn shape(shape: impl Into<ColliderShape>, pose: impl Into<Option<Pose>>) -> Probe {
        Probe(Asked::Shape(shape.into(), pose.into()))
    }

    /// The pixels of a segment, both ends among them, by Bresenham's rule: one in each column of a flat segment, one in each row of a
    /// steep one, each the nearest to the segment; where two are as near, the one nearer to the second point's side.
    #[must_use]
    pub fn line(from: impl Into<Point>, to: impl Into<Point>) -> Probe {
        Probe(Asked::Line(PixelLine::between(from.into(), to.into())))
    }
}

/// A question that is ready to be answered, in one of three forms: [`all`](Query::all), [`any`](Query::any), [`each`](Query::each).
/// Made by [`World::query`].
#[derive(Debug)]
pub struct Query<'w> {
    world: &'w World,
    asked: Asked,
    filter: QueryFilter,
    footprint: Footprint,
    drawn: Option<Box<Drawing>>,
}

impl World {
    /// Asks which colliders a probe touches, as they are now, whether or not there was a step since they moved. By pixels; custom tests
    /// are not asked.
    ///
    /// Fast after a step: then the broad phase knows where everything is. Colliders that moved since are looked at one by one.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Probe, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let ring = Mask::from_fn(9, 9, |x, y| !(3..6).contains(&x) || !(3..6).contains(&y));
    /// let ring = world.insert(Collider::new(ring).at((10, 10)));
    /// let everyone = QueryFilter::default();
    /// assert_eq!(world.query(&Probe::point((12, 12)), &everyone).all(), [ring]);
    /// assert!(!world.query(&Probe::point((14, 14)), &everyone).any());                  // the hole
    /// assert!(world.query(&Probe::line((0, 0), (30, 30)), &everyone).any());
    /// ```
    #[must_use]
    pub fn query(&self, probe: &Probe, filter: &QueryFilter) -> Query<'_> {
        let mut query = Query {
            world: self,
            asked: probe.0.clone(),
            filter: *filter,
            footprint: Footprint::NOTHING,
            drawn: None,
        };
        if let Asked::Shape(shape, Some(pose)) = &query.asked {
            let texels = Texels::of(shape, *pose);
            query.footprint = texels.footprint();
            if query.footprint.form == Form::Drawn {
                let mut drawn = Box::<Drawing>::default();
                drawn.draw(texels);
                query.drawn = Some(drawn);
            }
        }
        query
    }

    /// The contacts of one collider as it is now, right after it moved, without a step: with all whom it would meet in one, custom
    /// tests included. Sorted by handle. None if the handle is stale. Events are not affected.
    #[must_use]
    pub fn collide_one(&self, handle: Handle) -> Option<Vec<Contact>> {
        let mut contacts = Vec::new();
        self.collide_one_into(handle, &mut contacts)?;
        Some(contacts)
    }

    /// As [`World::collide_one`], into a vector of yours; what it held is gone.
    #[must_use = "None says that the handle is stale"]
    pub fn collide_one_into(&self, handle: Handle, contacts: &mut Vec<Contact>) -> Option<()> {
        let live = self.live(handle)?;
        let space = &self.spaces[live.space as usize];
        let area = space.boxes[live.row as usize];
        contacts.clear();
        let _ = space.each_in(area, live.filter(), &mut |index| {
            if index != handle.index {
                let touch = match self.ask_tests(handle.index, index) {
                    Some(Verdict::Apart) => None,
                    Some(Verdict::Touching(touch)) => Some(touch),
                    None => self.touch(handle.index, index, self.options.detail),
                };
                let data = self.at(index).collider.data;
                contacts.extend(touch.map(|touch| Contact { handle: self.handle_at(index), data, touch }));
            }
            ControlFlow::Continue(())
        });
        contacts.sort_unstable_by_key(|contact| contact.handle);
        Some(())
    }

    /// Calls with the place of everyone whom the filter lets through and whose box shares a pixel with an area, in no particular
    /// order.
    pub(super) fn each_near(
        &self,
        area: Aabb,
        filter: &QueryFilter,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let found = self.space_of.binary_search_by_key(&filter.space, |&(id, _)| id);
        let Ok(found) = found else { return ControlFlow::Continue(()) };
        let space = &self.spaces[self.space_of[found].1 as usize];
        space.each_in(area, filter.to_filter(), &mut |index| {
            if filter.except == Some(self.handle_at(index)) { ControlFlow::Continue(()) } else { f(index) }
        })
    }
}

impl Query<'_> {
    /// Everyone whom it touches, in the order of their handles.
    #[must_use]
    pub fn all(&self) -> Vec<Handle> {
        let mut all = Vec::new();
        self.all_into(&mut all);
        all
    }

    /// As [`Query::all`], into a vector of yours; what it held is gone.
    pub fn all_into(&self, all: &mut Vec<Handle>) {
        all.clear();
        let _ = self.each_index(&mut |index| {
            all.push(self.world.handle_at(index));
            ControlFlow::Continue(())
        });
        all.sort_unstable();
    }

    /// Whether it touches anyone. Stops at the first that is found.
    #[must_use]
    pub fn any(&self) -> bool {
        self.each_index(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Calls with everyone whom it touches, in no particular order, and with where, until `f` breaks.
    pub fn each(&self, mut f: impl FnMut(Contact) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_index(&mut |index| {
            let live = self.world.at(index);
            let touch = match (&self.asked, live.cover()) {
                (Asked::Line(line), Some(cover)) => line::touch(line, &cover, self.world.options.detail),
                (Asked::Shape(..), Some(cover)) => {
                    let Some(own) = self.cover() else { return ControlFlow::Continue(()) };
                    Meeting::of(&own, &cover).touch(self.world.options.detail)
                }
                (_, None) => None,
            };
            match touch {
                Some(touch) => {
                    f(Contact { handle: self.world.handle_at(index), data: live.collider.data, touch })
                }
                None => ControlFlow::Continue(()),
            }
        })
    }

    /// What the probe covers.
    fn cover(&self) -> Option<Cover<'_>> {
        let Asked::Shape(shape, Some(pose)) = &self.asked else { return None };
        Cover::new(Texels::of(shape, *pose), &self.footprint, self.drawn.as_deref())
    }

    /// Calls with the place of everyone whom it touches.
    fn each_index(&self, f: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.asked {
            Asked::Line(line) => {
                self.world.each_near(line.extent().into(), &self.filter, &mut |index| match self
                    .world
                    .at(index)
                    .cover()
                {
                    Some(cover) if line::first_in(line, &cover).is_some() => f(index),
                    _ => ControlFlow::Continue(()),
                })
            }
            Asked::Shape(..) => {
                let Some(own) = self.cover() else { return ControlFlow::Continue(()) };
                let area = own.extent().into();
                self.world.each_near(area, &self.filter, &mut |index| match self.world.at(index).cover() {
                    Some(cover) if Meeting::of(&own, &cover).touches() => f(index),
                    _ => ControlFlow::Continue(()),
                })
            }
        }
    }
}
