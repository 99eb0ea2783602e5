# For harnesses that build with make, OpenBench before all: make EXE=name
# The code is tuned for the machine that builds it; `cargo build --release` makes a binary for any x86-64.

EXE ?= meihua
ifeq ($(OS),Windows_NT)
  SUFFIX := $(if $(filter %.exe,$(EXE)),,.exe)
endif

.PHONY: all
all:
	cargo rustc --release --bin meihua -- -C target-cpu=native --emit link=$(EXE)$(SUFFIX)
