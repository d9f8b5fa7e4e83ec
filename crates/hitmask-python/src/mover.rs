//! `hitmask.move_and_slide`: a character among obstacles, without a world.

use hitmask::{Body, Direction, Moved, Obstacle, Stop, try_move_and_slide, try_ray_cast_obstacles};

use crate::prelude::*;
use crate::shape::size;

/// Something in a mover's way: `Obstacle(shape, position)`.
///
/// shape: any shape; it is kept as it is now. position: where its upper left corner lies, in pixels. pose: turns and scales it about that
/// position. one_way: whether it is a platform that can be jumped through from below. open_side: the side from which one comes onto it, if
/// it is one-way: 'up', 'right', 'down' or 'left'.
#[pyclass(name = "Obstacle", module = "hitmask", frozen)]
pub(crate) struct PyObstacle {
    shape: AnyShape,
    position: PointQ16,
    pose: Option<Pose>,
    open_side: Option<Direction>,
}

/// The result of `move_and_slide`.
#[pyclass(name = "Moved", module = "hitmask", frozen, get_all, eq)]
#[derive(PartialEq)]
pub(crate) struct PyMoved {
    /// Where it is now. Pass this to the next move: it holds parts of a pixel, too.
    position: (f64, f64),
    /// What is left of the motion.
    velocity: (f64, f64),
    /// The number of the obstacle on which it stands, and the pixel (x, y) that holds it. None in the air.
    floor: Option<(usize, Xy)>,
    /// The same above it. None if the motion does not lead up.
    ceiling: Option<(usize, Xy)>,
    /// The same beside it, in the direction of the motion.
    wall: Option<(usize, Xy)>,
    /// The number of the solid obstacle that it overlaps from the start. Then it does not move.
    stuck: Option<usize>,
}

pickles!(PyMoved {
    position: (f64, f64),
    velocity: (f64, f64),
    floor: Option<(usize, Xy)>,
    ceiling: Option<(usize, Xy)>,
    wall: Option<(usize, Xy)>,
    stuck: Option<usize>,
});

#[pymethods]
impl PyObstacle {
    #[new]
    #[pyo3(signature = (shape, position = Position(0.0, 0.0), *, pose = None, one_way = false, open_side = "up"))]
    #[pyo3(text_signature = "(shape, position=(0, 0), *, pose=None, one_way=False, open_side='up')")]
    fn new(
        shape: AnyShape,
        position: Position,
        pose: Option<&PyPose>,
        one_way: bool,
        open_side: &str,
    ) -> PyResult<PyObstacle> {
        let open_side = Some(choice(open_side, "open_side")?).filter(|_| one_way);
        let position = PointQ16::from(position).checked("position").raise()?;
        Ok(PyObstacle { shape, position, pose: pose.map(|pose| pose.pose), open_side })
    }

    fn __repr__(&self) -> String {
        let ((x, y), (w, h)) = (self.position.to_f64().into(), size(self.shape.get()));
        let kind = if self.open_side.is_some() { ", one way" } else { "" };
        format!("<hitmask.Obstacle of {w} x {h} pixels at ({x}, {y}){kind}>")
    }
}

impl PyObstacle {
    fn obstacle(&self) -> Obstacle<'_> {
        let placed = Placed::from(self.shape.get());
        let placed = self.pose.as_ref().map_or(placed, |pose| placed.posed(pose));
        let mut obstacle = Obstacle::solid(placed, self.position);
        obstacle.open_side = self.open_side;
        obstacle
    }
}

impl From<Moved> for PyMoved {
    fn from(moved: Moved) -> PyMoved {
        let stop = |stop: Option<Stop>| stop.map(|stop| (stop.index, xy(stop.pixel)));
        PyMoved {
            position: moved.position.to_f64().into(),
            velocity: moved.velocity.to_f64().into(),
            floor: stop(moved.floor),
            ceiling: stop(moved.ceiling),
            wall: stop(moved.wall),
            stuck: moved.stuck,
        }
    }
}

#[pymethods]
impl PyMoved {
    fn __repr__(&self) -> String {
        format!("Moved(position={:?}, velocity={:?}, floor={:?})", self.position, self.velocity, self.floor)
    }
}

/// Where up is for a character, by its word. None: it is seen from above.
pub(crate) fn up_of(word: Option<&str>) -> PyResult<Option<Direction>> {
    word.map(|word| choice(word, "up")).transpose()
}

/// Moves a character by a motion among obstacles, and says where it ends and what it met: floor, ceiling, wall.
///
/// It goes in steps of whole pixels along the motion. A step that an obstacle refuses ends the motion on that axis, and the other axis goes
/// on: so it stops flush with a wall, and slides along it. Parts of a pixel are kept in the position.
///
/// Call it once a frame, with what the last call gave:
///
/// >>> from hitmask import Mask, Obstacle, move_and_slide
/// >>> hero, ground = Mask.filled(8, 16), Obstacle(Mask.filled(100, 10), (0, 50))
/// >>> position, velocity = (20, 30), (1.5, 6)
/// >>> moved = move_and_slide(hero, position, velocity, [ground])
/// >>> moved.position, moved.velocity, moved.floor
/// ((21.5, 34.0), (1.5, 0.0), (0, (21, 50)))
/// >>> position, velocity = moved.position, moved.velocity
///
/// mover: the character, any shape. Its position is that of its upper left corner.
/// position: where it is, in pixels (x, y); fractions are allowed.
/// motion: how far it wants to go in this call, in pixels (x, y); y points down.
/// obstacles: a list of `Obstacle`, each a shape at a position. `floor`, `ceiling` and `wall` of the answer give the index in this list.
/// step_up: the highest ledge that it climbs as it walks, in pixels.
/// step_down: how far it follows the ground down as it walks, in pixels. With 0 it leaves a slope in little jumps.
/// corner: how far it goes aside to get round a corner that stops it, in pixels.
/// drop: whether the one-way pixels on which it stands at the start do not count in this call.
/// up: where up is for it: 'up', 'right', 'down' or 'left'; None if it is seen from above.
///
/// Returns a `Moved`. If the character overlaps a solid obstacle at the start, it does not move, and `stuck` is the index of the obstacle.
/// For many obstacles make a `World`: its `move_and_slide` does the same, and finds those nearby.
#[pyfunction]
#[pyo3(signature = (mover, position, motion, obstacles, *, step_up = 0, step_down = 0, corner = 0, drop = false, up = Some("up")))]
#[pyo3(
    text_signature = "(mover, position, motion, obstacles, *, step_up=0, step_down=0, corner=0, drop=False, up='up')"
)]
pub(crate) fn move_and_slide(
    mover: AnyShape,
    position: Position,
    motion: Position,
    obstacles: All<PyRef<'_, PyObstacle>>,
    step_up: u32,
    step_down: u32,
    corner: u32,
    drop: bool,
    up: Option<&str>,
) -> PyResult<PyMoved> {
    let obstacles: Vec<Obstacle<'_>> = obstacles.iter().map(|obstacle| obstacle.obstacle()).collect();
    let options = MoveOptions { step_up, step_down, corner, drop, ..MoveOptions::default() };
    let mover = Body::new(mover.get()).with_up(up_of(up)?);
    Ok(try_move_and_slide(mover, position, motion, &obstacles, &options).raise()?.into())
}

/// The first of some obstacles that a moving point hits: its index in the list, and a `Cast`. None if it hits none.
///
/// position: where the point is, in pixels (x, y). motion: how far it goes. For many obstacles make a `World`, and ask its `ray_cast`.
#[pyfunction]
pub(crate) fn ray_cast_obstacles(
    obstacles: All<PyRef<'_, PyObstacle>>,
    position: Position,
    motion: Position,
) -> PyResult<Option<(usize, PyCast)>> {
    let obstacles: Vec<Obstacle<'_>> = obstacles.iter().map(|obstacle| obstacle.obstacle()).collect();
    let first = try_ray_cast_obstacles(&obstacles, position, motion).raise()?;
    Ok(first.map(|(index, cast)| (index, cast.into())))
}
