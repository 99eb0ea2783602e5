# For harnesses that build with make, OpenBench before all: make EXE=name
# The code is made for the processor that builds it; `cargo build --release` makes a program for any x86-64.

EXE ?= meihua
ifeq ($(OS),Windows_NT)
  SUFFIX := $(if $(filter %.exe,$(EXE)),,.exe)
endif

# OpenBench's workers name the compiler as CC=cargo; make would hand that on, and a crate below us has a little assembly for a C compiler.
unexport CC CXX

.PHONY: all
all: export RUSTFLAGS := $(RUSTFLAGS) -C target-cpu=native
all:
	cargo rustc --release -p meihua --bin meihua -- --emit link=$(EXE)$(SUFFIX)

# The program for people without Rust: dist/meihua-VERSION-TARGET.tar.gz. TARGET is this machine's own if left out.
TARGET ?=
.PHONY: dist
dist:
	packaging/dist $(TARGET)

# The Python wheel, with the engine program in it, for any processor of this kind: target/wheels. Needs maturin.
.PHONY: wheel
wheel:
	packaging/wheel

# The same program made by profile, some percent faster: target/pgo/meihua. Needs llvm-profdata.
.PHONY: pgo
pgo:
	packaging/pgo

# The engine for browsers and Node: dist/web/ for any static host, dist/meihua-VERSION.tgz for npm. Needs the Rust target wasm32-wasip1.
.PHONY: web
web:
	packaging/web
