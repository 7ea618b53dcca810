//! The routes, each with the schemas of what it takes and answers. They follow from the types of
//! the function that answers, so no route can have others.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query};
use axum::handler::Handler;
use axum::http::HeaderMap;
use axum::response::sse::Sse;
use axum::routing::{self, MethodRouter};
use axum::{Json, Router};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use super::{Fault, Guest, Manager, NewCookie, Server, Shared};
use crate::protocol::Schemas;

/// A part of the messages at a route, such as `body`, with its schema.
type RoutePart = (&'static str, Schema);
/// Describes the messages at a route.
type Describe = fn(&mut Schemas) -> Vec<RoutePart>;

/// Routes of the server.
pub(super) struct Routes {
    router: Router<Arc<Server>>,
    /// The method and the path of each route, with the function that describes its messages.
    described: Vec<(String, Describe)>,
}

impl Routes {
    pub(super) fn new() -> Self {
        Self { router: Router::new(), described: Vec::new() }
    }

    /// Adds a route with the method `GET`.
    pub(super) fn get<H, M, P>(self, path: &str, answer: H) -> Self
    where
        H: Handler<M, Arc<Server>> + Describes<P>,
        M: 'static,
    {
        self.route("GET", path, routing::get(answer), H::describe)
    }

    /// Adds a route with the method `POST`.
    pub(super) fn post<H, M, P>(self, path: &str, answer: H) -> Self
    where
        H: Handler<M, Arc<Server>> + Describes<P>,
        M: 'static,
    {
        self.route("POST", path, routing::post(answer), H::describe)
    }

    /// Adds a route with the method `DELETE`.
    pub(super) fn delete<H, M, P>(self, path: &str, answer: H) -> Self
    where
        H: Handler<M, Arc<Server>> + Describes<P>,
        M: 'static,
    {
        self.route("DELETE", path, routing::delete(answer), H::describe)
    }

    fn route(
        mut self,
        method: &str,
        path: &str,
        answer: MethodRouter<Arc<Server>>,
        describe: Describe,
    ) -> Self {
        self.described.push((format!("{method} {path}"), describe));
        Self { router: self.router.route(path, answer), ..self }
    }

    /// Limits the size of requests, in bytes.
    pub(super) fn limit(self, size: usize) -> Self {
        Self { router: self.router.layer(DefaultBodyLimit::max(size)), ..self }
    }

    pub(super) fn merge(mut self, other: Self) -> Self {
        self.described.extend(other.described);
        Self { router: self.router.merge(other.router), ..self }
    }

    pub(super) fn into_router(self) -> Router<Arc<Server>> {
        self.router
    }

    /// The schemas of all routes, by their methods and paths.
    pub(super) fn schemas(self, schemas: &mut Schemas) -> Map<String, Value> {
        let schema = |(route, describe): (String, Describe)| {
            let parts = describe(schemas).into_iter();
            (route, parts.map(|(part, schema)| (part.to_owned(), schema.to_value())).collect())
        };
        self.described.into_iter().map(schema).collect()
    }
}

/// A function that answers requests with these parts.
pub(super) trait Describes<P> {
    fn describe(schemas: &mut Schemas) -> Vec<RoutePart>;
}

/// Implements [`Describes`] for functions of this number of parts.
macro_rules! describes {
    ($($part:ident)*) => {
        impl<F, A, $($part),*> Describes<($($part,)*)> for F
        where
            F: Fn($($part),*) -> A,
            A: Future<Output: Answered>,
            $($part: Part),*
        {
            fn describe(schemas: &mut Schemas) -> Vec<RoutePart> {
                let parts = [$($part::describe(schemas)),*];
                parts.into_iter().chain([A::Output::describe(schemas)]).flatten().collect()
            }
        }
    };
}

describes!(P1);
describes!(P1 P2);
describes!(P1 P2 P3);
describes!(P1 P2 P3 P4);

/// A part of a request.
pub(super) trait Part {
    /// The schema; `None` unless the part is data of the page.
    fn describe(_: &mut Schemas) -> Option<RoutePart> {
        None
    }
}

impl Part for Shared {}
impl Part for HeaderMap {}
impl Part for Path<String> {}
impl Part for Manager {}
impl Part for Guest {}
impl Part for Result<Manager, Fault> {}

impl<T: JsonSchema> Part for Query<T> {
    fn describe(schemas: &mut Schemas) -> Option<RoutePart> {
        Some(("query", schemas.read::<T>()))
    }
}

impl<T: JsonSchema> Part for Json<T> {
    fn describe(schemas: &mut Schemas) -> Option<RoutePart> {
        Some(("body", schemas.read::<T>()))
    }
}

/// An answer.
pub(super) trait Answered {
    /// The schema; `None` if the answer has no body.
    fn describe(schemas: &mut Schemas) -> Option<RoutePart>;
}

impl<T: JsonSchema> Answered for Json<T> {
    fn describe(schemas: &mut Schemas) -> Option<RoutePart> {
        Some(("answer", schemas.written::<T>()))
    }
}

/// All errors have the schema of `Refused`.
impl<T: Answered> Answered for Result<T, Fault> {
    fn describe(schemas: &mut Schemas) -> Option<RoutePart> {
        T::describe(schemas)
    }
}

impl Answered for String {
    fn describe(schemas: &mut Schemas) -> Option<RoutePart> {
        Some(("text", schemas.written::<Self>()))
    }
}

impl Answered for NewCookie {
    fn describe(_: &mut Schemas) -> Option<RoutePart> {
        None
    }
}

/// Each event is the number of a version.
impl<S> Answered for Sse<S> {
    fn describe(schemas: &mut Schemas) -> Option<RoutePart> {
        Some(("event", schemas.written::<u64>()))
    }
}
