//! Pictures show what the answers say, pixel for pixel.

use std::path::Path;

use crate::common::{Picture, Rule, assets, code, meets, run, stderr, stdout};

const TOUCH: [u8; 4] = [255, 38, 148, 255];

/// Runs a check with a picture, and reads the picture.
fn picture(args: &[&str]) -> Picture {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.png");
    let output = run(&assets(), &[&["check"], args, &["--picture", out.to_str().unwrap()]].concat());
    assert!(code(&output) < 2, "{}", stderr(&output));
    Picture::read(&out)
}

/// Checks that the middle of a pixel of the scene has the bright colour if and only if the pixel touches.
fn glares_where_it_touches(
    name_a: &str,
    name_b: &str,
    (dx, dy): (i64, i64),
    options: &[&str],
    rule: Rule,
) -> usize {
    let [a, b] = [name_a, name_b].map(|name| Picture::read(&assets().join(name)));
    let at = format!("{dx},{dy}");
    let drawn = picture(&[&[name_a, name_b, "--at", &at], options].concat());
    let (left, top) = (dx.min(0), dy.min(0));
    let right = i64::from(a.width).max(dx + i64::from(b.width));
    let bottom = i64::from(a.height).max(dy + i64::from(b.height));
    // 16 pixels of margin left and right, 60 above, 86 below; 640 wide at least, with the scene in the middle.
    let scale = (i64::from(drawn.height) - 60 - 86) / (bottom - top);
    assert_eq!(scale, (960 / (right - left).max(bottom - top)).clamp(1, 32), "{name_a} {name_b}");
    let corner = ((i64::from(drawn.width) - (right - left) * scale) / 2, 60);
    let mut touching = 0;
    for y in top..bottom {
        for x in left..right {
            let touches = match (a.get(x, y), b.get(x - dx, y - dy)) {
                (Some(p), Some(q)) => meets(rule, p, q),
                _ => false,
            };
            let (px, py) =
                (corner.0 + (x - left) * scale + scale / 2, corner.1 + (y - top) * scale + scale / 2);
            let glares = drawn.get(px, py) == Some(TOUCH);
            assert_eq!(glares, touches, "{name_a} {name_b} at {at} {options:?}: pixel ({x}, {y})");
            touching += usize::from(touches);
        }
    }
    touching
}

#[test]
fn every_touching_pixel_glares_and_no_other() {
    let solid = Rule::Threshold(128);
    let (tiny, ball) = ("meteorGrey_tiny2.png", "ball_red_alt.png");
    assert_eq!(glares_where_it_touches(tiny, ball, (-3, 4), &[], solid), 95);
    assert!(glares_where_it_touches(ball, tiny, (20, -3), &[], solid) > 0);
    assert!(
        glares_where_it_touches("laserRed01.png", tiny, (2, 30), &["--rule", "alpha-sum"], Rule::AlphaSum)
            > 0
    );
    assert_eq!(glares_where_it_touches(tiny, "tank_blue.png", (10, 11), &["--rule", "rect"], Rule::Rect), 24);
    assert_eq!(glares_where_it_touches(tiny, ball, (14, 13), &[], solid), 0);
}

#[test]
fn far_huge_and_tiny_scenes_have_reasonable_pictures() {
    for args in [
        &["bee.png", "saw.png", "--at", "2147483647,-2147483648"][..],
        &["bee.png", "saw.png", "--at", "-2147483648,5", "--rule", "rect"],
        &["tiles.png", "stars.png", "--at", "-1000,1500"],
        &["stars.png", "tiles.png", "--at", "900,900"],
        &["tiles.png", "tiles.png", "--at", "0,0", "--rule", "alpha-sum"],
        &["aseprite_2f-index-3x3.aseprite", "aseprite_2f-index-3x3.aseprite#1", "--at", "1,1"],
    ] {
        let drawn = picture(args);
        assert!((640..2100).contains(&drawn.width) && (150..2300).contains(&drawn.height), "{args:?}");
    }
    // No touching pixel gets lost if the picture is reduced.
    let folder = tempfile::tempdir().unwrap();
    let one = Picture { width: 1, height: 1, rgba: vec![[9, 9, 9, 255]] };
    let mut wide = Picture { width: 5000, height: 3, rgba: vec![[0; 4]; 15_000] };
    wide.rgba[5000 + 3333] = [9, 9, 9, 255];
    one.write(&folder.path().join("one.png"));
    wide.write(&folder.path().join("wide.png"));
    let args = ["check", "wide.png", "one.png", "--at", "3333,1", "--picture", "out.png"];
    assert_eq!(code(&run(folder.path(), &args)), 0);
    let drawn = Picture::read(&folder.path().join("out.png"));
    assert!(drawn.rgba.contains(&TOUCH) && drawn.width < 2100);
}

/// A person looked at the picture with this hash and approved it. If you change the demo, look at its picture, then write the new
/// hash here.
#[test]
fn the_demo_is_the_one_that_was_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["demo", "--out", "."]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    let drawn = Picture::read(&folder.path().join("hitmask-demo.png"));
    assert_eq!((drawn.width, drawn.height), (1340, 824));
    assert_eq!(drawn.hash(), DEMO, "0x{:x}", drawn.hash());
}
const DEMO: u64 = 0x9c86_171c_24e4_f6ea;

/// The table of the demo agrees with `check` about the same sprites.
#[test]
fn no_command_is_the_demo_and_its_table_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let output = run::<&str>(folder.path(), &[]);
    let said = stdout(&output);
    assert_eq!(code(&output), 0);
    assert!(Path::new(&folder.path().join("hitmask-demo.png")).is_file());
    assert_eq!(said, stdout(&run(folder.path(), &["demo"])));
    assert!(said.contains("pixel for pixel, 4 of them touch"), "{said}");
    // The rectangles of the saw and the torch share many pixels, but the sprites do not touch.
    let line = said.lines().find(|line| line.starts_with("saw ")).unwrap();
    assert!(line.contains("torch1") && line.contains(" no ") && line.contains("share 5796 pixels"), "{line}");
    let output = run(&assets(), &["check", "saw.png", "torch1.png", "--at", "82,2"]);
    assert_eq!(
        stdout(&output),
        "saw.png and torch1.png do not touch, though their rectangles share 5796 pixels.\n"
    );
    let line = said.lines().find(|line| line.starts_with("ladderMid ")).unwrap();
    assert!(line.contains("ball_red_alt") && line.contains(" yes ") && line.contains("216"), "{line}");
    let output = run(&assets(), &["check", "ladderMid.png", "ball_red_alt.png", "--at", "48,41"]);
    assert!(stdout(&output).contains("touch: 216 pixels, first at (60, 41)"), "{}", stdout(&output));
}
