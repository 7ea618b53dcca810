//! Flattens calls of functions: of a rule, and of the vocabulary.

use super::{Flattener, small};
use crate::script::lower::bytecode::{self, Arguments, Call, Instruction, Register, Source};
use crate::script::lower::{Chain, ChainArgs, ChainCall, Membership, Node};
use crate::script::value::Value;

impl Flattener<'_> {
    /// Reserves the registers of a function. Returns the first one.
    pub(super) fn frame(&mut self, function: usize) -> Register {
        self.reserve(self.functions[function].registers)
    }

    /// Adds instructions that run a function. Returns the register of its result.
    pub(super) fn call(&mut self, function: usize, args: &[Node]) -> Register {
        let first = self.frame(function);
        // A variable in the first position is evaluated last.
        let late = args.first().filter(|first| matches!(first, Node::Local(_)));
        for (at, arg) in args.iter().enumerate().skip(usize::from(late.is_some())) {
            self.into(arg, first + small::<Register>(at));
        }
        if let Some(late) = late {
            self.into(late, first);
        }
        self.add(Instruction::CallFunction { function, first });
        self.next = usize::from(first) + 1;
        first
    }

    /// Adds instructions for a chain of calls. The root is evaluated after the arguments, unless the
    /// call has the form of a function, as in `total(hand)`.
    pub(super) fn chain(&mut self, chain: &Chain, to: Register) {
        match chain.membership.filter(|_| self.keeps_arguments) {
            Some(Membership::In(slot)) => self.contains(chain, slot, to),
            Some(Membership::Of(slot)) => self.filter(chain, slot, to),
            None => {
                let is_assigned_later = chain.args.assign();
                let early =
                    chain.root_first.then(|| self.early_value(&chain.root, is_assigned_later));
                let args = self.arguments(&chain.args, chain.args.len());
                let root = early.unwrap_or_else(|| self.value(&chain.root));
                self.links(&chain.links, root, &args, to);
            }
        }
    }

    /// Adds instructions for a chain whose last call tests whether an argument of the hook is in a
    /// selection.
    fn contains(&mut self, chain: &Chain, slot: usize, to: Register) {
        let (last, links) = chain.links.split_last().expect("a chain has calls");
        let args = self.arguments(&chain.args, chain.args.len() - 1);
        let mut of = self.value(&chain.root);
        if !links.is_empty() {
            let to = self.reserve(1);
            self.links(links, of, &args, to);
            of = Source::Register(to);
        }
        let argument = small(slot);
        let call = Call { site: last.site, of, args: Arguments::Registers(argument, 1), to };
        self.add(Instruction::Contains(bytecode::MembershipCall { argument, call }.into()));
    }

    /// Adds instructions for a call that tests an argument of the hook.
    fn filter(&mut self, chain: &Chain, slot: usize, to: Register) {
        let args = match self.arguments(&chain.args, chain.args.len()) {
            ChainArguments::Constants(all) => Arguments::Constants(all.into()),
            ChainArguments::Registers(first) => {
                Arguments::Registers(first, small(chain.args.len()))
            }
        };
        let (argument, site) = (small(slot), chain.links[0].site);
        let call = Call { site, of: Source::Argument(argument), args, to };
        self.add(Instruction::Filter(bytecode::MembershipCall { argument, call }.into()));
    }

    /// Adds instructions for the first of the arguments of a chain.
    fn arguments(&mut self, args: &ChainArgs, count: usize) -> ChainArguments {
        match args {
            ChainArgs::Literals(values) => ChainArguments::Constants(values[..count].to_vec()),
            ChainArgs::Nodes(nodes) => {
                let first = self.reserve(count);
                for (at, node) in nodes[..count].iter().enumerate() {
                    self.into(node, first + small::<Register>(at));
                }
                ChainArguments::Registers(first)
            }
        }
    }

    /// Adds the calls of a chain, each with its part of the arguments.
    fn links(&mut self, links: &[ChainCall], root: Source, args: &ChainArguments, to: Register) {
        let (mut of, mut used) = (root, 0);
        let result = if links.len() > 1 { self.reserve(1) } else { to };
        for (number, link) in (1..).zip(links) {
            let those = used..used + link.args;
            let args = match args {
                ChainArguments::Constants(all) => Arguments::Constants(all[those].into()),
                ChainArguments::Registers(first) => {
                    Arguments::Registers(first + small::<Register>(used), small(link.args))
                }
            };
            used += link.args;
            let to = if number == links.len() { to } else { result };
            let call = Call { site: link.site, of, args, to };
            self.add(Instruction::Call(call.into()));
            of = Source::Register(to);
        }
    }
}

/// The arguments of all calls of a chain.
enum ChainArguments {
    Constants(Vec<Value>),
    /// They are in the registers from this one.
    Registers(Register),
}
