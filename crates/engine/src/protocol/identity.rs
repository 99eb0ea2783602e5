//! How an engine identifies itself. A program built on this library supplies its own identity.

use std::sync::OnceLock;

/// The name, authors and description of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Who made it.
    pub authors: &'static str,
    /// The copyright holder and the licence, for UCCI.
    pub copyright: &'static str,
    /// A description in one line.
    pub about: &'static str,
}

/// This program.
pub const MEIHUA: Identity = Identity {
    name: "Meihua",
    version: env!("CARGO_PKG_VERSION"),
    authors: "the Meihua authors",
    copyright: "the Meihua authors, MIT or Apache-2.0",
    about: env!("CARGO_PKG_DESCRIPTION"),
};

static OWN: OnceLock<Identity> = OnceLock::new();

impl Identity {
    /// Name and version, as `id name` prints them.
    pub fn title(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    /// Sets the identity of the process; call it before anything is printed. Only the first call has an effect.
    pub fn take(self) {
        _ = OWN.set(self);
    }

    /// The identity of the process.
    pub fn of_process() -> Identity {
        OWN.get().copied().unwrap_or(MEIHUA)
    }
}
