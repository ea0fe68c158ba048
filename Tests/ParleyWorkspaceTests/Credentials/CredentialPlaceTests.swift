import ParleyEngine
import ParleyText
import TestSupport
import Testing

@testable import ParleyFiles

@Suite("Credentials are recognised in a text of any media type", .timeLimit(.minutes(2)))
struct CredentialPlaceTests {
  /// A body, or another text, around a secret.
  struct Place: Sendable, CustomTestStringConvertible {
    let front: String
    let back: String
    var kind = CredentialFinder.Kind.body
    var testDescription: String { front }

    init(_ front: String, _ back: String = "", _ kind: CredentialFinder.Kind = .body) {
      (self.front, self.back, self.kind) = (front, back, kind)
    }
  }

  static let places = [
    // JSON, in arrays, after one another, in strings and in other texts.
    Place(#"{"password":""#, #""}"#), Place(#"{"password":["a {{x}}",""#, #""]}"#),
    Place(#"{"a":[{"token":[[""#, #""]]}]}"#), Place("{\"n\":1}\n{\"access_token\":\"", "\"}\n"),
    Place(#"{"body":"{\"password\":\""#, #"\"}"}"#), Place(#"{"body":"a=1&token="#, #"&b=2"}"#),
    Place(#"{"b":"{\"c\":\"{\\\"secret\\\":\\\""#, #"\\\"}\"}"}"#), Place(#"["https://h/cb#access_token="#, #""]"#),
    Place("event: login\ndata: {\"access_token\":\"", "\"}\n\n"), Place("callback({\"token\":\"", "\"});"),
    Place(#"{"password":""#, #""}"#, .named("part")), Place(#"{"password":""#, #""}"#, .json),
    Place("mutation { login(password: \"\"\"", "\"\"\") { id } }", .json),
    // Forms.
    Place("user=a&password=", "\n"), Place("user=a&password=", "&note=two words"),
    Place("note=two words&password=", ""),
    Place("client_assertion=", "&grant_type=x"), Place("pin=", ""), Place("passcode=", "\r\n"),
    // Text.
    Place("your new token=", " is good for a day"), Place("see https://h/a?x=1&token=", " please"),
    // XML and HTML.
    Place("<user><password>", "</password></user>"), Place("<w:Security><w:Password Type=\"t\">", "</w:Password>"),
    Place("<a><secret><![CDATA[", "]]></secret></a>"), Place("<user password=\"", "\"/>"),
    Place("<user password='", "'/>"), Place("<input type=hidden name='csrf_token' value='", "'>"),
    Place("<html><meta name=\"csrf-token\" content=\"", "\"></html>"), Place("<entry key=\"password\">", "</entry>"),
    Place("<script>window.csrfToken = '", "';</script>"),
    // URLs and headers.
    Place("/a?a=1;token=", "", .url), Place("/a;jsessionid=", "?b=1", .url),
    Place("https://h/cb#access_token=", "", .url),
    Place("/s/login?token=", "", .header("Location")), Place("sid=", "; Path=/", .header("Set-Cookie")),
    Place("{{x}} ", "", .header("Authorization")), Place("Bearer {{x}}", "", .header("Authorization")),
    Place("{{x}}", "", .credential("token")),
  ]

  @Test("a random secret is found in each, at exactly its range", arguments: places)
  func random(_ place: Place) {
    var generator = SeededGenerator(seed: 10)
    let signs = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    for _ in 0..<50 {
      let secret =
        "k7"
        + String((0..<Int.random(in: 6...40, using: &generator)).map { _ in signs.randomElement(using: &generator)! })
      let text = place.front + secret + place.back
      let found = CredentialFinder.find(in: text, place.kind)
      #expect(found.map(\.value) == [secret])
      #expect(found.allSatisfy { Array(text.utf8)[$0.range].elementsEqual(secret.utf8) })
      #expect(!CredentialFinder.masking(text, place.kind).contains(secret))
    }
  }

  @Test("a number is one where its name says so, and a count is none")
  func numbers() {
    func values(_ text: String) -> [String] { CredentialFinder.find(in: text, .json).map(\.value) }
    #expect(values(#"{"password": 84629173, "n": 84629173}"#) == ["84629173"])
    #expect(values(#"{"pin": [1234, 5678], "x": [1234]}"#) == ["1234", "5678"])
    #expect(values(#"{"pass": 12, "token": -1, "password": null, "secret": true}"#).isEmpty)
    #expect(CredentialFinder.masking(#"{"password": 84629173}"#, .body) == #"{"password": "\#(Secrets.mask)"}"#)
  }

  @Test(
    "a header says so by a short name, too",
    arguments: [
      "X-Session", "X-Auth", "X-Key", "X-Credentials", "DPoP", "X-Pin", "X-Passcode", "X-Access", "Ticket", "X-Api-Key",
    ])
  func headers(_ name: String) {
    #expect(CredentialName.isHeader(name))
    #expect(CredentialFinder.find(in: "valuevalue1", .header(name)).map(\.value) == ["valuevalue1"])
  }

  @Test(
    "other headers say nothing of the kind",
    arguments: [
      "Accept", "Access-Control-Allow-Credentials", "Idempotency-Key", "Sec-WebSocket-Key", "X-Cache-Key", "Authority",
      "X-Request-Id", "WWW-Authenticate",
    ])
  func otherHeaders(_ name: String) { #expect(!CredentialName.isHeader(name)) }

  @Test(
    "what only begins or ends as a placeholder does is a credential",
    arguments: ["yourself-9x", "yourkey77", "{aB3$kk9}", "[hunter2-x]", "<h$nter2!>", "yourhunter"])
  func passwords(_ text: String) {
    #expect(CredentialFinder.find(in: text, .credential("password")).map(\.value) == [text])
  }

  @Test(
    "and what stands for one is none",
    arguments: [
      "your-api-key", "YOUR_TOKEN_HERE", "yourtoken", "your password", "{token}", "{api_key}", "[your token]",
      "<token>",
      "<my shop's key>",
    ])
  func placeholders(_ text: String) { #expect(CredentialFinder.find(in: text, .credential("password")).isEmpty) }

  @Test(
    "text that only speaks of credentials has none",
    arguments: [
      "token == other && password != null", "var token = readToken(); x", "<label for=\"password\">Password</label>",
      "<input type=\"password\" name=\"password\">", "<a name=\"token\">About tokens</a>", "a = b & c = d", "a=1\nb=2",
      "SELECT * FROM users WHERE id = 4", "<p>Forgot your password?</p>", #"{"tokens": 3, "tokenUrl": "/token"}"#,
    ])
  func ordinary(_ text: String) { #expect(CredentialFinder.find(in: text, .body).isEmpty) }

  @Test("the private key of PGP has a shape")
  func pgp() {
    let key = "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----"
    #expect(CredentialFinder.find(in: "see \(key)!", .text).map(\.value) == [key])
  }
}
