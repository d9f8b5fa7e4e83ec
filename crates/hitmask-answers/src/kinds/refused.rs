//! What is refused: calls whose arguments are wrong, and what each says about them.

use hitmask::{
    BufferMode, Circle, Collider, CollisionBuffer, Frames, Handle, InvalidArgument, InvalidReason, Mask,
    MoveOptions, Point, PointQ16, Pose, PoseParts, QueryFilter, Rect, Terrain, Transform, TurningMotion,
    World, WorldOptions, try_move_and_slide,
};
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::{Area, Pixel, Q16, Question};
use hitmask_model::angle_of;
use hitmask_oracle::world::Rotation;

/// A call that is refused. Masks have 8 x 8 solid pixels. Colliders are those of [`world`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Call {
    NewMask {
        size: [u32; 2],
    },
    NewTerrain {
        size: [u32; 2],
    },
    NewBuffer {
        region: Area,
    },
    NewWorld {
        wrap: [u32; 2],
    },
    NewPose {
        scale: [f64; 2],
        shear: [f64; 2],
        rotation: Rotation,
        position: [f64; 2],
    },
    SetPixel {
        pixel: Pixel,
    },
    Crop {
        rect: Area,
    },
    CropTerrain {
        rect: Area,
    },
    ScaleNearest {
        size: [u32; 2],
    },
    Grow {
        by: u32,
    },
    /// The masks have these widths, and one row.
    OverlapOffsets {
        widths: [u32; 2],
    },
    /// A mask of one row has this width.
    Bake {
        width: u32,
        pose: [i64; 6],
    },
    MaskCast {
        position: Q16,
        motion: Q16,
    },
    MaskRayCast {
        position: Q16,
        motion: Q16,
    },
    MoveAndSlide {
        position: Q16,
        motion: Q16,
    },
    SetPosition {
        collider: usize,
        position: Q16,
    },
    Teleport {
        collider: usize,
        position: Q16,
    },
    SetFrame {
        collider: usize,
        frame: usize,
    },
    /// Collider 0 has this scale and this shear.
    SetRotation {
        scale: [f64; 2],
        shear: [f64; 2],
        rotation: Rotation,
    },
    /// Collider 0 has this rotation.
    RotateBy {
        rotation: Rotation,
        angle: Rotation,
    },
    SetScale {
        scale: [f64; 2],
    },
    SetPivot {
        pivot: [f64; 2],
    },
    RayCast {
        position: Q16,
        motion: Q16,
    },
    Cast {
        collider: usize,
        motion: Q16,
    },
    /// Collider 0 has this pose.
    CastTurning {
        pose: [i64; 6],
        motion: Q16,
        degrees: f64,
    },
    /// Collider 0 has this rotation.
    CastTurningFrom {
        rotation: Rotation,
        degrees: f64,
    },
    Slide {
        collider: usize,
        motion: Q16,
    },
    MoveSolid {
        collider: usize,
        motion: Q16,
    },
    GroundSlope {
        collider: usize,
    },
    Unstick {
        collider: usize,
    },
    FitAt {
        collider: usize,
        position: Q16,
    },
    FitFrame {
        collider: usize,
        frame: usize,
    },
}

/// What is wrong.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Said {
    argument: String,
    reason: String,
    /// The sentence.
    says: String,
}

/// A body of 8 x 8 pixels at (0, 0), an animation of frames of 8 x 8 and 9 x 8 pixels at (40, 0), and a circle with a radius of 50 000
/// pixels at (300 000, 0), which is a character.
fn world() -> (World, [Handle; 3]) {
    let frame = |w| (Mask::filled(w, 8), Point::ZERO);
    let circle = Circle::new((0, 0), 50_000 << 16).expect("a legal circle");
    let colliders = [
        Collider::new(Mask::filled(8, 8)),
        Collider::new(Frames::new([frame(8), frame(9)])).at((40, 0)),
        Collider::new(circle).at((300_000, 0)).character(),
    ];
    let mut world = World::new();
    let handles = colliders.map(|collider| world.insert(collider));
    (world, handles)
}

impl Call {
    fn refused(&self) -> Result<(), InvalidArgument> {
        let q16 = |[x, y]: Q16| PointQ16::new(x, y);
        let path =
            |position, motion| Ok((q16(position).checked("position")?, q16(motion).checked("motion")?));
        let rect = |[x, y, w, h]: Area| Rect::new(x as i32, y as i32, w as u32, h as u32);
        let mask = Mask::filled(8, 8);
        let (mut world, handles) = world();
        let (filter, options) = (QueryFilter::default(), MoveOptions::default());
        let body = handles[0];
        // The first collider with other parts.
        let placed = |world: &mut World, parts: PoseParts| {
            let transform = Transform::new(&parts).expect("legal parts");
            world.set_transform(body, transform).expect("a live handle");
        };
        let turned = |world: &mut World, rotation: Rotation| {
            placed(world, PoseParts { rotation: angle_of(rotation), ..PoseParts::default() });
        };
        let change = |world: &mut World, how: &dyn Fn(&mut Transform) -> Result<(), InvalidArgument>| {
            world.edit(body, |collider| how(&mut collider.transform)).expect("a live handle")
        };
        match *self {
            Call::NewMask { size: [w, h] } => Mask::try_new(w, h).map(drop),
            Call::NewTerrain { size: [w, h] } => Terrain::try_new(w, h).map(drop),
            Call::NewBuffer { region } => CollisionBuffer::new(BufferMode::Owners, rect(region)).map(drop),
            Call::NewWorld { wrap: [w, h] } => {
                let options = WorldOptions { wrap: Some((w, h)), ..WorldOptions::default() };
                World::try_with_options(options).map(drop)
            }
            Call::NewPose { scale, shear, rotation, position } => {
                let rotation = angle_of(rotation);
                Pose::new(&PoseParts { scale, shear, rotation, position, ..PoseParts::default() }).map(drop)
            }
            Call::SetPixel { pixel } => Point::from(pixel).checked_in("point", mask.size()).map(drop),
            Call::Crop { rect: area } => rect(area).checked("rect").map(|area| _ = mask.crop(area)),
            Call::CropTerrain { rect: area } => {
                rect(area).checked("rect").map(|area| _ = Terrain::from(&mask).crop(area))
            }
            Call::ScaleNearest { size: [w, h] } => Mask::check_size(w, h),
            Call::Grow { by } => mask.try_grow(by, hitmask::StructuringElement::Box).map(drop),
            Call::OverlapOffsets { widths: [a, b] } => {
                Mask::filled(a, 1).overlap_offsets(&Mask::filled(b, 1)).map(drop)
            }
            Call::Bake { width, pose } => Mask::filled(width, 1).bake(&Pose::from_q16(pose)?).map(drop),
            Call::MaskCast { position, motion } => {
                path(position, motion).map(|(at, by)| _ = mask.cast(&mask, at, by))
            }
            Call::MaskRayCast { position, motion } => {
                path(position, motion).map(|(at, by)| _ = mask.ray_cast(at, by))
            }
            Call::MoveAndSlide { position, motion } => {
                try_move_and_slide(&mask, q16(position), q16(motion), &[], &options).map(drop)
            }
            Call::SetPosition { collider, position } => {
                q16(position).checked("position").map(|at| _ = world.set_position(handles[collider], at))
            }
            Call::Teleport { collider, position } => {
                q16(position).checked("position").map(|at| _ = world.teleport(handles[collider], at))
            }
            Call::SetFrame { collider, frame } => world.try_set_frame(handles[collider], frame).map(drop),
            Call::SetRotation { scale, shear, rotation } => {
                placed(&mut world, PoseParts { scale, shear, ..PoseParts::default() });
                change(&mut world, &|transform| transform.try_set_rotation(angle_of(rotation)))
            }
            Call::RotateBy { rotation, angle } => {
                turned(&mut world, rotation);
                change(&mut world, &|transform| transform.try_rotate_by(angle_of(angle)))
            }
            Call::SetScale { scale } => change(&mut world, &|transform| transform.try_set_scale(scale)),
            Call::SetPivot { pivot } => change(&mut world, &|transform| transform.try_set_pivot(pivot)),
            Call::RayCast { position, motion } => {
                path(position, motion).map(|(at, by)| _ = world.ray_cast(at, by, &filter))
            }
            Call::Cast { collider, motion } => {
                world.try_cast(handles[collider], q16(motion), &filter).map(drop)
            }
            Call::CastTurning { pose, motion, degrees } => {
                world.set_pose(body, Pose::from_q16(pose)?).expect("a live handle");
                let motion = TurningMotion { by: q16(motion), degrees, ..TurningMotion::default() };
                world.try_cast_turning(body, &motion, &filter).map(drop)
            }
            Call::CastTurningFrom { rotation, degrees } => {
                turned(&mut world, rotation);
                let motion = TurningMotion { degrees, ..TurningMotion::default() };
                world.try_cast_turning(body, &motion, &filter).map(drop)
            }
            Call::Slide { collider, motion } => {
                world.try_move_and_slide(handles[collider], q16(motion), &options, &filter).map(drop)
            }
            Call::MoveSolid { collider, motion } => {
                world.try_move_solid(handles[collider], q16(motion), &[], &MoveOptions::default()).map(drop)
            }
            Call::GroundSlope { collider } => world.try_ground_slope(handles[collider], 9, &filter).map(drop),
            Call::Unstick { collider } => world.try_unstick(handles[collider], 9, &filter).map(drop),
            Call::FitAt { collider, position } => {
                world.try_fit_at(handles[collider], q16(position), 9, &filter).map(drop)
            }
            Call::FitFrame { collider, frame } => {
                world.fit_frame(handles[collider], frame, 9, &filter).map(drop)
            }
        }
    }
}

fn reason(refused: &InvalidArgument) -> &'static str {
    match refused.reason {
        InvalidReason::NotFinite => "not_finite",
        InvalidReason::OutOfRange { .. } => "out_of_range",
        InvalidReason::TooFar { .. } => "too_far",
        InvalidReason::TooStretched { .. } => "too_stretched",
        InvalidReason::Singular => "singular",
        InvalidReason::TooLarge { .. } => "too_large",
        InvalidReason::Outside { .. } => "outside",
        InvalidReason::NoSuchIndex { .. } => "no_such_index",
        InvalidReason::WrongShape => "wrong_shape",
        _ => "other",
    }
}

impl Question for Call {
    type Answer = Said;
    const FILE: &'static str = "refused";

    fn ask(&self, _: &Pictures) -> Said {
        let refused = self.refused().expect_err("the call is refused");
        Said {
            argument: refused.argument.to_owned(),
            reason: reason(&refused).to_owned(),
            says: refused.to_string(),
        }
    }

    /// There is no second implementation of a refusal. What is wrong with a call was written by hand.
    fn renew(&self, pictures: &Pictures, old: Option<Said>) -> Said {
        let new = self.ask(pictures);
        match old {
            Some(old) => Said { says: new.says, ..old },
            None => new,
        }
    }

    fn check(&self, _: &Pictures, _: &Said) {}
}
