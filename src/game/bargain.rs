//! Offers between players: how they are answered, concluded and withdrawn.

use super::calls;
use super::effect::Effect;
use crate::action::Action;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::rules::{Arg, Hook};
use crate::set::Id;
use crate::table::{Player, Step};

pub(super) fn play(effect: &mut Effect, player: Player, action: &Action) {
    match *action {
        Action::Offer { give, get, to } => {
            effect.make(Change::Offered { give, get, to });
            effect.make(Change::Step(Step::Offer));
        }
        Action::Accept => {
            let terms = (effect.table().offer().give, effect.table().offer().get);
            effect.make(Change::Replied(player, Some(terms)));
        }
        Action::Counter { give, get } => {
            let is_reversed = planted(KernelFault::CounterReversed);
            let terms = if is_reversed { (give, get) } else { (get, give) };
            effect.make(Change::Replied(player, Some(terms)));
        }
        Action::Refuse => effect.make(Change::Replied(player, None)),
        Action::Conclude { with } => {
            let (give, get) = effect.table().offer().terms[with.index()];
            effect.make(Change::Gave { from: player, to: with, cards: give });
            effect.make(Change::Gave { from: with, to: player, cards: get });
            close_offer(effect);
            for (me, other, given, received) in
                [(player, with, give, get), (with, player, get, give)]
            {
                let args = [Arg::Player(other), Arg::Cards(given), Arg::Cards(received)];
                calls::trigger(effect, Hook::OnTraded, me, &args);
            }
        }
        _ => close_offer(effect),
    }
    let offer = effect.table().offer();
    if effect.table().step() == Step::Offer && offer.waiting.is_empty() && offer.willing.is_empty()
    {
        close_offer(effect);
    }
}

fn close_offer(effect: &mut Effect) {
    effect.make(Change::Withdrawn);
    effect.make(Change::Step(Step::Act));
}
