import ParleyEngine
import Testing

@testable import ParleyHTTP

@Suite("The head of a message on the wire", .timeLimit(.minutes(1)))
struct WireHeadTests {
  private let response = WireHead(
    Array(
      "HTTP/1.1 302 Found\r\nSet-Cookie: a=1\r\nLOCATION:   /next\r\nset-cookie: b=2; Path=/\r\nEmpty:\r\n\r\n".utf8))

  @Test(
    "tells its status, whatever version of HTTP it has",
    arguments: [("HTTP/2 404 \r\n\r\n", 404), ("HTTP/1.0  200", 200)])
  func status(head: String, status: Int) {
    #expect(WireHead(Array(head.utf8)).status == status)
    #expect(response.status == 302)
  }

  @Test(
    "has no status where its first line has none",
    arguments: ["", "\r\n", "HTTP/1.1", "HTTP/1.1 x OK", "nonsense\r\nA: 200"])
  func none(head: String) { #expect(WireHead(Array(head.utf8)).status == nil) }

  @Test("finds fields by name, in whatever case, and in order")
  func fields() {
    #expect(response.values(of: "set-cookie") == ["a=1", "b=2; Path=/"])
    #expect(response.values(of: "location") == ["/next"])
    #expect(response.values(of: "empty") == [""])
    #expect(response.values(of: "cookie") == [] && response.values(of: "locatio") == [])
    #expect(response.names == ["set-cookie", "location", "empty"])
  }

  @Test("says whether it has a field, which begins a line and ends with a colon")
  func has() {
    for name in ["set-cookie", "location", "empty"] { #expect(response.has(name)) }
    for name in ["cookie", "locatio", "locations", "http/1.1 302 found", "path=/", ""] { #expect(!response.has(name)) }
    #expect(!WireHead([]).has("a") && !WireHead(Array("A: 1\r\nB".utf8)).has("a"))
  }

  @Test(
    "says whether it sends or sets a cookie, in whatever case",
    arguments: [
      ("GET / HTTP/1.1\r\nHost: h\r\nCookie: a=1\r\n\r\n", true), ("HTTP/1.1 200 OK\r\nSET-COOKIE: a=1\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\nX-Cookie: a=1\r\nCookies: 2\r\n\r\n", false), ("cookie: a", false), ("", false),
      ("HTTP/1.1 200 OK\r\nA: b cookie: c\r\n\r\n", false),
    ])
  func cookies(head: String, holds: Bool) { #expect(WireHead(Array(head.utf8)).holdsCookies == holds) }

  @Test("tells the method, and the lines as text")
  func request() {
    let head = WireHead(Array("PATCH /a HTTP/1.1\nHost: h\n\n".utf8))
    #expect(head.method == "PATCH" && head.values(of: "host") == ["h"])
    #expect(head.lines == ["PATCH /a HTTP/1.1", "Host: h"])
    #expect(response.lines.count == 5)
  }
}
