//! Gives parry2d the pieces of a sprite, and compares its answers with hitmask's.
//!
//! A key is moved over a ring by whole pixels. The ring's collider is made in four ways: from its exact pieces, from the pieces of outlines
//! that were simplified outwards and inwards, and from the convex hull, which most engines offer first.

use hitmask::{Connectivity, Mask, Outline, Pieces, Point, Simplify};
use hitmask_scenes::shapes;
use parry2d::math::{Pose, Vector};
use parry2d::query::intersection_test;
use parry2d::shape::SharedShape;

/// A collider of convex polygons.
fn collider(pieces: &Pieces) -> SharedShape {
    let parts = pieces.iter().map(|piece| {
        let corners = piece.iter().map(|p| Vector::new(p.x as f32, p.y as f32)).collect();
        (Pose::IDENTITY, SharedShape::convex_polyline(corners).expect("a piece is a convex polygon"))
    });
    SharedShape::compound(parts.collect())
}

fn touches(a: &SharedShape, b: &SharedShape, at: Point) -> bool {
    let pose = Pose::translation(at.x as f32, at.y as f32);
    intersection_test(&Pose::IDENTITY, &**a, &pose, &**b).expect("parry2d tests compounds").intersecting
}

fn main() -> Result<(), hitmask::InvalidArgument> {
    let ring = shapes::ring(64, 64, 0.7);
    let key = Mask::from_fn(20, 9, |x, y| (3..6).contains(&y) || x < 9 && !(3..6).contains(&x));

    let exact = ring.outline(Connectivity::Four);
    let hull = ring.convex_hull();
    let hull: Vec<Vector> = hull.iter().map(|p| Vector::new(p.x as f32, p.y as f32)).collect();
    let pieces_of = |outline: &Outline| outline.convex_pieces();
    let (outer, inner) = (exact.simplify(&Simplify::outer())?, exact.simplify(&Simplify::inner())?);
    let fewest = ring.convex_pieces();
    let colliders = [
        ("exact pieces", fewest.len(), collider(&fewest)),
        ("pieces of the outer outline", pieces_of(&outer).len(), collider(&pieces_of(&outer))),
        ("pieces of the inner outline", pieces_of(&inner).len(), collider(&pieces_of(&inner))),
        ("convex hull", 1, SharedShape::convex_polyline(hull).expect("a hull is a convex polygon")),
    ];
    let moving = collider(&key.convex_pieces());

    let places: Vec<Point> = (-20..64).flat_map(|y| (-20..64).map(move |x| Point::new(x, y))).collect();
    let ours = places.iter().filter(|&&at| ring.overlaps(&key, at)).count();
    println!("The key at {} places. hitmask: it touches the ring at {ours}.", places.len());
    println!("\nparry2d with             parts  touches  only parry2d  of these, edges only  only hitmask");
    for (name, parts, shape) in &colliders {
        let (mut theirs, mut extra, mut edges, mut missed) = (0, 0, 0, 0);
        // One pixel nearer in some direction they would overlap: they share an edge or a corner.
        let beside =
            |at: Point| (-1..=1).any(|dy| (-1..=1).any(|dx| ring.overlaps(&key, (at.x + dx, at.y + dy))));
        for &at in &places {
            let (we, they) = (ring.overlaps(&key, at), touches(shape, &moving, at));
            theirs += usize::from(they);
            extra += usize::from(they && !we);
            edges += usize::from(they && !we && beside(at));
            missed += usize::from(we && !they);
        }
        println!("{name:<28} {parts:>3} {theirs:>8} {extra:>13} {edges:>21} {missed:>13}");
    }
    println!(
        "\nOf the exact pieces, and of the outer ones, nothing is missed: they hold every solid pixel. What parry2d finds more\n\
         shares an edge (parry2d counts that) or lies within the tolerance of a pixel. The hull closes the hole."
    );
    Ok(())
}
