use super::super::Aabb;

/// Box sizes by powers of two: class k holds those whose longer side is at most 2ᵏ and more than half of that.
pub(super) const CLASSES: usize = 33;

/// What has to be known of all boxes before any goes into a cell.
#[derive(Clone, Debug)]
pub(super) struct Census {
    /// Around the first pixels of all boxes: from the least to the greatest.
    pub(super) around: Aabb,
    /// How many boxes of each size there are.
    pub(super) classes: [u32; CLASSES],
}

impl Census {
    pub(super) const NONE: Census = Census { around: Aabb::EMPTY, classes: [0; CLASSES] };

    pub(super) fn of(boxes: &[Aabb]) -> Census {
        let mut census = Census::NONE;
        for b in boxes.iter().filter(|b| !b.is_empty()) {
            census.classes[class(b)] += 1;
            let around = &mut census.around;
            around.x0 = around.x0.min(b.x0);
            around.y0 = around.y0.min(b.y0);
            around.x1 = around.x1.max(b.x0);
            around.y1 = around.y1.max(b.y0);
        }
        census
    }

    /// How many boxes hold a pixel.
    pub(super) fn count(&self) -> u32 {
        self.classes.iter().sum()
    }
}

/// The size class of a box that is not empty.
#[inline(always)]
pub(super) fn class(b: &Aabb) -> usize {
    // The longer side less one, which u32 holds.
    let longer = (b.x1.wrapping_sub(b.x0) as u32).max(b.y1.wrapping_sub(b.y0) as u32);
    (u32::BITS - longer.leading_zeros()) as usize
}
