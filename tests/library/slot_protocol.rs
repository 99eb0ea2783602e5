//! The table's slot under every order of loads and stores that two writers and a reader can meet (model checking by
//! the crate loom, after B. Norris and B. Demsky, "CDSChecker", OOPSLA 2013).

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
use loom::thread;
use meihua::search::slot::{SharedWord, Slot};

struct Word(AtomicU64);

impl SharedWord for Word {
    fn load(&self) -> u64 {
        self.0.load(Relaxed)
    }

    fn store(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}

fn word() -> Word {
    Word(AtomicU64::new(0))
}

const WRITES: [(u64, u64); 2] = [(0x1234_5678, 0xaaaa_0001), (0x8765_4321, 0xbbbb_0002)];

/// Whether data that a reader found under one of the keys was ever written under it.
fn is_right(key: u64, data: u64) -> bool {
    WRITES.iter().all(|write| key != write.0 || data == write.1)
}

/// Two writers and a reader; what the reader finds is checked while they write and after.
fn race<S: Send + Sync + 'static>(
    slot: fn() -> S,
    write: fn(&S, u64, u64),
    read: fn(&S) -> (u64, u64),
    check: impl Fn(u64, u64) + Send + Sync + 'static,
) {
    let check = std::sync::Arc::new(check);
    loom::model(move || {
        let slot = Arc::new(slot());
        let writers = WRITES.map(|(key, data)| {
            let slot = slot.clone();
            thread::spawn(move || write(&slot, key, data))
        });
        let (key, data) = read(&slot);
        check(key, data);
        for writer in writers {
            writer.join().expect("a writer");
        }
        let (key, data) = read(&slot);
        check(key, data);
    });
}

#[test]
fn what_one_thread_writes_it_reads() {
    loom::model(|| {
        let slot = Slot::new(word(), word());
        for (key, data) in WRITES {
            slot.write(key, data);
            assert_eq!(slot.read(), (key, data));
        }
    });
}

#[test]
fn no_reader_finds_data_under_a_key_that_is_not_its_own() {
    race(
        || Slot::new(word(), word()),
        Slot::write,
        Slot::read,
        |key, data| assert!(is_right(key, data), "{data:x} under {key:x}"),
    );
}

#[test]
fn two_plain_words_would_not_do() {
    let wrong = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = wrong.clone();
    race(
        || (word(), word()),
        |slot, key, data| {
            slot.0.store(key);
            slot.1.store(data);
        },
        |slot| (slot.0.load(), slot.1.load()),
        move |key, data| _ = count.fetch_add(usize::from(!is_right(key, data)), std::sync::atomic::Ordering::Relaxed),
    );
    assert!(wrong.load(std::sync::atomic::Ordering::Relaxed) > 0, "the model would have found it");
}
