//! The conditions that scenarios and packs set for drawn boards.

use super::catalog::Catalog;
use super::condition_keys::ConditionKeys;
use super::manifest::{Pack, SpannedString};
use super::pools::number_markers;
use super::scenario::Scenario;
use super::settings::Settings;
use super::toml_file::Spanned;
use crate::board::{Board, Hex};
use crate::diagnostic::{Code, Diagnostics, Result, Source};
use crate::rules::SettingValue;
use crate::rules::setup::{Arrangement, Conditions, FREQUENT, Never, Setup};
use crate::set::Set;
use crate::table::Terrain;

/// Adds the conditions of the packs and of the scenario.
pub(super) fn read(
    scenario: &Scenario,
    packs: &[Pack],
    reader: (&Catalog, &Board, &mut Settings),
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) {
    let (catalog, board, settings) = reader;
    let own = &scenario.board.conditions;
    let mut conditions = Conditions::default();
    let is_shuffled = setup
        .pools
        .iter()
        .any(|pool| pool.arrangement == Arrangement::Shuffled && !pool.numbers.is_empty());
    if is_shuffled && own.apart.is_none() {
        conditions.apart.push(FREQUENT.to_vec());
    }
    let of_packs = packs.iter().flat_map(|pack| {
        pack.declarations().map(move |manifest| (&pack.source, &manifest.board.conditions))
    });
    for (source, keys) in of_packs.chain([(scenario.board_source(), own)]) {
        let mut reader = Reader { source, catalog, board, settings };
        let apart = keys.apart.iter().flatten();
        conditions.apart.extend(apart.map(|group| number_markers(source, group, wrong)));
        for keys in &keys.never {
            let numbers = number_markers(source, &keys.numbers, wrong);
            conditions.never.extend(wrong.keep(reader.never(numbers, &keys.on)));
        }
        wrong.keep(reader.add(keys, &mut conditions));
    }
    setup.conditions = conditions;
}

/// Reads conditions from a file.
struct Reader<'a> {
    source: &'a Source,
    catalog: &'a Catalog,
    board: &'a Board,
    settings: &'a mut Settings,
}

impl Reader<'_> {
    fn add(&mut self, keys: &ConditionKeys, conditions: &mut Conditions) -> Result {
        conditions.equal_apart |= keys.equal_apart;
        for (name, area) in &keys.terrain_in.0 {
            conditions.terrain_in.push((self.terrain(name)?, self.area(area, "area")?));
        }
        for name in &keys.terrain_apart {
            conditions.terrain_apart.push(self.terrain(name)?);
        }
        let lower = |old: Option<usize>, new: Option<usize>| old.into_iter().chain(new).min();
        conditions.together = lower(conditions.together, self.limit(keys.together.as_ref())?);
        let ports = self.limit(keys.ports_together.as_ref())?;
        conditions.ports_together = lower(conditions.ports_together, ports);
        Ok(())
    }

    fn never(&self, numbers: Vec<u8>, on: &[SpannedString]) -> Result<Never> {
        let mut never = Never { numbers, terrain: Vec::new(), hexes: Set::EMPTY };
        for word in on {
            match self.catalog.terrain(word.get_ref()) {
                Some(terrain) => never.terrain.push(terrain),
                None => never.hexes |= self.area(word, "terrain or area")?,
            }
        }
        Ok(never)
    }

    fn terrain(&self, name: &SpannedString) -> Result<Terrain> {
        let word = name.get_ref();
        let names = self.catalog.terrains.iter().map(|kind| &kind.name);
        let unknown = || self.source.error(name.span(), format!("no terrain `{word}`"));
        self.catalog.terrain(word).ok_or_else(|| unknown().did_you_mean(word, names))
    }

    /// The hexes of the area with this name; `what` says what the name can be.
    fn area(&self, name: &SpannedString, what: &str) -> Result<Set<Hex>> {
        let word = name.get_ref();
        let names = self.board.areas().iter().map(|area| &area.name);
        let unknown = || self.source.error(name.span(), format!("no {what} `{word}`"));
        let area = self.board.area_named(word);
        let area = area.ok_or_else(|| unknown().did_you_mean(word, names))?;
        Ok(self.board.area(area).hexes)
    }

    fn limit(&mut self, key: Option<&Spanned<SettingValue>>) -> Result<Option<usize>> {
        let Some(key) = key else { return Ok(None) };
        let limit = match key.get_ref() {
            SettingValue::Number(number) => *number,
            SettingValue::Truth(_) => {
                let message = "expected a number, or the name of a setting with a number";
                return Err(self.source.error(key.span(), message).code(Code::WrongType));
            }
            SettingValue::Word(name) => {
                let number = self.settings.wanted_number(name);
                number.map_err(|wrong| wrong.at(self.source.error(key.span(), "")))?
            }
        };
        Ok(usize::try_from(limit).ok().filter(|&limit| limit > 0))
    }
}
