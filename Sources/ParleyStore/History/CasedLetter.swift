/// A letter as it may be written: in lower case, and as capital.
struct CasedLetter: Hashable, Sendable {
  /// In UTF-8; none is the beginning of another.
  let writings: [[UInt8]]

  /// - Returns: nothing for a text in which no letter beyond ASCII has two cases.
  static func all(of text: String) -> [CasedLetter] {
    let letters = text.unicodeScalars.map(CasedLetter.init)
    return zip(letters, text.unicodeScalars).contains { !$1.isASCII && $0.writings.count > 1 } ? letters : []
  }

  /// Capitals of two letters, such as SS for ß, count as other letters.
  private init(_ letter: Unicode.Scalar) {
    let capital = letter.properties.uppercaseMapping.unicodeScalars
    let writings = capital.count == 1 ? Set([letter] + capital) : [letter]
    self.writings = writings.map { Array(String($0).utf8) }
  }
}
