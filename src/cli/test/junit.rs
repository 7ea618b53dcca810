//! Writes results of tests as `JUnit` XML.

use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::TestResult;
use crate::cli::problem::unwritable;
use crate::cli::streams::shown;
use crate::diagnostic::{Diagnostic, visible};
use crate::files;

/// Writes one suite with a case for each transcript.
pub(super) fn save(path: &Path, outcomes: &[TestResult], time: Duration) -> Result<(), Diagnostic> {
    let mut suite = TestSuite::new("transcripts");
    suite.set_time(time);
    suite.add_test_cases(outcomes.iter().map(case));
    let mut report = Report::new("newcatan");
    report.set_time(time).add_test_suite(suite);
    let text = report.to_string().map_err(|error| unwritable(path, &error))?;
    files::save(path, &text).map_err(|error| unwritable(path, &error))
}

fn case(outcome: &TestResult) -> TestCase {
    let status = match &outcome.result {
        Ok(()) => TestCaseStatus::success(),
        Err(wrong) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let first = wrong.0.first().map_or("", |wrong| wrong.message.as_str());
            status.set_message(xml(first)).set_description(xml(&wrong.to_string()));
            status
        }
    };
    let mut case = TestCase::new(xml(&shown(&outcome.file)), status);
    case.set_time(outcome.time);
    case
}

/// Replaces characters that XML does not allow.
fn xml(text: &str) -> String {
    visible(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
