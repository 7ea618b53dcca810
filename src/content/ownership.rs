//! The ownership of rules, and the tokens, events, piles, marks and advance answers that they
//! declare.

use super::catalog::to_identifier;
use super::copies::EACH_COPY;
use super::facts::Fact;
use super::rule_file::RuleFile;
use super::tables::{Context, Tables};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{
    AnswerableKind, HexEventKind, HexMarkKind, Lasts, Ownership, PileKind, PlayerMarkKind, RuleId,
    TokenKind,
};
use crate::set::Id;
use crate::table::{
    ANSWERABLES, AdvanceAnswer, Card, HEX_EVENTS, HEX_MARKS, HexEvent, PILES, PLAYER_MARKS,
    PLAYERS, PlayerMark, TOKENS, Token,
};

impl Tables {
    /// Adds the token of a benefit rule.
    pub(super) fn add_token(
        &mut self,
        context: &Context<'_>,
        id: RuleId,
        rule: &RuleFile,
    ) -> Result<(), Diagnostic> {
        let Some(name) = rule.text(Fact::Outpost) else { return Ok(()) };
        let terrain = context.catalog.terrain(name);
        let is_outpost = |index: usize| context.catalog.terrains[index].outpost;
        let outpost = terrain.filter(|terrain| is_outpost(terrain.index())).ok_or_else(|| {
            let outposts = context.catalog.terrains.iter().filter(|terrain| terrain.outpost);
            let names = outposts.map(|terrain| to_identifier(&terrain.name));
            rule.error(Fact::Outpost, format!("no outpost `{name}`")).did_you_mean(name, names)
        })?;
        if self.tokens.len() == TOKENS {
            let message = format!("a game can have at most {TOKENS} tokens");
            return Err(rule.error(Fact::Outpost, message).code(Code::TooMany));
        }
        self.tokens.push(TokenKind { name: rule.name(), outpost, rule: id });
        Ok(())
    }

    /// Adds the event of an event rule.
    pub(super) fn add_hex_event(
        &mut self,
        context: &Context<'_>,
        id: RuleId,
        rule: &RuleFile,
    ) -> Result<(), Diagnostic> {
        let Some(name) = rule.text(Fact::Event) else { return Ok(()) };
        let terrain = context.catalog.terrain(name).ok_or_else(|| {
            let names = context.catalog.terrains.iter().map(|terrain| to_identifier(&terrain.name));
            rule.error(Fact::Event, format!("no terrain `{name}`")).did_you_mean(name, names)
        })?;
        if self.hex_events.len() == HEX_EVENTS {
            let message = format!("a game can have at most {HEX_EVENTS} events");
            return Err(rule.error(Fact::Event, message).code(Code::TooMany));
        }
        self.hex_events.push(HexEventKind { name: rule.name(), terrain, rule: id });
        Ok(())
    }

    /// Adds the pile of resource cards that a rule declares.
    pub(super) fn add_pile(&mut self, id: RuleId, rule: &RuleFile) -> Result<(), Diagnostic> {
        let Some(name) = rule.text(Fact::Pile) else { return Ok(()) };
        if self.piles.len() == PILES {
            let message = format!("a game can have at most {PILES} kinds of piles");
            return Err(rule.error(Fact::Pile, message).code(Code::TooMany));
        }
        self.piles.push(PileKind { name: name.into(), rule: id });
        Ok(())
    }

    /// Adds the goods whose owner has the rule.
    pub(super) fn add_owned(
        &mut self,
        context: &Context<'_>,
        id: RuleId,
        rule: &RuleFile,
    ) -> Result<(), Diagnostic> {
        let Some(name) = rule.text(Fact::Owned) else { return Ok(()) };
        self.owned.insert(id, context.catalog.goods(rule, Fact::Owned, name)?);
        Ok(())
    }

    /// How a player comes to own a rule; `None` if it is for everybody.
    pub(super) fn ownership(&self, id: RuleId, rule: &RuleFile) -> Option<Ownership> {
        let round_based = rule.is(Fact::RoundBased);
        if let Some(token) = self.tokens.iter().position(|token| token.rule == id) {
            return Some(Ownership::Access { token: Token::new(token), round_based });
        }
        if let Some(event) = self.hex_events.iter().position(|event| event.rule == id) {
            return Some(Ownership::Affected(HexEvent::new(event)));
        }
        if let Some(&goods) = self.owned.get(&id) {
            return Some(Ownership::Owned(goods));
        }
        let card = self.cards.iter().position(|card| card.rule == id && card.lasts)?;
        Some(Ownership::Played(Card::new(card)))
    }

    /// Adds the marks that a rule declares.
    pub(super) fn add_marks(&mut self, id: RuleId, rule: &RuleFile) -> Result<(), Diagnostic> {
        for (fact, text) in rule.texts(Fact::Mark, Fact::Marks) {
            self.add_mark(id, (rule, fact), text)?;
        }
        Ok(())
    }

    fn add_mark(
        &mut self,
        id: RuleId,
        (rule, fact): (&RuleFile, Fact),
        text: &str,
    ) -> Result<(), Diagnostic> {
        let (name, of) = text.split_once(':').unwrap_or((text, ""));
        let (things, lasts) = of.split_once(',').unwrap_or(("players", of));
        let (name, things) = (name.trim(), things.trim());
        let is_known = |keeper: RuleId, known: &str| keeper == id && known == name;
        if self.player_marks.iter().any(|kind| is_known(kind.rule, &kind.name))
            || self.hex_marks.iter().any(|kind| is_known(kind.rule, &kind.name))
        {
            let message = format!("the rule has two marks `{name}`");
            return Err(rule.error_within(fact, text, message).code(Code::NameTaken));
        }
        let lasts = match (lasts.trim(), things) {
            ("game", _) => Lasts::Game,
            ("turn", _) => Lasts::Turn,
            ("next turn", "players") => Lasts::NextTurn,
            ("only next turn", "players") => Lasts::OnlyNextTurn,
            _ => return Err(no_mark(rule, fact, text)),
        };
        if things == "players" {
            return self.add_marked_players(id, (rule, fact), name, lasts);
        }
        if !["hexes", "decks"].contains(&things) {
            return Err(no_mark(rule, fact, text));
        }
        let (of_hexes, by_turn) = (things == "hexes", lasts == Lasts::Turn);
        for copy in self.owners(id, by_turn) {
            if self.hex_marks.len() == HEX_MARKS {
                let message =
                    format!("a game can have at most {HEX_MARKS} marks on hexes and decks");
                let over = rule.error(fact, message).code(Code::TooMany);
                return Err(
                    over.hint(format!("each `MARK` for hexes or decks takes one slot{EACH_COPY}"))
                );
            }
            self.hex_marks.push(HexMarkKind {
                name: name.into(),
                of_hexes,
                by_turn,
                rule: id,
                copy,
            });
        }
        Ok(())
    }

    /// Adds the player marks that a rule declares.
    fn add_marked_players(
        &mut self,
        id: RuleId,
        (rule, fact): (&RuleFile, Fact),
        name: &str,
        lasts: Lasts,
    ) -> Result<(), Diagnostic> {
        let places = |lasts: Lasts| PLAYERS * if lasts.has_previous_turn_slot() { 2 } else { 1 };
        for copy in self.owners(id, lasts == Lasts::Turn) {
            let first = self.player_marks.iter().map(|kind| places(kind.lasts)).sum::<usize>();
            if first + places(lasts) > PLAYER_MARKS {
                let message = format!(
                    "the marks on players in this game need more than {PLAYER_MARKS} slots"
                );
                let over = rule.error(fact, message).code(Code::TooMany);
                return Err(over.hint(format!(
                    "a mark takes six slots, or twelve if it lasts for the next turn{EACH_COPY}"
                )));
            }
            let first = PlayerMark::new(first);
            self.player_marks.push(PlayerMarkKind {
                name: name.into(),
                first,
                lasts,
                rule: id,
                copy,
            });
        }
        Ok(())
    }

    /// Adds a rule whose questions players can answer in advance.
    pub(super) fn add_answerable(&mut self, id: RuleId, rule: &RuleFile) -> Result<(), Diagnostic> {
        let Some(word) = rule.text(Fact::Default) else { return Ok(()) };
        let advance_answer = match word {
            "accept" => AdvanceAnswer::Accept,
            "decline" => AdvanceAnswer::Decline,
            _ => AdvanceAnswer::Ask,
        };
        if self.answerables.len() == ANSWERABLES {
            let message = format!("at most {ANSWERABLES} rules can be answered in advance");
            return Err(rule.error(Fact::Default, message).code(Code::TooMany));
        }
        self.answerables.push(AnswerableKind { rule: id, advance_answer });
        Ok(())
    }
}

/// The diagnostic about a `MARK` that cannot be parsed.
fn no_mark(rule: &RuleFile, fact: Fact, text: &str) -> Diagnostic {
    let hint = "write a name and how long the mark lasts: `\"name: game\"`, `\"name: turn\"`, `\"name: next turn\"` or `\"name: only next turn\"`; for hexes or decks, write for example `\"name: hexes, turn\"`";
    rule.error_within(fact, text, format!("`{text}` is not a mark")).hint(hint)
}
