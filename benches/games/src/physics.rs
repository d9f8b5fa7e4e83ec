//! The physics engines, and the polygons that one traces from masks for them.

use hitmask::{Connectivity, Mask, Simplify};
use rapier2d::prelude::*;

/// Convex pieces of the outline, traced within a pixel, as the exporters of polygons do.
pub fn traced(mask: &Mask) -> Vec<Vec<[f32; 2]>> {
    let outline = mask.outline(Connectivity::Four);
    let simple = outline.simplify(&Simplify::within(1.0)).unwrap_or(outline);
    let corners = |piece: &[hitmask::Point]| piece.iter().map(|p| [p.x as f32, p.y as f32]).collect();
    simple.convex_pieces().iter().map(corners).collect()
}

/// The pieces as one shape of rapier2d around (0, 0).
pub fn shape(mask: &Mask, middle: [f32; 2]) -> SharedShape {
    let piece = |corners: &Vec<[f32; 2]>| {
        let corners: Vec<Vector> =
            corners.iter().map(|&[x, y]| Vector::new(x - middle[0], y - middle[1])).collect();
        Some((Pose::IDENTITY, SharedShape::convex_hull(&corners)?))
    };
    SharedShape::compound(traced(mask).iter().filter_map(piece).collect())
}

/// rapier2d without the dynamics: its colliders, and what finds who touches whom.
pub struct Rapier {
    pub colliders: ColliderSet,
    pub bodies: RigidBodySet,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    pipeline: CollisionPipeline,
}

impl Rapier {
    pub fn new() -> Rapier {
        Rapier {
            colliders: ColliderSet::new(),
            bodies: RigidBodySet::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            pipeline: CollisionPipeline::new(),
        }
    }

    /// A collider that is asked only whom it touches, of its own group and against another one.
    pub fn sensor(
        &mut self,
        shape: SharedShape,
        number: usize,
        group: Group,
        others: Group,
    ) -> ColliderHandle {
        let groups = InteractionGroups::new(group, others, InteractionTestMode::And);
        let kinds = ActiveCollisionTypes::all();
        let collider = ColliderBuilder::new(shape).sensor(true).active_collision_types(kinds);
        self.colliders.insert(collider.collision_groups(groups).user_data(number as u128))
    }

    pub fn remove(&mut self, handle: ColliderHandle) {
        self.colliders.remove(handle, &mut self.islands, &mut self.bodies, &mut SoftBodySet::new(), false);
    }

    pub fn step(&mut self) {
        self.pipeline.step(
            0.0,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &(),
        );
    }

    /// The numbers of those that touch.
    pub fn touching(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let number = |handle: ColliderHandle| self.colliders[handle].user_data as u32;
        let pairs = self.narrow.intersection_pairs().filter(|&(.., touches)| touches);
        pairs.map(move |(a, b, _)| [number(a), number(b)])
    }

    /// Questions among those colliders that a filter lets through.
    pub fn queries<'a>(&'a self, filter: QueryFilter<'a>) -> QueryPipeline<'a> {
        self.broad.as_query_pipeline(self.narrow.query_dispatcher(), &self.bodies, &self.colliders, filter)
    }
}
