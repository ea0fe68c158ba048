internal import ParleyEngine

/// The strings of a JSON text. It need not be JSON as a whole: templates stand in it, and arguments of GraphQL look alike.
struct StringScan {
  struct Found {
    /// Of the member whose value it is.
    let name: String?
    /// Between its quotes, as UTF-8 offsets.
    let range: Range<Int>
  }

  private(set) var strings: [Found] = []
  private let bytes: [UInt8]
  private let templates: [Range<Int>]
  /// How many templates are behind.
  private var passed = 0
  private var position = 0
  /// The string or word before this place.
  private var last: Range<Int>?
  /// The name that a colon was behind.
  private var name: Range<Int>?

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
    } else {
      takeSign(byte)
    }
  }

  /// - Parameter place: never before one that was asked for.
  private mutating func template(at place: Int) -> Range<Int>? {
    while passed < templates.count, templates[passed].lowerBound < place { passed += 1 }
    return passed < templates.count && templates[passed].lowerBound == place ? templates[passed] : nil
  }

  private mutating func takeSign(_ byte: UInt8) {
    position += 1
    guard byte > UInt8(ascii: " ") else { return }
    name = byte == UInt8(ascii: ":") ? last : nil
    last = nil
  }

  private mutating func take(_ word: Range<Int>) {
    (last, name, position) = (word, nil, word.upperBound)
  }

  private mutating func takeString() {
    let start = position + 1
    position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position = template(at: position)?.upperBound ?? position + (bytes[position] == UInt8(ascii: "\\") ? 2 : 1)
    }
    let content = start..<min(max(start, position), bytes.count)
    strings.append(Found(name: name.map(text), range: content))
    take(content)
    position = min(position + 1, bytes.count)
  }

  /// Without the escapes of JSON.
  func text(_ range: Range<Int>) -> String {
    let raw = String(decoding: bytes[range], as: UTF8.self)
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return raw }
    return (try? JSONValue(parsing: "\"\(raw)\""))?.string ?? raw
  }
}
