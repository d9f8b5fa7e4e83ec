//! The data of colliders that were removed since the last step. The events of the next step tell them.

use crate::world::collider::handle::Handle;
use crate::world::store::step_state::StepState;

impl StepState {
    /// Keeps the data of a removed collider for the events of the next step. Only a collider that touched in the last step has such events.
    /// So there are never more than two for each contact, however many colliders come and go.
    pub(crate) fn bury(&mut self, handle: Handle, data: u64) {
        if self.contacts_of(handle).next().is_some() {
            self.removed_data.push((handle, data));
        }
    }
}

/// The data of a removed collider. `removed_data` is sorted.
pub(crate) fn data_of(removed_data: &[(Handle, u64)], handle: Handle) -> u64 {
    let at = removed_data.binary_search_by_key(&handle, |&(handle, _)| handle);
    removed_data[at.expect("the data of colliders removed since the last step are kept")].1
}
