#[test] fn x() { let _ = bevy_hitmask::prelude::Hitmask::default(); }
