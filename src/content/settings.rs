//! Settings, which packs declare, and which the scenario and the request for the game can set.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use super::Request;
use super::manifest::{Declaration, Pack, SettingKeys, gather};
use super::scenario::Scenario;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Result};
use crate::rules::{Origin, Setting, SettingValue};
use crate::transcript;

/// The settings of a game.
#[derive(Default, Debug)]
pub(super) struct Settings {
    /// All settings, by pack and name.
    pub(super) all: BTreeMap<String, Setting>,
    /// The values that the request has changed.
    pub(super) set: BTreeMap<String, SettingValue>,
    /// The names of the settings that the loader has read, without their packs.
    pub(super) asked: BTreeSet<String>,
}

impl Settings {
    /// The value of the setting with this name, from any pack.
    fn named(&mut self, name: &str) -> Option<&SettingValue> {
        self.asked.insert(name.into());
        let suffix = format!(".{name}");
        self.all.iter().find(|(key, _)| key.ends_with(&suffix)).map(|(_, setting)| &setting.value)
    }

    /// The value of a number setting.
    pub(super) fn number(&mut self, name: &str) -> Option<i64> {
        match self.named(name)? {
            SettingValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The value of a boolean setting.
    pub(super) fn is(&mut self, name: &str) -> Option<bool> {
        match self.named(name)? {
            SettingValue::Truth(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The value of a boolean setting that a file names as a condition.
    ///
    /// # Errors
    /// When there is no such setting.
    pub(super) fn is_true(&mut self, name: &str) -> Result<bool> {
        self.is(name)
            .ok_or_else(|| self.missing(name, "`true` or `false`", &SettingValue::Truth(true)))
    }

    /// The value of a number setting that a file names.
    ///
    /// # Errors
    /// When there is no such setting.
    pub(super) fn wanted_number(&mut self, name: &str) -> Result<i64> {
        self.number(name).ok_or_else(|| self.missing(name, "a number", &SettingValue::Number(0)))
    }

    /// The diagnostic about a name that is no setting of the type of the sample.
    fn missing(&mut self, name: &str, expected: &str, sample: &SettingValue) -> Diagnostic {
        if let Some(other) = self.named(name) {
            let message =
                format!("the setting `{name}` is `{other}`, expected one that is {expected}");
            return Diagnostic::new(message).code(Code::WrongType);
        }
        let is_such = |setting: &Setting| discriminant(&setting.value) == discriminant(sample);
        let such = self.all.iter().filter(|(_, setting)| is_such(setting));
        let names = such.filter_map(|(key, _)| key.split('.').next_back());
        let message = format!("no setting `{name}` that is {expected}");
        Diagnostic::new(message).did_you_mean(name, names)
    }

    /// Resolves the name of a setting, with or without its pack, to pack and name.
    fn key(&self, name: &str) -> Result<String> {
        // Packs that declare the same name share one setting, so names are unique.
        let suffix = format!(".{name}");
        let found = self.all.keys().find(|key| *key == name || key.ends_with(&suffix));
        found.cloned().ok_or_else(|| {
            let names = self.all.keys().filter_map(|key| Some(key.split_once('.')?.1));
            Diagnostic::new(format!("no setting `{name}`")).did_you_mean(name, names)
        })
    }

    /// Sets a setting, and records where its value is written.
    fn set(&mut self, key: &str, value: SettingValue, origin: Origin) -> Result {
        let setting = self.all.get_mut(key).expect("a key of these settings");
        check(key, setting, &value)?;
        (setting.value, setting.origin) = (value, origin);
        Ok(())
    }
}

/// All settings with their values in this game.
pub(super) fn settings(
    packs: &[Pack],
    scenario: &Scenario,
    request: &Request,
    wrong: &mut Diagnostics,
) -> Settings {
    let mut settings = Settings::default();
    for declared in gather(packs, |manifest| &manifest.settings) {
        let key = format!("{}.{}", declared.pack().id(), declared.name);
        if let Some(setting) = wrong.keep(declared_setting(&key, &declared)) {
            settings.all.insert(key, setting);
        }
    }
    for (name, value) in &scenario.keys.settings.0 {
        let mut place = |diagnostic: Diagnostic, at| {
            wrong.push(diagnostic.at(scenario.source.error(at, "")));
        };
        match settings.key(name.get_ref()) {
            Err(unknown) => place(unknown, name.span()),
            Ok(key) => {
                let origin = Origin::of(&scenario.error(value, ""));
                if let Err(bad) = settings.set(&key, value.get_ref().clone(), origin) {
                    place(bad, value.span());
                }
            }
        }
    }
    for (name, value) in &request.set {
        let here = || Origin { file: format!("--set {name}={value}"), line: 0 };
        let origin = request.set_at.get(name).cloned().unwrap_or_else(here);
        wrong.keep(request_setting(&mut settings, (name, value), origin));
    }
    settings
}

/// Sets a value from the request for the game.
fn request_setting(settings: &mut Settings, (name, value): (&str, &str), origin: Origin) -> Result {
    let key = settings.key(name)?;
    let is_word = matches!(settings.all[&key].default, SettingValue::Word(_));
    let value = match (value, value.parse()) {
        (word, _) if is_word => SettingValue::Word(word.into()),
        ("true", _) => SettingValue::Truth(true),
        ("false", _) => SettingValue::Truth(false),
        (_, Ok(number)) => SettingValue::Number(number),
        (word, Err(_)) => SettingValue::Word(word.into()),
    };
    let is_new = settings.all[&key].value != value;
    settings.set(&key, value.clone(), origin)?;
    if is_new {
        settings.set.insert(key, value);
    }
    Ok(())
}

/// Reads a setting from the packs that declare it.
fn declared_setting(key: &str, declared: &Declaration<'_, SettingKeys>) -> Result<Setting> {
    let (pack, default) = declared.needed("default", |keys| &keys.default)?;
    let (_, text) = declared.needed("text", |keys| &keys.text)?;
    let range = match declared.declared(|keys| &keys.range) {
        None => None,
        Some((pack, range)) => {
            let [least, most] = *range.get_ref();
            if least > most {
                let message = format!("the range {least} to {most} is empty");
                return Err(pack.error(range, message).code(Code::OutOfRange));
            }
            Some(least..=most)
        }
    };
    let first = declared.parts().find_map(|(_, keys)| keys.default.as_ref());
    let kind = |value: &SettingValue| std::mem::discriminant(value);
    if first.is_some_and(|first| kind(first.get_ref()) != kind(default.get_ref())) {
        let message = format!("the default of `{key}` cannot change to another type");
        return Err(pack.error(default, message).code(Code::WrongType).hint(text.clone()));
    }
    let value = default.get_ref().clone();
    let origin = Origin::of(&pack.error(default, ""));
    let setting =
        Setting { text: text.clone(), value: value.clone(), default: value, range, origin };
    check(key, &setting, &setting.value)
        .map_err(|bad| Diagnostic { hints: Vec::new(), ..bad }.at(pack.error(default, "")))?;
    Ok(setting)
}

/// Checks that a value is valid for a setting.
fn check(key: &str, setting: &Setting, value: &SettingValue) -> Result {
    let expected = match (&setting.default, value) {
        (SettingValue::Number(_), SettingValue::Number(number)) => match &setting.range {
            Some(range) if !range.contains(number) => {
                let range = format!("{} to {}", range.start(), range.end());
                let message = format!("`{key}` is {number}, expected {range}");
                let outside = Diagnostic::new(message).code(Code::OutOfRange);
                return Err(outside.hint(setting.text.clone()));
            }
            _ => return Ok(()),
        },
        (SettingValue::Truth(_), SettingValue::Truth(_)) => return Ok(()),
        (SettingValue::Word(_), SettingValue::Word(word)) => {
            let checked = transcript::check_text(word);
            return checked.map_err(|wrong| {
                let message = format!("`{key}` has an invalid value: {}", wrong.message);
                Diagnostic::new(message).code(Code::OutOfRange).hint(setting.text.clone())
            });
        }
        (SettingValue::Number(_), _) => "a number",
        (SettingValue::Truth(_), _) => "`true` or `false`",
        (SettingValue::Word(_), _) => "a string",
    };
    let message = format!("`{key}` has to be {expected}");
    Err(Diagnostic::new(message).code(Code::WrongType).hint(setting.text.clone()))
}
