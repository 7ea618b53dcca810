//! Structs with fields that only their own module can write.

/// Declares a struct with a getter for each field: `copy` fields are read by value, `ref` fields by
/// reference. `own` fields have no getter.
macro_rules! readable {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])*
                $(#[serde($($serde:tt)*)])?
                $how:ident $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $(
                $(#[doc = $doc])*
                $(#[serde($($serde)*)])?
                pub(in crate::table) $field: $type,
            )*
        }

        impl $name {
            $(readable!(@getter [$(#[doc = $doc])*] $how $field: $type);)*
        }
    };
    (@getter [$(#[doc = $doc:literal])*] own $field:ident: $type:ty) => {};
    (@getter [$(#[doc = $doc:literal])*] copy $field:ident: $type:ty) => {
        $(#[doc = $doc])*
        #[inline]
        pub fn $field(&self) -> $type {
            self.$field
        }
    };
    (@getter [$(#[doc = $doc:literal])*] ref $field:ident: $type:ty) => {
        $(#[doc = $doc])*
        #[inline]
        pub fn $field(&self) -> &$type {
            &self.$field
        }
    };
}
