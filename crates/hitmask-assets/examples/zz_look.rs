use hitmask::*;
use hitmask_assets::*;
use std::sync::Arc;
fn main() {
    let mut world = World::new();
    let rock = Arc::new(Mask::from_fn(24, 24, |x, y| {
        let (dx, dy) = (x as i32 - 12, y as i32 - 12);
        dx * dx + dy * dy < 130 + ((x * 7 + y * 3) % 5) as i32 * 8 && (x * y) % 37 != 5
    }));
    world.insert(Collider::new(Rect::new(0, 100, 200, 20)));
    world.insert(Collider::new(Rect::new(30, 70, 40, 3)).one_way());
    let hero = Arc::new(Mask::from_fn(10, 18, |x, y| y > 6 || (3..7).contains(&x)));
    world.insert(Collider::new(&hero).at((20, 83)).character());
    world.insert(Collider::new(Circle::from_f64([150.0, 85.0], 22.0).unwrap()).sensor());
    world.insert(Collider::new(&rock).at((100, 40)));
    world.insert(Collider::new(&rock).at((118, 48)).rotated(Angle::Degrees(30.0)));
    world.insert(Collider::new(&rock).at((160, 20)).disabled());
    let shot = world.insert(Collider::new(Mask::filled(5, 2)).at((10, 30)).swept());
    world.insert(Collider::new(&hero).at((146, 80)).character());
    world.step().unwrap();
    world.set_position(shot, (104, 52)).unwrap();
    world.step().unwrap();
    let image =
        WorldPicture { scale: 5, ..WorldPicture::new(Rect::new(-10, 0, 220, 125)) }.draw(&world).unwrap();
    std::fs::write("/tmp/look.png", encode_png(&image)).unwrap();
}
