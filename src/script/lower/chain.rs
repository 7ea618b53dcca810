//! Words: of what they are said, one after the other, and where.

use rhai::{ASTFlags, Dynamic, Expr, FnCallExpr, Map, Position};

use super::translate::{Lowering, Translator, name, unlowered};
use super::{Chain, Link, Node, Tells};
use crate::script::error;
use crate::script::value::Value;
use crate::script::vocabulary::meanings::{self, Meanings};

impl Translator<'_> {
    /// Words behind dots. The engine takes the arguments of all of them first, and then what
    /// stands before the first dot.
    pub(super) fn chain(&mut self, expression: &Expr) -> Lowering {
        let (root, words) = flat(expression)?;
        if let (Some(settings), [Expr::Property(property, place)]) = (self.map(root), &words[..]) {
            // The engine counts the map and the property.
            self.operations += 2;
            return match settings.get(property.2.as_str()) {
                Some(value) => Ok(Node::Literal(Value::from(value.clone()))),
                None => unlowered("such a setting", *place),
            };
        }
        self.operations += operations(&words);
        let (mut args, mut links) = (Vec::new(), Vec::new());
        for word in words {
            let (meant, call, place) = meaning(word)?;
            let call = call.map_or(&[][..], |call| &call.args[..]);
            for (number, node) in self.expressions(call)?.into_iter().enumerate() {
                args.push(match node {
                    Node::Literal(text) if meant.takes_cards(number) => {
                        Node::Literal(text.into_price(self.file.rules))
                    }
                    node => node,
                });
            }
            links.push(self.link(meant, call.len(), place));
        }
        let root = self.expression(root)?;
        Ok(self.words(root, false, args.into(), links.into()))
    }

    fn words(&self, root: Node, root_first: bool, args: Box<[Node]>, links: Box<[Link]>) -> Node {
        let argument = |node: &Node| match *node {
            Node::Local(slot) if self.is_argument(slot) => Some(slot),
            _ => None,
        };
        let tells = match (&*links, args.last()) {
            ([.., link], Some(last)) if link.meant.name == "contains" => {
                argument(last).map(Tells::In)
            }
            ([link], _) if link.meant.tells_which() => argument(&root).map(Tells::Of),
            _ => None,
        };
        Node::Chain(Chain { root, root_first, args, links, tells }.into())
    }

    /// A word that is written like a function, or as `in`.
    pub(super) fn word_like_function(
        &mut self,
        name: &str,
        args: &[&Expr],
        place: Position,
    ) -> Lowering {
        let Some((of, args)) = args.split_first() else {
            return unlowered(format!("`{name}`"), place);
        };
        let Some(meant) = meanings::of(name, Some(args.len())) else {
            return unlowered(format!("`{name}`"), place);
        };
        // A variable comes after the arguments, as the engine has it.
        let root_first = !matches!(of, Expr::Variable(..));
        let root = self.expression(of)?;
        let count = args.len();
        let args = self.expressions(args.iter().copied())?;
        let links = [self.link(meant, count, place)].into();
        Ok(self.words(root, root_first, args, links))
    }

    fn link(&mut self, meant: &'static Meanings, args: usize, place: Position) -> Link {
        // Each word is a function that the engine looks up.
        self.operations += 1;
        self.acts |= meant.acts;
        let place = error::place(self.file.rules, self.file.rule, place);
        Link { meant, sees: self.file.sees, args, place }
    }

    /// The constant that is a map: the settings.
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

/// The operations of a chain beside those of what it begins with, of the words and of their
/// arguments: the engine walks along all words for their arguments, unless there is one alone that
/// has none. After a word with parentheses it tries to put what came of each property back in its
/// place, in two ways.
fn operations(words: &[&Expr]) -> u32 {
    let walked = match words {
        [Expr::MethodCall(call, _)] => usize::from(!call.args.is_empty()),
        [_] => 0,
        several => several.len(),
    };
    let put_back = match words {
        [before @ .., Expr::MethodCall(..)] => {
            2 * before.iter().filter(|word| matches!(word, Expr::Property(..))).count()
        }
        _ => 0,
    };
    u32::try_from(walked + put_back).unwrap_or(u32::MAX)
}

/// What a chain begins with, and the words behind its dots.
fn flat(expression: &Expr) -> Lowering<(&Expr, Vec<&Expr>)> {
    let mut root = None;
    let mut words = Vec::new();
    let mut rest = expression;
    while let Expr::Dot(sides, flags, place) = rest {
        if flags.contains(ASTFlags::NEGATED) {
            return unlowered("`?.`", *place);
        }
        match root {
            None => root = Some(&sides.lhs),
            Some(_) => words.push(&sides.lhs),
        }
        rest = &sides.rhs;
    }
    words.push(rest);
    match root {
        Some(root) => Ok((root, words)),
        None => unlowered("such an expression", expression.position()),
    }
}

/// What a property or a word with parentheses means.
fn meaning(word: &Expr) -> Lowering<(&'static Meanings, Option<&FnCallExpr>, Position)> {
    let (name, call, place) = match word {
        Expr::Property(property, place) => (&property.2, None, *place),
        Expr::MethodCall(call, place) => (&call.name, Some(&**call), *place),
        other => return unlowered("such an expression", other.position()),
    };
    match meanings::of(name, call.map(|call| call.args.len())) {
        Some(meant) => Ok((meant, call, place)),
        None => unlowered(format!("`{name}`"), place),
    }
}
