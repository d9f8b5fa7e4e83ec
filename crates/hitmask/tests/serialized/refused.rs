use std::fmt::Debug;

use hitmask::{
    AlphaMask, Circle, ConvexPolygon, LabelMask, Layers, Mask, MoveOptions, Pose, PoseParts, RunMask,
    Terrain, TerrainEdges, TileMap, TimeOfImpact,
};
use serde::de::DeserializeOwned;

/// Checks that a text is refused with a message that contains this.
#[track_caller]
fn refused<T: DeserializeOwned + Debug>(text: &str, why: &str) {
    let message = serde_json::from_str::<T>(text).unwrap_err().to_string();
    assert!(message.contains(why), "{text}: {message}");
}

#[test]
fn masks() {
    let length = "the number of bytes must be 4, not 3";
    refused::<Mask>(r#"{"width":9,"height":2,"bits":"////"}"#, length);
    refused::<AlphaMask>(r#"{"width":2,"height":2,"alpha":"////"}"#, length);
    refused::<RunMask>(r#"{"width":2,"height":2,"rows":[[]]}"#, "the number of rows must be 2, not 1");
    refused::<Mask>(r#"{"width":0,"height":70000,"bits":""}"#, "the size of 0 x 70000 pixels is too large");
    refused::<RunMask>(r#"{"width":65535,"height":65535,"rows":[]}"#, "is too large");
    refused::<RunMask>(r#"{"width":9,"height":1,"rows":[[[0,4],[3,5]]]}"#, "starts before the end");
    refused::<RunMask>(
        r#"{"width":9,"height":1,"rows":[[[0,10]]]}"#,
        "extends beyond the right edge of the mask",
    );
    refused::<RunMask>(r#"{"width":9,"height":1,"rows":[[[4,4]]]}"#, "contains no pixel");
    refused::<Mask>(r#"{"width":8,"height":1,"bits":"/w"}"#, "the text is not base64 with padding");
    refused::<Mask>(r#"{"width":8,"height":1,"bits":[255]}"#, "expected bytes as base64");
    refused::<Mask>(r#"{"width":8,"height":1,"bits":"/w==","depth":1}"#, "unknown field `depth`");
    refused::<Mask>(r#"{"width":8,"height":1}"#, "missing field `bits`");
    refused::<Mask>(r#"{"width":-8,"height":1,"bits":""}"#, "invalid value");
    refused::<Terrain>(r#""SFRSTgEAAAA=""#, "the bytes end too early, at byte 8");
    refused::<LabelMask>(
        r#""SFRSTgEAAAA=""#,
        "these are not the bytes of a label mask: they don't begin with HLAB",
    );
    refused::<TileMap>(r#""SFRNUAEAAAA=""#, "the bytes end too early, at byte 8");
}

#[test]
fn padding_bits_are_no_pixels() {
    let mask: Mask = serde_json::from_str(r#"{"width":3,"height":1,"bits":"/w=="}"#).unwrap();
    assert_eq!((mask.count(), mask), (3, Mask::filled(3, 1)));
}

#[test]
fn geometry() {
    refused::<Pose>("[65536,0,0,0,0,0]", "has no inverse");
    refused::<Pose>("[2147418113,0,0,65536,0,0]", "the matrix would stretch the shape");
    refused::<Pose>("[65536,0,0,65536,0]", "length");
    refused::<PoseParts>(r#"{"angle":3}"#, "unknown field `angle`");
    refused::<Circle>(r#"{"centre":[0,0],"radius":-1}"#, "the radius must be from 0 to");
    refused::<Circle>(r#"{"centre":[140737488355329,0],"radius":1}"#, "the centre leads too far away");
    refused::<ConvexPolygon>("[[0,0],[4,4],[0,8],[2,4]]", "corner 3");
    refused::<TimeOfImpact>("[1,0]", "a fraction from 0 to 1");
    refused::<TimeOfImpact>("[4,3]", "a fraction from 0 to 1");
    refused::<TerrainEdges>("16", "a sum of 1, 2, 4 and 8");
}

#[test]
fn fractions_are_in_lowest_terms() {
    let time: TimeOfImpact = serde_json::from_str("[2,6]").unwrap();
    assert_eq!((time.numerator(), time.denominator()), (1, 3));
}

#[test]
fn options() {
    refused::<MoveOptions>(r#"{"step_uo":3}"#, "unknown field `step_uo`");
    refused::<Layers>(r#"{"collides":1}"#, "unknown field `collides`");
}

/// A header that promises more than follows must not cost memory.
#[test]
fn lengths_are_not_believed() {
    // Ten bytes that claim 65 535 x 32 767 pixels and 2^28 bytes.
    let bytes = [0xFF, 0xFF, 3, 0xFF, 0xFF, 1, 0x80, 0x80, 0x80, 0x80, 1];
    assert!(postcard::from_bytes::<Mask>(&bytes).is_err());
    assert!(postcard::from_bytes::<AlphaMask>(&bytes).is_err());
    assert!(postcard::from_bytes::<RunMask>(&bytes).is_err());
}
