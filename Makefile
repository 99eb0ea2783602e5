# For harnesses that build with make, OpenBench before all: make EXE=name
# The code is made for the processor that builds it; `cargo build --release` makes a program for any x86-64.

EXE ?= meihua
ifeq ($(OS),Windows_NT)
  SUFFIX := $(if $(filter %.exe,$(EXE)),,.exe)
endif
export RUSTFLAGS := $(RUSTFLAGS) -C target-cpu=native

.PHONY: all
all:
	cargo rustc --release --bin meihua -- --emit link=$(EXE)$(SUFFIX)
