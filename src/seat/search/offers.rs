//! Offers and counter-offers: what opponents would probably agree to, and what that would be worth.

use super::copy_of;
use super::evaluate::Evaluator;
use crate::action::Action;
use crate::content::Habits;
use crate::game::{Game, PlayerView};
use crate::resource::{Resource, Resources};
use crate::seat::Greedy;
use crate::set::Id;
use crate::table::{Player, Players, Step};

/// The number of samples on which trades are tried out.
const SAMPLES: u64 = 4;
/// The number of samples after which trades to which nobody agreed are dropped.
const FIRST: u64 = 2;
/// The maximum number of cards that change hands.
const CARDS: usize = 3;

/// What a player would give and get.
pub type Terms = (Resources, Resources);

/// A possible trade.
struct Prospect {
    terms: Terms,
    /// How much the trade adds to the chance to win, summed over the samples in which an opponent
    /// agrees.
    gain: f64,
}

/// The trades of one decision.
struct Trades<'a> {
    evaluator: &'a Evaluator,
    view: &'a PlayerView<'a>,
    me: Player,
    /// A player like those to whom the trades are offered.
    opponent: Greedy,
    /// The opponents who may agree.
    partners: Players,
    /// The game in which a trade is tried out; its memory is reused.
    copy: Option<Game>,
}

/// The offers, or counter-offers to the open offer, to which greedy opponents probably agree and
/// which help the player with this adviser, best first. None of them repeats terms that were `made`
/// before.
pub(super) fn offers(
    evaluator: &Evaluator,
    view: &PlayerView<'_>,
    (me, adviser): (Player, &Greedy),
    made: &[Terms],
    seed: u64,
) -> Vec<Action> {
    let in_turn = view.in_turn();
    let all = if in_turn == me { view.trade_partners() } else { Players::of(in_turn) };
    let partners: Players = all.iter().filter(|&other| view.hand_size(other) > 0).collect();
    if partners.is_empty() {
        return Vec::new();
    }
    let opponent = adviser.beside(Habits::GREEDY);
    let mut trades = Trades { evaluator, view, me, opponent, partners, copy: None };
    let new = trades.terms().into_iter().filter(|terms| !made.contains(terms));
    let mut prospects: Vec<Prospect> = new.map(|terms| Prospect { terms, gain: 0.0 }).collect();
    for number in 1..=SAMPLES {
        // Other samples than those of the trials, so that luck does not count twice.
        let Some(sample) = view.sample(seed.wrapping_sub(number)) else { break };
        if trades.try_out(&sample, &mut prospects).is_none() {
            break;
        }
        if number >= FIRST {
            prospects.retain(|prospect| prospect.gain > 0.0);
        }
    }
    prospects.retain(|prospect| prospect.gain > 0.0);
    prospects.sort_by(|one, other| other.gain.total_cmp(&one.gain));
    prospects.iter().map(|prospect| trades.action(prospect.terms)).collect()
}

impl Trades<'_> {
    fn action(&self, (give, get): Terms) -> Action {
        if self.view.in_turn() == self.me {
            Action::Offer { give, get, to: self.partners }
        } else {
            Action::Counter { give, get }
        }
    }

    /// The terms with few cards that bring the price of something closer. A counter-offer gives what
    /// was asked for.
    fn terms(&self) -> Vec<Terms> {
        let hand = self.view.hand();
        let prices = self.evaluator.market().prices(self.me);
        let missing =
            |hand: Resources| prices.iter().map(move |(_, price)| price.less(hand).total());
        let asked = (self.view.in_turn() != self.me).then(|| self.view.offer());
        let bags = small_bags(self.evaluator.market().resources);
        let mut terms = Vec::new();
        for &give in bags.iter().filter(|give| hand.contains(**give)) {
            for &get in &bags {
                let is_swap = give.common(get).is_empty() && give.total() + get.total() <= CARDS;
                let is_reply = asked.is_none_or(|offer| {
                    give.contains(offer.get) && (give, get) != (offer.get, offer.give)
                });
                let after = hand.less(give) + get;
                let mut pairs = missing(after).zip(missing(hand));
                if is_swap && is_reply && pairs.any(|(then, now)| then < now) {
                    terms.push((give, get));
                }
            }
        }
        terms
    }

    /// Adds what the trades are worth in a sample. `None` if a rule fails.
    fn try_out(&mut self, sample: &Game, prospects: &mut [Prospect]) -> Option<()> {
        let before = self.evaluator.value(sample, self.me).ok()?;
        let theirs: Vec<Terms> = prospects.iter().map(|it| (it.terms.1, it.terms.0)).collect();
        let mut gains = vec![0.0_f64; prospects.len()];
        for partner in self.partners.iter() {
            let view = sample.player_view(Some(partner));
            let agrees = self.opponent.agrees(&view, self.me, &theirs).ok()?;
            for index in (0..theirs.len()).filter(|&index| agrees[index]) {
                let after = self.after(sample, partner, prospects[index].terms);
                gains[index] = gains[index].max(after? - before);
            }
        }
        for (prospect, gain) in prospects.iter_mut().zip(gains) {
            prospect.gain += gain;
        }
        Some(())
    }

    /// The chance to win after a trade with a partner; none if the trade is not legal. `None` if a
    /// rule fails.
    fn after(&mut self, sample: &Game, partner: Player, terms: Terms) -> Option<f64> {
        let mut game = copy_of(sample, self.copy.take());
        let is_done = self.trade(&mut game, partner, terms).is_some();
        let value = if is_done { self.evaluator.value(&game, self.me).ok() } else { Some(0.0) };
        self.copy = Some(game);
        value
    }

    /// Carries out a trade with a partner, to which nobody else agrees.
    fn trade(&self, game: &mut Game, partner: Player, (give, get): Terms) -> Option<()> {
        let me = self.me;
        let is_mine = game.table().in_turn() == me;
        if is_mine {
            game.play(me, Action::Offer { give, get, to: Players::of(partner) }).ok()?;
            game.play(partner, Action::Accept).ok()?;
        } else {
            game.play(me, Action::Counter { give, get }).ok()?;
        }
        while game.table().step() == Step::Offer {
            match game.table().offer().waiting.iter().next() {
                Some(other) => game.play(other, Action::Refuse).ok()?,
                None if is_mine => game.play(me, Action::Conclude { with: partner }).ok()?,
                None => game.play(partner, Action::Conclude { with: me }).ok()?,
            };
        }
        Some(())
    }
}

/// All bags of one or two cards.
fn small_bags(resources: usize) -> Vec<Resources> {
    let mut bags = Vec::new();
    for one in (0..resources).map(Resource::new) {
        let card = Resources::of(one, 1);
        bags.push(card);
        bags.extend((one.index()..resources).map(|other| card.with_one(Resource::new(other))));
    }
    bags
}
