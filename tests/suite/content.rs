//! Shipped files load and agree with the rulings; errors are reported at their positions.

mod fixture;
mod mangled;
mod outposts;
mod packs;
mod resources;
mod rule_files;
mod scenarios;
mod shipped;
mod sizes;
mod weights;
