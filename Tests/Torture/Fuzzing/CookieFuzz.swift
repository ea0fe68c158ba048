import ParleyEngine

/// What servers set as cookies.
enum CookieFuzz: Fuzz {
  static let name = "fuzz-cookies"
  static let summary = "`Set-Cookie` values, kept and sent back"

  static let seeds = [
    "session=s1; Path=/; Secure; HttpOnly; SameSite=Lax", "a=b; Domain=.example.com; Max-Age=3600",
    "a=b=c; Expires=Sun, 06 Nov 1994 08:49:37 GMT; path=/x/y", "=value", "name=", "__Host-a=b; Secure; Path=/",
    "a=\"q;uoted\"; expires=Wednesday, 09-Nov-99 23:12:40 GMT", "é=日本; domain=co.uk",
  ].map { Array($0.utf8) }

  private static let url = "https://shop.example.com/x/y?z"

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    var jar = CookieJar()
    let now = Timestamp.now()
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
    jar.receive(lines, from: url, at: now)
    for cookie in jar.cookies(at: now) where !isOfShop(cookie.domain) {
      return "a cookie for \(cookie.domain) from shop.example.com"
    }
    let header = jar.header(for: url, at: now) ?? ""
    if header.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) { return "control characters in \(header)" }
    if jar.header(for: "https://evil.test/x/y", at: now) != nil { return "cookies go to another host" }
    return nil
  }

  private static func isOfShop(_ domain: String) -> Bool { ["shop.example.com", "example.com"].contains(domain) }
}
