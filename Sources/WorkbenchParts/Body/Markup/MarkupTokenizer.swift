import WorkbenchServices

/// Cuts XML and HTML into tags, texts and comments. Anything that is no markup becomes text, so that every byte has its
/// place.
struct MarkupTokenizer {
  enum Kind: Hashable {
    case start(name: [UInt8], isClosed: Bool)
    case end(name: [UInt8])
    case text
    /// Of a script or a style sheet.
    case code
    case comment
    /// `<?xml …?>`, `<!DOCTYPE …>`, CDATA.
    case declaration
  }

  struct Token: Hashable {
    let kind: Kind
    let range: Range<Int>
  }

  private let bytes: [UInt8]
  private let language: MarkupLanguage
  private var place = 0
  /// The element whose content is no markup.
  private var verbatim: [UInt8]?

  init(_ bytes: [UInt8], _ language: MarkupLanguage) {
    (self.bytes, self.language) = (bytes, language)
  }

  mutating func next() -> Token? {
    guard place < bytes.count else { return nil }
    if let name = verbatim { return code(until: name) ?? next() }
    let start = place
    guard bytes[place] == .lessThan, place + 1 < bytes.count, startsMarkup(bytes[place + 1]) else {
      place = (start + 1..<bytes.count).first { bytes[$0] == .lessThan } ?? bytes.count
      return Token(kind: .text, range: start..<place)
    }
    if has("<!--") { return take(.comment, until: "-->") }
    if has("<![CDATA[") { return take(.declaration, until: "]]>") }
    if has("<?") { return take(.declaration, until: "?>") }
    if has("<!") { return take(.declaration, until: ">") }
    return tag()
  }

  private func startsMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "/") || byte.startsName
  }

  private func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { place + $0.count <= bytes.count && bytes[place..<place + $0.count].elementsEqual($0) }
  }

  private mutating func take(_ kind: Kind, until end: StaticString) -> Token {
    let start = place
    place += 2
    while place < bytes.count, !has(end) { place += 1 }
    place = min(bytes.count, place + end.utf8CodeUnitCount)
    return Token(kind: kind, range: start..<place)
  }

  /// A `>` in quotes is none.
  private mutating func tag() -> Token {
    let start = place
    let isEnd = bytes[place + 1] == .slash
    place += isEnd ? 2 : 1
    let nameStart = place
    while place < bytes.count, bytes[place].continuesName { place += 1 }
    let name = bytes[nameStart..<place].map { language == .html ? $0.lowercased : $0 }
    var quote: UInt8?
    while place < bytes.count, quote != nil || bytes[place] != .greaterThan {
      if let open = quote {
        if bytes[place] == open { quote = nil }
      } else if bytes[place] == .quotationMark || bytes[place] == UInt8(ascii: "'") {
        quote = bytes[place]
      }
      place += 1
    }
    let isClosed = place > 0 && place < bytes.count && bytes[place - 1] == .slash
    place = min(bytes.count, place + 1)
    if isEnd { return Token(kind: .end(name: name), range: start..<place) }
    let isVoid = language == .html && HTMLElements.void.contains(name)
    if language == .html, HTMLElements.verbatim.contains(name), !isClosed { verbatim = name }
    return Token(kind: .start(name: name, isClosed: isClosed || isVoid), range: start..<place)
  }

  private mutating func code(until name: [UInt8]) -> Token? {
    let start = place
    while place < bytes.count, !closes(name) { place += 1 }
    verbatim = nil
    return start == place ? nil : Token(kind: .code, range: start..<place)
  }

  private func closes(_ name: [UInt8]) -> Bool {
    guard bytes[place] == .lessThan, place + 2 + name.count <= bytes.count, bytes[place + 1] == .slash else {
      return false
    }
    return bytes[(place + 2)..<(place + 2 + name.count)].map(\.lowercased) == name
  }
}

enum HTMLElements {
  /// They have no content and no end.
  static let void = names("area base br col embed hr img input link meta param source track wbr")
  /// Their content is no markup.
  static let verbatim = names("script style textarea title")
  /// A second one ends the first, because their end tags are usually left out.
  static let selfEnding = names("li p tr td th dt dd option thead tbody tfoot")

  private static func names(_ text: String) -> Set<[UInt8]> {
    Set(text.split(separator: " ").map { Array($0.utf8) })
  }
}

extension UInt8 {
  static let lessThan = UInt8(ascii: "<")
  static let greaterThan = UInt8(ascii: ">")
  static let slash = UInt8(ascii: "/")

  var isBlank: Bool { self == UInt8(ascii: " ") || self == .tab || self == .newline || self == .return }
  fileprivate var startsName: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80
  }
  var continuesName: Bool {
    startsName || self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: ":")
  }
  fileprivate var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
