//! The results as aligned tables.

mod pairs;
mod seats;

pub(super) use pairs::figures;
