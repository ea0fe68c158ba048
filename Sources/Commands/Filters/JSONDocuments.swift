import JQ
import ParleyEngine
import ParleyText
import ParleyWorkspace

/// The JSON documents that stand one after the other in a text, with or without white space between them.
struct JSONDocuments {
  private let bytes: [UInt8]
  private var position = 0

  /// - Parameter bytes: a text with a byte order mark, or one in UTF-16 or UTF-32, is read too.
  init(_ bytes: [UInt8]) {
    let text = TextBody.of(InMemoryBytes(bytes), contentType: "application/json")
    self.bytes = text is TextBody ? (try? text.read(at: 0, count: text.count)) ?? bytes : bytes
  }

  /// Returns the next document; nil at the end.
  /// - Parameter name: the name of the text in errors; empty for standard input.
  mutating func next(of name: String) throws(UsageError) -> JQDocument? {
    do throws(JSONSyntaxError) { return try next() } catch {
      let place = (name.isEmpty ? "" : "\(Printable.text(name)):") + "\(error.place.line):\(error.place.column)"
      throw UsageError("The input is not JSON: found \(error.found), expected \(error.expected).", place: place)
    }
  }

  private mutating func next() throws(JSONSyntaxError) -> JQDocument? {
    let start = position
    skipSpace()
    guard position < bytes.count else { return nil }
    passDocument()
    // A single document is not copied, and has the places of its mistakes in the whole text.
    return try JQDocument(parsing: start == 0 && isAtEnd ? bytes : Array(bytes[start..<position]))
  }

  private var isAtEnd: Bool { bytes[position...].allSatisfy(\.isJSONSpace) }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
  }

  /// Only where it ends: what is wrong in it is the parser's to say.
  private mutating func passDocument() {
    var depth = 0
    repeat {
      switch bytes[position] {
      case UInt8(ascii: "\""): passString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      default: depth == 0 ? passWord() : (position += 1)
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func passString() {
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "\""):
        position += 1
        return
      default: position += 1
      }
    }
    position = min(position, bytes.count)
  }

  /// A number, or `true`, `false`, `null`, up to what cannot belong to it.
  private mutating func passWord() {
    let start = position
    while position < bytes.count, !bytes[position].isJSONSpace, !"\"{}[],".utf8.contains(bytes[position]) {
      position += 1
    }
    if position == start { position += 1 }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
