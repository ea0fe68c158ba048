import Foundation
import ParleyEngine
import Testing

@Suite("A secret is found however it is written", .timeLimit(.minutes(2)))
struct SecretFormsTests {
  static let secrets = [
    "p/w+d: ünsafe?42", "it's a \"secret\" & more", "back\\slash\\1234x", "100%25sure%thing", "漢字の秘密です",
    "plain-token-0123456789", "tab\tand\nline break", "<b>bold'\"&amp;</b>", "emoji 🔑 in the middle",
  ]

  /// Written by others than the code under test.
  static let writings: [(name: String, write: @Sendable (String) -> String)] = [
    ("as it is", { $0 }),
    ("percent-encoded", { percent($0, keeping: unreserved) }),
    ("with small escapes", { lowercasingEscapes(percent($0, keeping: unreserved)) }),
    ("as JavaScript encodes", { percent($0, keeping: unreserved.union(CharacterSet(charactersIn: "!'()*"))) }),
    ("encoded twice", { percent(percent($0, keeping: unreserved), keeping: unreserved) }),
    ("encoded three times", { (0..<3).reduce($0) { text, _ in percent(text, keeping: unreserved) } }),
    ("as a form", { percent($0, keeping: unreserved).replacing("%20", with: "+") }),
    (
      "as a form in a URL",
      { percent(percent($0, keeping: unreserved).replacing("%20", with: "+"), keeping: unreserved) }
    ),
    ("in JSON", { json($0) }),
    ("in JSON with its slashes escaped", { json($0).replacing("/", with: "\\/") }),
    ("in JSON in JSON", { json(json($0)) }),
    ("in JSON of ASCII alone", { $0.utf16.map { String(format: "\\u%04x", $0) }.joined() }),
    ("in a shell's quotes", { $0.replacing("'", with: "'\\''") }),
    ("in XML", { xml($0) }),
    ("in base64", { Data($0.utf8).base64EncodedString() }),
    ("in base64 in a URL", { percent(Data($0.utf8).base64EncodedString(), keeping: unreserved) }),
    ("in JSON in base64", { Data(json($0).utf8).base64EncodedString() }),
  ]

  @Test("and masked there, while what stands around it stays", arguments: secrets)
  func written(_ secret: String) {
    for (name, write) in Self.writings {
      let text = "before=\(write(secret))&after"
      let masked = Secrets([secret]).maskingForeign(text)
      #expect(masked == "before=\(Secrets.mask)&after", "\(name): \(text)")
    }
  }

  @Test("a text in which it does not stand stays as it is", arguments: secrets)
  func other(_ secret: String) {
    let near = String(secret.dropLast()) + "~"
    for (name, write) in Self.writings.prefix(8) {
      #expect(Secrets([secret]).maskingForeign(write(near)) == write(near), "\(name)")
    }
  }

  @Test("secrets that overlap leave nothing of either, and those side by side are told apart")
  func overlapping() {
    let secrets = Secrets(["abcdefghij", "ghijklmnop", "12345678"])
    let mask = Secrets.mask
    #expect(secrets.maskingForeign("-abcdefghijklmnop-") == "-\(mask)-")
    #expect(secrets.maskingForeign("12345678abcdefghij") == "\(mask)\(mask)")
  }

  @Test("a combining character behind it does not hide it")
  func combining() {
    #expect(Secrets(["secret-token"]).maskingForeign("secret-token\u{301}") == "\(Secrets.mask)\u{301}")
  }

  @Test("two that are only canonically equal are two")
  func canonical() {
    let secrets = Secrets(["caf\u{E9}-token", "cafe\u{301}-token"])
    #expect(secrets.unmasked.count == 2)
    #expect(secrets.maskingForeign("caf\u{E9}-token cafe\u{301}-token") == "\(Secrets.mask) \(Secrets.mask)")
  }

  @Test("what a URL keeps of it in front of its fragment is masked too")
  func fragment() {
    #expect(Secrets(["half-a-token#other"]).masking("http://h/half-a-token") == "http://h/\(Secrets.mask)")
  }

  @Test("many backslashes and percent signs do not hold the search up")
  func adversarial() {
    let secret = String(repeating: "\\%", count: 40)
    for text in [String(repeating: "\\", count: 5_000), String(repeating: "%25", count: 5_000)] {
      #expect(Secrets([secret + "x"]).maskingForeign(text) == text)
    }
  }

  @Test("values of JSON are masked in texts, in keys, and where a number is one")
  func values() {
    let value: JSONValue = ["12345678": 12_345_678, "list": ["say 12345678", 7, true]]
    let mask = Secrets.mask
    #expect(
      Secrets(["12345678"]).maskingForeign(value)
        == [mask: .string(mask), "list": [.string("say \(mask)"), 7, true]])
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func percent(_ text: String, keeping kept: CharacterSet) -> String {
    text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  }

  private static func lowercasingEscapes(_ text: String) -> String {
    text.replacing(#/%[0-9A-F]{2}/#) { $0.output.lowercased() }
  }

  private static func json(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let bytes = (try? encoder.encode([text])) ?? Data()
    return String(String(decoding: bytes, as: UTF8.self).dropFirst(2).dropLast(2))
  }

  private static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
