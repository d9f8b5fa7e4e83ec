//! What can go wrong with a device.

use core::fmt;

use hitmask::InvalidArgument;

/// Why the device gave no answer. The masks are still there, and the CPU answers everything that the GPU answers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GpuError {
    /// No adapter was found, or none with this name. Install a driver (on Debian: `mesa-vulkan-drivers` has one that needs no hardware).
    NoAdapter(String),
    /// The adapter gave no device.
    NoDevice(String),
    /// The adapter cannot do what is needed.
    Lacks {
        /// What it lacks.
        what: &'static str,
        /// What is needed.
        needed: u64,
        /// What it has.
        has: u64,
    },
    /// A buffer would be larger than the device allows. Ask in smaller batches, or keep fewer masks.
    TooLarge {
        /// What would be too large.
        what: &'static str,
        /// Its bytes.
        bytes: u64,
        /// The most bytes of a buffer of this device.
        most: u64,
    },
    /// A step of a crowd found more pairs of boxes than there was room for. Nothing is lost: submit it again, there is room now.
    NoRoom {
        /// How many pairs were found.
        pairs: u32,
        /// For how many there was room.
        room: u32,
    },
    /// A step of a crowd found more pairs of boxes than [`GpuCrowd::set_max_pairs`](crate::GpuCrowd::set_max_pairs) allows.
    TooManyPairs {
        /// How many are allowed.
        limit: u32,
    },
    /// The device has no memory left.
    OutOfMemory(String),
    /// The device is lost: its driver was reset, or it was removed. Make a new [`Gpu`](crate::Gpu), and insert the masks again.
    Lost(String),
    /// An argument that the library refuses, too.
    InvalidArgument(InvalidArgument),
    /// A mask was removed, or belongs to another list of masks.
    StaleMask,
    /// The driver refused a command. This is a fault of hitmask or of the driver.
    Driver(String),
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GpuError::NoAdapter(why) => {
                write!(f, "no GPU adapter was found ({why}); install a driver, or use the CPU")
            }
            GpuError::NoDevice(why) => write!(f, "the GPU adapter gave no device: {why}"),
            GpuError::Lacks { what, needed, has } => {
                write!(f, "the GPU adapter has {has} {what}, but {needed} are needed; use the CPU")
            }
            GpuError::TooLarge { what, bytes, most } => {
                write!(
                    f,
                    "{what} would need a buffer of {bytes} bytes, and this device allows {most}; use smaller batches"
                )
            }
            GpuError::NoRoom { pairs, room } => {
                write!(f, "{pairs} pairs of boxes were found, with room for {room}; submit the step again")
            }
            GpuError::TooManyPairs { limit } => write!(f, "there are more than {limit} pairs of boxes"),
            GpuError::OutOfMemory(why) => write!(f, "the GPU has no memory left: {why}"),
            GpuError::Lost(why) => {
                write!(f, "the GPU is lost ({why}); make a new one, and insert the masks again")
            }
            GpuError::InvalidArgument(refused) => refused.fmt(f),
            GpuError::StaleMask => {
                f.write_str("a mask was removed from the GPU, or belongs to another list of masks")
            }
            GpuError::Driver(why) => write!(f, "the GPU's driver refused a command: {why}"),
        }
    }
}

impl std::error::Error for GpuError {}
