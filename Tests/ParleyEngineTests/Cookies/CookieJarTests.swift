import ParleyEngine
import Testing

@Suite("The rules of cookies (RFC 6265)", .timeLimit(.minutes(2)))
struct CookieJarTests {
  private let now = Timestamp(microseconds: 1_790_000_000_000_000)

  private func jar(_ line: String, from url: String) -> CookieJar {
    var jar = CookieJar()
    jar.receive([line], from: url, at: now)
    return jar
  }

  @Test(
    "A cookie goes where its domain, path and security let it go",
    arguments: [
      ("a=1", "http://h.example/x/y", "http://h.example/x/z", "a=1"),
      ("a=1", "http://h.example/x/y", "http://h.example/x", "a=1"),
      ("a=1", "http://h.example/x/y", "http://h.example/xy", nil),
      ("a=1", "http://h.example/x/y", "http://h.example/", nil),
      ("a=1", "http://h.example/", "http://sub.h.example/", nil),
      ("a=1; Domain=h.example", "http://h.example/", "http://sub.h.example/", "a=1"),
      ("a=1; Domain=.h.example", "http://www.h.example/", "http://h.example/", "a=1"),
      ("a=1; Domain=h.example", "http://h.example/", "http://other.example/", nil),
      ("a=1; Domain=h.example", "http://h.example/", "http://xh.example/", nil),
      ("a=1; Path=/shop", "http://h.example/", "http://h.example/shop/cart", "a=1"),
      ("a=1; Path=/shop", "http://h.example/", "http://h.example/shopping", nil),
      ("a=1; Path=shop", "http://h.example/", "http://h.example/any", "a=1"),
      ("a=1; Secure", "https://h.example/", "https://h.example/", "a=1"),
      ("a=1; Secure", "https://h.example/", "http://h.example/", nil),
      ("a=1", "http://h.example:81/", "http://h.example:82/", "a=1"),
      ("a=1", "http://127.0.0.1/", "http://127.0.0.1/", "a=1"),
      ("a=1; Domain=0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", nil),
      ("a=1", "http://H.Example/", "http://h.eXample/", "a=1"),
      (" a = b c ; HttpOnly", "http://h.example/", "http://h.example/", "a=b c"),
      ("a=1=2", "http://h.example/", "http://h.example/", "a=1=2"),
      ("alone", "http://h.example/", "http://h.example/", "alone"),
      ("=", "http://h.example/", "http://h.example/", nil),
      ("a=1\u{1B}[31m", "http://h.example/", "http://h.example/", nil),
    ] as [(String, String, String, String?)])
  func goes(line: String, from: String, to: String, header: String?) {
    #expect(jar(line, from: from).header(for: to, at: now) == header)
  }

  @Test(
    "A cookie goes back in the bytes it came in, UTF-8 or not",
    arguments: [
      Array("k=Gr\u{FC}n".utf8), Array("k=u\u{308}".utf8), Array("k=\u{301}x".utf8), Array("e\u{301}=1".utf8),
      [0x6B, 0xE9, 0x3D, 0xFF, 0xFE, 0x80, 0x20, 0xA0], [0x6B, 0x3D, 0xC3],
    ])
  func bytes(pair: [UInt8]) {
    var jar = CookieJar()
    jar.receive(bytes: [pair + Array("; Path=/".utf8)], from: "http://h.example/", at: now)
    #expect(jar.headerBytes(for: "http://h.example/", at: now) == pair)
  }

  @Test("Names that only look alike are two cookies")
  func canonicallyEqualNames() {
    var jar = CookieJar()
    jar.receive(["\u{E9}=1", "e\u{301}=2"], from: "http://h.example/", at: now)
    #expect(jar.header(for: "http://h.example/", at: now).map { Array($0.utf8) } == Array("\u{E9}=1; e\u{301}=2".utf8))
    jar.remove(Cookie.ID(name: "e\u{301}", domain: "h.example"))
    #expect(jar.headerBytes(for: "http://h.example/", at: now) == Array("\u{E9}=1".utf8))
  }

  @Test(
    "Nobody sets a cookie for others",
    arguments: [
      ("a=1; Domain=example", "http://h.example/"), ("a=1; Domain=co.uk", "http://shop.co.uk/"),
      ("a=1; Domain=github.io", "http://me.github.io/"), ("a=1; Domain=other.example", "http://h.example/"),
      ("a=1; Domain=sub.h.example", "http://h.example/"), ("a=1; Secure", "http://h.example/"),
      ("__Secure-a=1", "https://h.example/"), ("__Host-a=1; Secure; Path=/; Domain=h.example", "https://h.example/"),
      ("__Host-a=1; Secure", "https://h.example/"),
    ])
  func refused(line: String, from: String) {
    #expect(jar(line, from: from).isEmpty)
  }

  @Test("A host that is itself a public suffix keeps a cookie for itself alone")
  func suffixHost() {
    let jar = jar("a=1; Domain=github.io", from: "http://github.io/")
    #expect(jar.header(for: "http://github.io/", at: now) == "a=1")
    #expect(jar.header(for: "http://me.github.io/", at: now) == nil)
  }

  @Test(
    "A cookie lasts as long as it says",
    arguments: [
      ("a=1", nil), ("a=1; Max-Age=60", 60), ("a=1; Max-Age=99999999999999999999", 400 * 86_400),
      ("a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 60), ("a=1; Max-Age=soon", nil),
      ("a=1; Expires=Mon, 21-Sep-26 14:14:20 GMT", 60), ("a=1; expires=Mon, 21 Sep 2026 14:14:20 GMT", 60),
      ("a=1; Expires=Sep 21 14:14:20 2026", 60), ("a=1; Expires=never", nil),
    ] as [(String, Int64?)])
  func lasts(line: String, seconds: Int64?) throws {
    let jar = jar(line, from: "http://h.example/")
    let cookie = try #require(jar.cookies(at: now).first)
    #expect(cookie.expires == seconds.map { now.advanced(by: .seconds($0)) })
    if let expires = cookie.expires {
      #expect(jar.header(for: "http://h.example/", at: expires) == nil)
      #expect(jar.cookies(at: expires).isEmpty)
    }
  }

  @Test(
    "A cookie that has expired already removes the one there is",
    arguments: ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
  func removal(attribute: String) {
    var jar = jar("a=1", from: "http://h.example/")
    jar.receive(["a=2; \(attribute)"], from: "http://h.example/", at: now)
    #expect(jar.isEmpty)
  }

  @Test("The longest path goes first, then the oldest; a new value keeps its place")
  func order() {
    var jar = CookieJar()
    for (index, line) in ["b=1; Path=/", "a=2; Path=/", "c=3; Path=/x", "b=4; Path=/"].enumerated() {
      jar.receive([line], from: "http://h.example/", at: now.advanced(by: .seconds(index)))
    }
    #expect(jar.header(for: "http://h.example/x/y", at: now) == "c=3; b=4; a=2")
  }

  @Test("What came over TLS is not overwritten without it")
  func secureStays() {
    var jar = jar("a=right; Secure", from: "https://h.example/")
    jar.receive(["a=wrong"], from: "http://h.example/", at: now)
    #expect(jar.header(for: "https://h.example/", at: now) == "a=right")
  }

  @Test("A server cannot fill the memory")
  func bounded() {
    var jar = CookieJar()
    for number in 0..<1000 {
      jar.receive(["c\(number)=1"], from: "http://h.example/", at: now.advanced(by: .seconds(number)))
    }
    #expect(jar.cookies(at: now).count == 180)
    #expect(jar.cookies(at: now).contains { $0.name == "c999" })
    #expect(self.jar("a=" + String(repeating: "x", count: 5000), from: "http://h.example/").isEmpty)
  }
}
