import ParleyEngine

/// Work on texts. Lengths and places count scalars, as in jq.
enum Strings {
  /// `split(separator)`
  static func split(_ text: String, by separator: String, _ machine: Machine) throws(Interrupt) -> Value {
    if text.isEmpty { return Value([Value]()) }
    if separator.isEmpty {
      try machine.charge(text.utf8.count * MemoryLayout<Value>.stride)
      return Value(text.unicodeScalars.map { Value(String($0)) })
    }
    var pieces: [Value] = []
    var start = text.utf8.startIndex
    for range in try ranges(of: separator, in: text, overlapping: false, machine) {
      pieces.append(Value(String(text[start..<range.lowerBound])))
      start = range.upperBound
    }
    pieces.append(Value(String(text[start...])))
    try machine.charge(pieces.count * MemoryLayout<Value>.stride + text.utf8.count)
    return Value(pieces)
  }

  /// Where `part` stands, byte by byte.
  static func ranges(of part: String, in text: String, overlapping: Bool, _ machine: Machine) throws(Interrupt)
    -> [Range<String.Index>]
  {
    let (needle, hay) = (Array(part.utf8), Array(text.utf8))
    guard !needle.isEmpty, needle.count <= hay.count else { return [] }
    var found: [Range<String.Index>] = []
    var index = 0
    while index <= hay.count - needle.count {
      if hay[index] == needle[0] {
        try machine.spend(1)
        if hay[index..<(index + needle.count)].elementsEqual(needle) {
          let start = text.utf8.index(text.utf8.startIndex, offsetBy: index)
          found.append(start..<text.utf8.index(start, offsetBy: needle.count))
          index += overlapping ? 1 : needle.count
          continue
        }
      }
      index += 1
    }
    return found
  }

  /// `indices(part)` of a text: in scalars, overlapping.
  static func indices(of part: String, in text: String, _ machine: Machine) throws(Interrupt) -> Value {
    if part.isEmpty { return .null }
    var (scalars, position) = (0, text.startIndex)
    var found: [Value] = []
    for range in try ranges(of: part, in: text, overlapping: true, machine) {
      scalars += text.unicodeScalars.distance(from: position, to: range.lowerBound)
      position = range.lowerBound
      found.append(Value(scalars))
    }
    return Value(found)
  }

  static func hasPrefix(_ text: String, _ prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    text.utf8.count >= suffix.utf8.count && text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  static func dropPrefix(_ text: String, _ prefix: String) -> String {
    String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  static func dropSuffix(_ text: String, _ suffix: String) -> String {
    String(decoding: text.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
  }

  static func explode(_ text: String) -> Value { Value(text.unicodeScalars.map { Value(Int($0.value)) }) }

  static func implode(_ value: Value) throws(Interrupt) -> Value {
    guard let elements = value.elements else { throw .error("implode input must be an array", at: value) }
    var text = ""
    for element in elements {
      guard let number = element.double, !number.isNaN else {
        let sentence = "\(element.described) can't be imploded, unicode codepoint needs to be numeric"
        throw .error(sentence, at: element)
      }
      let code = UInt32(exactly: number.rounded(.towardZero)) ?? 0xFFFD
      text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
    }
    return Value(text)
  }

  /// Only the letters of ASCII change.
  static func mapASCII(_ text: String, from letters: ClosedRange<UInt8>) -> String {
    String(decoding: text.utf8.map { letters.contains($0) ? $0 ^ 0x20 : $0 }, as: UTF8.self)
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{B}", "\u{C}": true
    default: false
    }
  }

  static func trim(_ text: String, left: Bool, right: Bool) -> String {
    var rest = text.unicodeScalars[...]
    if left { rest = rest.drop(while: isSpace) }
    if right { while let last = rest.last, isSpace(last) { rest.removeLast() } }
    return String(rest)
  }
}
