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

  /// Returns the ranges of `part`, compared byte by byte, in one pass over the text (Knuth, Morris and Pratt).
  static func ranges(of part: String, in text: String, overlapping: Bool, _ machine: Machine) throws(Interrupt)
    -> [Range<String.Index>]
  {
    let (needle, hay) = (Array(part.utf8), Array(text.utf8))
    guard !needle.isEmpty, needle.count <= hay.count else { return [] }
    try machine.charge(8 * needle.count + hay.count)
    let borders = borders(of: needle)
    var found: [Range<String.Index>] = []
    var matched = 0
    for index in hay.indices {
      if index % window == 0 { try machine.read(bytes: window) }
      while matched > 0, hay[index] != needle[matched] { matched = borders[matched - 1] }
      if hay[index] == needle[matched] { matched += 1 }
      guard matched == needle.count else { continue }
      try machine.charge(MemoryLayout<Range<String.Index>>.stride)
      let end = text.utf8.index(text.startIndex, offsetBy: index + 1)
      found.append(text.utf8.index(end, offsetBy: -needle.count)..<end)
      matched = overlapping ? borders[matched - 1] : 0
    }
    return found
  }

  private static let window = 1 << 16

  /// For each beginning of the text, how much of it stands at its end, too.
  private static func borders(of needle: [UInt8]) -> [Int] {
    var borders = [Int](repeating: 0, count: needle.count)
    var length = 0
    for index in needle.indices.dropFirst() {
      while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
      if needle[index] == needle[length] { length += 1 }
      borders[index] = length
    }
    return borders
  }

  /// `indices(part)` of a text: in scalars, overlapping.
  static func indices(of part: String, in text: String, _ machine: Machine) throws(Interrupt) -> Value {
    if part.isEmpty { return .null }
    try machine.read(bytes: text.utf8.count)
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

  static func implode(_ value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    guard let elements = value.elements else { throw .error("implode input must be an array", at: value) }
    var text = ""
    for element in elements {
      try machine.tick()
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
