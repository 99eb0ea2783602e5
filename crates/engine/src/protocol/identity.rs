//! Who an engine says it is. A program made of this library brings a name of its own.

use std::sync::OnceLock;

/// What a program is called, who made it, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Who made it.
    pub authors: &'static str,
    /// Who holds the rights, and under which licence, for UCCI.
    pub copyright: &'static str,
    /// What it does, in one line.
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

    /// Makes this the identity of the process, before anything is said. A process has one: a second call changes nothing.
    pub fn take(self) {
        _ = OWN.set(self);
    }

    /// The identity of the process.
    pub fn of_process() -> Identity {
        OWN.get().copied().unwrap_or(MEIHUA)
    }
}
