internal import ParleyEngine

/// Text of a URL or a form as another program has encoded it.
package enum WrittenText {
  /// Characters that no URL contains: whoever sends them encodes them.
  private static let never = Set(" \"<>\\^`{|}".utf8)

  /// Tells somebody of such characters, those by name that nobody sees.
  /// - Returns: nil where there are none.
  package static func note(ofEncoded characters: [Character]) -> String? {
    guard !characters.isEmpty else { return nil }
    let names = characters.map { $0 == " " ? "the space" : Printable.text(String($0)) }
    return "Characters that no URL can have are sent encoded: \(names.joined(separator: " "))."
  }

  /// With those characters encoded that no URL and no form can have.
  package static func sendable(_ text: String) -> String { PercentText.encoded(text) { !isEncoded($0) } }

  package static func isEncoded(_ byte: UInt8) -> Bool { never.contains(byte) || byte <= 0x20 || byte >= 0x7F }

  /// Whether the decoded text, encoded again, is the same: only letters, digits and `-._~` are as they are.
  package static func isExact(_ text: String, keeping others: String = "") -> Bool {
    let decoded = PercentText.decoded(text, plusIsBlank: false)
    guard !decoded.hasTemplateMark else { return false }
    let stays = Set(others.utf8)
    return PercentText.encoded(decoded) { isPlain($0) || stays.contains($0) }
      == PercentText.encoded(text) { !never.contains($0) && $0 < 0x80 && $0 > 0x20 }
  }

  /// Whether a form field, decoded and encoded as the URL standard says, is the same.
  package static func isExactForm(_ text: String) -> Bool {
    let decoded = PercentText.decoded(text, plusIsBlank: true)
    guard !decoded.hasTemplateMark else { return false }
    return PercentText.encoded(decoded) { isPlain($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") }
      .replacing("%20", with: "+") == text
  }

  /// With every character encoded that `encodeURIComponent` encodes, but for what is encoded already.
  package static func completed(_ text: String) -> String {
    var (result, rest) = ("", Array(text.utf8)[...])
    while !rest.isEmpty {
      let plain = rest.prefix { $0 != UInt8(ascii: "%") }
      result += PercentText.encoded(String(decoding: plain, as: UTF8.self)) { isPlain($0) || "!*'()".utf8.contains($0) }
      rest = rest[plain.endIndex...]
      let code = rest.prefix(3)
      let isCode = code.count == 3 && code.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      if !rest.isEmpty { result += isCode ? String(decoding: code, as: UTF8.self) : "%25" }
      rest = rest.dropFirst(isCode ? 3 : 1)
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "-._~".utf8.contains(byte) }
}
