# The engine alone in an image of its own:  docker build -t meihua .
#     docker run -i --rm meihua                       the engine process, on standard input and output
#     docker run -i --rm meihua solve river <positions.txt
# A program linked with musl needs nothing beside it, so the second stage begins with nothing.
FROM rust:1-alpine AS build
# Alpine keeps only the newest version of a package, so a pinned one would soon be gone.
# hadolint ignore=DL3018
RUN apk add --no-cache musl-dev
WORKDIR /meihua
COPY Cargo.toml Cargo.lock LICENSE-MIT LICENSE-APACHE ./
COPY benches benches
COPY crates crates
COPY docs docs
COPY examples examples
COPY nets nets
COPY src src
COPY tables tables
COPY tests tests
RUN cargo build --release --locked --bin meihua && target/release/meihua bench

FROM scratch
COPY --from=build /meihua/target/release/meihua /meihua
COPY --from=build /meihua/LICENSE-MIT /meihua/LICENSE-APACHE /
USER 1000:1000
ENTRYPOINT ["/meihua"]
