// A string as a person reads it, still in quotes.

extension JSONText {
  /// The text of a token: as it is written, but for `\u` escapes of visible characters and `\/`, which become what they
  /// mean. Invalid UTF-8 becomes U+FFFD. And whether all of it is as it is written.
  static func readable(_ bytes: ArraySlice<UInt8>) -> (text: String, isVerbatim: Bool) {
    if !bytes.contains(.backslash), let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
    var text: [UInt8] = []
    var rest = bytes
    while let backslash = rest.firstIndex(of: .backslash) {
      text += rest[..<backslash]
      rest = rest[backslash...]
      appendReadable(&rest, to: &text)
    }
    text += rest
    return (String(decoding: text, as: UTF8.self), text.elementsEqual(bytes) && isUTF8(bytes))
  }

  /// Takes an escape from the front of `bytes`.
  private static func appendReadable(_ bytes: inout ArraySlice<UInt8>, to text: inout [UInt8]) {
    var rest = bytes.dropFirst()
    switch rest.popFirst() {
    case .slash: text.append(.slash)
    case UInt8(ascii: "u") where rest.count >= 4:
      let scalar = takeScalar(&rest)
      text += isVisible(scalar) ? Array(String(scalar).utf8) : Array(bytes[..<rest.startIndex])
    default: text += bytes[..<rest.startIndex]
    }
    bytes = rest
  }

  /// Whether a character shows itself, and could not be taken for part of the string's own writing.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: scalar != "\"" && scalar != "\\" && scalar != "\u{FFFD}"
    }
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// The bytes without a scalar that was cut off at their end.
  static func wholeCharacters(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }),
      let sequence = UTF8Continuation(after: bytes[lead]), bytes.endIndex - lead <= sequence.count
    else { return bytes }
    return bytes[..<lead]
  }

  /// The bytes without a scalar or an escape that was cut off at their end.
  static func wholeScalars(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let end = wholeCharacters(bytes[...]).endIndex
    let tail = bytes[max(0, end - 6)..<end]
    guard let backslash = tail.lastIndex(of: .backslash), !isEscaped(backslash, in: bytes) else { return bytes[..<end] }
    let isUnicode = backslash + 1 < end && bytes[backslash + 1] == UInt8(ascii: "u")
    return bytes[..<(backslash + (isUnicode ? 6 : 2) > end ? backslash : end)]
  }

  /// Whether the backslash at `index` is the second of a pair.
  private static func isEscaped(_ index: Int, in bytes: [UInt8]) -> Bool {
    let run = bytes[..<index].reversed().prefix { $0 == .backslash }
    return !run.count.isMultiple(of: 2)
  }
}
