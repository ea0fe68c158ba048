internal import ParleyEngine

/// The strings and numbers of a JSON text. It need not be JSON as a whole: templates stand in it, several documents may follow one
/// another, and arguments of GraphQL and attributes of XML look alike.
struct StringScan {
  struct Found {
    /// Of the member whose value it is, or whose value the array around it is.
    let name: String?
    /// Between its quotes, as UTF-8 offsets.
    let range: Range<Int>
    var isNumber = false
    /// Whether nothing in it is escaped: the block strings of GraphQL.
    var isBlock = false
  }

  private(set) var found: [Found] = []
  private let bytes: [UInt8]
  private let templates: [Range<Int>]
  /// How many templates are behind.
  private var passed = 0
  private var position = 0
  /// The string or word before this place.
  private var last: Range<Int>?
  /// The name that a colon, or an equals sign, was behind.
  private var name: Range<Int>?
  private var isAssigned = false
  /// Of each open array the name of the member that it is; nil for an object.
  private var open: [Range<Int>?] = []

  init(_ bytes: [UInt8], skipping templates: [Range<Int>]) {
    (self.bytes, self.templates) = (bytes, templates)
    while position < bytes.count { takeToken() }
  }

  private mutating func takeToken() {
    let byte = bytes[position]
    if let template = template(at: position) {
      position = template.upperBound
    } else if byte == UInt8(ascii: "\"") {
      takeString()
    } else if byte.isLetter || byte == UInt8(ascii: "_") {
      take(bytes[position...].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }.indices)
    } else if byte.isDigit || byte == UInt8(ascii: "-") {
      takeNumber()
    } else {
      takeSign(byte)
    }
  }

  /// - Parameter place: never before one that was asked for.
  private mutating func template(at place: Int) -> Range<Int>? {
    while passed < templates.count, templates[passed].lowerBound < place { passed += 1 }
    return passed < templates.count && templates[passed].lowerBound == place ? templates[passed] : nil
  }

  private var valueName: Range<Int>? { name ?? open.last.flatMap(\.self) }

  private mutating func takeSign(_ byte: UInt8) {
    position += 1
    switch byte {
    case UInt8(ascii: "["): open.append(valueName)
    case UInt8(ascii: "{"): open.append(nil)
    case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
    default: break
    }
    guard byte > UInt8(ascii: " ") else { return }
    isAssigned = byte == UInt8(ascii: "=")
    name = isAssigned || byte == UInt8(ascii: ":") ? last : nil
    last = nil
  }

  private mutating func take(_ word: Range<Int>) {
    (last, name, position) = (word, nil, word.upperBound)
  }

  private mutating func takeNumber() {
    let range = bytes[position...].prefix { $0.isDigit || "+-.eE".utf8.contains($0) }.indices
    if let valueName, !isAssigned, range.count > 1 || bytes[range.lowerBound].isDigit {
      found.append(Found(name: text(valueName), range: range, isNumber: true))
    }
    (last, name, position) = (nil, nil, range.upperBound)
  }

  private static let blockQuotes = Array("\"\"\"".utf8)

  private mutating func takeString() {
    let isBlock = bytes[position...].starts(with: Self.blockQuotes)
    let quotes = isBlock ? Self.blockQuotes : [UInt8(ascii: "\"")]
    let start = position + quotes.count
    position = start
    while position < bytes.count, !bytes[position...].starts(with: quotes) {
      position = template(at: position)?.upperBound ?? position + (bytes[position] == UInt8(ascii: "\\") ? 2 : 1)
    }
    let content = start..<min(max(start, position), bytes.count)
    found.append(Found(name: valueName.map(text), range: content, isBlock: isBlock))
    take(content)
    position = min(position + quotes.count, bytes.count)
  }

  /// Without the escapes of JSON.
  func text(_ range: Range<Int>) -> String {
    let raw = String(decoding: bytes[range], as: UTF8.self)
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return raw }
    return (try? JSONValue(parsing: "\"\(raw)\""))?.string ?? raw
  }
}
