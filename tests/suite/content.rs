//! What is shipped loads and says what the rulings say; what is wrong is explained at its place.

mod desk;
mod mangled;
mod outposts;
mod packs;
mod rule_files;
mod scenarios;
mod shipped;
