# For harnesses that build with make, OpenBench before all: make EXE=name
# The code is made for the processor that builds it; `cargo build --release` makes a program for any x86-64.

EXE ?= meihua
ifeq ($(OS),Windows_NT)
  SUFFIX_PROGRAM := .exe
  SUFFIX := $(if $(filter %.exe,$(EXE)),,.exe)
endif

.PHONY: all
all: export RUSTFLAGS := $(RUSTFLAGS) -C target-cpu=native
all:
	cargo rustc --release --bin meihua -- --emit link=$(EXE)$(SUFFIX)

# The Python wheel, with the engine program in it, for any processor of this kind: target/wheels. Needs maturin.
.PHONY: wheel
wheel:
	cargo build --release --bin meihua
	rm -rf python/meihua.data target/wheels
	mkdir -p python/meihua.data/scripts
	cp target/release/meihua$(SUFFIX_PROGRAM) python/meihua.data/scripts/
	CARGO_TARGET_DIR=target/python/build maturin build --quiet --release --manifest-path python/Cargo.toml --out target/wheels
