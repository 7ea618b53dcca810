//! Kinds of ports, and sets of them.

use serde::{Deserialize, Serialize};

use crate::resource::{RESOURCES, Resource};

/// The resources that can be traded at a port.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Port {
    /// Any resource.
    Any,
    /// One resource.
    Of(Resource),
}

/// A set of kinds of ports, one bit for each.
pub type PortBits = u32;

const _: () = assert!(RESOURCES + 1 < PortBits::BITS as usize, "each kind of port has a bit");

impl Port {
    /// The bit of this kind of port.
    #[inline]
    pub(crate) fn bit(self) -> PortBits {
        match self {
            Self::Any => 1,
            Self::Of(resource) => 2 << resource.0,
        }
    }
}
