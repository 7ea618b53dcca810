//! Finds statements that leave their blocks, and loops that never end.

use rhai::{ASTFlags, ASTNode, Expr, Stmt};

use super::fold::{ConstantLookup, Plain, fold};

/// Whether no statement after this one in its block can run.
pub(super) fn leaves(statement: &Stmt) -> bool {
    match statement {
        Stmt::Return(..) | Stmt::BreakLoop(..) => true,
        Stmt::Block(block) => block.iter().any(leaves),
        Stmt::If(flow, _) => flow.body.iter().any(leaves) && flow.branch.iter().any(leaves),
        _ => false,
    }
}

/// Whether a loop is endless: given the known values, its condition never ends the loop, and
/// nothing in its body leaves the loop.
pub(super) fn is_endless(statement: &Stmt, known: ConstantLookup<'_>) -> bool {
    let (flow, always) = match statement {
        Stmt::While(flow, _) => (flow, true),
        Stmt::Do(flow, flags, _) => (flow, !flags.contains(ASTFlags::NEGATED)),
        _ => return false,
    };
    let goes_on = match &flow.expr {
        Expr::Unit(_) => true,
        condition => fold(condition, known) == Some(Plain::Truth(always)),
    };
    let mut is_left = false;
    statement.walk(&mut Vec::new(), &mut |path: &[ASTNode]| {
        is_left |= match path {
            [around @ .., ASTNode::Stmt(Stmt::BreakLoop(_, flags, _))] => {
                let is_inner = |node: &&ASTNode| matches!(node, ASTNode::Stmt(one) if is_loop(one));
                flags.contains(ASTFlags::BREAK) && around.iter().filter(is_inner).count() < 2
            }
            [.., ASTNode::Stmt(Stmt::Return(..))] => true,
            _ => false,
        };
        !is_left
    });
    goes_on && !is_left
}

fn is_loop(statement: &Stmt) -> bool {
    matches!(statement, Stmt::While(..) | Stmt::Do(..) | Stmt::For(..))
}
