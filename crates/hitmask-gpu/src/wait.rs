//! Waiting for a future on this thread.

use core::future::Future;
use core::pin::pin;
use core::task::{Context, Poll, Waker};

/// Waits for one of wgpu's futures. Outside of browsers they are ready at once, so nobody needs to be woken.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::yield_now(),
        }
    }
}
