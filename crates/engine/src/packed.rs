//! Table data compressed with LZMA, without a header: both sides know the size and the parameters.

use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use std::io::{self, Read, Write};

/// Compression level, out of 9.
const LEVEL: u32 = 6;
/// Dictionary size in bytes.
const DICTIONARY: u32 = 1 << 20;

/// Compresses bytes.
///
/// # Errors
/// There is not enough memory.
pub(crate) fn pack(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(LEVEL);
    (options.lc, options.lp, options.pb, options.dict_size) = (0, 0, 0, DICTIONARY);
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
    writer.write_all(plain)?;
    writer.finish()
}

/// Decompresses `size` bytes; `None` if `packed` does not hold them, or there is not enough memory.
pub(crate) fn unpack(packed: &[u8], size: usize) -> Option<Box<[u8]>> {
    let mut plain = Vec::new();
    plain.try_reserve_exact(size).ok()?;
    let reader = LzmaReader::new_with_props(packed, size as u64, 0, DICTIONARY, None).ok()?;
    reader.take(size as u64).read_to_end(&mut plain).ok()?;
    (plain.len() == size).then(|| plain.into_boxed_slice())
}
