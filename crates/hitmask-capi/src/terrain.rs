//! Terrain
//!
//! Ground of up to 65536 x 65536 pixels that is carved and drawn in every frame. Make a shape of it with hitmask_shape_terrain.

use crate::prelude::*;
use hitmask::{Change, Connectivity, IslandOptions, TerrainEdges};

/// The state of a terrain at a moment. Free it with hitmask_terrain_snapshot_free.
pub struct hitmask_terrain_snapshot {
    snapshot: Terrain,
}

holding!(hitmask_terrain_snapshot { snapshot: Terrain });

/// Edges of a terrain, as bits.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_terrain_edges {
    /// The leftmost column.
    HITMASK_EDGE_LEFT = 1,
    /// The rightmost column.
    HITMASK_EDGE_RIGHT = 2,
    /// The topmost row.
    HITMASK_EDGE_TOP = 4,
    /// The lowest row.
    HITMASK_EDGE_BOTTOM = 8,
}

/// Which pieces of a terrain hold by themselves. All other pieces are islands. Begin with hitmask_island_options_default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_island_options {
    /// The edges that hold what touches them: hitmask_terrain_edges, added up.
    pub anchors: u32,
    /// A hitmask_connectivity.
    pub connectivity: i32,
    /// Pixels that hold their pieces.
    pub anchor_points: *const hitmask_point,
    /// How many they are.
    pub anchor_point_count: usize,
    /// Whether the largest piece holds.
    pub anchor_largest: hitmask_flag,
    /// Pieces of at least so many pixels hold. 0: size does not matter.
    pub anchor_area: u64,
    /// Smaller islands are not reported.
    pub min_area: u64,
}

verbs! {
    /// A terrain with no solid pixel, or with all pixels solid. HITMASK_TOO_LARGE if a side is above 65536.
    fn hitmask_terrain_new(w: u32, h: u32, filled: bool, out: *mut *mut hitmask_terrain) {
        let clear = Terrain::try_new(w, h)?;
        give_object(out, if filled { Terrain::filled(w, h) } else { clear })
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_terrain_free(terrain: *mut hitmask_terrain);

    /// Clears the pixels that a placed shape covers, moved by an offset. out may be NULL.
    fn hitmask_terrain_carve(terrain: *mut hitmask_terrain, brush: *const hitmask_placed, at: hitmask_point, out: *mut hitmask_change) {
        edit(terrain, brush, out, |terrain, brush| terrain.carve(brush, at))
    }

    /// Makes the pixels solid that a placed shape covers, moved by an offset. out may be NULL.
    fn hitmask_terrain_draw(terrain: *mut hitmask_terrain, brush: *const hitmask_placed, at: hitmask_point, out: *mut hitmask_change) {
        edit(terrain, brush, out, |terrain, brush| terrain.draw(brush, at))
    }
}

unsafe fn edit(
    terrain: *mut hitmask_terrain,
    brush: *const hitmask_placed,
    out: *mut hitmask_change,
    how: impl FnOnce(&mut Terrain, Placed<'_>) -> Change,
) -> Checked {
    let change = with_brush(brush, |brush| Ok(how(Arc::make_mut(&mut object_mut(terrain)?.shared), brush)))?;
    if out.is_null() { Ok(()) } else { give(out, (&change).into()) }
}

/// Calls a function with a share of a placed shape: it may be the very terrain that is edited.
///
/// # Safety
/// The pointer keeps the contract of the crate.
pub(crate) unsafe fn with_brush<R>(
    brush: *const hitmask_placed,
    f: impl FnOnce(Placed<'_>) -> Checked<R>,
) -> Checked<R> {
    let brush = object(brush)?;
    let (pose, held) = (brush.pose.library()?, brush.shape.hold()?);
    f(Placed::from(held.as_shape().ok_or(HITMASK_WRONG_SHAPE)?).posed(&pose))
}

/// The edges hold nothing but the lowest row, corners do not connect, and every island is reported.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_island_options_default() -> hitmask_island_options {
    let IslandOptions { anchors, connectivity, anchor_largest, anchor_area, min_area, .. } =
        IslandOptions::default();
    hitmask_island_options {
        anchors: anchors.bits().into(),
        connectivity: if connectivity == Connectivity::Eight { 8 } else { 4 },
        anchor_points: std::ptr::null(),
        anchor_point_count: 0,
        anchor_largest: anchor_largest.into(),
        anchor_area: anchor_area.unwrap_or(0),
        min_area,
    }
}

verbs! {
    /// The pieces that nothing holds, in the order of their first pixels. NULL options are the default ones.
    fn hitmask_terrain_islands(
        terrain: *const hitmask_terrain, options: *const hitmask_island_options, islands: *mut hitmask_component, capacity: usize, count: *mut usize
    ) {
        check_list(islands, capacity, count)?;
        let options = if options.is_null() { IslandOptions::default() } else { value(options)?.library()? };
        let found = object(terrain)?.shared.islands(&options);
        give_list(found.iter().map(Into::into), islands, capacity, count)
    }

    /// Takes the island with this first pixel out of the terrain, as a mask, and says where its upper left pixel lay. It finds the island again
    /// by the same options, so NULL options here are the default ones, too. HITMASK_NO_SUCH_INDEX if there is none.
    fn hitmask_terrain_take_island(
        terrain: *mut hitmask_terrain, options: *const hitmask_island_options, first: hitmask_point, out: *mut *mut hitmask_mask,
        corner: *mut hitmask_point
    ) {
        check(out)?;
        check(corner)?;
        let options = if options.is_null() { IslandOptions::default() } else { value(options)?.library()? };
        let terrain = object_mut(terrain)?;
        let first = first.into();
        let island = terrain.shared.islands(&options).into_iter().find(|island| island.first == first);
        let taken = island.and_then(|island| Arc::make_mut(&mut terrain.shared).take_island(&island));
        give_placed(taken.ok_or(HITMASK_NO_SUCH_INDEX)?, out, corner)
    }

    /// Goes back to a state, of this terrain or of another one.
    fn hitmask_terrain_restore(terrain: *mut hitmask_terrain, snapshot: *const hitmask_terrain_snapshot) {
        let snapshot = &object(snapshot)?.snapshot;
        Arc::make_mut(&mut object_mut(terrain)?.shared).restore(snapshot);
        Ok(())
    }

    /// Frees a snapshot. NULL does nothing.
    free fn hitmask_terrain_snapshot_free(snapshot: *mut hitmask_terrain_snapshot);

    /// The terrain from bytes. It takes at most this much memory; 0 is the default limit of the library.
    fn hitmask_terrain_from_bytes(bytes: *const u8, length: usize, memory: usize, out: *mut *mut hitmask_terrain, error: *mut hitmask_error) {
        check(out)?;
        let terrain = Terrain::from_bytes_with(array(bytes, length)?, &limits(memory)).or_tell(error)?;
        give_object(out, terrain)
    }

    /// What changed since a snapshot of a terrain of the same size, as bytes. HITMASK_WRONG_BASE if the sizes differ.
    fn hitmask_terrain_delta_since(terrain: *const hitmask_terrain, snapshot: *const hitmask_terrain_snapshot, out: *mut *mut hitmask_bytes) {
        let (terrain, snapshot) = (&object(terrain)?.shared, &object(snapshot)?.snapshot);
        give_object(out, terrain.delta_since(snapshot)?)
    }

    /// Makes the changes of a hitmask_terrain_delta_since on a terrain that is in the state of its snapshot. HITMASK_WRONG_BASE if it is not,
    /// and nothing changes. out may be NULL.
    fn hitmask_terrain_apply_delta(
        terrain: *mut hitmask_terrain, bytes: *const u8, length: usize, memory: usize, out: *mut hitmask_change, error: *mut hitmask_error
    ) {
        let (bytes, terrain) = (array(bytes, length)?, object_mut(terrain)?);
        let change =
            Arc::make_mut(&mut terrain.shared).apply_delta_with(bytes, &limits(memory)).or_tell(error)?;
        if out.is_null() { Ok(()) } else { give(out, (&change).into()) }
    }
}

impl hitmask_island_options {
    /// # Safety
    /// The pointer to the points keeps the contract of the crate.
    unsafe fn library(&self) -> Checked<IslandOptions> {
        let anchors = u8::try_from(self.anchors).ok().and_then(TerrainEdges::from_bits);
        Ok(IslandOptions {
            anchors: anchors.ok_or(HITMASK_UNKNOWN_CONSTANT)?,
            anchor_points: array(self.anchor_points, self.anchor_point_count)?
                .iter()
                .map(|&p| p.into())
                .collect(),
            anchor_largest: self.anchor_largest.is_set(),
            anchor_area: (self.anchor_area > 0).then_some(self.anchor_area),
            min_area: self.min_area,
            connectivity: choice(self.connectivity)?,
        })
    }
}
