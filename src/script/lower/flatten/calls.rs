//! Flattens calls of functions: of a rule, and of the vocabulary.

use super::{Flattener, small};
use crate::script::lower::program::{Arguments, Call, Instruction, Register, Source, Test};
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
        self.add(Instruction::Run { function, first });
        self.next = usize::from(first) + 1;
        first
    }

    /// Adds instructions for a chain of calls. The root is evaluated after the arguments, unless it
    /// is in the parentheses.
    pub(super) fn chain(&mut self, chain: &Chain, to: Register) {
        let Some(membership) = chain.membership else { return self.calls(chain, to) };
        let (Membership::Of(slot) | Membership::In(slot)) = membership;
        let argument = small(slot);
        let untested = self.jump(Instruction::JumpUnlessTested { argument, target: 0 });
        self.test(chain, (membership, argument), to);
        let end = self.jump(Instruction::Jump(0));
        self.land(vec![untested]);
        self.calls(chain, to);
        self.land(vec![end]);
    }

    /// Adds instructions that test whether the place that is an argument of the hook is in a
    /// selection.
    fn test(
        &mut self,
        chain: &Chain,
        (membership, argument): (Membership, Register),
        to: Register,
    ) {
        let (last, links) = chain.links.split_last().expect("a chain has calls");
        let those = match membership {
            Membership::Of(_) => {
                let args = self.arguments(&chain.args, chain.args.len());
                let whole = self.reserve(1);
                self.add(Instruction::Whole { argument, to: whole });
                self.links(std::slice::from_ref(last), Source::Register(whole), &args, whole);
                Source::Register(whole)
            }
            Membership::In(_) => {
                let args = self.arguments(&chain.args, chain.args.len() - 1);
                let root = self.value(&chain.root);
                if links.is_empty() {
                    root
                } else {
                    let to = self.reserve(1);
                    self.links(links, root, &args, to);
                    Source::Register(to)
                }
            }
        };
        let test = Test { argument, those, site: last.site, to };
        self.add(Instruction::TestMembership(test.into()));
    }

    fn calls(&mut self, chain: &Chain, to: Register) {
        let early = chain.root_first.then(|| self.value(&chain.root));
        let args = self.arguments(&chain.args, chain.args.len());
        let root = early.unwrap_or_else(|| self.value(&chain.root));
        self.links(&chain.links, root, &args, to);
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
