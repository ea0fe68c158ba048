import Foundation
import ParleyEngine
import TestSupport
import Testing

@Suite("Random secrets in random texts", .timeLimit(.minutes(2)))
struct SecretPropertyTests {
  private static let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private static let signs = Array(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~äßñ漢🔑\t\n")

  private static func text(
    _ length: ClosedRange<Int>, _ generator: inout SeededGenerator, signs share: Int = 4
  ) -> String {
    String(
      (0..<Int.random(in: length, using: &generator)).map { _ in
        let set = Int.random(in: 0..<10, using: &generator) < share ? signs : plain
        return set.randomElement(using: &generator) ?? "x"
      })
  }

  /// What stands around a secret begins and ends with a sign that is no part of any way of writing one.
  private static func surroundings(_ generator: inout SeededGenerator) -> (String, String) {
    (text(0...20, &generator, signs: 0) + "\u{1}", "\u{1}" + text(0...20, &generator, signs: 0))
  }

  @Test("are masked in every form, and nothing else is", arguments: Sample.of(Array(1...20), 5))
  func forms(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let secret = Self.text(8...40, &generator)
      let (before, after) = Self.surroundings(&generator)
      for (name, write) in SecretFormsTests.writings {
        let masked = Secrets([secret]).maskingForeign(before + write(secret) + after)
        #expect(
          masked == before + Secrets.mask + after, "\(name) of \(secret.debugDescription): \(masked.debugDescription)")
      }
    }
  }

  @Test("are masked in base64 and base64url at any offset, padded or not", arguments: Sample.of(Array(1...20), 5))
  func base64(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let secret = Array(Self.text(8...40, &generator).utf8)
      let (before, after) = (
        Self.text(0...9, &generator, signs: 0), Self.text(0...9, &generator, signs: 0)
      )
      let whole = Data(Array(before.utf8) + secret + Array(after.utf8)).base64EncodedString()
      let url = whole.replacing("+", with: "-").replacing("/", with: "_")
      for text in [whole, url, whole.replacing("=", with: ""), url.replacing("=", with: "")] {
        let masked = Secrets([String(decoding: secret, as: UTF8.self)]).maskingForeign("x=\(text)&y")
        #expect(masked.contains(Secrets.mask), "\(text)")
        let left = masked.dropFirst(2).dropLast(2).split(separator: Secrets.mask, omittingEmptySubsequences: false)
        // Two bytes at each end of it may share a character with what stands around it.
        let kept = left.reduce(0) { $0 + $1.utf8.count } * 6 / 8
        #expect(kept <= before.utf8.count + after.utf8.count + 6, "\(text): \(masked)")
      }
    }
  }

  @Test("do not mask what is nearly one, nor what is shorter than eight bytes", arguments: Sample.of(Array(1...20), 5))
  func others(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let secret = Self.text(8...30, &generator, signs: 0)
      var near = Array(secret)
      let place = Int.random(in: near.indices, using: &generator)
      near[place] = near[place] == "Q" ? "Z" : "Q"
      let other = String(near)
      if other.lowercased() != secret.lowercased() {
        #expect(Secrets([secret]).maskingForeign("<\(other)>") == "<\(other)>")
      }
      let short = Self.text(1...7, &generator, signs: 0)
      let text = Self.text(0...200, &generator) + short + Self.text(0...20, &generator)
      #expect(Secrets([short]).maskingForeign(text) == text)
      #expect(Secrets([secret]).maskingForeign(String(secret.dropLast(secret.utf8.count - 7))) == secret.prefix(7))
    }
  }

  @Test("are masked in names of hosts, whatever the case")
  func hosts() {
    let secrets = Secrets(["S3cret-Token-9"])
    for text in ["No connection to s3cret-token-9.example:443", "HTTP://S3CRET-TOKEN-9"] {
      let masked = secrets.maskingForeign(text)
      #expect(masked.contains(Secrets.mask) == text.contains("s3cret"), "\(masked)")
    }
  }
}
