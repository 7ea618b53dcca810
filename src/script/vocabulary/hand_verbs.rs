//! Verbs for resource cards in hands: taking, paying and giving them. Called on `NONE`, they do
//! nothing.

use super::function::declare;
use super::invocation::{CallResult, Command, answer, done, number};
use crate::resource::Resources;
use crate::rules::Cost;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::table::Player;

declare! { HAND_VERBS, Acts;
    "player".take(cards: Cards) -> Unit: "Takes cards from the supply; if it has too few, takes what is left. For `any`, `same` or a plain number of cards, the player chooses." => |call, player| take(call, player, false);
    "player".take(kind: Resource, count: Number) -> Unit: "Takes this many cards of the kind from the supply, or all if it has fewer." => |call, player| take(call, player, false);
    "player".produce(cards: Cards) -> Unit: "Like `take`, but the cards count as produced by the last roll." => |call, player| take(call, player, true);
    "player".lose(cards: Cards) -> Unit: "Pays cards to the supply; if the hand has too few, pays what it has. For `any` or a plain number of cards, the player chooses." => lose;
    "player".lose(kind: Resource, count: Number) -> Unit: "Pays this many cards of the kind to the supply, or all if the hand has fewer." => lose;
    "player".pay(cards: Cards) -> Unit: "Pays cards to the supply; refuses the action if the hand does not have them." => |call, player| {
        let cost = call.cards(0)?;
        if !cost_is_payable(call, player, &cost) {
            let text = format!("{} cannot pay {}", call.view().name(player), call.args[0].in_words(call.view()));
            return Err(call.view().refuse(&text));
        }
        lose(call, player)
    };
    "player".may_take(kind: Resource, count: Number) -> Truth: "Asks whether to take this many cards of the kind from the supply, or all if it has fewer; does not ask if it has none. Returns whether cards were taken." => |call, player| {
        if call.is_none(0) {
            return answer(false);
        }
        let (kind, count) = (call.resource(0)?, call.count(1)?);
        let cards = Resources::of(kind, count).common(call.view().table().supply());
        if cards.is_empty() {
            return answer(false);
        }
        let taken = call.game.may(player, |rules| format!("Take {}?", rules.bag(cards)))?;
        if taken {
            call.game.take(player, cards)?;
        }
        answer(taken)
    };
    "player".lose_random(count: Number) -> Unit: "Pays this many random cards to the supply, or all if the hand has fewer." => |call, player| {
        let count = call.count(0)?;
        call.game.lose_random(player, count).map(Value::from)
    };
    "player".swap(give: Resource, other: Player, want: Resource) -> Truth: "Swaps a tradeable card of the player for a card of another player; returns whether both players had the cards." => |call, player| {
        if (0..3).any(|number| call.is_none(number)) {
            return answer(false);
        }
        let give = Resources::of(call.resource(0)?, 1);
        let other = call.player(1)?;
        let want = Resources::of(call.resource(2)?, 1);
        answer(call.game.swap(player, give, other, want)?)
    };
    "player, players".give_chosen(to: Player, count: Number) -> Number: "Gives this many cards of the giver's choice to another player, or all if the hand has fewer; returns how many were given. Several givers choose at the same time, and the choices stay hidden until all have chosen." => |call, players| {
        let from: Vec<Player> = players.iter().collect();
        if call.is_none(0) {
            return number(0);
        }
        let (to, count) = (call.player(0)?, call.count(1)?);
        number(call.game.give_chosen(&from, to, &vec![count; from.len()], None)?)
    };
    "player, players".give_chosen(to: Player, count: Number, kinds: Resources) -> Number: "The same with cards of these kinds." => |call, players| {
        if call.is_none(0) {
            return number(0);
        }
        let from: Vec<Player> = players.iter().collect();
        let (to, count, kinds) = (call.player(0)?, call.count(1)?, call.resources(2)?);
        let counts = vec![count; from.len()];
        number(call.game.give_chosen(&from, to, &counts, Some(&kinds))?)
    };
    "player, players".give_excess(to: Player, count: Number) -> Number or nothing: "Gives cards of the giver's choice to another player until this many are left in the hand; returns how many were given. Several givers choose at the same time, and the choices stay hidden until all have chosen." => |call, players| {
        let from: Vec<Player> = players.iter().collect();
        if call.is_none(0) {
            return number(0);
        }
        let (to, left) = (call.player(0)?, call.count(1)?);
        let over = |&giver: &Player| call.view().table().seat(giver).hand().total().saturating_sub(left);
        let counts: Vec<usize> = from.iter().map(over).collect();
        number(call.game.give_chosen(&from, to, &counts, None)?)
    };
    "player, players".give_unseen(to: Player, count: Number, kinds: Resources) -> Cards: "Like `give_chosen` with cards of these kinds, but nobody else sees which cards are given; returns them." => |call, players| {
        if call.is_none(0) {
            return answer(Thing::Cards(Resources::NONE));
        }
        let from: Vec<Player> = players.iter().collect();
        let (to, count, kinds) = (call.player(0)?, call.count(1)?, call.resources(2)?);
        answer(Thing::Cards(call.game.give_unseen(&from, to, count, &kinds)?))
    };
    "player".take_unseen(from: Player, count: Number) -> Cards: "Looks at the hand of another player, and takes this many cards of choice, or all if the hand has fewer; nobody else sees which cards are taken. Returns them." => |call, player| {
        if call.is_none(0) {
            return answer(Thing::Cards(Resources::NONE));
        }
        let (from, count) = (call.player(0)?, call.count(1)?);
        answer(Thing::Cards(call.game.take_unseen(player, from, count)?))
    };
    "player, players".lose_half() -> Unit: "Pays half of the hand, rounded down, to the supply, in cards of choice. Several players choose at the same time, and the choices stay hidden until all have chosen." => |call, players| {
        let players: Vec<Player> = players.iter().collect();
        call.game.lose_half(&players).map(Value::from)
    };
    "player".give(to: Player, kind: Resource, count: Number) -> Number: "Gives this many cards of the kind to another player, or all if the hand has fewer; returns how many were given." => |call, from| {
        if call.is_none(0) || call.is_none(1) {
            return number(0);
        }
        let to = call.player(0)?;
        let cards = Resources::of(call.resource(1)?, call.count(2)?);
        number(call.game.give(from, to, cards)?.total())
    };
    "player".take_random(victim: Player, count: Number) -> Unit: "Takes this many random cards from another player's hand, or all if it has fewer." => |call, by| {
        if call.is_none(0) {
            return done();
        }
        let (victim, count) = (call.player(0)?, call.count(1)?);
        call.game.take_random(by, victim, count).map(Value::from)
    };
}

fn take(call: &mut Command, player: Player, produced: bool) -> CallResult {
    if let Some(Thing::Cards(cards)) = call.thing(0).filter(|_| !produced) {
        call.game.take(player, cards)?;
        return done();
    }
    if call.is_none(0) {
        return done();
    }
    let cost = match call.thing(0) {
        Some(Thing::Cards(fixed)) => Cost::fixed(fixed),
        _ => call.cards(0)?,
    };
    call.game.take_chosen(player, cost, "Take which card?", produced).map(Value::from)
}

fn lose(call: &mut Command, player: Player) -> CallResult {
    if call.is_none(0) {
        return done();
    }
    let cost = call.cards(0)?;
    call.game.lose(player, cost.fixed)?;
    if cost.same > 0 {
        return Err(call.view().fail(
            "`same` cannot be paid here",
            Some("ask the player for a kind of resource, and pay cards of that kind"),
        ));
    }
    for _ in 0..cost.any {
        let hand = call.view().table().seat(player).hand().without_kinds(cost.except);
        if let Some(kind) = call.game.choose_card(player, "Pay which card?", hand, false)? {
            call.game.lose(player, Resources::of(kind, 1))?;
        }
    }
    done()
}

fn cost_is_payable(call: &Command, player: Player, cost: &Cost) -> bool {
    let mut payable = false;
    cost.payments(call.view().table().seat(player).hand(), &mut |_| payable = true);
    payable
}
