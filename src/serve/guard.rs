//! Who may talk to the server.
//!
//! The server is bound to the loopback address, so only this machine can reach it; but pages of other sites run on this
//! machine, too. A host name that resolves to this machine (DNS rebinding) is refused by the request's `Host` header,
//! another page by its `Origin`, which a browser always sends with a WebSocket and no script can change. Other programs
//! on this machine, which may send any header, do not know the token of the printed address.

use super::http::{Request, Status};
use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Checks that the `Host` of a request is this machine, with any port, since a tunnel has its own.
///
/// # Errors
/// 421 Misdirected Request.
pub(crate) fn check_host(request: &Request) -> Result<(), Status> {
    let host = request.header("host").ok_or(Status::MISDIRECTED)?;
    let name = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).map_or(host, |(name, port)| {
        if port.is_empty() || port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
    });
    if ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| name.eq_ignore_ascii_case(own)) {
        Ok(())
    } else {
        Err(Status::MISDIRECTED)
    }
}

/// Checks that a WebSocket is requested by the page that this server sent.
///
/// # Errors
/// 403 Forbidden.
pub(crate) fn check_origin(request: &Request) -> Result<(), Status> {
    let (host, origin) = (request.header("host").unwrap_or_default(), request.header("origin"));
    let is_own =
        origin.and_then(|origin| origin.strip_prefix("http://")).is_some_and(|from| from.eq_ignore_ascii_case(host));
    if is_own { Ok(()) } else { Err(Status::FORBIDDEN) }
}

/// A secret in the printed address, made anew at each start: who knows it has been given the address.
pub(crate) struct Token(String);

impl Token {
    /// A random token of 128 bits.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub(crate) fn random() -> io::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// As it stands in the address.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks that a request has the token: `?token=…`.
    ///
    /// # Errors
    /// 403 Forbidden.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Status> {
        let asked = request.asked("token").unwrap_or_default().as_bytes();
        let own = self.0.as_bytes();
        // All bytes are compared, so that the time does not tell how many are right.
        let differ = asked.iter().zip(own).fold(0, |differ, (one, other)| differ | (one ^ other));
        if asked.len() == own.len() && differ == 0 { Ok(()) } else { Err(Status::FORBIDDEN) }
    }
}

/// Whether a connection comes from this machine.
pub(crate) fn is_local(address: IpAddr) -> bool {
    address.is_loopback()
}

/// A limited number of places. Each is taken for as long as its [`Place`] lives.
pub(crate) struct Places {
    taken: AtomicUsize,
    most: usize,
}

impl Places {
    /// All places are free.
    pub(crate) const fn new(most: usize) -> Places {
        Places { taken: AtomicUsize::new(0), most }
    }

    /// Takes a place; `None` if all are taken.
    pub(crate) fn take(&'static self) -> Option<Place> {
        let next = |taken: usize| (taken < self.most).then_some(taken + 1);
        self.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, next).ok().map(|_| Place(self))
    }
}

/// A place that is taken.
pub(crate) struct Place(&'static Places);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&str, &str)]) -> Request {
        let text: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        Request::parse(format!("GET / HTTP/1.1\r\n{text}\r\n").as_bytes()).unwrap().unwrap()
    }

    #[test]
    fn only_names_of_this_machine_are_hosts() {
        for host in ["127.0.0.1", "127.0.0.1:8437", "localhost:1", "LOCALHOST", "[::1]", "[::1]:8437"] {
            assert!(check_host(&request(&[("Host", host)])).is_ok(), "{host}");
        }
        for host in
            ["evil.example", "127.0.0.1.evil.example:8437", "127.0.0.2", "", "localhost:x", "a@127.0.0.1:1", "::1"]
        {
            assert_eq!(check_host(&request(&[("Host", host)])), Err(Status::MISDIRECTED), "{host}");
        }
        assert_eq!(check_host(&request(&[])), Err(Status::MISDIRECTED));
    }

    #[test]
    fn only_the_own_page_opens_a_socket() {
        let asked = |origin: &str| check_origin(&request(&[("Host", "127.0.0.1:8437"), ("Origin", origin)]));
        assert_eq!(asked("http://127.0.0.1:8437"), Ok(()));
        for origin in ["null", "http://127.0.0.1:9000", "https://127.0.0.1:8437", "http://evil.example", ""] {
            assert_eq!(asked(origin), Err(Status::FORBIDDEN), "{origin}");
        }
        assert_eq!(check_origin(&request(&[("Host", "127.0.0.1")])), Err(Status::FORBIDDEN));
    }

    #[test]
    fn only_who_knows_the_token_gets_in() {
        let token = Token::random().unwrap();
        let asked = |query: &str| {
            let head = format!("GET /engine?{query} HTTP/1.1\r\n\r\n");
            token.check(&Request::parse(head.as_bytes()).unwrap().unwrap())
        };
        assert_eq!(asked(&format!("lang=en&token={}", token.as_str())), Ok(()));
        let short = &token.as_str()[..31];
        let other = Token::random().unwrap();
        for query in ["", "token", "token=", &format!("token={short}"), &format!("token={}", other.as_str())] {
            assert_eq!(asked(query), Err(Status::FORBIDDEN), "{query}");
        }
    }

    #[test]
    fn a_place_is_free_again_when_it_is_left() {
        static PLACES: Places = Places::new(1);
        let one = PLACES.take().unwrap();
        assert!(PLACES.take().is_none());
        drop(one);
        assert!(PLACES.take().is_some());
    }
}
