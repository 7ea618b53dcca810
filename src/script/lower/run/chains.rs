//! Chains of calls.

use smallvec::SmallVec;

use super::{Caller, EvalExit, Machine, RunResult};
use crate::board::{PiecePlaces, Place, Places};
use crate::script::lower::{Chain, ChainArgs, ChainCall, Membership, Node, ResultMode};
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::set::Set;

impl<W: Caller> Machine<'_, W> {
    /// Evaluates a chain of calls. The root is evaluated after the arguments, unless it is in the
    /// parentheses.
    #[inline(never)]
    pub(super) fn chain(&mut self, chain: &Chain) -> RunResult {
        if let (Some(membership), ResultMode::Verdict(Some(last))) = (chain.membership, self.mode) {
            let (Membership::Of(slot) | Membership::In(slot)) = membership;
            if slot == last.0 {
                return self.test_membership(chain, membership, last);
            }
        }
        let nodes = match &chain.args {
            ChainArgs::Literals(args) => {
                let root = self.thing(&chain.root)?;
                return self.links(&chain.links, root, args);
            }
            ChainArgs::Nodes(nodes) => nodes,
        };
        let root = if chain.root_first { Some(self.thing(&chain.root)?) } else { None };
        let args = self.values(nodes)?;
        let root = root.map_or_else(|| self.thing(&chain.root), Ok)?;
        self.links(&chain.links, root, &args)
    }

    /// The values of some nodes.
    fn values(&mut self, nodes: &[Node]) -> RunResult<SmallVec<[Value; 2]>> {
        let mut values = SmallVec::new();
        for node in nodes {
            values.push(self.node(node)?);
        }
        Ok(values)
    }

    /// Evaluates a chain whose last call tests whether a place is in a selection. If the place is a
    /// member, the answer is the same for all members. Otherwise, it is the same for all places of
    /// its kind that are not members.
    #[inline(never)]
    fn test_membership(
        &mut self,
        chain: &Chain,
        membership: Membership,
        (slot, place): (usize, Place),
    ) -> RunResult {
        let (last, links) = chain.links.split_last().ok_or(EvalExit::Unsupported)?;
        let board = &self.game.view().rules().board;
        let whole = match place {
            Place::Hex(_) => Thing::Hexes(board.hexes()),
            _ => Thing::Places(PiecePlaces {
                intersections: board.intersections(),
                borders: board.borders(),
            }),
        };
        let computed;
        let args = match (&chain.args, membership) {
            (ChainArgs::Literals(args), _) => &args[..],
            (ChainArgs::Nodes(nodes), Membership::Of(_)) => {
                computed = self.values(nodes)?;
                &computed[..]
            }
            (ChainArgs::Nodes(nodes), Membership::In(_)) => {
                computed = self.values(&nodes[..nodes.len() - 1])?;
                &computed[..]
            }
        };
        let those = match membership {
            Membership::Of(_) => self.call_link(last, &whole, args)?.into_thing(),
            Membership::In(_) if links.is_empty() => Some(self.thing(&chain.root)?),
            Membership::In(_) => {
                let root = self.thing(&chain.root)?;
                self.links(links, root, args)?.into_thing()
            }
        };
        let those = those.ok_or(EvalExit::Unsupported)?;
        let places = |hexes, piece_places| Places { hexes, piece_places };
        let (those, whole) = match (those, whole) {
            (Thing::Hexes(those), Thing::Hexes(whole)) => {
                (places(those, PiecePlaces::default()), places(whole, PiecePlaces::default()))
            }
            (Thing::Places(those), Thing::Places(whole)) => {
                (places(Set::EMPTY, those), places(Set::EMPTY, whole))
            }
            _ => {
                self.look_at(slot);
                return self.call_link(last, &those, &[Thing::Place(place).into()]);
            }
        };
        let is_one = !those.among(Places::of(place)).is_empty();
        let alike = if is_one { whole.among(those) } else { whole.without(those) };
        self.reads.places = self.reads.places.among(alike);
        Ok(Value::Truth(is_one))
    }

    /// Evaluates the calls of a chain, each with its part of the arguments.
    fn links(&mut self, links: &[ChainCall], root: Thing, mut args: &[Value]) -> RunResult {
        let (last, links) = links.split_last().ok_or(EvalExit::Unsupported)?;
        let mut of = root;
        for link in links {
            let (own, rest) = args.split_at(link.args);
            of = self.call_link(link, &of, own)?.into_thing().ok_or(EvalExit::Unsupported)?;
            args = rest;
        }
        self.call_link(last, &of, args)
    }

    #[inline]
    fn call_link(&mut self, link: &ChainCall, of: &Thing, args: &[Value]) -> RunResult {
        if self.mode != ResultMode::Whole {
            let reads = link.overloads.reads(self.game.view(), self.running, of, args);
            self.reads.facets = self.reads.facets.and(reads.among(link.sees));
        }
        Ok(self.game.call(link.overloads, self.running, link.cause, (of, args))?)
    }
}
