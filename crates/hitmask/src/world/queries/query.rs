//! Queries between steps: which colliders are at a place, under a shape, on a line. `Filter::agree` in `broad_phase/filter.rs` decides by
//! layers, groups and sensors.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::broad_phase::Aabb;
use crate::geom::{CompactSort, Offset, PixelLine, Point, PointQ16, Pose, Rect};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::placed::Form;
use crate::shape::{Circle, ConvexPolygon};
use crate::world::broad_phase::filter::Filter;
use crate::world::collider::drawing::Drawing;
use crate::world::collider::event::{Contact, Touch};
use crate::world::collider::form::Formed;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldOptions;
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::{ColliderProps, Layers, Member, Verdict};
use crate::world::narrow_phase::cover_meeting;
use crate::world::narrow_phase::labels::Labelled;
use crate::world::narrow_phase::raster_cover::RasterCover;
use crate::world::store::Store;
use crate::world::store::world::World;

/// Which colliders a question looks at.
///
/// Whatever a filter leaves unsaid (None), the question decides. A question **about a collider** looks in that collider's own space, by its
/// layers and its group: [`World::move_and_slide`](crate::World::move_and_slide), [`World::fit_frame`](crate::World::fit_frame) and its relatives, [`World::cast`](crate::World::cast) of a handle. Any other
/// question (a probe, a pixel, a ray) looks in space 0, at every layer and group: start with [`World::filter_of`](crate::World::filter_of) to ask it for a collider.
/// A filter that names a space, layers or a group replaces that one. Sensors are skipped.
///
/// ```
/// use hitmask::{Collider, Layers, Mask, Member, Probe, QueryFilter, World};
/// const PLAYERS: u32 = 1 << 0;
/// const ENEMIES: u32 = 1 << 1;
/// let mut world = World::new();
/// let hero = world.insert(Collider::new(Mask::filled(8, 8)).on(Layers::new(PLAYERS, ENEMIES)));
/// let enemy = world.insert(Collider::new(Mask::filled(8, 8)).on(Layers::new(ENEMIES, PLAYERS)));
/// let filter = QueryFilter::default().on(world.get(hero).unwrap().layers).except(hero);
/// assert_eq!(world.query(&Probe::point((3, 3)), &filter).all(), [enemy]);
/// // Several exceptions, and any other condition. Both are borrowed, so a filter stays a small value.
/// let weak = |member: Member<'_>| member.collider.data < 10;
/// let hit_before = [hero];
/// let filter = QueryFilter::default().except_all(&hit_before).only_if(&weak);
/// assert_eq!(world.query(&Probe::point((3, 3)), &filter).all(), [enemy]);
/// ```
#[derive(Clone, Copy, Default)]
pub struct QueryFilter<'a> {
    /// The space to look at. None: that of the collider that is asked about, otherwise 0.
    pub space: Option<u32>,
    /// The layers of the asker. Both sides must agree, as for two colliders. None: those of the collider that is asked about, otherwise
    /// all.
    pub layers: Option<Layers>,
    /// The group of the asker: colliders of that group are skipped. 0 is no group. None: that of the collider that is asked about, otherwise
    /// 0.
    pub group: Option<u32>,
    /// Whether to find sensors, too.
    pub sensors: bool,
    /// A collider to skip: for example the one that asks.
    #[doc(alias = "exclude")]
    #[doc(alias = "ignore")]
    pub except: Option<Handle>,
    /// More colliders to skip: for example all that a shot has hit already. Each collider that is looked at is compared with all of them, so
    /// keep the list short, or use [`QueryFilter::accept`] with a set of your own. Stale handles skip nothing.
    pub except_all: &'a [Handle],
    /// A condition that a collider must meet. It is asked after everything above, and before pixels. It may be asked about a collider that
    /// the probe does not touch, and more than once about one: within a call, give the same answer. The order is unspecified. With None, all
    /// are accepted.
    pub accept: Option<&'a (dyn Fn(Member<'_>) -> bool + Sync)>,
}

/// The condition is a function, of which only its presence can be printed.
impl fmt::Debug for QueryFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryFilter")
            .field("space", &self.space)
            .field("layers", &self.layers)
            .field("group", &self.group)
            .field("sensors", &self.sensors)
            .field("except", &self.except)
            .field("except_all", &self.except_all)
            .field("accept", &self.accept.map(|_| "a function"))
            .finish()
    }
}

impl<'a> QueryFilter<'a> {
    /// The same filter for an asker on these layers. A collider's own are `world.get(handle)?.layers`.
    #[must_use]
    pub fn on(self, layers: Layers) -> QueryFilter<'a> {
        QueryFilter { layers: Some(layers), ..self }
    }

    /// The same filter in a space.
    #[must_use]
    pub fn in_space(self, space: u32) -> QueryFilter<'a> {
        QueryFilter { space: Some(space), ..self }
    }

    /// The same filter for an asker of a group: see [`ColliderProps::group`](crate::ColliderProps::group).
    #[must_use]
    pub fn in_group(self, group: u32) -> QueryFilter<'a> {
        QueryFilter { group: Some(group), ..self }
    }

    /// The same filter, which finds sensors, too.
    #[must_use]
    pub fn with_sensors(self) -> QueryFilter<'a> {
        QueryFilter { sensors: true, ..self }
    }

    /// The same filter, which skips a collider: for example the one that asks. For several, [`QueryFilter::except_all`].
    #[must_use]
    pub fn except(self, handle: Handle) -> QueryFilter<'a> {
        QueryFilter { except: Some(handle), ..self }
    }

    /// The same filter, which skips several colliders, besides that of [`QueryFilter::except`].
    #[must_use]
    pub fn except_all(self, handles: &'a [Handle]) -> QueryFilter<'a> {
        QueryFilter { except_all: handles, ..self }
    }

    /// The same filter, which finds only colliders that meet a condition.
    #[doc(alias = "predicate")]
    #[must_use]
    pub fn only_if(self, accept: &'a (dyn Fn(Member<'_>) -> bool + Sync)) -> QueryFilter<'a> {
        QueryFilter { accept: Some(accept), ..self }
    }

    /// Whether a collider is an exception.
    #[inline]
    fn leaves_out(&self, handle: Handle) -> bool {
        self.except == Some(handle) || self.except_all.contains(&handle)
    }

    /// The same filter for a question about a collider: what it leaves unsaid is the collider's own.
    pub(crate) fn about(&self, props: &ColliderProps) -> QueryFilter<'a> {
        QueryFilter {
            space: self.space.or(Some(props.space)),
            layers: self.layers.or(Some(props.layers)),
            group: self.group.or(Some(props.group)),
            ..*self
        }
    }

    /// What it says about others, for a question that is not about a collider.
    pub(crate) fn to_filter(self) -> Filter {
        Filter {
            layers: self.layers.unwrap_or(Layers::new(u32::MAX, u32::MAX)),
            group: self.group.unwrap_or(0),
            is_family: false,
            is_sensor: !self.sensors,
            is_swept: false,
            is_first_only: false,
        }
    }
}

/// What to ask a [`World`](crate::World) about with [`World::query`](crate::World::query): a pixel, a shape in a pose, or a line.
#[doc(alias = "overlap test")]
#[doc(alias = "hit test")]
#[derive(Clone, Debug)]
pub struct Probe(Asked);

#[derive(Clone, Debug)]
enum Asked {
    Shape(ColliderShape, Option<Pose>),
    Line(PixelLine),
}

impl Probe {
    /// One pixel. [`World::pick`](crate::World::pick) asks for the topmost collider at a pixel, such as that under the mouse.
    #[doc(alias = "picking")]
    #[doc(alias = "mouse")]
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

    /// The pixels whose centres lie in a circle. For the pixels up to 8 pixels around the mouse:
    ///
    /// ```
    /// # use hitmask::{Circle, Probe};
    /// # let (x, y) = (30.0, 40.0);
    /// let finger = Probe::circle(Circle::from_f64([x + 0.5, y + 0.5], 8.0)?);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[must_use]
    pub fn circle(circle: Circle) -> Probe {
        Probe::shape(circle, Pose::IDENTITY)
    }

    /// The pixels whose centres lie in a convex polygon. For any other polygon, such as a lasso, fill it with
    /// [`Mask::from_polygons`] and use [`Probe::shape`].
    #[must_use]
    pub fn polygon(polygon: &Arc<ConvexPolygon>) -> Probe {
        Probe::shape(polygon, Pose::IDENTITY)
    }

    /// The pixels that a shared mask covers under a pose. `Pose::at(x, y)` is the pose of a mask that is only moved. With None it covers
    /// nothing. [`Probe::shape`] takes a mask by value, too.
    #[must_use]
    pub fn mask(mask: &Arc<Mask>, pose: impl Into<Option<Pose>>) -> Probe {
        Probe::shape(mask, pose)
    }

    /// Any shape that a collider can have, under a pose. With None it covers nothing.
    #[must_use]
    pub fn shape(shape: impl Into<ColliderShape>, pose: impl Into<Option<Pose>>) -> Probe {
        Probe(Asked::Shape(shape.into(), pose.into()))
    }

    /// The pixels of a segment, both end points included, by Bresenham's rule: one pixel in each column of a flat segment, one in each row
    /// of a steep one, each time the nearest to the segment. Of two equally near pixels it takes the one on the side of the second point.
    #[must_use]
    pub fn line(from: impl Into<Point>, to: impl Into<Point>) -> Probe {
        Probe(Asked::Line(PixelLine::between(from.into(), to.into())))
    }
}

impl Probe {
    /// The shape and its pose; of a line, a mask of its pixels. None if it covers nothing. Refuses a line that does not fit a mask.
    pub(crate) fn placed_shape(&self) -> Result<Option<(Cow<'_, ColliderShape>, Pose)>, InvalidArgument> {
        let line = match &self.0 {
            Asked::Shape(shape, pose) => return Ok(pose.map(|pose| (Cow::Borrowed(shape), pose))),
            Asked::Line(line) => line,
        };
        let extent = line.extent();
        let (w, h) = extent.size();
        let mut mask = Mask::try_new(w, h).map_err(|refused| refused.of("probe"))?;
        for step in 0..=line.steps() {
            mask.set((line.at(step) - extent.corner()).as_pixel(), true);
        }
        let Offset { x, y } = extent.corner();
        Ok(Some((Cow::Owned(mask.into()), Pose::IDENTITY.placed(PointQ16::new(x << 16, y << 16)))))
    }
}

/// A query that is ready to be answered by [`all`](Query::all), [`any`](Query::any) or [`each`](Query::each). It holds copies of the probe
/// and of the filter, and borrows the world and what the filter borrows. Made by [`World::query`](crate::World::query).
#[derive(Debug)]
pub struct Query<'w> {
    pub(crate) store: &'w Store,
    asked: Asked,
    filter: QueryFilter<'w>,
    drawn: Option<Box<Drawing>>,
}

impl World {
    /// The filter with which a collider would ask for others: its space, layers and group, and not itself. For questions by probes, pixels
    /// and rays: questions about the collider need it only to be changed. None if the handle is stale.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let wall = world.insert(Collider::new(Rect::new(100, 0, 8, 90)).in_space(1));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 50)).in_space(1));
    /// let gun = (14, 58);
    /// let filter = world.filter_of(hero).unwrap();
    /// assert_eq!(world.ray_cast(gun, (200, 0), &filter).map(|hit| hit.handle), Some(wall));
    /// assert!(world.ray_cast(gun, (200, 0), &QueryFilter::default()).is_none());          // a ray of its own looks in space 0
    /// ```
    #[must_use]
    pub fn filter_of(&self, handle: Handle) -> Option<QueryFilter<'static>> {
        let filter = QueryFilter::default().about(self.store.stored(handle)?);
        Some(filter.except(self.store.root(handle.index).map_or(handle, |root| self.store.handle_at(root))))
    }

    /// Asks which colliders touch a probe, as they are now: those that moved since the last step are found where they are. Pixels decide;
    /// custom tests are not asked. Probe and filter are copied, so they may be temporaries.
    ///
    /// # Complexity
    /// As after a step if colliders moved or changed since: the first eight questions look at each of these, then one puts them into a grid.
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
    #[doc(alias = "query_aabb")]
    #[doc(alias = "query_rect")]
    #[doc(alias = "overlap_box")]
    #[doc(alias = "overlap_circle")]
    #[doc(alias = "intersect_shape")]
    #[doc(alias = "picking")]
    #[doc(alias = "overlap test")]
    #[doc(alias = "hit test")]
    #[doc(alias = "intersection test")]
    #[doc(alias = "point query")]
    #[must_use]
    pub fn query<'w>(&'w self, probe: &Probe, filter: &QueryFilter<'w>) -> Query<'w> {
        self.store.query(probe, filter)
    }

    /// The contacts of one collider as it is now, without a step: all colliders that it would touch in a step, custom tests included.
    /// Sorted by handle. None if the handle is stale. Contacts and events of the world stay as they are. Normals and separations are from
    /// this collider to the other.
    ///
    /// # Complexity
    /// As [`World::query`], and the allocation of the result.
    #[doc(alias = "overlap test")]
    #[doc(alias = "collision test")]
    #[must_use]
    pub fn collide_one(&self, handle: Handle) -> Option<Vec<Contact>> {
        let mut contacts = Vec::new();
        self.collide_one_into(handle, &mut contacts)?;
        Some(contacts)
    }

    /// As [`World::collide_one`], but writes into your vector, so that it need not allocate. The vector's old contents are dropped. With a
    /// stale handle it returns None and leaves the vector as it is.
    #[must_use = "None says that the handle is stale"]
    pub fn collide_one_into(&self, handle: Handle, contacts: &mut Vec<Contact>) -> Option<()> {
        self.store.stored(handle)?;
        let Store { slots, options: WorldOptions { detail, .. }, .. } = &self.store;
        contacts.clear();
        let _ = self.store.each_beside(handle.index, &mut |index| {
            if index != handle.index {
                let touch = match self.store.ask_tests(handle.index, index) {
                    Some(Verdict::Apart) => None,
                    Some(Verdict::Touching(touch)) => Some(touch),
                    None if detail.labels => {
                        let touch = slots.touch(handle.index, index, *detail);
                        touch.map(|touch| slots.touch_with_labels(touch, handle.index, index))
                    }
                    None => slots.touch(handle.index, index, *detail),
                };
                let data = self.store.at(index).data;
                contacts.extend(touch.map(|touch| Contact {
                    handle: self.store.handle_at(index),
                    data,
                    touch,
                }));
            }
            ControlFlow::Continue(())
        });
        contacts.sort_compact_by_key(|contact| contact.handle);
        Some(())
    }
}

impl Store {
    /// Asks which colliders touch a probe, as they are now: those that moved since the last step are found where they are.
    pub(crate) fn query<'w>(&'w self, probe: &Probe, filter: &QueryFilter<'w>) -> Query<'w> {
        let mut query = Query { store: self, asked: probe.0.clone(), filter: *filter, drawn: None };
        match &mut query.asked {
            Asked::Line(line) => *line = self.plane().line(*line),
            Asked::Shape(..) => query.drawn = query.formed().and_then(|formed| drawing(&formed)),
        }
        query
    }

    /// Calls `f` with the slot of each collider that the filter lets through and whose box shares a pixel with an area. The order is
    /// unspecified.
    pub(crate) fn each_near(
        &self,
        area: Aabb,
        filter: &QueryFilter<'_>,
        f: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ask = |index: u32| {
            // Who leaves out a collider leaves out its parts, and theirs.
            let is_left_out = filter.leaves_out(self.handle_at(index))
                || self.parts > 0 && self.above(index).any(|above| filter.leaves_out(self.handle_at(above)));
            let is_asked = !is_left_out && filter.accept.is_none_or(|accept| accept(self.member(index)));
            if is_asked { f(index) } else { ControlFlow::Continue(()) }
        };
        self.each_in_space(filter.space.unwrap_or(0), area, filter.to_filter(), &mut ask)
    }

    /// As [`Store::each_near`], for all that cover something, with what each covers.
    pub(crate) fn each_cover_near<'w>(
        &'w self,
        area: Aabb,
        filter: &QueryFilter<'_>,
        mut f: impl FnMut(u32, RasterCover<'w>),
    ) {
        let _ = self.each_near(area, filter, &mut |index| {
            if let Some(cover) = self.slots.cover(index) {
                f(index, cover);
            }
            ControlFlow::Continue(())
        });
    }
}

impl Query<'_> {
    /// All colliders that touch the probe, in the order of their handles.
    #[must_use]
    pub fn all(&self) -> Vec<Handle> {
        let mut all = Vec::new();
        self.all_into(&mut all);
        all
    }

    /// As [`Query::all`], but writes into your vector. The vector's old contents are dropped.
    pub fn all_into(&self, all: &mut Vec<Handle>) {
        all.clear();
        let _ = self.each_touching(&mut |index| {
            all.push(self.store.handle_at(index));
            ControlFlow::Continue(())
        });
        // Those that live have different indices.
        all.sort_fast_by_key(|handle| handle.index);
    }

    /// Whether any collider touches the probe. Stops at the first one found.
    #[must_use]
    pub fn any(&self) -> bool {
        self.each_touching(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Calls `f` with each collider that touches the probe and where they touch, until `f` breaks. The order is unspecified. For a shape,
    /// `touch` is computed as [`World::step`](crate::World::step)'s events are; [`WorldOptions::detail`](crate::WorldOptions::detail) says what it holds.
    /// Normal and separation are from the probe to the collider; a line has neither.
    pub fn each(&self, mut f: impl FnMut(Contact) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_touching(&mut |index| {
            let touch = match (&self.asked, self.store.slots.cover(index)) {
                (Asked::Line(line), Some(cover)) => self.store.touch_on_line(line, &cover),
                (Asked::Shape(..), Some(cover)) => self.cover().and_then(|own| {
                    cover_meeting::touch(self.store.plane(), &own, &cover, self.store.options.detail)
                }),
                (_, None) => None,
            };
            let Some(touch) = touch else { return ControlFlow::Continue(()) };
            let (data, touch) = (self.store.at(index).data, self.with_labels(touch, index));
            f(Contact { handle: self.store.handle_at(index), data, touch })
        })
    }

    /// The same touch with the labels at its pixel, if they are wanted.
    fn with_labels(&self, touch: Touch, index: u32) -> Touch {
        let Store { options, slots, .. } = self.store;
        if !options.detail.labels {
            return touch;
        }
        let Some(other) = slots.labelled(index) else { return touch };
        let own = match &self.asked {
            Asked::Shape(shape, _) => self.formed().map(|formed| Labelled::new(shape, &formed)),
            Asked::Line(_) => None,
        };
        touch.with_labels(slots.plane, &own.unwrap_or(Labelled::NONE), &other)
    }

    /// What the probe covers.
    fn cover(&self) -> Option<RasterCover<'_>> {
        self.formed()?.cover(self.drawn.as_deref())
    }

    fn formed(&self) -> Option<Formed<'_>> {
        let Asked::Shape(shape, Some(pose)) = &self.asked else { return None };
        Some(Formed::of(shape, *pose, self.store.plane()))
    }

    /// Calls `f` with the slot of each collider that touches the probe.
    pub(crate) fn each_touching(&self, f: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let Query { store, asked, filter, .. } = self;
        match asked {
            Asked::Line(line) => {
                let area = line.extent().into();
                store.each_near(area, filter, &mut |index| match store.slots.cover(index) {
                    Some(cover) if store.first_in(line, &cover).is_some() => f(index),
                    _ => ControlFlow::Continue(()),
                })
            }
            Asked::Shape(..) => {
                let Some(own) = self.cover() else { return ControlFlow::Continue(()) };
                let area = own.extent().into();
                store.each_near(area, filter, &mut |index| match store.slots.cover(index) {
                    Some(cover) if store.slots.covers_touch(&own, &cover) => f(index),
                    _ => ControlFlow::Continue(()),
                })
            }
        }
    }
}

/// The picture of a shape that must be drawn to be read.
pub(crate) fn drawing(formed: &Formed<'_>) -> Option<Box<Drawing>> {
    (formed.footprint.form == Form::Drawn).then(|| {
        let mut drawing = Box::<Drawing>::default();
        drawing.draw(formed.texels);
        drawing
    })
}
