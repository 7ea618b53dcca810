//! A position in lines of text, as a player sees it: the hands, the benefits, and what is asked.

use crate::action::Action;
use crate::count::counted;
use crate::game::PlayerView;
use crate::input::{Actions, Meaning, NOTHING};
use crate::protocol::{ErrorReason, Hints, Listed, RpcError, SeatView, WhyResult, seats};
use crate::rules::{Cost, Failure, Rules, TokenKind, Way};
use crate::set::Id;
use crate::table::{Ability, Answerable, Deck, Player, Step, Token};
use crate::transcript::{as_written, print_action};

/// The number of actions that are listed if a line can mean several.
const SEVERAL: usize = 6;

/// Everybody's hands.
pub(super) fn hands(view: &PlayerView<'_>) -> Result<Vec<String>, Failure> {
    let line = |seat: &SeatView| format!("{:8} {}", seat.name, hand(seat));
    Ok(seats(view, false)?.iter().map(line).collect())
}

/// The viewer's hand; empty for a spectator.
#[cfg(feature = "terminal")]
pub(super) fn own_hand(view: &PlayerView<'_>) -> Result<String, Failure> {
    let Some(viewer) = view.viewer() else { return Ok(String::new()) };
    let seat = seats(view, false)?.swap_remove(viewer.index());
    Ok(format!("{}: {}", seat.name, hand(&seat)))
}

/// The points and the hand of a player, in words.
fn hand(seat: &SeatView) -> String {
    let mut parts = vec![format!("{} of {}", seat.points, counted(seat.goal, "point"))];
    match &seat.resources {
        Some(resources) => parts.push(amounts(resources)),
        None => parts.push(counted(seat.hand, "resource card")),
    }
    match &seat.held {
        Some(held) if !held.is_empty() => parts.push(format!("holds {}", amounts(held))),
        None if seat.cards > 0 => parts.push(format!("holds {}", counted(seat.cards, "card"))),
        _ => {}
    }
    if !seat.goods.is_empty() {
        parts.push(amounts(&seat.goods));
    }
    if !seat.access.is_empty() {
        parts.push(format!("has access to {}", seat.access.join(", ")));
    }
    if !seat.played.is_empty() {
        parts.push(format!("played {}", amounts(&seat.played)));
    }
    parts.join("; ")
}

/// The benefits by outpost: their places, who has access, their effects, and the player's advance
/// answers.
pub(super) fn benefits(view: &PlayerView<'_>) -> Vec<String> {
    let rules = view.rules();
    let mut lines = Vec::new();
    let mut tokens: Vec<Token> = (0..rules.tokens.len()).map(Token::new).collect();
    tokens.sort_by_key(|&token| rules.token(token).outpost);
    for token in tokens {
        let Some(intersection) = view.token(token) else { continue };
        let TokenKind { name, rule, .. } = rules.token(token);
        let at = rules.board.intersection_name(intersection);
        let user = view.everybody().iter().find(|&player| view.has_access(player, token));
        let user = user.map_or(String::new(), |user| format!(", {}", view.name(user)));
        lines.push(format!("{name} at {at}{user}: {}", rules.rule(*rule).text));
        let answerables = rules.answerables.iter();
        let answerable = answerables.map(|answerable| answerable.rule).position(|it| it == *rule);
        let answerable = answerable.map(Answerable::new);
        let advance_answer =
            answerable.and_then(|answerable| Some((answerable, view.advance_answer(answerable)?)));
        if let (Some((answerable, advance_answer)), Some(player)) = (advance_answer, view.viewer())
        {
            let action = Action::AnswerInAdvance { answerable, advance_answer };
            let line = print_action(view.game(), player, &action);
            lines.push(format!("  in advance, {line}"));
        }
    }
    lines
}

/// A line of the prices: a name, and up to two things about it.
type PriceRow = (String, [Option<String>; 2]);

/// The prices, the player's trades with the supply, what awards are worth, and the goal.
pub(super) fn costs(view: &PlayerView<'_>) -> Result<Vec<String>, Failure> {
    let rules = view.rules();
    let price = |ways: &[Way]| {
        let own = ways.iter().filter(|way| way.by.is_none_or(|by| view.owns(by.rule)));
        let prices = own.map(|way| rules.price(&way.costs)).filter(|price| !price.is_empty());
        prices.collect::<Vec<_>>().join(" or ")
    };
    let worth = |points: i8| (points != 0).then(|| counted(i64::from(points), "point"));
    let pieces = rules
        .kinds
        .iter()
        .map(|kind| (kind.name.clone(), [Some(price(&kind.ways)), worth(kind.points)]));
    let has_cards = |deck: &Deck| rules.cards.iter().any(|card| card.deck == *deck);
    let decks = (0..rules.decks.len()).map(Deck::new).filter(has_cards).map(|deck| {
        let left = format!("{} left", view.cards_left(deck));
        let kind = rules.deck(deck);
        (kind.name.clone(), [Some(price(&kind.ways)), Some(left)])
    });
    let priced = |row: &PriceRow| row.1[0].as_ref().is_some_and(|it| !it.is_empty());
    let rates = rules.rates.iter().filter(|rate| view.owns(rate.by.rule)).filter(|rate| {
        rate.port.is_none_or(|port| view.viewer().is_some_and(|it| view.has_port(it, port)))
    });
    let rates = rates.map(|rate| {
        let (give, get) = (rules.price(&[rate.terms.give]), rules.gain(rate.terms.get));
        ("trade".into(), [Some(format!("{give} for {get}")), Some(rate.name.clone())])
    });
    let awards = rules.awards.iter().map(|award| {
        let least = (award.least > 0).then(|| format!("from {} on", award.least));
        (award.name.clone(), [worth(award.points), least])
    });
    let abilities = abilities(view)?.into_iter();
    let rows: Vec<_> =
        pieces.chain(decks).chain(abilities).filter(priced).chain(rates).chain(awards).collect();
    let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, parts): &PriceRow| {
        let parts: Vec<&str> = parts.iter().flatten().map(String::as_str).collect();
        format!("{name:<widest$}  {}", parts.join("; "))
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    let goal = view.goal(view.viewer().unwrap_or(Player(0)))?;
    lines.push(format!("{} to win", counted(goal, "point")));
    Ok(lines)
}

/// The abilities by rules that work for the player and that are not free, with their prices.
fn abilities(view: &PlayerView<'_>) -> Result<Vec<PriceRow>, Failure> {
    let mut rows = Vec::new();
    let Some(player) = view.viewer() else { return Ok(rows) };
    let rules = view.rules();
    for (index, ability) in rules.abilities.iter().enumerate() {
        if ability.by_card || !view.owns(ability.by.rule) {
            continue;
        }
        for (number, variant) in (0..).zip(&ability.variants) {
            let costs = view.costs_of_use(player, Ability::new(index), number)?;
            let is_free = costs.is_empty() || costs.contains(&Cost::default());
            let cards = (!is_free).then(|| rules.price(&costs));
            let goods = variant.goods.iter();
            let goods = goods.map(|&(good, count)| counted(count, &rules.goods[good.index()].name));
            let price = cards.into_iter().chain(goods).collect::<Vec<_>>().join(", ");
            let name = format!("{} {}", ability.name, variant.name);
            rows.push((name.trim_end().to_owned(), [Some(price), None]));
        }
    }
    Ok(rows)
}

/// The best actions of a player, with the chance to win after each.
pub(super) fn hint(hints: Result<Hints, RpcError>) -> Vec<String> {
    let hints = match hints {
        Ok(hints) => hints.actions,
        Err(fault) => return vec![fault.message],
    };
    if hints.is_empty() {
        return vec![NOTHING.into()];
    }
    let rows = hints.iter().map(|hint| {
        let line = &hint.action.line;
        let name = &hint.action.player;
        let text = line.strip_prefix(name.as_str()).map_or(line.as_str(), str::trim_start);
        match (hint.value, hint.error) {
            (Some(value), Some(error)) => format!("{value:5.1} % ± {error:4.1}  {text}"),
            (Some(value), None) => format!("{value:5.1} %         {text}"),
            (None, _) => format!("{text}, which cannot be tried out here"),
        }
    });
    ["your chance to win after the best actions:".into()].into_iter().chain(rows).collect()
}

/// What the player is asked, or has to discard.
pub(super) fn asked(view: &PlayerView<'_>) -> Vec<String> {
    let mut lines: Vec<String> = view.prompt().map(str::to_owned).into_iter().collect();
    lines.extend((view.step() == Step::Offer).then(|| offer(view)));
    match view.due() {
        0 => {}
        1 => lines.push("you have to discard one card".into()),
        due => lines.push(format!(
            "you have to discard {due} cards, all at once (`discards 1 wood, 1 ore`) or one by one"
        )),
    }
    if view.due() > 0 && !view.aside().is_empty() {
        lines.push(format!("chosen so far: {}", view.rules().bag(view.aside())));
    }
    lines
}

/// The open offer and the answers to it.
fn offer(view: &PlayerView<'_>) -> String {
    let (rules, offer) = (view.rules(), view.offer());
    let terms = |give, get| format!("{} for {}", rules.bag(give), rules.bag(get));
    let own = (offer.give, offer.get);
    let answer = |player: Player| match offer.terms[player.index()] {
        (give, get) if (give, get) == own => format!("{} accepts", view.name(player)),
        (give, get) => format!("{} would take {}", view.name(player), terms(give, get)),
    };
    let waiting = offer.waiting.iter().map(|player| format!("{} has to answer", view.name(player)));
    let answers: Vec<String> = offer.willing.iter().map(answer).chain(waiting).collect();
    let (give, get) = own;
    format!("{} offers {}: {}", view.name(view.in_turn()), terms(give, get), answers.join(", "))
}

/// All reasons against an action that somebody asks about.
pub(super) fn why_not(view: &PlayerView<'_>, line: &str) -> Result<Vec<String>, Failure> {
    let Some(player) = view.viewer() else { return Ok(Vec::new()) };
    let legal = Actions::legal(view, player)?;
    Ok(match legal.meaning(view, player, line) {
        Meaning::Actions(actions) => {
            let game = view.game();
            let first = actions.first().copied().unwrap_or(Action::End);
            let text = print_action(game, player, &first);
            let reasons = game.reasons(player, &first)?;
            let reasons = as_written(&view.rules().board, line, &reasons);
            if reasons.is_empty() {
                vec![format!("`{text}` is legal")]
            } else {
                let reasons = reasons.iter().map(|reason| format!("  {reason}"));
                [format!("{text}:")].into_iter().chain(reasons).collect()
            }
        }
        Meaning::Several(indices) => {
            let lines = indices.iter().take(SEVERAL).map(|&at| format!("  {}", legal.0[at].line()));
            ["these actions are legal:".into()].into_iter().chain(lines).collect()
        }
        Meaning::Nothing(wrong) => wrong.render(false).lines().map(str::to_owned).collect(),
        Meaning::Command(_) => vec!["expected an action behind `why-not`".into()],
    })
}

/// The causes of the changes of a line: what the rules behind them say, and where they do it.
pub(super) fn why(rules: &Rules, result: &WhyResult) -> Vec<String> {
    let mut lines = vec![result.line.clone()];
    for change in result.changes.iter().filter(|change| !change.text.is_empty()) {
        lines.push(format!("  {}", change.text));
        if change.because.is_empty() {
            lines.push("    the normal course of the game".into());
        }
        lines.extend(because(rules, &change.because));
    }
    if !result.asked.is_empty() {
        lines.push("  rules that were asked".into());
        lines.extend(because(rules, &result.asked));
    }
    lines
}

/// The text of each rule among the causes, and below it their places in its file; then the places
/// of what packs and scenarios declare.
fn because(rules: &Rules, causes: &[ErrorReason]) -> Vec<String> {
    let rule_of = |cause: &ErrorReason| {
        let is_there = |file: &str| !cause.file.is_empty() && file.ends_with(&cause.file);
        rules.rules.iter().find(|rule| is_there(&rule.file))
    };
    let line = |cause: &ErrorReason| match cause.file.as_str() {
        "" => cause.text.trim().to_owned(),
        file => format!("{} [{file}:{}]", cause.text.trim(), cause.line),
    };
    let mut lines = Vec::new();
    let mut listed: Vec<&str> = Vec::new();
    for cause in causes {
        let Some(rule) = rule_of(cause).filter(|rule| !listed.contains(&rule.id.as_str())) else {
            continue;
        };
        listed.push(&rule.id);
        lines.push(format!("    {}: {}", rule.title, rule.text));
        let own = causes.iter().filter(|other| rule_of(other).is_some_and(|it| it.id == rule.id));
        lines.extend(own.map(|cause| format!("      {}", line(cause))));
    }
    let others = causes.iter().filter(|cause| rule_of(cause).is_none());
    lines.extend(others.map(|cause| match cause.file.as_str() {
        "" => format!("    {}", line(cause)),
        _ => format!("    declared: {}", line(cause)),
    }));
    lines
}

/// Names with their counts, as in `2 wood, 1 ore`.
fn amounts<N: std::fmt::Display>(counts: &Listed<N>) -> String {
    if counts.is_empty() {
        return "no resource cards".into();
    }
    let counts = counts.0.iter().map(|(name, count)| format!("{count} {name}"));
    counts.collect::<Vec<_>>().join(", ")
}
