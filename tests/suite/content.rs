//! What is shipped loads and says what the rulings say; what is wrong is explained at its place.

mod fixture;
mod mangled;
mod outposts;
mod packs;
mod rule_files;
mod scenarios;
mod shipped;
