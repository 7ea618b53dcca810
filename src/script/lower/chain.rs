//! Lowers chains of calls: their roots, calls and positions.

use rhai::{ASTFlags, Dynamic, Expr, FnCallExpr, FnPtr, Map, Position};

use super::bytecode::CallSite;
use super::translate::{Lowering, Translator, name, unlowered};
use super::{Best, Chain, ChainArgs, ChainCall, Membership, Node};
use crate::script::known::Known;
use crate::script::value::Value;
use crate::script::vocabulary::overloads::{self, Overloads};
use crate::script::{best, error};

/// The calls of a chain.
type Links = Box<[ChainCall]>;

impl Translator<'_> {
    /// Lowers calls after dots. The interpreter first evaluates the arguments of all calls, and
    /// then the expression before the first dot.
    pub(super) fn chain(&mut self, expression: &Expr) -> Lowering {
        let (root, chain) = flat(expression)?;
        if let (Some(settings), [Expr::Property(property, position)]) = (self.map(root), &chain[..])
        {
            // The interpreter counts the map and the property.
            self.operations += 2;
            return match settings.get(property.2.as_str()) {
                Some(value) => Ok(Node::Literal(Value::from(value.clone()))),
                None => unlowered("an unknown setting", *position),
            };
        }
        self.operations += operations(&chain);
        let Some(at) = chain.iter().position(|link| tally(link).is_some()) else {
            let (args, links) = self.links(&chain)?;
            let root = self.expression(root)?;
            return Ok(self.chained(root, false, args, links));
        };
        let (args, links) = self.links(&chain[..at])?;
        let (function, operations, wants_most) = self.tally(chain[at])?;
        let (later_args, later) = self.links(&chain[at + 1..])?;
        let root = self.expression(root)?;
        let over = if links.is_empty() { root } else { self.chained(root, false, args, links) };
        let best = Node::Best(Best { over, function, operations, wants_most }.into());
        Ok(if later.is_empty() { best } else { self.chained(best, false, later_args, later) })
    }

    /// Lowers a call that passes an anonymous function. Returns the index of the function, the
    /// operations of each of its calls, and whether the highest number is wanted.
    fn tally(&mut self, link: &Expr) -> Lowering<(usize, u32, bool)> {
        let (name, value, wants_most) = tally(link).expect("a call with a function");
        let Some(function) = value.read_lock::<FnPtr>().map(|it| it.fn_name().into()) else {
            return unlowered(format!("`{name}` without a function"), link.position());
        };
        // The argument, and the function of the call.
        self.node(link.position())?;
        self.operations += 1;
        let (number, does_something) = self.function_named((function, 1), link.position())?;
        Ok((number, u32::from(does_something), wants_most))
    }

    /// The arguments and calls of a chain.
    fn links(&mut self, chain: &[&Expr]) -> Lowering<(Box<[Node]>, Links)> {
        let (mut args, mut links) = (Vec::new(), Vec::new());
        for link in chain {
            let (overloads, call, position) = overloads_of(link)?;
            let call = call.map_or(&[][..], |call| &call.args[..]);
            for (number, node) in self.expressions(call)?.into_iter().enumerate() {
                args.push(match node {
                    Node::Literal(text) => {
                        let types = overloads.types_of(number);
                        let of = (self.file.rules, self.file.rule);
                        Node::Literal(Known::look_up(text, types, of))
                    }
                    node => node,
                });
            }
            links.push(self.link(overloads, call.len(), position));
        }
        Ok((args.into(), links.into()))
    }

    fn chained(
        &self,
        root: Node,
        root_first: bool,
        args: Box<[Node]>,
        links: Box<[ChainCall]>,
    ) -> Node {
        let argument = |node: &Node| match *node {
            Node::Local(slot) if self.is_argument(slot) => Some(slot),
            _ => None,
        };
        let membership = match (&*links, args.last()) {
            ([.., link], Some(last)) if link.site.overloads.name == "contains" => {
                argument(last).map(Membership::In)
            }
            ([link], _) if link.site.overloads.filters() => argument(&root).map(Membership::Of),
            _ => None,
        };
        let args = ChainArgs::new(args);
        Node::Chain(Chain { root, root_first, args, links, membership }.into())
    }

    /// Lowers a call whose receiver is its first argument, as in `total(hand)`, or the operator
    /// `in`.
    pub(super) fn function_like(
        &mut self,
        name: &str,
        args: &[&Expr],
        position: Position,
    ) -> Lowering {
        let Some((of, args)) = args.split_first() else {
            return unlowered(format!("`{name}`"), position);
        };
        let Some(overloads) = overloads::of(name, Some(args.len())) else {
            return unlowered(format!("`{name}`"), position);
        };
        // The interpreter evaluates a variable after the arguments.
        let root_first = !matches!(of, Expr::Variable(..));
        let root = self.expression(of)?;
        let count = args.len();
        let args = self.expressions(args.iter().copied())?;
        let links = [self.link(overloads, count, position)].into();
        Ok(self.chained(root, root_first, args, links))
    }

    fn link(
        &mut self,
        overloads: &'static Overloads,
        args: usize,
        position: Position,
    ) -> ChainCall {
        // The interpreter looks up the function of each call.
        self.operations += 1;
        self.acts |= overloads.acts;
        let cause = error::cause_at(self.file.rules, self.file.rule, position);
        let site = CallSite { overloads, sees: self.file.sees, cause };
        ChainCall { site, args }
    }

    /// The constant map of settings.
    fn map(&self, root: &Expr) -> Option<Map> {
        let value: &Dynamic = match root {
            Expr::DynamicConstant(value, _) => value,
            Expr::Variable(..) => {
                let name = name(root)?;
                self.variable(name).is_none().then(|| self.constant(name))??
            }
            _ => return None,
        };
        Some(value.read_lock::<Map>()?.clone())
    }
}

impl ChainArgs {
    /// Whether one of them may assign a value to a variable of its function.
    pub(super) fn assign(&self) -> bool {
        match self {
            Self::Literals(_) => false,
            Self::Nodes(nodes) => nodes.iter().any(Node::assigns),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Literals(values) => values.len(),
            Self::Nodes(nodes) => nodes.len(),
        }
    }

    fn new(args: Box<[Node]>) -> Self {
        if !args.iter().all(|arg| matches!(arg, Node::Literal(_))) {
            return Self::Nodes(args);
        }
        let literals = args.into_iter().filter_map(|arg| match arg {
            Node::Literal(value) => Some(value),
            _ => None,
        });
        Self::Literals(literals.collect())
    }
}

/// The name of a call that passes a constant to a function for the best players, the constant, and
/// whether the highest number is wanted.
fn tally(link: &Expr) -> Option<(&str, &Dynamic, bool)> {
    let Expr::MethodCall(call, _) = link else { return None };
    let wants_most = best::named(&call.name)?;
    match &call.args[..] {
        [Expr::DynamicConstant(value, _)] => Some((&call.name, value, wants_most)),
        _ => None,
    }
}

/// The operations of a chain besides the operations of its root, its calls and their arguments. The
/// interpreter walks along all calls for their arguments, unless there is only one call without
/// arguments. After a call with parentheses, it tries in two ways to write back the value of each
/// property before the call.
fn operations(chain: &[&Expr]) -> u32 {
    let walked = match chain {
        [Expr::MethodCall(call, _)] => usize::from(!call.args.is_empty()),
        [_] => 0,
        several => several.len(),
    };
    let put_back = match chain {
        [before @ .., Expr::MethodCall(..)] => {
            2 * before.iter().filter(|link| matches!(link, Expr::Property(..))).count()
        }
        _ => 0,
    };
    u32::try_from(walked + put_back).unwrap_or(u32::MAX)
}

/// The root of a chain, and the calls after its dots.
fn flat(expression: &Expr) -> Lowering<(&Expr, Vec<&Expr>)> {
    let mut root = None;
    let mut chain = Vec::new();
    let mut rest = expression;
    while let Expr::Dot(sides, flags, position) = rest {
        if flags.contains(ASTFlags::NEGATED) {
            return unlowered("`?.`", *position);
        }
        match root {
            None => root = Some(&sides.lhs),
            Some(_) => chain.push(&sides.lhs),
        }
        rest = &sides.rhs;
    }
    chain.push(rest);
    match root {
        Some(root) => Ok((root, chain)),
        None => unlowered("this kind of expression", expression.position()),
    }
}

/// The overloads of a property or of a call with parentheses.
fn overloads_of(link: &Expr) -> Lowering<(&'static Overloads, Option<&FnCallExpr>, Position)> {
    let (name, call, position) = match link {
        Expr::Property(property, position) => (&property.2, None, *position),
        Expr::MethodCall(call, position) => (&call.name, Some(&**call), *position),
        other => return unlowered("this kind of expression", other.position()),
    };
    match overloads::of(name, call.map(|call| call.args.len())) {
        Some(overloads) => Ok((overloads, call, position)),
        None => unlowered(format!("`{name}`"), position),
    }
}
