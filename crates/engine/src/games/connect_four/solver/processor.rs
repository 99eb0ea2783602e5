//! Which instructions a search is compiled for: those of every processor, or the wide ones as well.
//!
//! Permission to use the wide ones is a value that only [`Wide::detect`] creates, so no call can forget to check.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "compiled for instructions that the processor was asked about")
)]

use super::super::shape::Shape;
use super::node::Node;
use super::search::Search;
use super::table::Entry;

/// A set of instructions to search with.
pub(crate) trait Processor: Copy {
    /// [`Search::search`] with the instructions of this processor.
    fn search<S: Shape>(self, search: &mut Search<S>, node: &Node<S>, hash: S::Word, alpha: i32) -> i32
    where
        S::Word: Entry;
}

/// Any processor. The search itself checks whether it may do better.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Processor for Plain {
    #[inline(always)]
    fn search<S: Shape>(self, search: &mut Search<S>, node: &Node<S>, hash: S::Word, alpha: i32) -> i32
    where
        S::Word: Entry,
    {
        search.search(node, hash, alpha)
    }
}

/// A processor with the vector and bit instructions introduced in 2013. A value exists only after a check.
#[derive(Clone, Copy)]
pub(crate) struct Wide(());

impl Wide {
    /// Permission to use these instructions, if the processor has them.
    pub(crate) fn detect() -> Option<Wide> {
        #[cfg(target_arch = "x86_64")]
        return (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Wide(()));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}

impl Processor for Wide {
    #[inline(always)]
    fn search<S: Shape>(self, search: &mut Search<S>, node: &Node<S>, hash: S::Word, alpha: i32) -> i32
    where
        S::Word: Entry,
    {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only `Wide::detect` makes a `Wide`, after checking that the processor has these instructions.
        return unsafe { search_wide(self, search, node, hash, alpha) };
        #[cfg(not(target_arch = "x86_64"))]
        search.search_with(Plain, node, hash, alpha)
    }
}

/// [`Search::search`] with those instructions.
///
/// # Safety
/// The processor must support them.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn search_wide<S: Shape>(wide: Wide, search: &mut Search<S>, node: &Node<S>, hash: S::Word, alpha: i32) -> i32
where
    S::Word: Entry,
{
    search.search_with(wide, node, hash, alpha)
}
