//! Verbs: actions and questions of effects. Called on `NONE`, they do nothing.

use super::function::declare;
use super::invocation::{CallResult, Command, HasView, Invocation, answer, done, number};
use super::memory::{counter, hex_mark, pile, place_counter, player_mark};
use super::named::{card, deck, family, goods, kinds};
use crate::action::{Action, AnswerName, Choice};
use crate::board::{Hex, Place};
use crate::game::law::terms::cards_of;
use crate::game::{AskMode, Halt, Outcome};
use crate::game::{cards, goods, hand, roll, turn};
use crate::resource::{Resource, Resources};
use crate::rules::Cost;
use crate::script::known::deck_named;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::set::{Id, Set, SmallSet};
use crate::table::{Card, Counter, Deck, Marker, Player};

declare! { VERBS, Acts;
    "player".add_points(count: Number) -> Unit: "Gives the player this many permanent points." => |call, player| {
        let points = call.number(0)?;
        call.game.gain_points(player, points).map(Value::from)
    };
    "player".win() -> Unit: "Lets the player win at once, in any turn and with any number of points, unless a rule forbids it (`may_win`)." => |call, player| call.game.win(player).map(Value::from);
    "game".end_turn() -> Unit: "Ends the current turn after all rules that still have to run." => |call, ()| turn::end_turn_by_rule(call.game).map(Value::from);
    "game".require(condition: Truth, reason: Text) -> Unit: "Refuses the action that the rule carries out, which is then undone, unless the condition is `true`; in `on_game_start`, the game then does not begin." => |call, ()| {
        let reason = call.text(1)?;
        match call.args[0] {
            Value::Truth(true) => done(),
            Value::Truth(false) => Err(call.view().refuse(reason)),
            _ => Err(call.wrong(0, "a boolean")),
        }
    };
    "game".end() -> Unit: "Ends the game without a winner." => |call, ()| call.game.end_game().map(Value::from);
    "player".add(name: CounterName, count: Number) -> Unit: "Adds `count` to the rule's counter of this name." => |call, player| {
        let slot = counter(call, Some(player))?;
        add_to(call, slot).map(Value::from)
    };
    "game".add(name: CounterName, count: Number) -> Unit: "Adds `count` to the rule's counter of this name." => |call, ()| {
        let slot = counter(call, None)?;
        add_to(call, slot).map(Value::from)
    };
    "hex, place, piece".add(name: CounterName, count: Number) -> Unit: "Adds `count` to the rule's counter of this name at the hex or place, or on the piece." => |call, place| {
        let ((counter, place), more) = (place_counter(call, place)?, call.number(1)?);
        let value = i64::from(call.view().table().count_at(counter, place)).saturating_add(more);
        call.game.count_at(counter, place, value).map(Value::from)
    };
    "player".draw(deck: DeckName) -> Card or nothing: "Draws a card of the deck for the player, who pays nothing and may do so in any turn. Returns the card; `NONE` if the deck is empty." => |call, player| {
        let deck = deck(call, 0)?;
        let card = call.game.draw_card(player, deck)?;
        answer(card.map_or(Thing::Nothing, Thing::Card))
    };
    "player".discard(card: CardName) -> Truth: "Puts a card of this name from the player's hand on the discards of its deck; returns whether the hand had one. When a deck is empty, its discards become the deck." => |call, player| {
        if call.is_none(0) {
            return answer(false);
        }
        let card = card(call, 0)?;
        answer(call.game.discard_card(player, card)?)
    };
    "player".show_card(card: CardName) -> Truth: "Lays a card of this name from the player's hand face up, where it counts as played; returns whether the hand had one." => |call, player| {
        if call.is_none(0) {
            return answer(false);
        }
        let card = card(call, 0)?;
        answer(cards::show_card(call.game, player, card)?)
    };
    "player".give_card(to: Player, card: CardName) -> Truth: "Gives a card of this name to another player: one that lies face up, or else one of the hand, which the others do not see. Returns whether the giver had one." => |call, player| {
        if call.is_none(0) || call.is_none(1) {
            return answer(false);
        }
        let (to, card) = (call.player(0)?, card(call, 1)?);
        answer(cards::pass(call.game, player, card, Some(to))?)
    };
    "player".put_back(card: CardName) -> Truth: "Puts a card of this name from the player's hand back into its deck, where it may be drawn again; the others do not see it. Returns whether the hand had one." => |call, player| {
        if call.is_none(0) {
            return answer(false);
        }
        let card = card(call, 0)?;
        answer(cards::pass(call.game, player, card, None)?)
    };
    "player, players".put_back_excess(count: Number, decks: List) -> Unit: "Puts cards of these decks from the hand back into their decks, in cards of choice, until this many of them are left. Several players choose at the same time, and nobody else sees the cards." => |call, players| {
        let (players, left): (Vec<Player>, usize) = (players.iter().collect(), call.count(0)?);
        let decks = decks_named(call, 1)?;
        call.game.put_back_excess(&players, left, decks).map(Value::from)
    };
    "player".build_free(kind: Kind) -> Truth: "Lets the player build a piece of the kind, or of a class such as `\"route\"`, for free; returns whether one was built." => |call, player| {
        let kinds = kinds(call, 0)?;
        answer(call.game.build_free(player, kinds)?)
    };
    "player".move_marker_of(group: GroupName) -> Unit: "Lets the player move one marker of the group, and take the cards that the marker's declaration allows." => |call, player| {
        let name = call.text(0)?;
        match call.view().rules().groups.iter().position(|group| group.name == name) {
            Some(group) => call.game.move_marker_of(player, u8::try_from(group).expect("there are few groups"))?,
            None => return Err(call.view().fail(&format!("there is no group of markers `{name}`"), None)),
        }
        done()
    };
    "player".move_marker(marker: Marker) -> Unit: "Lets the player move the marker, and take the cards that its declaration allows." => |call, player| {
        if let Some(marker) = marker(call, 0)? {
            call.game.move_marker(player, marker)?;
        }
        done()
    };
    "player".take_beside(marker: Marker) -> Unit: "The player takes random cards from an opponent next to the marker, as many as its `takes`; if its group has `may_decline`, the player may decline." => |call, player| {
        if let Some(marker) = marker(call, 0)? {
            call.game.take_by_marker(player, marker)?;
        }
        done()
    };
    "player".gain(goods: GoodsName, count: Number) -> Number or nothing: "Gives the player this many goods of a kind from the supply, or all if the supply has fewer; returns how many were given." => |call, player| {
        let (goods, count) = (goods(call, 0)?, call.count(1)?);
        number(goods::receive(call.game, player, goods, count)?)
    };
    "player".claim(goods: GoodsName) -> Truth: "Gives the player one unit of the goods, from the supply or else from an opponent who owns one; returns whether one was available." => |call, player| {
        let goods = goods(call, 0)?;
        answer(goods::claim(call.game, player, goods)?)
    };
    "player".hand_over(to: Player, goods: GoodsName, count: Number) -> Number: "Gives this many goods of a kind to another player, or all if the giver owns fewer; if `goods` names a family, the giver chooses among its members. Returns how many were given." => |call, from| {
        if call.is_none(0) {
            return number(0);
        }
        let (to, family, count) = (call.player(0)?, family(call, 1)?, call.count(2)?);
        number(goods::hand_goods(call.game, from, to, family, count)?)
    };
    "player".reveal(cards: Cards) -> Unit: "Turns these cards in the hand face up, and ignores cards that the hand does not have. The open cards stay in the hand, but cannot be traded." => |call, player| {
        let cards = bag(call, 0)?;
        hand::reveal(call.game, player, cards).map(Value::from)
    };
    "player".set_aside(name: PileName, kind: Resource, count: Number) -> Unit: "Moves this many cards of the kind from the hand to the rule's pile of this name, or all if the hand has fewer." => |call, player| {
        let pile = pile(call)?;
        if call.is_none(1) {
            return done();
        }
        let cards = Resources::of(call.resource(1)?, call.count(2)?);
        hand::set_aside(call.game, player, pile, cards).map(Value::from)
    };
    "player".discard_pile(name: PileName) -> Unit: "Pays the player's pile of this name to the supply." => |call, player| {
        let pile = pile(call)?;
        hand::discard_pile(call.game, player, pile).map(Value::from)
    };
    "player".may_trade_with_supply(prompt: Text, terms: Terms, cards: Cards) -> Truth or nothing: "Asks whether to trade with the supply on these terms, such as `\"2 any -> 1 any\"`, and which of these cards of the hand to give." => |call, player| {
        let (prompt, terms) = (call.text(0)?, call.text(1)?);
        let Ok(terms) = crate::notation::terms(terms, &call.view().rules().words) else {
            return Err(call.wrong(1, "terms of a trade"));
        };
        let cards = bag(call, 2)?;
        answer(call.game.may_trade_with_supply(player, prompt, terms, cards)?)
    };
    "player".give_back(goods: GoodsName, count: Number) -> Unit: "Returns this many goods of a kind to the supply, or all if the player owns fewer." => |call, player| {
        let (goods, count) = (goods(call, 0)?, call.count(1)?);
        goods::give_back(call.game, player, goods, count).map(Value::from)
    };
    "player".mark(name: MarkName, things: Any) -> Unit: "Marks players for the player, or hexes or decks for all, as declared in the rule's `MARK`." => |call, player| marked(call, player, true);
    "player".unmark(name: MarkName, things: Any) -> Unit: "Removes the mark of this name from players, hexes or decks." => |call, player| marked(call, player, false);
    "game".roll_again() -> Unit: "Rolls the dice again before the roll takes effect; `on_rolled` is then called for the new roll." => |call, ()| roll::roll_again(call.game).map(Value::from);
    "game".set_dice(one: Number, other: Number) -> Unit: "Turns the dice to these numbers before the roll takes effect." => |call, ()| {
        let (one, other) = (call.number(0)?, call.number(1)?);
        roll::set_dice(call.game, one, other).map(Value::from)
    };
    "game".random(count: Number) -> Number or nothing: "Draws a random number from 0 to `count` - 1 from the rule's own stream." => |call, ()| {
        let bound = call.number(0)?;
        let drawn = call.game.random(bound)?;
        number(drawn)
    };
    "game".one_of(things: Any) -> Any: "Draws one element of the selection from the rule's own stream; `NONE` if the selection is empty." => |call, ()| {
        let selection = call.thing(0).ok_or_else(|| call.wrong(0, "a selection"))?;
        let things: Vec<Thing> = selection.members().collect();
        if things.is_empty() {
            return answer(Thing::Nothing);
        }
        let named = |written| things.iter().position(|thing| is_written(*thing, written));
        let bound = i64::try_from(things.len()).expect("few things");
        let number = call.game.random_of(bound, Some(&named))?;
        answer(things[number])
    };
    "player".choose_held(prompt: Text, deck: DeckName) -> Card or nothing: "Asks for one of the player's own cards of the deck; `NONE` if there are none." => |call, player| choose_held(call, player, player);
    "player".choose_held(prompt: Text, deck: DeckName, holder: Player) -> Card or nothing: "Asks for one of the cards of the deck in another player's hand, which the player sees, even if it is a single one; `NONE` if there are none." => |call, player| {
        if call.is_none(2) {
            return answer(Thing::Nothing);
        }
        let holder = call.player(2)?;
        choose_held(call, player, holder)
    };
    "player".choose_resource(prompt: Text) -> Resource: "Asks for a kind of resource that belongs to no class." => |call, player| {
        let rules = call.view().rules();
        let all = (0..rules.resources.len()).map(Resource::new);
        let plain = all.filter(|&kind| rules.classes.classed.get(kind) == 0).collect::<Vec<_>>();
        choose_resource(call, player, &plain, false)
    };
    "player".choose_resource(prompt: Text, kinds: Resources) -> Resource: "Asks for one of these kinds of resources." => |call, player| {
        let kinds = call.resources(1)?;
        choose_resource(call, player, &kinds, false)
    };
    "player".may_choose_resource(prompt: Text, kinds: Resources) -> Resource: "Asks for one of these kinds of resources, or none." => |call, player| {
        let kinds = call.resources(1)?;
        choose_resource(call, player, &kinds, true)
    };
    "player".choose_card(prompt: Text, cards: Cards) -> Resource: "Asks for one of these cards to give up." => |call, player| choose_card(call, player, false);
    "player".may_choose_card(prompt: Text, cards: Cards) -> Resource: "Asks for one of these cards to give up, or none." => |call, player| choose_card(call, player, true);
    "player".choose_player(prompt: Text, players: Players) -> Player: "Asks for one of these players." => |call, player| choose_player(call, player, false);
    "player".may_choose_player(prompt: Text, players: Players) -> Player: "Asks for one of these players, or none." => |call, player| choose_player(call, player, true);
    "player".choose_players(prompt: Text, players: Players, most: Number) -> Players: "Asks for up to this many of these players, one after the other." => |call, player| {
        let (prompt, most) = (call.text(0)?, call.count(2)?);
        let mut left: Vec<Player> = call.players(1)?.iter().collect();
        let mut chosen = Vec::new();
        for _ in 0..most {
            let choices = left.iter().copied().map(Choice::Player);
            let Choice::Player(one) = call.game.choose(player, prompt, choices, true)? else { break };
            left.retain(|&other| other != one);
            chosen.push(one);
        }
        answer(Thing::Players(chosen.into_iter().collect()))
    };
    "player".choose_number(prompt: Text, least: Number, most: Number) -> Number: "Asks for a number from `least` to `most`, a range of at most 100 numbers." => |call, player| {
        let (least, most) = (call.number(1)?, call.number(2)?);
        let numbers = || Some((u8::try_from(least).ok()?, u8::try_from(most).ok()?));
        let Some((least, most)) = numbers().filter(|(least, most)| most.saturating_sub(*least) < 100) else {
            return Err(call.view().fail(&format!("a player cannot choose a number from {least} to {most}"), Some("use a range of at most 100 numbers between 0 and 255")));
        };
        match choose(call, player, (least..=most).map(Choice::Number), false)? {
            Choice::Number(chosen) => number(usize::from(chosen)),
            _ => answer(Thing::Nothing),
        }
    };
    "player".choose_name(prompt: Text, names: List) -> Text: "Asks for one of these names, at most 100 different strings of lower-case letters, digits, `_` and spaces; returns the string." => |call, player| choose_name(call, player, false);
    "player".may_choose_name(prompt: Text, names: List) -> Text: "Asks for one of these names, or none; returns the string, or `NONE`." => |call, player| choose_name(call, player, true);
    "player".may(prompt: Text) -> Truth: "Asks a yes-or-no question." => |call, player| {
        let prompt = call.text(0)?;
        answer(call.game.may(player, |_| prompt)?)
    };
}

/// A marker; `None` for `NONE`.
fn marker(call: &Command, number: usize) -> Result<Option<Marker>, Halt> {
    match call.thing(number) {
        Some(Thing::Nothing) => Ok(None),
        Some(Thing::Marker(marker)) => Ok(Some(marker)),
        _ => Err(call.wrong(number, "a marker")),
    }
}

/// Whether a written random result names a thing.
fn is_written(thing: Thing, written: Outcome) -> bool {
    match (thing, written) {
        (Thing::Player(one), Outcome::Player(other)) => one == other,
        (Thing::Resource(one), Outcome::Resource(other)) => one == other,
        (Thing::Card(one), Outcome::Card(other)) => one == other,
        (Thing::Marker(one), Outcome::Marker(other)) => one == other,
        (Thing::Place(one) | Thing::Piece { place: one, .. }, Outcome::Place(other)) => {
            one == other
        }
        _ => false,
    }
}

/// Adds the second argument to a counter.
fn add_to(call: &mut Command, slot: Counter) -> Result<(), Halt> {
    let more = call.number(1)?;
    let value = i64::from(call.view().table().counters()[slot]).saturating_add(more);
    call.game.count(slot, value)
}

fn marked(call: &mut Command, player: Player, on: bool) -> CallResult {
    if let Some(mark) = hex_mark(call)? {
        let things = if call.view().rules().hex_marks[mark.index()].of_hexes {
            call.hexes(1)?
        } else {
            decks(call, 1)?
        };
        return call.game.mark_hexes(mark, things, on).map(Value::from);
    }
    let mark = player_mark(call)?;
    let players = call.players(1)?.iter().collect();
    call.game.mark_players(mark, player, players, on).map(Value::from)
}

/// The decks in an argument, as hexes with the same indices.
fn decks(call: &Command, number: usize) -> Result<Set<Hex>, Halt> {
    match call.thing(number) {
        Some(Thing::Decks(decks)) => Ok(decks.iter().map(|deck| Hex::new(deck.index())).collect()),
        Some(Thing::Nothing) => Ok(Set::EMPTY),
        _ => Err(call.wrong(number, "decks")),
    }
}

/// The decks that a list in an argument names.
fn decks_named(call: &Command, number: usize) -> Result<SmallSet<Deck>, Halt> {
    let Value::List(names) = &call.args[number] else {
        return Err(call.wrong(number, "a list of decks"));
    };
    let rules = call.view().rules();
    let deck = |name: &Value| {
        let text = name.text().ok_or_else(|| call.wrong(number, "a list of decks"))?;
        deck_named(text, rules)
            .ok_or_else(|| call.view().fail(&format!("there is no deck `{text}`"), None))
    };
    names.iter().map(deck).collect()
}

/// The bag of cards in an argument.
fn bag(call: &Command, number: usize) -> Result<Resources, Halt> {
    match call.thing(number) {
        Some(Thing::Cards(cards)) => Ok(cards),
        Some(Thing::Nothing) => Ok(Resources::NONE),
        _ => match call.cards(number)? {
            Cost { fixed, same: 0, any: 0, .. } => Ok(fixed),
            _ => Err(call.wrong(number, "resource cards")),
        },
    }
}

/// The piece at a place, as a value for scripts.
pub(super) fn piece<W: HasView>(call: &Invocation<W>, place: Place) -> Thing {
    call.view().table().piece(place).map_or(Thing::Nothing, |piece| Thing::Piece {
        owner: piece.owner(),
        kind: piece.kind(),
        place,
        starting: false,
    })
}

pub(super) fn choose(
    call: &mut Command,
    player: Player,
    choices: impl IntoIterator<Item = Choice>,
    optional: bool,
) -> Result<Choice, Halt> {
    let prompt = call.text(0)?;
    call.game.choose(player, prompt, choices, optional)
}

fn choose_resource(
    call: &mut Command,
    player: Player,
    kinds: &[Resource],
    optional: bool,
) -> CallResult {
    let prompt = call.text(0)?;
    let chosen = call.game.choose_resource(player, prompt, kinds, optional)?;
    answer(chosen.map_or(Thing::Nothing, Thing::Resource))
}

fn choose_card(call: &mut Command, player: Player, optional: bool) -> CallResult {
    let prompt = call.text(0)?;
    let cards = bag(call, 1)?;
    let card = call.game.choose_card(player, prompt, cards, optional)?;
    answer(card.map_or(Thing::Nothing, Thing::Resource))
}

fn choose_player(call: &mut Command, player: Player, optional: bool) -> CallResult {
    let choices = call.players(1)?.iter().map(Choice::Player);
    match choose(call, player, choices, optional)? {
        Choice::Player(player) => answer(Thing::Player(player)),
        _ => answer(Thing::Nothing),
    }
}

fn choose_held(call: &mut Command, player: Player, holder: Player) -> CallResult {
    let deck = deck(call, 1)?;
    let held = call.view().table().held(holder);
    let cards: Vec<Card> = cards_of(call.view(), deck).filter(|&card| held[card] > 0).collect();
    let chosen = if holder == player {
        choose(call, player, cards.into_iter().map(Choice::Held), false)?
    } else {
        // The player sees the cards, even a single one.
        let options = cards.into_iter().map(|card| Action::Choose(Choice::Held(card))).collect();
        match call.game.ask_one(player, call.text(0)?, options, AskMode::Shown)? {
            Some(Action::Choose(choice)) => choice,
            _ => Choice::No,
        }
    };
    match chosen {
        Choice::Held(card) => answer(Thing::Card(card)),
        _ => answer(Thing::Nothing),
    }
}

/// The maximum number of names in a question.
const NAMES: usize = 100;

fn choose_name(call: &mut Command, player: Player, optional: bool) -> CallResult {
    let Value::List(names) = &call.args[1] else {
        return Err(call.wrong(1, "a list of names"));
    };
    if names.len() > NAMES {
        let hint = "offer fewer of them, or ask for a first letter or a group before";
        let message =
            format!("`{}` expects at most {NAMES} names, found {}", call.name, names.len());
        return Err(call.view().fail(&message, Some(hint)));
    }
    let mut choices: Vec<(AnswerName, &str)> = Vec::with_capacity(names.len());
    for name in names {
        let text = name.text().ok_or_else(|| {
            let message = format!("`{}` expects names, found {}", call.name, name.description());
            call.view().fail(&message, None)
        })?;
        let rules = call.view().rules();
        let Ok(at) = rules.answer_names.binary_search_by(|known| known.as_str().cmp(text)) else {
            let hint = "write the name as a string in a rule file: lower-case letters, digits, `_` \
                        and spaces, none of its words a keyword in transcripts";
            return Err(call.view().fail(&format!("`{text}` cannot be an answer"), Some(hint)));
        };
        let is_same = |(_, other): &(_, &str)| other.replace('_', " ") == text.replace('_', " ");
        if choices.iter().any(is_same) {
            let message = format!("`{text}` is offered twice");
            return Err(call.view().fail(&message, Some("offer every name once")));
        }
        choices.push((AnswerName(u16::try_from(at).expect("few names")), text));
    }
    let answers = choices.iter().map(|&(name, _)| Choice::Name(name)).collect::<Vec<_>>();
    let chosen = choose(call, player, answers, optional)?;
    let text = choices.iter().find(|&&(name, _)| Choice::Name(name) == chosen);
    Ok(text.map_or(Value::NOTHING, |(_, text)| Value::Text((*text).into())))
}
