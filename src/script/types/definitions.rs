//! The functions of a file with their statements.

use std::collections::BTreeSet;
use std::rc::Rc;

use rhai::{AST, ASTNode, Expr, FnAccess, Position, ScriptFuncDef, Stmt};

use super::Signature;

/// A function with its statements.
pub(super) struct Definition<'a> {
    pub(super) declared: &'a ScriptFuncDef,
    pub(super) body: Vec<Stmt>,
    /// The anonymous functions inside it.
    pub(super) inner: Vec<Signature>,
}

impl Definition<'_> {
    /// Its signature.
    pub(super) fn signature(&self) -> Signature {
        signature(self.declared)
    }

    /// Whether it can only be called in its file.
    pub(super) fn is_private(&self) -> bool {
        self.declared.access == FnAccess::Private || self.declared.name.starts_with("anon$")
    }

    /// Whether a position is inside the function; functions with a single expression have no known
    /// end.
    fn contains(&self, position: Position) -> bool {
        let body = &self.declared.body;
        let (start, end) = (body.start_position(), body.end_position());
        position == start || (start..=end).contains(&position)
    }
}

fn signature(function: &ScriptFuncDef) -> Signature {
    (function.name.to_string(), function.params.len())
}

/// The functions of a file in order. Rhai provides the positions of bodies, but not their
/// statements, and lists anonymous functions separately.
pub(super) fn definitions<'a>(file: &'a AST) -> Vec<Definition<'a>> {
    let mut statements: Vec<Stmt> = Vec::new();
    file.walk(&mut |path: &[ASTNode]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    statements.sort_by_key(Stmt::position);
    let bare = |declared: &'a Rc<ScriptFuncDef>| Definition {
        declared,
        body: Vec::new(),
        inner: Vec::new(),
    };
    let mut functions: Vec<Definition> = file.iter_fn_def().map(bare).collect();
    functions.sort_by_key(|function| function.declared.body.start_position());
    for statement in statements {
        // The innermost of the enclosing functions begins last.
        let around = |function: &Definition| function.contains(statement.position());
        if let Some(function) = functions.iter().rposition(around) {
            functions[function].body.push(statement);
        }
    }
    for at in 1..functions.len() {
        let (before, rest) = functions.split_at_mut(at);
        let inner = rest[0].declared;
        let around = |it: &&mut Definition| it.contains(inner.body.start_position());
        if let Some(outer) = before.iter_mut().rfind(around) {
            outer.inner.push(signature(inner));
        }
    }
    functions
}

/// The variables that are assigned after their declaration. A variable that is assigned a value of
/// another type has type `Any`.
pub(super) fn assigned(file: &AST) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    file.walk(&mut |path: &[ASTNode]| {
        if let Some(ASTNode::Stmt(Stmt::Assignment(assignment))) = path.last()
            && let Expr::Variable(variable, ..) = &assignment.1.lhs
        {
            names.insert(variable.1.to_string());
        }
        true
    });
    names
}
