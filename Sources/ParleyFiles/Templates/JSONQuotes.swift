/// Follows a JSON text to tell whether a place in it is inside a string.
package struct JSONQuotes {
  package private(set) var isInString = false
  private var isEscaped = false

  package mutating func pass(_ text: String) {
    for byte in text.utf8 { pass(byte) }
  }

  private mutating func pass(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\"") {
      isInString.toggle()
    } else if isInString {
      isEscaped = byte == UInt8(ascii: "\\")
    }
  }

  package init() {}
}
