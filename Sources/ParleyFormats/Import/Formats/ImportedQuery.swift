internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A query as another program sends it, byte for byte.
///
/// Parley encodes the values of rows, and each of them in one way. So a query becomes rows where that gives the same
/// bytes, and otherwise stands in the URL, where nothing is encoded that may stand there. Rows that are switched off are
/// kept in either case.
///
/// ```swift
/// ImportedQuery.set(ImportedQuery.pairs(of: "q=a%20b&page=1"), of: &request, &texts)   // rows q: a b, page: 1
/// ImportedQuery.set(ImportedQuery.pairs(of: "q=a+b&flag"), of: &request, &texts)       // url: …?q=a+b&flag
/// ```
package enum ImportedQuery {
  /// A name and a value as they are sent, but for templates.
  package struct Pair {
    var name: String
    /// Nil for a name alone, without an equals sign.
    var value: String?
    var isOn = true

    var text: String { value.map { "\(name)=\($0)" } ?? name }
  }

  /// The pairs of a query as it stands in a URL.
  static func pairs(of query: some StringProtocol) -> [Pair] {
    String(query).split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return Pair(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
    }
  }

  /// Adds pairs to a request that has a URL already.
  static func set(_ pairs: [Pair], of request: inout RequestDefinition, _ texts: inout ImportedTexts) {
    let on = pairs.filter(\.isOn)
    guard !request.url.value.contains("?"), on.allSatisfy({ isExact($0, texts) }) else {
      let query = on.map(\.text).joined(separator: "&")
      append(query, to: &request, &texts)
      request.query += pairs.filter { !$0.isOn }.map { row($0, &texts) }
      return
    }
    request.query += pairs.map { row($0, &texts) }
  }

  private static func append(_ query: String, to request: inout RequestDefinition, _ texts: inout ImportedTexts) {
    let url = request.url.value
    let mark = !url.contains("?") ? "?" : url.hasSuffix("?") || query.isEmpty ? "" : "&"
    let screened = texts.url("?" + query.replacing("#", with: "%23")).dropFirst()
    request.url = Located(url + mark + screened)
  }

  private static func row(_ pair: Pair, _ texts: inout ImportedTexts) -> Row {
    let name = PercentText.decoded(pair.name, plusIsBlank: false)
    let value = texts.templates.segments(of: pair.value ?? "").map { piece in
      switch piece {
      case .literal(let text): PercentText.decoded(text, plusIsBlank: false)
      case .template(let whole, _): whole
      }
    }.joined()
    return Row(name, texts.value(value, named: name), isOn: pair.isOn)
  }

  /// Whether a row is sent as the same bytes.
  private static func isExact(_ pair: Pair, _ texts: ImportedTexts) -> Bool {
    guard let value = pair.value, !pair.name.isEmpty, !texts.templates.hasTemplate(pair.name),
      WrittenText.isExact(pair.name, keeping: "[]")
    else { return false }
    return texts.templates.segments(of: value).allSatisfy { piece in
      if case .literal(let text) = piece { WrittenText.isExact(text) } else { true }
    }
  }
}

/// Text of a URL or a form as another program has encoded it.
package enum WrittenText {
  /// Characters that no URL contains: whoever sends them encodes them.
  private static let never = Set(" \"<>\\^`{|}".utf8)

  /// The characters of a URL, behind its host, that are sent encoded; each once.
  static func encodedCharacters(in url: String, _ templates: ImportedTemplates) -> [Character] {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let path = url[start...].drop { $0 != "/" && $0 != "?" }
    var found: [Character] = []
    for case .literal(let text) in templates.segments(of: String(path)) {
      for character in text where !found.contains(character) && character.utf8.contains(where: isEncoded) {
        found.append(character)
      }
    }
    return found
  }

  /// Tells somebody of such characters, those by name that nobody sees.
  /// - Returns: nil where there are none.
  static func note(ofEncoded characters: [Character]) -> String? {
    guard !characters.isEmpty else { return nil }
    let names = characters.map { $0 == " " ? "the space" : Printable.text(String($0)) }
    return "Characters that no URL can have are sent encoded: \(names.joined(separator: " "))."
  }

  /// With those characters encoded that no URL and no form can have.
  static func sendable(_ text: String) -> String { PercentText.encoded(text) { !isEncoded($0) } }

  private static func isEncoded(_ byte: UInt8) -> Bool { never.contains(byte) || byte <= 0x20 || byte >= 0x7F }

  /// Whether the decoded text, encoded again, is the same: only letters, digits and `-._~` are as they are.
  package static func isExact(_ text: String, keeping others: String = "") -> Bool {
    let decoded = PercentText.decoded(text, plusIsBlank: false)
    guard !decoded.hasTemplateMark else { return false }
    let stays = Set(others.utf8)
    return PercentText.encoded(decoded) { isPlain($0) || stays.contains($0) }
      == PercentText.encoded(text) { !never.contains($0) && $0 < 0x80 && $0 > 0x20 }
  }

  /// Whether a form field, decoded and encoded as the URL standard says, is the same.
  static func isExactForm(_ text: String) -> Bool {
    let decoded = PercentText.decoded(text, plusIsBlank: true)
    guard !decoded.hasTemplateMark else { return false }
    return PercentText.encoded(decoded) { isPlain($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") }
      .replacing("%20", with: "+") == text
  }

  /// With every character encoded that `encodeURIComponent` encodes, but for what is encoded already.
  static func completed(_ text: String) -> String {
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
