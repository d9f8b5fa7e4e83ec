//! The objects of a level as entities, compared with the library's world of the same level.

use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::{Point, QueryFilter, TileKind, World as PixelWorld};
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskTileMap, TouchTile};
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use hitmask_assets::{LevelOptions, LevelRule, LevelValue, Limits, decode_levels, load_levels};

use crate::app::app;

const HILLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../hitmask-assets/examples/hills/hills.tmx");
/// A layer with an offset, and a shape of each kind.
const SHAPES: &[u8] = br#"<map orientation="orthogonal" width="9" height="7" tilewidth="16" tileheight="16">
  <layer name="ground" width="9" height="7" offsetx="7" offsety="-3"><data encoding="csv">0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0</data></layer>
  <objectgroup name="things">
    <object id="1" x="4" y="9" width="21" height="8"><properties><property name="layer" type="int" value="3"/></properties></object>
    <object id="2" x="60" y="5" width="30" height="14" rotation="30"/>
    <object id="3" x="100.25" y="8.5" width="15" height="15"><ellipse/></object>
    <object id="4" x="10" y="40" width="33" height="12"><ellipse/></object>
    <object id="5" x="64" y="40"><polygon points="0,0 20,3 11,24"/></object>
    <object id="6" x="100" y="40"><polygon points="0,0 30,0 30,30 15,8 0,30"/></object>
    <object id="7" type="one-way-left" x="11" y="80" width="9" height="10"/>
    <object id="8" type="sensor" x="40" y="80" width="9" height="10"/>
    <object id="9" type="none" x="80" y="80" width="9" height="10"/>
    <object id="10" x="33.5" y="70.25"><point/></object>
  </objectgroup></map>"#;

#[test]
fn objects_lie_where_their_level_has_them() {
    for (shapes, pivot) in [(false, None), (true, None), (true, Some(Vec2::new(3.0, 100.0)))] {
        let file = match shapes {
            true => decode_levels(SHAPES, |_| unreachable!("it names no other file"), &Limits::default()),
            false => load_levels(HILLS, &LevelOptions::default()),
        };
        let (file, rule) = (file.unwrap(), LevelRule::default());
        let level = &file.levels[0];
        let ground = level.tile_map(level.layer("ground").unwrap(), &rule).unwrap();
        let (corner, (columns, rows)) = (ground.corner, ground.map.size());
        assert_eq!(corner, if shapes { Point::new(7, -3) } else { Point::new(0, 0) });
        let mut map = HitmaskTileMap::new(ground.map.clone()).with_corner(corner);
        let mut middle = Point::new(8 * columns as i32, 8 * rows as i32);
        if let Some(pivot) = pivot {
            map = map.with_pivot(pivot);
            middle = Point::new(pivot.x as i32, pivot.y as i32);
        }
        let mut app = app(HitmaskPlugin::default());
        let mut expected = PixelWorld::new();
        let tiles = app.world_mut().spawn((map.clone(), Transform::from_xyz(50.0, -20.0, 0.0))).id();
        let mut place_of = vec![tiles];
        expected.insert_tiles(ground.collider());
        let mut points = 0;
        for thing in level.objects("things").unwrap() {
            let Some(collider) = thing.collider(&rule).unwrap() else {
                let (at, [x, y]) = (map.point(thing.place()), thing.place());
                let from = [x - f64::from(corner.x + middle.x), f64::from(corner.y + middle.y) - y];
                assert_eq!(at.as_dvec2().to_array(), from);
                points += 1;
                continue;
            };
            let (hitmask, shape, place) =
                map.object(&collider).expect("an object of a level has such a shape");
            assert_eq!(hitmask.layers(), collider.layers);
            assert_eq!(hitmask.enabled, thing.kind() != TileKind::Nothing);
            let child = app.world_mut().spawn((hitmask, shape, place, ChildOf(tiles))).id();
            expected.insert(collider.with_data(place_of.len() as u64));
            place_of.push(child);
        }
        assert_eq!((points, place_of.len()), (1, if shapes { 10 } else { 5 }));
        app.update();

        let found = app.world().resource::<HitmaskWorld>();
        let every = QueryFilter::default().with_sensors();
        let mut solid = 0;
        for pixel in (-20..200).flat_map(|y| (-20..500).map(move |x| Point::new(x, y))) {
            let there = pixel - corner - middle + Point::new(50, 20);
            let mut here: Vec<_> = expected.pick_all(pixel, &every);
            here.sort_unstable();
            let here: Vec<_> =
                here.iter().map(|&it| place_of[expected.get(it).unwrap().data as usize]).collect();
            let mut seen: Vec<_> = found.pixels().pick_all(there, &every);
            seen.sort_unstable();
            let mut seen: Vec<_> = seen.iter().filter_map(|&it| found.entity_of(it)).collect();
            seen.sort_by_key(|entity| place_of.iter().position(|it| it == entity));
            assert_eq!(seen, here, "{pixel:?}");
            solid += here.len();
        }
        assert!(solid > 2000);
        // What is for nothing touches nobody, and one-way keeps its side.
        let kinds: Vec<_> = place_of.iter().map(|&it| *app.world().get::<Hitmask>(it).unwrap()).collect();
        if shapes {
            assert_eq!((kinds[7].kind, kinds[7].open_side), (HitmaskKind::OneWay, HitmaskDirection::Left));
            assert_eq!((kinds[8].kind, kinds[9].enabled), (HitmaskKind::Sensor, false));
        }
    }
}

#[test]
fn the_properties_of_a_tile_that_was_met() {
    let file = load_levels(HILLS, &LevelOptions::default()).unwrap();
    let level = &file.levels[0];
    let ground = level.tile_map(level.layer("ground").unwrap(), &LevelRule::default()).unwrap();
    let mut app = app(HitmaskPlugin::default());
    let map = app.world_mut().spawn(HitmaskTileMap::new(ground.map).with_pivot((0.0, 0.0))).id();
    app.update();
    let found = app.world().resource::<HitmaskWorld>();
    let spikes: TouchTile = found.tile_at(map, (228.5, -156.5)).unwrap();
    assert_eq!(level.tile_properties(&spikes).get("deadly"), Some(&LevelValue::Bool(true)));
    let slope = found.tile_at(map, (150.5, -120.5)).unwrap();
    assert!(level.tile_properties(&slope).get("deadly").is_none());
}
