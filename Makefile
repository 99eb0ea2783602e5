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

# Installs the program with its manual pages and completions below PREFIX; DESTDIR goes before it, for packagers.
# PROGRAM names a program that is already built.
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man/man1
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
PROGRAM ?= target/release/meihua

# Cargo knows whether it is up to date.
.PHONY: target/release/meihua
target/release/meihua:
	cargo build --release --locked --bin meihua

.PHONY: install
install: $(PROGRAM)
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(MANDIR)" "$(DESTDIR)$(BASHDIR)" "$(DESTDIR)$(ZSHDIR)" "$(DESTDIR)$(FISHDIR)"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(BINDIR)/meihua"
	$(PROGRAM) man -o "$(DESTDIR)$(MANDIR)"
	$(PROGRAM) completions bash >"$(DESTDIR)$(BASHDIR)/meihua"
	$(PROGRAM) completions zsh >"$(DESTDIR)$(ZSHDIR)/_meihua"
	$(PROGRAM) completions fish >"$(DESTDIR)$(FISHDIR)/meihua.fish"

.PHONY: uninstall
uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/meihua" "$(DESTDIR)$(MANDIR)"/meihua.1 "$(DESTDIR)$(MANDIR)"/meihua-*.1
	rm -f "$(DESTDIR)$(BASHDIR)/meihua" "$(DESTDIR)$(ZSHDIR)/_meihua" "$(DESTDIR)$(FISHDIR)/meihua.fish"
