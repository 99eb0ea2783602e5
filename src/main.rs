//! The program; all of its code is in the library.

use meihua_engine::patient_allocator::PatientAllocator;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: PatientAllocator = PatientAllocator;

fn main() -> ExitCode {
    meihua::cli::run_meihua()
}
