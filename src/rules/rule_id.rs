//! The numbers of rule files.

crate::set::ids! {
    /// A rule file of the packs in play, numbered in the order in which rules are called.
    RuleId;
}
