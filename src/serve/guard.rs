//! Checks of every request, before it is looked at, and the headers of every answer.
//!
//! A page of another site can send requests to this server from a user's browser, and a name that
//! such a site controls can lead to this machine. So requests have to name this server as their
//! host, and those that change anything have to come from its own page.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};

/// What the page may load: only files of this server, and no script in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The hosts under which the server can be reached, such as `127.0.0.1:8271`.
#[derive(Clone, Debug)]
pub(super) struct Hosts(pub(super) Vec<String>);

impl Hosts {
    /// Why a request is not answered; `None` for a proper one.
    pub(super) fn objection(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST);
        if host.is_none_or(|host| !self.0.iter().any(|own| own.eq_ignore_ascii_case(host))) {
            return Some("the request is for another host");
        }
        let origin =
            text(header::ORIGIN).map(|origin| origin.strip_prefix("http://").unwrap_or(""));
        let is_own = origin.map(|origin| Some(origin) == host);
        let is_reading = matches!(*method, Method::GET | Method::HEAD);
        let comes_from_page = is_own.unwrap_or(is_reading);
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        let is_of_site = match site {
            None | Some("same-origin" | "none") => true,
            // A link may lead here, but only to the page.
            Some(_) => {
                is_reading && headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
            }
        };
        (!comes_from_page || !is_of_site).then_some("the request comes from another site")
    }
}

/// Adds the headers that every answer has.
pub(super) fn protect(headers: &mut HeaderMap) {
    let all = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// The values of a cookie, separated by dots.
pub(super) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Vec<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs =
        all.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let own = pairs.filter(|(key, _)| *key == name);
    own.flat_map(|(_, value)| value.split('.')).filter(|value| !value.is_empty()).collect()
}
