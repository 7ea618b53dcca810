//! Compiles packs and a scenario into the rules of one game.

use std::ops::RangeInclusive;

use super::catalog::Catalog;
use super::facts::Fact;
use super::folder::shown;
use super::manifest::Pack;
use super::naming::{check_constants, check_goods};
use super::order::{self, InPlay, OrderedRules};
use super::rule_file::{FactValue, RuleFile};
use super::scenario::Scenario;
use super::settings::{self, Settings};
use super::source::Library;
use super::tables::{Context, Tables};
use super::{
    Request, answer_names, conditions, dice, double_hexes, layers, map, placement, start, weights,
    when,
};
use crate::board::Board;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::{
    CardKind, PackInfo, PieceKind, PlacementRound, PointValues, Rule, RuleId, Rules, SettingValue,
    Setup, TurnOptions, VerbFile,
};
use crate::set::{Id, Set};
use crate::table::Card;

/// Compiles the rules of one game as far as they are valid, and collects all mistakes.
pub(super) fn compile(
    library: &Library,
    scenario: &Scenario,
    packs: &mut [Pack],
    request: &Request,
) -> Result<(Rules, Diagnostics), Diagnostics> {
    let mut wrong =
        Diagnostics(packs.iter().flat_map(|pack| pack.unexpected_files.0.clone()).collect());
    wrong.or_code(Code::UnreadableFile);
    let (mut settings, mut catalog, placement, ordered) =
        declarations(library, scenario, packs, request)
            .map_err(|more| Diagnostics([&wrong.0[..], &more.0].concat()))?;
    let OrderedRules { in_play, left_out, unread, .. } = ordered;
    let packs = &*packs;
    wrong.extend(unread.0);
    let seats = scenario.seats().map_err(|bad| bad.code(Code::OutOfRange))?;
    let names = scenario.names(&seats, &mut wrong);
    wrong.or_code(Code::BadName);
    let laid = map::read(scenario, &catalog, &mut wrong);
    wrong.or_code(Code::BadBoard);
    let Some((mut board, mut setup)) = laid else { return Err(wrong) };
    layers::add(scenario, packs, &mut catalog, &mut board, &mut wrong);
    let reader = (&catalog, &board, &mut settings);
    conditions::read(scenario, packs, reader, &mut setup, &mut wrong);
    map::set_up_markers(scenario, &catalog, &board, &mut setup, &mut wrong);
    setup.pieces = start::read(scenario, &catalog, &board, &names, &mut wrong);
    wrong.or_code(Code::BadBoard);
    setup.has_placement = setup.pieces.is_empty() || scenario.keys.placement_after_start;
    if placement.is_empty() && setup.has_placement {
        let missing =
            Diagnostic::new("no pack declares which pieces players place at the beginning");
        wrong.push(missing.code(Code::MissingKey));
    }
    let context = Context { packs, board: &board, catalog: &mut catalog, left_out: &left_out };
    let tables = Tables::read(context, &in_play, &mut wrong);
    wrong.or_code(Code::BadValue);
    double_hexes::set_up_tokens(scenario, &catalog, &tables, &mut setup, &mut wrong);
    wrong.or_code(Code::BadBoard);
    tables.invalid_names.suppress_followups(&mut wrong);
    let dice_deck = dice::deck(packs, &mut settings, &mut wrong);
    let event_die = dice::event_die(packs, tables.next_stream(), &mut wrong);
    let goal = wrong.keep(goal(scenario, &mut settings)).unwrap_or_default();
    let turn_limit = wrong.keep(scenario.turn_limit()).unwrap_or_default();
    let scenario_setup =
        ScenarioSetup { seats, names, board, setup, placement, dice_deck, goal, turn_limit };
    let mut rules = assemble(scenario, packs, (settings, catalog, in_play), tables, scenario_setup);
    rules.with = request.with.iter().map(|path| shown(path)).collect();
    rules.without.clone_from(&request.without);
    rules.left_out = left_out;
    rules.event_die = event_die;
    rules.answer_names = answer_names::of(&rules);
    rules.weights = weights::of_scenario(scenario, &mut wrong);
    Ok((rules, wrong))
}

/// The declarations of packs, which do not depend on the board.
type Declarations = (Settings, Catalog, Vec<PlacementRound>, OrderedRules);

/// The seats, the players' names, the board and its set-up, from a scenario.
struct ScenarioSetup {
    seats: RangeInclusive<usize>,
    names: Vec<Vec<String>>,
    board: Board,
    setup: Setup,
    placement: Vec<PlacementRound>,
    dice_deck: Option<u8>,
    goal: i64,
    turn_limit: u16,
}

/// Reads the declarations. If they are invalid, nothing else is compiled, since they would only
/// cause further errors.
fn declarations(
    library: &Library,
    scenario: &Scenario,
    packs: &mut [Pack],
    request: &Request,
) -> Result<Declarations, Diagnostics> {
    let mut wrong = Diagnostics::default();
    let mut settings = settings::settings(packs, scenario, request, &mut wrong);
    when::apply(packs, &mut settings, &mut wrong);
    check_constants(packs, &mut wrong);
    check_goods(packs, &mut wrong);
    let (catalog, placement) = components(packs, &mut wrong);
    when::check_others(packs, |packs| drop(components(packs, &mut wrong)));
    wrong.or_code(Code::BadValue);
    let ordered =
        order::rules(library, (packs, scenario), &mut settings, &request.without, &mut wrong);
    wrong.0.extend(order::too_many(&ordered.in_play));
    catalog.invalid_names.suppress_followups(&mut wrong);
    ordered.invalid_names.suppress_followups(&mut wrong);
    if !wrong.0.is_empty() {
        wrong.extend(ordered.unread.0.iter().cloned());
    }
    wrong.unless_any((settings, catalog, placement, ordered))
}

/// The components that packs declare, and the rounds in which players place pieces.
fn components(packs: &[Pack], wrong: &mut Diagnostics) -> (Catalog, Vec<PlacementRound>) {
    let catalog = Catalog::read(packs, wrong);
    let placement = placement::read(packs, &catalog, wrong);
    (catalog, placement)
}

/// The number of points that a player needs to win.
fn goal(scenario: &Scenario, settings: &mut Settings) -> Result<i64, Diagnostic> {
    let missing = || scenario.source.whole("no pack declares how many points are needed to win");
    let hint = "declare `[settings.goal]` in a `pack.toml`";
    settings.number("goal").ok_or_else(|| missing().code(Code::MissingKey).hint(hint))
}

/// Puts all parts of the rules together.
fn assemble(
    scenario: &Scenario,
    packs: &[Pack],
    (mut settings, catalog, in_play): (Settings, Catalog, Vec<InPlay>),
    tables: Tables,
    scenario_setup: ScenarioSetup,
) -> Rules {
    let (rules, mut sources) = rules(&in_play, &tables);
    let verbs = verb_files(packs, &mut sources);
    let scenario_source = add_declaring(scenario, packs, &mut sources);
    Rules {
        title: scenario.keys.title.clone(),
        text: scenario.keys.text.clone(),
        scenario: scenario.name.clone(),
        hash: scenario.hash(),
        packs: packs.iter().map(pack_info).collect(),
        dice_deck: scenario_setup.dice_deck,
        sole_claimant: settings.is("sole_claimant").unwrap_or(true),
        asked: settings.asked,
        settings: settings.all,
        set: settings.set,
        scenario_source,
        with: Vec::new(),
        without: Vec::new(),
        left_out: Vec::new(),
        seats: scenario_setup.seats,
        names: scenario_setup.names,
        board: scenario_setup.board,
        setup: scenario_setup.setup,
        placement: scenario_setup.placement,
        turn_options: turn_options(&rules, &catalog, &tables),
        playable: playable(&tables.cards),
        has_others_at_ports: has_others_at_ports(&catalog.kinds),
        worth: PointValues::of(&catalog.kinds, &tables.cards, &catalog.goods, &tables.awards),
        resources: catalog.resources,
        classes: catalog.classes,
        words: catalog.words,
        terrains: catalog.terrains,
        kinds: catalog.kinds,
        markers: catalog.markers,
        groups: catalog.groups,
        decks: catalog.decks,
        cards: tables.cards,
        awards: tables.awards,
        rates: tables.rates,
        rolls: tables.rolls,
        abilities: tables.abilities,
        counters: tables.counters,
        place_counters: tables.place_counters,
        tokens: tables.tokens,
        goods: catalog.goods,
        hex_events: tables.hex_events,
        piles: tables.piles,
        hex_marks: tables.hex_marks,
        player_marks: tables.player_marks,
        answerables: tables.answerables,
        rules,
        verbs,
        listeners: tables.listeners,
        goal: scenario_setup.goal,
        turn_limit: scenario_setup.turn_limit,
        answer_names: Vec::new(),
        event_die: None,
        weights: None,
        sources,
    }
}

/// Adds the manifests and the files of the scenario to the sources. Returns the index of the
/// scenario's own file.
fn add_declaring(
    scenario: &Scenario,
    packs: &[Pack],
    sources: &mut Vec<(String, String)>,
) -> usize {
    let index = sources.len() + packs.len();
    let declaring = packs.iter().map(|pack| &pack.source).chain([&scenario.source]);
    let declaring = declaring.chain(&scenario.board_file);
    sources.extend(declaring.map(|source| (source.file.clone(), source.text.to_string())));
    index
}

/// The files with the verbs of packs, which are added to the sources.
fn verb_files(packs: &[Pack], sources: &mut Vec<(String, String)>) -> Vec<VerbFile> {
    let mut verbs = Vec::new();
    for (number, pack) in packs.iter().enumerate() {
        for (_, file) in &pack.verbs {
            verbs.push(VerbFile { pack: number, rank: pack.rank, source: sources.len() });
            sources.push((file.file.clone(), file.text.to_string()));
        }
    }
    verbs
}

fn pack_info(pack: &Pack) -> PackInfo {
    PackInfo {
        id: pack.id().into(),
        title: pack.manifest.title.clone(),
        version: pack.manifest.version.get_ref().clone(),
        rank: pack.rank,
        found: pack.found.clone(),
        others: pack.others.clone(),
        hash: pack.hash,
    }
}

/// Whether a kind of piece that is no building can stand on an intersection of the map.
fn has_others_at_ports(kinds: &[PieceKind]) -> bool {
    kinds.iter().any(|kind| !kind.on_border && !kind.beside_others && !kind.is_building)
}

/// The cards that can be played.
fn playable(cards: &[CardKind]) -> Set<Card> {
    let cards = (0..).map(Card::new).zip(cards);
    cards.filter(|(_, kind)| kind.playable).map(|(card, _)| card).collect()
}

/// Precomputes the options of a turn.
fn turn_options(rules: &[Rule], catalog: &Catalog, tables: &Tables) -> TurnOptions {
    TurnOptions::of(rules, (&catalog.kinds, &catalog.decks), (&tables.rates, &tables.abilities))
}

/// The rules as the kernel and the script host use them, and their sources.
fn rules(in_play: &[InPlay], tables: &Tables) -> (Vec<Rule>, Vec<(String, String)>) {
    let mut sources: Vec<&Source> = Vec::new();
    let mut rules: Vec<Rule> = Vec::new();
    for (at, InPlay { rank, file }) in in_play.iter().enumerate() {
        let pack = |id: &str| id.split('/').next().map(str::to_owned);
        let is_level = |it: &Rule| it.rank == *rank && pack(&it.id) == pack(&file.id);
        let known = sources.iter().position(|source| source.file == file.source.file);
        let source = known.unwrap_or_else(|| {
            sources.push(&file.source);
            sources.len() - 1
        });
        rules.push(Rule {
            id: file.id.clone(),
            title: file.title.clone(),
            text: file.text.clone(),
            rulings: file.rulings.clone(),
            rank: *rank,
            level: rules.iter().position(is_level).unwrap_or(at),
            file: file.source.file.clone(),
            source,
            line: file.first_line(),
            times: file.number(Fact::Times).map_or(1, |times| times.try_into().expect("few")),
            hooks: file.hooks.clone(),
            ownership: tables.ownership(RuleId::new(at), file),
            constants: constants(file),
            each: file.each.clone(),
            shares: shared(in_play, file),
            replaces: file.text(Fact::Replaces).map(str::to_owned),
            stream: tables.streams.get(&RuleId::new(at)).copied(),
        });
    }

    let text = |source: &Source| (source.file.clone(), source.text.to_string());
    (rules, sources.into_iter().map(text).collect())
}

/// The rules whose counters, marks and piles this rule shares.
fn shared(in_play: &[InPlay], file: &RuleFile) -> Vec<RuleId> {
    let keeper = |name| in_play.iter().position(|other| other.file.id == name).map(RuleId::new);
    file.shares().filter_map(keeper).collect()
}

/// The facts of a rule as constants of its script, and `EACH` for a member of a family.
fn constants(file: &RuleFile) -> Vec<(String, SettingValue)> {
    let mut constants = Vec::new();
    for (fact, stated) in &file.facts {
        let value = match &stated.value {
            FactValue::Text(text) => SettingValue::Word(text.clone()),
            FactValue::Number(number) => SettingValue::Number(*number),
            FactValue::Truth(truth) => SettingValue::Truth(*truth),
            FactValue::List(_) => continue,
        };
        constants.push((fact.name().to_owned(), value));
    }
    constants
        .extend(file.each.iter().map(|each| ("EACH".into(), SettingValue::Word(each.clone()))));
    constants
}
