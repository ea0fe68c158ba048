import ParleyEngine
import TestSupport
import Testing

@Suite("Cut texts show no part of a secret", .timeLimit(.minutes(2))) struct SecretExcerptTests {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/\"\\é€ %&")

  private static func secret(_ length: Int, _ generator: inout SeededGenerator) -> String {
    String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "x" })
  }

  /// The longest beginning of a secret that stands in a text, as it is or as JSON has it.
  private static func shown(of secret: String, in text: String) -> Int {
    let escaped = String(JSONPrinter.compact.string(of: .string(secret)).dropFirst().dropLast())
    return [secret, escaped].map { form in
      // Where a beginning does not stand, no longer one does.
      (1...form.count).first { !text.contains(form.prefix($0)) }.map { $0 - 1 } ?? form.count
    }.max() ?? 0
  }

  @Test("whatever the length of the secret, its place and the cut", arguments: Sample.of([8, 9, 20, 40, 150, 700], 3))
  func excerpts(length: Int) {
    var generator = SeededGenerator(seed: UInt64(length))
    for cut in [12, 40, 60, 80, 100, 120] {
      for place in stride(from: 0, to: cut + 2, by: length < 150 ? 1 : 1 + length / 50) {
        // The text around it has none of its characters.
        let secret = "Q" + Self.secret(length - 1, &generator)
        let secrets = Secrets([secret])
        let before = String(repeating: "_", count: place)
        let text = before + secret + "_end"
        let values: [(String, JSONValue)] = [
          ("text", .string(text)), ("member", ["a": .string(text), "b": 1]), ("name", .object([text: 1])),
          ("list", .array([.string(before), .string(secret), .string(secret)])),
        ]
        for (name, value) in values {
          let shown = value.shortText(cut, hiding: secrets)
          #expect(Self.shown(of: secret, in: shown) < 2, "\(name) \(secret.debugDescription) at \(place): \(shown)")
          #expect(shown.count <= cut + 1)
        }
        let shown = text.shortText(cut, hiding: secrets)
        #expect(Self.shown(of: secret, in: shown) < 2, "\(secret.debugDescription) at \(place): \(shown)")
      }
    }
  }

  @Test("a long text of many secrets is cut no deeper than they are known", arguments: Sample.of(Array(1...5), 2))
  func repeated(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let secret = "Q" + Self.secret(149, &generator)
    let text = String(repeating: secret, count: 400)
    for shown in [
      JSONValue.string(text).shortText(100, hiding: Secrets([secret])), text.shortText(100, hiding: Secrets([secret])),
    ] {
      #expect(Self.shown(of: secret, in: shown) < 4, "\(shown)")
    }
  }

  @Test(
    "nor where somebody else has cut it: the beginning before the sign of a cut is masked",
    arguments: Sample.of(Array(1...10), 3))
  func cut(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let secret = Self.secret(Int.random(in: 8...60, using: &generator), &generator)
      for (name, write) in SecretFormsTests.writings {
        let written = write(secret)
        for sign in ["…", "...", "\n…"] {
          let count = Int.random(in: 1..<written.count, using: &generator)
          let masked = Secrets([secret]).maskingForeign("<" + written.prefix(count) + sign + ">")
          guard !masked.hasPrefix("<" + Secrets.mask) else { continue }
          // Only what is too short for a beginning is left.
          let isShort = !Self.isBeginning(of: secret, atLeast: 4, written: String(written.prefix(count)), write)
          #expect(isShort, "\(name) of \(secret.debugDescription): \(masked)")
        }
      }
    }
  }

  private static func isBeginning(
    of secret: String, atLeast count: Int, written: String, _ write: (String) -> String
  ) -> Bool {
    // A form that depends on all of the secret has no beginning of its own.
    guard let start = secret.utf8.count >= count ? String(decoding: secret.utf8.prefix(8), as: UTF8.self) : nil else {
      return false
    }
    return written.hasPrefix(write(start))
  }

  @Test("what is no beginning of a secret stays, and so does one that is not cut")
  func others() {
    let secrets = Secrets(["s3cret-token-9"])
    for text in ["s3c…", "s3cret", "s3crux…", "Xs3… and", "the s3cret-tok is", "wait...", "s3…"] {
      #expect(secrets.maskingForeign(text) == text)
    }
    #expect(secrets.maskingForeign("is s3cret-t… and s3cre... and") == "is ••••••••… and ••••••••... and")
  }
}
