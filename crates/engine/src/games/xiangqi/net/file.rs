//! The file format of a network: one line of text that identifies it, then the numbers.
//!
//! ```text
//! meihua net 1 features=692 width=128 buckets=8 …\n
//! ```
//!
//! | 16-bit numbers (little-endian) | what |
//! |---|---|
//! | features * width | weights of the features, one row each |
//! | width | biases |
//! | buckets * 2 * width | output weights: for the views of the side to move, then of the other side |
//!
//! | 32-bit numbers | what |
//! |---|---|
//! | buckets | output biases |
//! | 1 | centipawns for an output of 1 |
//!
//! The last 8 bytes are the FNV-1a hash of everything before. The words after the shape record how the network was made
//! (positions, seed, commit, licence); the writer of the file chooses them.

use super::feature::FEATURES;
use super::{BUCKETS, MAX_FEATURE, MAX_OUTPUT, Net, Neurons, WIDTH};
use crate::fnv::fnv;
use crate::plain_file::{self, FileError};
use std::path::Path;
use thiserror::Error;

/// The beginning of every file, with the number of the format.
const MAGIC: &str = "meihua net 1 ";

/// Maximum length of the line of text.
const MAX_LINE: usize = 4096;

/// Maximum size of a network file, in bytes.
const FILE_LIMIT: u64 = (MAX_LINE + BODY) as u64;

/// Number of 16-bit values.
const SHORTS: usize = (FEATURES + 1 + 2 * BUCKETS) * WIDTH;

/// Number of 32-bit values.
const LONGS: usize = BUCKETS + 1;

/// Number of bytes after the line.
const BODY: usize = 2 * SHORTS + 4 * LONGS + 8;

/// Why a file is not a network for this program.
#[derive(Debug, Error)]
pub enum NetError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file contains something else.
    #[error("not a network, expected a file that begins with {MAGIC:?}")]
    Foreign,
    /// The network has another size.
    #[error("a network of the shape {found:?}, expected {expected:?}")]
    Shape {
        /// Its shape.
        found: String,
        /// The expected shape.
        expected: String,
    },
    /// The file is too short or too long.
    #[error("the network has {found} bytes of weights, expected {BODY}")]
    Length {
        /// Number of bytes after the line.
        found: usize,
    },
    /// The bytes were changed.
    #[error("the network is damaged: its hash is {found:016x}, expected {expected:016x}")]
    Damaged {
        /// The hash of the bytes.
        found: u64,
        /// The hash in the file.
        expected: u64,
    },
    /// A weight is out of range.
    #[error("a weight of the network is {0}, which is out of range")]
    Weight(i32),
}

/// The shape of this program's networks, as written in the file.
pub fn shape() -> String {
    format!("features={FEATURES} width={WIDTH} buckets={BUCKETS}")
}

/// The numbers of a network, as stored in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Rows of the features, then the biases, then the output weights.
    pub shorts: Vec<i16>,
    /// The output biases.
    pub output_bias: [i32; BUCKETS],
    /// Centipawns for an output of 1.
    pub scale: i32,
}

impl Net {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, contains something else, has another shape, or was truncated or changed.
    pub fn read(path: &Path) -> Result<Net, NetError> {
        Net::decode(&plain_file::read(path, FILE_LIMIT)?)
    }

    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// They are something else, have another shape, or were truncated or changed.
    pub fn decode(bytes: &[u8]) -> Result<Net, NetError> {
        let end = bytes.iter().take(MAX_LINE).position(|&byte| byte == b'\n').ok_or(NetError::Foreign)?;
        let line = std::str::from_utf8(&bytes[..end]).ok().and_then(|line| line.strip_prefix(MAGIC));
        let line = line.ok_or(NetError::Foreign)?;
        let expected = shape();
        let about = line.strip_prefix(&expected).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let Some(about) = about else {
            let found = line.split(' ').take(3).collect::<Vec<_>>().join(" ");
            return Err(NetError::Shape { found, expected });
        };
        let body = &bytes[end + 1..];
        if body.len() != BODY {
            return Err(NetError::Length { found: body.len() });
        }
        let (Some((told, tail)), hash) = (bytes.split_last_chunk::<8>(), fnv(&bytes[..bytes.len() - 8])) else {
            return Err(NetError::Foreign);
        };
        let said = u64::from_le_bytes(*tail);
        if hash != said {
            return Err(NetError::Damaged { found: hash, expected: said });
        }
        Net::assemble(about.trim(), &parse(&told[end + 1..]))
    }

    /// Makes a network of these numbers.
    ///
    /// # Errors
    /// A weight is too large, or there are too few.
    pub fn assemble(about: &str, numbers: &Numbers) -> Result<Net, NetError> {
        let rows: Vec<Neurons> = numbers.shorts.as_chunks::<WIDTH>().0.iter().map(|&row| Neurons(row)).collect();
        if rows.len() != SHORTS / WIDTH {
            return Err(NetError::Length { found: 2 * numbers.shorts.len() });
        }
        let (sums, outputs) = rows.split_at(FEATURES + 1);
        let is_larger = |most: i16| move |&&weight: &&i16| weight.unsigned_abs() > most.unsigned_abs();
        let large = sums.iter().flat_map(|row| &row.0).find(is_larger(MAX_FEATURE));
        let large = large.or_else(|| outputs.iter().flat_map(|row| &row.0).find(is_larger(MAX_OUTPUT)));
        if let Some(&weight) = large {
            return Err(NetError::Weight(i32::from(weight)));
        }
        let mut output = [[Neurons::ZERO; 2]; BUCKETS];
        output.as_flattened_mut().copy_from_slice(outputs);
        let mut features = sums[..FEATURES].to_vec();
        features.push(Neurons::ZERO);
        let (output_bias, scale) = (numbers.output_bias, numbers.scale);
        Ok(Net { about: about.to_owned(), rows: features, bias: sums[FEATURES], output, output_bias, scale })
    }

    /// The network's numbers, the inverse of [`Net::assemble`].
    pub fn numbers(&self) -> Numbers {
        let rows = self.rows[..FEATURES].iter().chain([&self.bias]).chain(self.output.as_flattened());
        let shorts = rows.flat_map(|row| row.0).collect();
        Numbers { shorts, output_bias: self.output_bias, scale: self.scale }
    }

    /// The bytes of a file.
    pub fn encode(&self) -> Vec<u8> {
        let blank = if self.about.is_empty() { "" } else { " " };
        let mut bytes = format!("{MAGIC}{}{blank}{}\n", shape(), self.about).into_bytes();
        let Numbers { shorts, output_bias, scale } = self.numbers();
        shorts.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        output_bias.iter().chain([&scale]).for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(fnv(&bytes).to_le_bytes());
        bytes
    }
}

/// The numbers in a body of the right length without its hash.
fn parse(body: &[u8]) -> Numbers {
    let (shorts, longs) = body.split_at(2 * SHORTS);
    let mut longs = longs.as_chunks::<4>().0.iter().map(|&bytes| i32::from_le_bytes(bytes));
    Numbers {
        shorts: shorts.as_chunks::<2>().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect(),
        output_bias: std::array::from_fn(|_| longs.next().unwrap_or_default()),
        scale: longs.next().unwrap_or_default(),
    }
}
