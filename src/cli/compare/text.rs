//! The results as aligned tables.

mod pairs;
mod seats;
