//! The kinds of pieces that packs declare.

use super::catalog::{Catalog, limited, to_words};
use super::manifest::{
    AdjacentTerrain, Declaration, Distance, Pack, PieceKeys, PieceLocation, SpannedString,
};
use super::shape;
use crate::board::{Places, is_direction};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use crate::resource::{Resource, Resources};
use crate::rules::{AreaLimit, Cost, PieceKind};
use crate::set::{Id, Set};
use crate::table::{KINDS, Kind, ROUTES};

/// The maximum number of states of a piece.
const STATES: usize = 16;

/// The classes that packs need not make up.
const CLASSES: [&str; 3] = ["route", "building", "other"];

impl Catalog {
    /// Adds the kinds of pieces of all packs.
    pub(super) fn add_pieces(&mut self, packs: &[Pack], wrong: &mut Diagnostics) {
        let pieces = limited(packs, |manifest| &manifest.pieces, KINDS, "kinds of pieces", wrong);
        for piece in &pieces {
            // Invalid pieces get numbers too, so that one mistake does not make all names unknown.
            self.kinds.push(bare_piece(piece));
        }
        for (at, piece) in pieces.iter().enumerate() {
            if let Some(kind) = wrong.keep(self.piece_kind(piece)) {
                self.kinds[at] = kind;
            }
        }
        for piece in &pieces {
            wrong.keep(check_supply(piece, &pieces));
            wrong.keep(self.check_states(piece));
            wrong.keep(check_shape(piece));
        }
        wrong.keep(self.check_routes(&pieces));
        self.find_trail_kinds();
        // Sharing a supply is symmetric.
        for kind in 0..self.kinds.len() {
            for other in self.kinds[kind].stock {
                self.kinds[other.index()].stock.insert(Kind::new(kind));
            }
        }
    }

    /// Finds the kinds of routes that join each other, directly or through others.
    fn find_trail_kinds(&mut self) {
        let joins: Vec<Set<Kind>> = self.kinds.iter().map(|kind| kind.joins).collect();
        for kind in (0..joins.len()).map(Kind::new) {
            if !self.kinds[kind.index()].is_route {
                continue;
            }
            let (mut found, mut open) = (Set::of(kind), vec![kind]);
            while let Some(one) = open.pop() {
                for other in joins[one.index()] - found {
                    if self.kinds[other.index()].is_route && joins[other.index()].contains(one) {
                        found.insert(other);
                        open.push(other);
                    }
                }
            }
            let all = found.iter().fold(Set::EMPTY, |all, kind| all | joins[kind.index()]);
            let kind = &mut self.kinds[kind.index()];
            (kind.trail_kinds, kind.trail_joins) = (found, all);
        }
    }

    /// Checks that no player has more routes than a network supports.
    fn check_routes(&self, pieces: &[Declaration<'_, PieceKeys>]) -> Result<(), Diagnostic> {
        let mut routes = 0;
        for (kind, piece) in self.kinds.iter().zip(pieces) {
            if let Some((pack, each)) = piece.declared(|keys| &keys.per_player)
                && kind.on_border
            {
                routes += usize::from(*each.get_ref());
                if routes > ROUTES {
                    let message = format!("a player can have at most {ROUTES} pieces on borders");
                    return Err(pack.error(each, message).code(Code::TooMany));
                }
            }
        }
        Ok(())
    }

    fn piece_kind(&self, piece: &Declaration<'_, PieceKeys>) -> Result<PieceKind, Diagnostic> {
        self.check_class(piece.needed("class", |keys| &keys.class)?)?;
        piece.needed("on", |keys| &keys.on)?;
        let kinds = |words: Option<(&Pack, &Vec<SpannedString>)>| match words {
            Some((pack, words)) => self.kind_set(pack, words),
            None => Ok(Set::EMPTY),
        };
        let joins = kinds(piece.declared(|keys| &keys.joins))?;
        let replaces = self.taken_place_of(piece, piece.declared(|keys| &keys.replaces))?;
        let converts = self.taken_place_of(piece, piece.declared(|keys| &keys.converts))?;
        let keeps_distance = self.distance(piece)?;
        let yields_for = self.yields_for(piece)?;
        let (each, stock) = self.stock(piece)?;
        let ways = self.ways(piece.declared(|keys| &keys.price))?;
        let kind = PieceKind {
            each,
            joins,
            replaces,
            converts,
            stock,
            keeps_distance,
            yields_for,
            ways,
            ..bare_piece(piece)
        };
        self.check_kind(piece, &kind)?;
        Ok(kind)
    }

    /// Checks that the keys of a piece fit each other.
    fn check_kind(
        &self,
        piece: &Declaration<'_, PieceKeys>,
        kind: &PieceKind,
    ) -> Result<(), Diagnostic> {
        if kind.on_border != kind.is_route && !kind.beside_others && !kind.neutral {
            let message =
                format!("`{}` must be a route if, and only if, it is placed on borders", kind.name);
            return Err(piece.error(message));
        }
        if kind.on_border && kind.beside_land.is_none() {
            return Err(piece
                .error(format!("`{}` has no `beside`", kind.name))
                .hint("a piece on borders needs `beside = \"land\"` or `beside = \"water\"`"));
        }
        if kind.stands_at_sea && (kind.on_border || kind.on_hex) {
            let message = format!("`{}` is not placed on intersections", kind.name);
            return Err(piece.error(message).hint("take `stands_at_sea` out, and use `beside`"));
        }
        if kind.on_hex && !kind.beside_others {
            let message = format!("`{}` is placed on hexes, so it stands beside others", kind.name);
            return Err(piece.error(message).hint("take `beside_others` out"));
        }
        if kind.beside_others && is_direction(&kind.name) {
            let message =
                format!("a piece that stands beside others cannot be called `{}`", kind.name);
            return Err(piece
                .error(message)
                .hint("its places would have the names of intersections, such as `C4.n`"));
        }
        if let Some(key) = unfit_key(kind).filter(|_| kind.neutral || kind.beside_others) {
            let why = match (kind.neutral, kind.on_hex) {
                (true, _) => "belongs to nobody",
                (_, true) => "is placed on hexes",
                _ => "may stand beside others",
            };
            let message = format!("`{}` {why}, so it cannot have {key}", kind.name);
            let hint = if kind.neutral {
                "only rules put such a piece on the board, and it yields nothing"
            } else {
                "such a piece yields nothing, and is in the way of nobody"
            };
            return Err(piece.error(message).hint(hint));
        }
        if !kind.joins.is_empty() && !kind.on_border && !kind.beside_others {
            let message =
                format!("`{}` stands alone on intersections: it joins nothing", kind.name);
            let hint = "take `joins` out; with `needs_route = true`, a route has to lead to it";
            return Err(piece.error(message).hint(hint));
        }
        if let Some(other) = kind.joins.iter().find(|kind| self.kinds[kind.index()].beside_others) {
            let message =
                format!("`{}` cannot join `{}`", kind.name, self.kinds[other.index()].name);
            return Err(piece
                .error(message)
                .hint("nothing joins a piece that stands beside others"));
        }
        Ok(())
    }

    /// Checks that a class that a pack has made up is not a piece or a misspelt class.
    fn check_class(&self, (pack, class): (&Pack, &SpannedString)) -> Result<(), Diagnostic> {
        let word = class.get_ref().as_str();
        if CLASSES.contains(&word) {
            return Ok(());
        }
        if self.kinds.iter().any(|kind| kind.name == to_words(word)) {
            let message = format!("`{word}` is a kind of piece, so it cannot be a class");
            let taken = pack.error(class, message).code(Code::NameTaken);
            return Err(taken.hint("give the class another name"));
        }
        if suggest(word, CLASSES).is_some() {
            let unknown = pack.error(class, format!("no class `{word}`"));
            let hint = "a class of your own needs a name that is not similar";
            return Err(unknown.did_you_mean(word, CLASSES).hint(hint));
        }
        Ok(())
    }

    /// Checks the number and the names of a piece's states.
    fn check_states(&self, piece: &Declaration<'_, PieceKeys>) -> Result<(), Diagnostic> {
        let Some((pack, states)) = piece.declared(|keys| &keys.states) else { return Ok(()) };
        if !(2..=STATES).contains(&states.len()) {
            let message = format!("a piece has 2 to {STATES} states, found {}", states.len());
            let hint = "without `states`, all its pieces are alike";
            return Err(piece.error(message).code(Code::TooMany).hint(hint));
        }
        for (at, state) in states.iter().enumerate() {
            let name = to_words(state.get_ref());
            if states[..at].iter().any(|other| to_words(other.get_ref()) == name) {
                let message = format!("`{}` has two states `{name}`", piece.name);
                return Err(pack.error(state, message).code(Code::NameTaken));
            }
            let both = format!("{name} {}", to_words(piece.name));
            if self.kinds.iter().any(|kind| kind.name == both) {
                let message = format!("`{both}` is a kind of piece and a state of another");
                let taken = pack.error(state, message).code(Code::NameTaken);
                return Err(taken.hint("give the state another name"));
            }
        }
        Ok(())
    }

    /// The kinds of pieces whose place this piece can take.
    fn taken_place_of(
        &self,
        piece: &Declaration<'_, PieceKeys>,
        words: Option<(&Pack, &Vec<SpannedString>)>,
    ) -> Result<Set<Kind>, Diagnostic> {
        let Some((pack, words)) = words else { return Ok(Set::EMPTY) };
        let on_border = piece.value(|keys| &keys.on) == Some(PieceLocation::Border);
        for word in words {
            let kinds = self.kind_set(pack, std::slice::from_ref(word))?;
            let is_unfit = |kind: Kind| {
                self.kinds[kind.index()].on_border || self.kinds[kind.index()].beside_others
            };
            if on_border || kinds.iter().any(is_unfit) {
                let message =
                    format!("`{}` cannot take the place of `{}`", piece.name, word.get_ref());
                let hint = "only pieces on intersections can take each other's place";
                return Err(pack.error(word, message).hint(hint));
            }
        }
        self.kind_set(pack, words)
    }

    /// The cards that a piece yields instead of `yields`, by the resource of the hex.
    fn yields_for(
        &self,
        piece: &Declaration<'_, PieceKeys>,
    ) -> Result<Vec<(Resource, Resources)>, Diagnostic> {
        let mut all: Vec<(Resource, Resources)> = Vec::new();
        let entries = piece.parts().flat_map(|(pack, keys)| {
            keys.yields_for.0.iter().map(move |(name, text)| (pack, name, text))
        });
        for (pack, name, text) in entries {
            let Some(resource) = self.resource(name.get_ref()) else {
                let message = format!("no resource `{}`", name.get_ref());
                let known = self.words.names.iter().map(String::as_str);
                return Err(pack.error(name, message).did_you_mean(name.get_ref(), known));
            };
            let costs = self.price(pack, text)?;
            let [Cost { fixed, same: 0, any: 0, .. }] = costs[..] else {
                let message = format!("`{}` does not name the cards", text.get_ref());
                let hint = "write cards of named kinds, such as `1 wood, 1 paper`";
                return Err(pack.error(text, message).code(Code::BadCost).hint(hint));
            };
            all.retain(|(other, _)| *other != resource);
            all.push((resource, fixed));
        }
        Ok(all)
    }

    /// The kinds from which the piece keeps its distance.
    fn distance(&self, piece: &Declaration<'_, PieceKeys>) -> Result<Set<Kind>, Diagnostic> {
        let declared = piece.declared(|keys| &keys.keeps_distance);
        let Some((pack, distance)) = declared else { return Ok(Set::EMPTY) };
        let words = match distance.get_ref() {
            Distance::Any(false) => return Ok(Set::EMPTY),
            Distance::Any(true) => return Ok(self.kinds_with_room()),
            Distance::From(words) => words,
        };
        let mut all = Set::EMPTY;
        for word in words {
            let wrong = |message: String| pack.error(distance, message);
            let kinds = self.known_kinds(word, wrong)?;
            let is_unfit = |kind: Kind| {
                self.kinds[kind.index()].on_border || self.kinds[kind.index()].beside_others
            };
            if kinds.iter().any(is_unfit) {
                let message = format!("`{}` cannot keep its distance from `{word}`", piece.name);
                let hint = "the distance is between pieces that stand alone on intersections";
                return Err(wrong(message).hint(hint));
            }
            all |= kinds;
        }
        Ok(all)
    }

    /// The kinds from which others keep their distance unless they name them.
    fn kinds_with_room(&self) -> Set<Kind> {
        let kinds = self.kinds.iter().enumerate().filter(|(_, kind)| !kind.takes_room);
        Set::ALL - kinds.map(|(index, _)| Kind::new(index)).collect()
    }

    /// How many pieces of the kind each player has, and which kinds share that supply.
    fn stock(&self, piece: &Declaration<'_, PieceKeys>) -> Result<(u8, Set<Kind>), Diagnostic> {
        let own = self.kinds.iter().position(|kind| kind.name == to_words(piece.name));
        let own = Set::of(Kind::new(own.expect("every kind has its number")));
        let Some((pack, word)) = piece.declared(|keys| &keys.supply_of) else {
            if piece.value(|keys| &keys.neutral) == Some(true) {
                return Ok((bare_piece(piece).each, own));
            }
            let (_, each) = piece.needed("per_player", |keys| &keys.per_player)?;
            return Ok((*each.get_ref(), own));
        };
        let wrong = |message: String| Err(pack.error(word, message));
        let shared = self.kind_set(pack, std::slice::from_ref(word))?;
        let name = word.get_ref();
        let on_border = piece.value(|keys| &keys.on) == Some(PieceLocation::Border);
        let single = shared.least().filter(|_| shared.len() == 1);
        match single.map(|kind| &self.kinds[kind.index()]) {
            None => wrong(format!("`{name}` is not a single kind of piece")),
            Some(_) if shared == own => wrong(format!("`{name}` cannot share its own supply")),
            Some(other) if other.on_border != on_border => wrong(format!(
                "`{}` and `{name}` are not placed on the same kind of place, so they cannot share a supply",
                piece.name
            )),
            Some(other) => Ok((other.each, shared | own)),
        }
    }
}

/// The key that a neutral piece, or one that stands beside others, cannot have.
fn unfit_key(kind: &PieceKind) -> Option<&'static str> {
    let keys = [
        ("the class `route` or `building`", kind.is_route || kind.is_building),
        ("`replaces`", !kind.replaces.is_empty()),
        ("`converts`", !kind.converts.is_empty()),
        ("`keeps_distance`", !kind.keeps_distance.is_empty()),
        ("`blocks_routes`", kind.blocks_routes && kind.beside_others),
        ("`yields`", kind.yields > 0),
        ("`yields_for`", !kind.yields_for.is_empty()),
        ("`per_player` or `supply_of`", kind.neutral && (kind.each > 0 || kind.stock.len() > 1)),
        ("`points`", kind.neutral && kind.points != 0),
        ("`price`", kind.neutral && !kind.ways.is_empty()),
        ("`area` or `not_in`", kind.neutral && !kind.areas.is_empty()),
        ("`joins`", kind.neutral && !kind.joins.is_empty()),
        ("`needs_route`", kind.needs_route && (kind.neutral || kind.on_border)),
        ("`beside`", kind.beside_land.is_some() && !kind.on_border && !kind.on_hex),
    ];
    keys.into_iter().find(|(_, has)| *has).map(|(key, _)| key)
}

/// Checks that a piece has its own supply, or shares the supply of a piece that has its own.
fn check_supply(
    piece: &Declaration<'_, PieceKeys>,
    pieces: &[Declaration<'_, PieceKeys>],
) -> Result<(), Diagnostic> {
    let Some((pack, word)) = piece.declared(|keys| &keys.supply_of) else { return Ok(()) };
    if let Some((pack, each)) = piece.declared(|keys| &keys.per_player) {
        let message = format!("`{}` shares a supply, so it cannot have `per_player`", piece.name);
        return Err(pack.error(each, message).hint("write either `per_player` or `supply_of`"));
    }
    let shares = |other: &&Declaration<'_, PieceKeys>| {
        other.name == word.get_ref() && other.declared(|keys| &keys.supply_of).is_some()
    };
    match pieces.iter().find(shares).filter(|other| other.name != piece.name) {
        None => Ok(()),
        Some(other) => {
            let message = format!("`{}` has no supply of its own", other.name);
            Err(pack.error(word, message).hint("name the piece whose supply it shares"))
        }
    }
}

/// Checks the path by which a piece is drawn.
fn check_shape(piece: &Declaration<'_, PieceKeys>) -> Result<(), Diagnostic> {
    let Some((pack, path)) = piece.declared(|keys| &keys.shape) else { return Ok(()) };
    shape::check(path.get_ref()).map_err(|wrong| wrong.at(pack.error(path, "")))
}

/// A kind of piece without references to other pieces and without prices.
fn bare_piece(piece: &Declaration<'_, PieceKeys>) -> PieceKind {
    let is = |get: fn(&PieceKeys) -> &Option<bool>| piece.value(get).unwrap_or(false);
    let class = piece.declared(|keys| &keys.class).map(|(_, class)| class.get_ref().as_str());
    let beside = piece.value(|keys| &keys.beside);
    let on_hex = piece.value(|keys| &keys.on) == Some(PieceLocation::Hex);
    PieceKind {
        name: to_words(piece.name),
        on_border: piece.value(|keys| &keys.on) == Some(PieceLocation::Border),
        on_hex,
        neutral: is(|keys| &keys.neutral),
        beside_others: piece.value(|keys| &keys.beside_others).unwrap_or(on_hex),
        layer: None,
        is_route: class == Some("route"),
        is_building: class == Some("building"),
        class: class.filter(|class| !CLASSES.contains(class)).map(to_words),
        each: piece.declared(|keys| &keys.per_player).map_or(0, |(_, each)| *each.get_ref()),
        beside_land: beside.map(|ground| ground == AdjacentTerrain::Land),
        stands_at_sea: is(|keys| &keys.stands_at_sea),
        joins: Set::EMPTY,
        trail_kinds: Set::EMPTY,
        trail_joins: Set::EMPTY,
        replaces: Set::EMPTY,
        converts: Set::EMPTY,
        stock: Set::EMPTY,
        barred_by: Set::EMPTY,
        keeps_distance: Set::EMPTY,
        takes_room: piece.value(|keys| &keys.takes_room).unwrap_or(true),
        needs_route: is(|keys| &keys.needs_route),
        blocks_routes: is(|keys| &keys.blocks_routes),
        yields: piece.value(|keys| &keys.yields).unwrap_or(0),
        yields_for: Vec::new(),
        areas: areas(piece),
        points: piece.value(|keys| &keys.points).unwrap_or(0),
        strength: piece.value(|keys| &keys.strength).unwrap_or(0),
        states: piece.declared(|keys| &keys.states).map_or(Vec::new(), |(_, states)| {
            states.iter().map(|state| to_words(state.get_ref())).collect()
        }),
        shape: piece.declared(|keys| &keys.shape).map(|(_, path)| path.get_ref().clone()),
        ways: Vec::new(),
        origin: piece.origin(),
    }
}

/// The areas in which, or outside which, the piece can be built; their places follow once the board
/// is known.
fn areas(piece: &Declaration<'_, PieceKeys>) -> Vec<AreaLimit> {
    let area = piece.declared(|keys| &keys.area).map(|(_, name)| (name, true));
    let not_in = piece.declared(|keys| &keys.not_in).map(|(_, name)| (name, false));
    let limits = area.into_iter().chain(not_in).map(|(name, inside)| AreaLimit {
        area: name.get_ref().clone(),
        inside,
        places: Places::default(),
    });
    limits.collect()
}
