//! Verbs: what an effect does and asks. Given `NONE` they do nothing.

use std::ops::Deref;

use super::queries::{counter, family, good, kinds, mark, pile, tag};
use super::{Answer, Deed, Said, Thing, answer, declare, done, number};
use crate::action::Choice;
use crate::board::{Hex, Place, Places};
use crate::game::{Halt, Work};
use crate::resource::{Resource, Resources};
use crate::rules::Cost;
use crate::set::{Id, Set};
use crate::table::{Marker, Player};

declare! { VERBS, Acts;
    "player".take(cards: Cards) -> Unit: "Takes cards from the supply as far as it has them; for `any` and `same`, or a mere number of cards, the player chooses." => take;
    "player".take(kind: Resource, count: Number) -> Unit: "Takes so many cards of the kind from the supply, as far as it has them." => take;
    "player".lose(cards: Cards) -> Unit: "Pays cards to the supply as far as the hand has them; for `any`, or a mere number of cards, the player chooses." => lose;
    "player".lose(kind: Resource, count: Number) -> Unit: "Pays so many cards of the kind to the supply, as far as the hand has them." => lose;
    "player".pay(cards: Cards) -> Unit: "Pays cards to the supply; refuses the action when the hand does not have them." => |said| {
        let (player, cost) = (player(said)?, said.cards(0)?);
        if !cost_is_payable(said, player, &cost) {
            let text = format!("{} cannot pay {}", said.work.name(player), said.args[0].in_words(said.work));
            return Err(said.work.refuse(&text));
        }
        lose(said)
    };
    "player".may_take(kind: Resource, count: Number) -> Truth: "Asks whether to take so many cards of the kind from the supply; not where it has none; answers whether cards were taken." => |said| {
        let player = player(said)?;
        if said.is_none(0) {
            return answer(false);
        }
        let (kind, count) = (said.resource(0)?, said.count(1)?);
        let cards = Resources::of(kind, count).common(said.work.table.supply);
        if cards.is_empty() {
            return answer(false);
        }
        let taken = said.work.may(player, |rules| format!("Take {}?", rules.bag(cards)))?;
        if taken {
            said.work.take(player, cards)?;
        }
        answer(taken)
    };
    "player".lose_random(count: Number) -> Unit: "Pays so many random cards to the supply, as far as the hand has them." => |said| {
        let (player, count) = (player(said)?, said.count(0)?);
        said.work.lose_random(player, count)?;
        done()
    };
    "player".swap(give: Resource, other: Player, want: Resource) -> Truth: "Swaps a card that is not open for one of another player; answers whether both had theirs." => |said| {
        let player = player(said)?;
        if (0..3).any(|number| said.is_none(number)) {
            return answer(false);
        }
        let give = Resources::of(said.resource(0)?, 1);
        let other = said.player(1)?;
        let want = Resources::of(said.resource(2)?, 1);
        answer(said.work.swap(player, give, other, want)?)
    };
    "player, players".give_chosen(to: Player, count: Number) -> Number: "Hands so many cards of the giver's choice to another player, as far as the hand has them; answers how many. Several givers choose at once, and nobody sees a choice before all are made." => |said| {
        let from = givers(said)?;
        if said.is_none(0) {
            return number(0);
        }
        let (to, count) = (said.player(0)?, said.count(1)?);
        number(said.work.give_chosen(&from, to, &vec![count; from.len()])?)
    };
    "player, players".give_down_to(to: Player, count: Number) -> Number: "Hands cards of the giver's choice to another player until so many are left in the hand; answers how many. Several givers choose at once, and nobody sees a choice before all are made." => |said| {
        let from = givers(said)?;
        if said.is_none(0) {
            return number(0);
        }
        let (to, left) = (said.player(0)?, said.count(1)?);
        let over = |&giver: &Player| said.work.table.seat(giver).hand.total().saturating_sub(left);
        let counts: Vec<usize> = from.iter().map(over).collect();
        number(said.work.give_chosen(&from, to, &counts)?)
    };
    "player".give(to: Player, kind: Resource, count: Number) -> Number: "Hands so many cards of the kind to another player, as far as the hand has them; answers how many." => |said| {
        let from = player(said)?;
        if said.is_none(0) || said.is_none(1) {
            return number(0);
        }
        let to = said.player(0)?;
        let cards = Resources::of(said.resource(1)?, said.count(2)?);
        number(said.work.give(from, to, cards)?.total())
    };
    "player".take_random(victim: Player, count: Number) -> Unit: "Takes so many random cards from another's hand, as far as it has them." => |said| {
        let by = player(said)?;
        if said.is_none(0) {
            return done();
        }
        let (victim, count) = (said.player(0)?, said.count(1)?);
        said.work.take_random(by, victim, count)?;
        done()
    };
    "player".add_points(count: Number) -> Unit: "Gives the player points for good." => |said| {
        let (player, points) = (player(said)?, said.number(0)?);
        said.work.gain_points(player, points)?;
        done()
    };
    "player".add(name: CounterName, count: Number) -> Unit: "Adds to the rule's counter of this name." => |said| {
        let player = player(said)?;
        let (slot, more) = (counter(said, player)?, said.number(1)?);
        let value = i64::from(said.work.table.counters[slot]).saturating_add(more);
        said.work.count(slot, value)?;
        done()
    };
    "player".build_free(kind: Kind) -> Truth: "Lets the player build a piece of the kind, or of a class such as `\"route\"`, for nothing; answers whether one was built." => |said| {
        let (player, kinds) = (player(said)?, kinds(said, 0)?);
        answer(said.work.build_free(player, kinds)?)
    };
    "player".move_marker_of(group: GroupName) -> Unit: "Lets the player move one marker of the group and take what its declaration allows." => |said| {
        let (player, name) = (player(said)?, said.text(0)?);
        match said.work.rules.groups.iter().position(|group| group.name == name) {
            Some(group) => said.work.move_marker_of(player, u8::try_from(group).expect("few groups"))?,
            None => return Err(said.work.fail(&format!("there is no group of markers `{name}`"), None)),
        }
        done()
    };
    "player".choose_resource(prompt: Text) -> Resource: "Asks for a kind of resource." => |said| {
        let all = (0..said.work.rules.resources.len()).map(Resource::new).collect::<Vec<_>>();
        choose_resource(said, &all, false)
    };
    "player".choose_resource(prompt: Text, kinds: Resources) -> Resource: "Asks for a kind of resource among these." => |said| {
        let kinds = said.resources(1)?;
        choose_resource(said, &kinds, false)
    };
    "player".may_choose_resource(prompt: Text, kinds: Resources) -> Resource: "Asks for a kind of resource among these, or none." => |said| {
        let kinds = said.resources(1)?;
        choose_resource(said, &kinds, true)
    };
    "player".choose_card(prompt: Text, cards: Cards) -> Resource: "Asks for one of these cards to part with." => |said| choose_card(said, false);
    "player".may_choose_card(prompt: Text, cards: Cards) -> Resource: "Asks for one of these cards to part with, or none." => |said| choose_card(said, true);
    "player".choose_player(prompt: Text, players: Players) -> Player: "Asks for a player among these." => |said| choose_player(said, false);
    "player".may_choose_player(prompt: Text, players: Players) -> Player: "Asks for a player among these, or none." => |said| choose_player(said, true);
    "player".choose_players(prompt: Text, players: Players, most: Number) -> Players: "Asks for up to so many players among these, one after the other." => |said| {
        let (player, prompt, most) = (player(said)?, said.text(0)?, said.count(2)?);
        let mut left: Vec<Player> = said.players(1)?.iter().collect();
        let mut chosen = Vec::new();
        for _ in 0..most {
            let choices = left.iter().copied().map(Choice::Player);
            let Choice::Player(one) = said.work.choose(player, prompt, choices, true)? else { break };
            left.retain(|&other| other != one);
            chosen.push(one);
        }
        answer(Thing::Players(chosen.into_iter().collect()))
    };
    "player".choose_markers(prompt: Text, markers: Markers, most: Number) -> Markers: "Asks for up to so many markers among these, one after the other." => |said| {
        let (player, prompt, most) = (player(said)?, said.text(0)?, said.count(2)?);
        let mut left = markers(said, 1)?;
        let mut chosen = Set::EMPTY;
        for _ in 0..most {
            let choices = left.iter().copied().map(Choice::Marker);
            let Choice::Marker(one) = said.work.choose(player, prompt, choices, true)? else { break };
            left.retain(|&other| other != one);
            chosen.insert(one);
        }
        answer(Thing::Markers(chosen))
    };
    "player".choose_marker(prompt: Text, markers: Markers) -> Marker: "Asks for a marker among these." => |said| {
        let markers = markers(said, 1)?;
        match choose(said, markers.into_iter().map(Choice::Marker), false)? {
            Choice::Marker(marker) => answer(Thing::Marker(marker)),
            _ => answer(Thing::Nothing),
        }
    };
    "player".take_beside(marker: Marker) -> Unit: "Lets the player take from an opponent beside the marker what its declaration says, or nothing where its group allows that." => |said| {
        let player = player(said)?;
        match said.thing(0) {
            Some(Thing::Nothing) => {}
            Some(Thing::Marker(marker)) => said.work.take_by_marker(player, marker)?,
            _ => return Err(said.wrong(0, "a marker")),
        }
        done()
    };
    "player".gain(good: GoodsName, count: Number) -> Number: "Gives the player goods of the supply, as far as it has them; answers how many." => |said| {
        let player = player(said)?;
        let (good, count) = (good(said, 0)?, said.count(1)?);
        number(said.work.receive(player, good, count)?)
    };
    "player".claim(good: GoodsName) -> Truth: "Gives the player one of the goods: from the supply, or else from the opponent who owns it; answers whether there was one." => |said| {
        let (player, good) = (player(said)?, good(said, 0)?);
        answer(said.work.claim(player, good)?)
    };
    "player".hand_over(to: Player, goods: GoodsName, count: Number) -> Number: "Hands so many of the goods to another player, as far as there are some; of a family of goods the giver chooses. Answers how many." => |said| {
        let from = player(said)?;
        if said.is_none(0) {
            return number(0);
        }
        let (to, family, count) = (said.player(0)?, family(said, 1)?, said.count(2)?);
        number(said.work.hand_goods(from, to, &family, count)?)
    };
    "player".lay_open(cards: Cards) -> Unit: "Lays cards of the hand open, as far as it has them: they stay in the hand, but are not traded." => |said| {
        let (player, cards) = (player(said)?, bag(said, 0)?);
        said.work.lay_open(player, cards)?;
        done()
    };
    "player".lay_apart(name: PileName, kind: Resource, count: Number) -> Unit: "Lays so many cards of the kind on the rule's pile of this name, as far as the hand has them; they are no part of the hand any more." => |said| {
        let (player, pile) = (player(said)?, pile(said)?);
        if said.is_none(1) {
            return done();
        }
        let cards = Resources::of(said.resource(1)?, said.count(2)?);
        said.work.lay_apart(player, pile, cards)?;
        done()
    };
    "player".discard_pile(name: PileName) -> Unit: "Pays the player's pile of this name to the supply." => |said| {
        let (player, pile) = (player(said)?, pile(said)?);
        said.work.discard_pile(player, pile)?;
        done()
    };
    "player".may_trade(prompt: Text, terms: Terms, cards: Cards) -> Truth: "Asks whether to trade with the supply on these terms, such as `\"2 any -> 1 any\"`, and what, out of these cards of the hand." => |said| {
        let (player, prompt, terms) = (player(said)?, said.text(0)?, said.text(1)?);
        let names = said.work.rules.resources.iter().map(|kind| kind.name.clone()).collect::<Vec<_>>();
        let Ok(terms) = crate::notation::terms(terms, &names) else {
            return Err(said.wrong(1, "terms of a trade"));
        };
        let cards = bag(said, 2)?;
        answer(said.work.may_trade(player, prompt, terms, cards)?)
    };
    "player".give_back(good: GoodsName, count: Number) -> Unit: "Returns so many of the goods to the supply, as far as the player owns them." => |said| {
        let player = player(said)?;
        let (good, count) = (good(said, 0)?, said.count(1)?);
        said.work.give_back(player, good, count)?;
        done()
    };
    "player".choose_outpost(prompt: Text, outposts: Outposts) -> Outposts: "Asks for an outpost among these." => |said| {
        let outposts = match said.thing(1) {
            Some(Thing::Outposts(outposts)) => outposts,
            Some(Thing::Nothing) => Set::EMPTY,
            _ => return Err(said.wrong(1, "outposts")),
        };
        match choose(said, outposts.iter().map(Choice::Outpost), false)? {
            Choice::Outpost(outpost) => answer(Thing::Outposts(Set::of(outpost))),
            _ => answer(Thing::Nothing),
        }
    };
    "player".mark(name: MarkName, things: Any) -> Unit: "Marks players for the player, or hexes or decks for all, as the rule's `MARK` says." => |said| marked(said, true);
    "player".unmark(name: MarkName, things: Any) -> Unit: "Takes the marks from players, hexes or decks." => |said| marked(said, false);
    "player".choose_hex(prompt: Text, hexes: Hexes) -> Hex: "Asks for a hex among these." => |said| choose_hex(said, false);
    "player".may_choose_hex(prompt: Text, hexes: Hexes) -> Hex: "Asks for a hex among these, or none." => |said| choose_hex(said, true);
    "player".choose_place(prompt: Text, places: Spots) -> Spot: "Asks for a hex, an intersection or a border among these." => |said| {
        let places = match said.thing(1) {
            Some(Thing::Hexes(_) | Thing::Place(Place::Hex(_))) => {
                Places { hexes: said.hexes(1)?, ..Places::default() }
            }
            _ => Places { spots: said.spots(1)?, ..Places::default() },
        };
        let choices = places.iter().map(|place| match place {
            Place::Hex(hex) => Choice::Hex(hex),
            place => Choice::Piece(place),
        });
        match choose(said, choices, false)? {
            Choice::Hex(hex) => answer(Thing::Place(Place::Hex(hex))),
            Choice::Piece(place) => answer(Thing::Place(place)),
            _ => answer(Thing::Nothing),
        }
    };
    "player".choose_piece(prompt: Text, pieces: Pieces) -> Piece: "Asks for a piece among these." => |said| {
        let choices = said.spots(1)?.iter().map(Choice::Piece);
        match choose(said, choices, false)? {
            Choice::Piece(place) => answer(piece(said, place)),
            _ => answer(Thing::Nothing),
        }
    };
    "player".choose_number(prompt: Text, least: Number, most: Number) -> Number: "Asks for a number from `least` to `most`, of at most 100." => |said| {
        let (least, most) = (said.number(1)?, said.number(2)?);
        let numbers = || Some((u8::try_from(least).ok()?, u8::try_from(most).ok()?));
        let Some((least, most)) = numbers().filter(|(least, most)| most.saturating_sub(*least) < 100) else {
            return Err(said.work.fail(&format!("nobody can choose from {least} to {most}"), Some("name at most 100 numbers from 0 to 255")));
        };
        match choose(said, (least..=most).map(Choice::Number), false)? {
            Choice::Number(chosen) => number(usize::from(chosen)),
            _ => answer(Thing::Nothing),
        }
    };
    "player".may(prompt: Text) -> Truth: "Asks for a yes or a no." => |said| {
        let (player, prompt) = (player(said)?, said.text(0)?);
        answer(said.work.may(player, |_| prompt)?)
    };
    "game".random(count: Number) -> Number: "Draws a number from 0 to below `count` from the rule's own stream." => |said| match said.of {
        Thing::Game => {
            let bound = said.number(0)?;
            let drawn = said.work.random(bound)?;
            number(drawn)
        }
        _ => said.misplaced(),
    };
}

fn player(said: &Deed) -> Result<Player, Halt> {
    match said.of {
        Thing::Player(player) => Ok(player),
        _ => {
            let message = format!("{} cannot `{}`: a player does", said.of.sort(), said.name);
            Err(said.work.fail(&message, None))
        }
    }
}

fn marked(said: &mut Deed, on: bool) -> Answer {
    let player = player(said)?;
    if let Some(tag) = tag(said)? {
        let things = if said.work.rules.tags[tag.index()].of_hexes {
            said.hexes(1)?
        } else {
            decks(said, 1)?
        };
        said.work.tag(tag, things, on)?;
        return done();
    }
    let mark = mark(said)?;
    let players = said.players(1)?.iter().collect();
    said.work.mark_for(mark, player, players, on)?;
    done()
}

/// The players of whom a verb is said.
fn givers(said: &Deed) -> Result<Vec<Player>, Halt> {
    match said.of {
        Thing::Players(players) => Ok(players.iter().collect()),
        _ => Ok(vec![player(said)?]),
    }
}

/// The markers that an argument means.
fn markers(said: &Deed, number: usize) -> Result<Vec<Marker>, Halt> {
    match said.thing(number) {
        Some(Thing::Markers(markers)) => Ok(markers.iter().collect()),
        Some(Thing::Marker(marker)) => Ok(vec![marker]),
        Some(Thing::Nothing) => Ok(Vec::new()),
        _ => Err(said.wrong(number, "markers")),
    }
}

/// The decks that an argument means, as hexes of the same numbers.
fn decks(said: &Deed, number: usize) -> Result<Set<Hex>, Halt> {
    match said.thing(number) {
        Some(Thing::Decks(decks)) => Ok(decks.iter().map(|deck| Hex::new(deck.index())).collect()),
        Some(Thing::Nothing) => Ok(Set::EMPTY),
        _ => Err(said.wrong(number, "decks")),
    }
}

/// The bag of cards that an argument is.
fn bag(said: &Deed, number: usize) -> Result<Resources, Halt> {
    match said.thing(number) {
        Some(Thing::Cards(cards)) => Ok(cards),
        Some(Thing::Nothing) => Ok(Resources::NONE),
        _ => match said.cards(number)? {
            Cost { fixed, same: 0, any: 0 } => Ok(fixed),
            _ => Err(said.wrong(number, "resource cards")),
        },
    }
}

fn take(said: &mut Deed) -> Answer {
    let player = player(said)?;
    if let Some(Thing::Cards(cards)) = said.thing(0) {
        said.work.take(player, cards)?;
        return done();
    }
    if said.is_none(0) {
        return done();
    }
    let cost = said.cards(0)?;
    said.work.take_chosen(player, cost, "take which card?")?;
    done()
}

fn lose(said: &mut Deed) -> Answer {
    let player = player(said)?;
    if said.is_none(0) {
        return done();
    }
    let cost = said.cards(0)?;
    said.work.lose(player, cost.fixed)?;
    if cost.same > 0 {
        return Err(said
            .work
            .fail("cards alike cannot be asked for here", Some("ask for the kind and name it")));
    }
    for _ in 0..cost.any {
        let hand = said.work.table.seat(player).hand;
        if let Some(kind) = said.work.choose_card(player, "pay which card?", hand, false)? {
            said.work.lose(player, Resources::of(kind, 1))?;
        }
    }
    done()
}

fn cost_is_payable(said: &Deed, player: Player, cost: &crate::rules::Cost) -> bool {
    let mut payable = false;
    cost.payments(said.work.table.seat(player).hand, &mut |_| payable = true);
    payable
}

fn choose(
    said: &mut Deed,
    choices: impl IntoIterator<Item = Choice>,
    optional: bool,
) -> Result<Choice, Halt> {
    let (player, prompt) = (player(said)?, said.text(0)?);
    said.work.choose(player, prompt, choices, optional)
}

fn choose_resource(said: &mut Deed, kinds: &[Resource], optional: bool) -> Answer {
    let choices = kinds.iter().copied().map(Choice::Resource);
    match choose(said, choices, optional)? {
        Choice::Resource(resource) => answer(Thing::Resource(resource)),
        _ => answer(Thing::Nothing),
    }
}

fn choose_card(said: &mut Deed, optional: bool) -> Answer {
    let (player, prompt) = (player(said)?, said.text(0)?);
    let cards = bag(said, 1)?;
    let card = said.work.choose_card(player, prompt, cards, optional)?;
    answer(card.map_or(Thing::Nothing, Thing::Resource))
}

fn choose_player(said: &mut Deed, optional: bool) -> Answer {
    let choices = said.players(1)?.iter().map(Choice::Player);
    match choose(said, choices, optional)? {
        Choice::Player(player) => answer(Thing::Player(player)),
        _ => answer(Thing::Nothing),
    }
}

fn choose_hex(said: &mut Deed, optional: bool) -> Answer {
    let hexes: Set<Hex> = said.hexes(1)?;
    match choose(said, hexes.iter().map(Choice::Hex), optional)? {
        Choice::Hex(hex) => answer(Thing::Place(Place::Hex(hex))),
        _ => answer(Thing::Nothing),
    }
}

/// The piece at a place, as scripts get it.
pub(super) fn piece<W: Deref<Target = Work>>(said: &Said<W>, place: Place) -> Thing {
    said.work.table.piece(place).map_or(Thing::Nothing, |piece| Thing::Piece {
        owner: piece.owner(),
        kind: piece.kind(),
        place,
        starting: false,
    })
}
