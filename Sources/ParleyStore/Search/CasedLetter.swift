/// A letter as it may be written: in lower case, as capital, and as the capital that begins a word (ǅ).
struct CasedLetter: Hashable, Sendable {
  /// In UTF-8; none is the beginning of another.
  let writings: [[UInt8]]

  /// Its bytes for a signature, which leaves bytes beyond ASCII out.
  var signed: [UInt8] { writings.contains { $0[0] >= 0x80 } ? [0x80] : writings.min { $1[0] < $0[0] } ?? [] }

  /// - Returns: nothing for a text in which no letter beyond ASCII has two cases.
  static func all(of text: String) -> [CasedLetter] {
    var letters: [CasedLetter] = []
    for (before, scalar) in zip([nil] + text.unicodeScalars.map(Optional.some), text.unicodeScalars) {
      if before == "i", scalar == "\u{307}" {
        letters[letters.count - 1] = dottedI
      } else {
        letters.append(.init(scalar))
      }
    }
    let isCased = letters.contains { $0.writings.count > 1 && $0.writings.contains { $0[0] >= 0x80 } }
    return isCased ? letters : []
  }

  /// The capital İ in lower case has two characters.
  private static let dottedI = CasedLetter(["i\u{307}", "I\u{307}", "\u{130}"])

  /// The capitals that no letter in lower case has for its own (Unicode's UnicodeData, lower case mappings); the one of k is left out,
  /// so that texts of ASCII are looked for as bytes.
  private static let furtherCapitals: [Unicode.Scalar: String] = [
    "θ": "\u{3F4}", "ß": "\u{1E9E}", "ω": "\u{2126}", "å": "\u{212B}",
  ]

  /// Capitals of two letters, such as SS for ß, count as other letters.
  private init(_ letter: Unicode.Scalar) {
    let capitals = [letter.properties.uppercaseMapping, letter.properties.titlecaseMapping]
      .filter { $0.unicodeScalars.count == 1 }
    self.init([String(letter)] + capitals + [Self.furtherCapitals[letter]].compactMap(\.self))
  }

  /// Bytes are told apart, where texts that look alike are equal (İ as one character and as two).
  private init(_ writings: [String]) {
    self.writings = Array(Set(writings.map { Array($0.utf8) }))
  }
}
