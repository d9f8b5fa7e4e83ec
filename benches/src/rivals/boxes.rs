//! Other libraries that find the boxes that meet: a BVH that is refitted in each frame, and a k-d tree and an R-tree that are built again
//! in each frame.

use crate::frames::FrameContender;
use broccoli::aabb::BBox;
use broccoli::axgeom::Rect;
use hitmask::broad_phase::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// A box in parry2d's form. Its boxes are closed, so they end where the last pixel begins. f32 holds these numbers exactly.
fn parry_box(b: &Aabb) -> parry2d::bounding_volume::Aabb {
    let corner = |x: i32, y: i32| Vector::new(x as f32, y as f32);
    parry2d::bounding_volume::Aabb::new(corner(b.x0, b.y0), corner(b.x1, b.y1))
}

/// parry2d's tree. In each frame the leaves are set, the other bounds are computed again from the bottom up, and the tree is traversed
/// against itself.
#[must_use]
pub fn parry(boxes: &[Aabb]) -> FrameContender {
    let mut tree =
        Bvh::from_iter(BvhBuildStrategy::Binned, boxes.iter().enumerate().map(|(i, b)| (i, parry_box(b))));
    let mut workspace = BvhWorkspace::default();
    FrameContender::new("parry2d", move |boxes, out| {
        for (i, b) in boxes.iter().enumerate() {
            tree.insert_or_update_partially(parry_box(b), i as u32, 0.0);
        }
        tree.refit(&mut workspace);
        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| out.push([a, b]));
    })
}

/// broccoli's tree. The boxes stay in the order in which the last tree left them.
#[must_use]
pub fn broccoli(boxes: &[Aabb]) -> FrameContender {
    // Its boxes are closed, too.
    let rect = |b: &Aabb| Rect::new(b.x0, b.x1, b.y0, b.y1);
    let mut bots: Vec<BBox<i32, u32>> =
        boxes.iter().enumerate().map(|(i, b)| BBox::new(rect(b), i as u32)).collect();
    FrameContender::new("broccoli", move |boxes, out| {
        for bot in &mut bots {
            bot.rect = rect(&boxes[bot.inner as usize]);
        }
        broccoli::Tree::new(&mut bots)
            .find_colliding_pairs(|a, b| out.push([*a.unpack_inner(), *b.unpack_inner()]));
    })
}

/// rstar's tree: loaded in bulk, then intersected with itself.
#[must_use]
pub fn rstar(_: &[Aabb]) -> FrameContender {
    FrameContender::new("rstar", |boxes, out| {
        let items = boxes
            .iter()
            .enumerate()
            .map(|(i, b)| GeomWithData::new(Rectangle::from_corners([b.x0, b.y0], [b.x1, b.y1]), i as u32));
        let tree = RTree::bulk_load(items.collect());
        for (i, b) in boxes.iter().enumerate() {
            for other in tree.locate_in_envelope_intersecting(AABB::from_corners([b.x0, b.y0], [b.x1, b.y1]))
            {
                if other.data > i as u32 {
                    out.push([i as u32, other.data]);
                }
            }
        }
    })
}
