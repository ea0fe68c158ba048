/// The ways in which a character of a secret is written where others repeat it: as it is, percent-encoded once or several times,
/// as a form has its blanks, escaped for JSON, for a shell, or for HTML and XML.
struct WrittenCharacters {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(in bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The bytes that what is written here may begin with.
  func characters(at place: Int) -> Set<UInt8> {
    let byte = bytes[place]
    guard byte.mayIntroduce else { return [byte] }
    var found: Set<UInt8> = [byte]
    switch byte {
    case Sign.plus: found.insert(Sign.blank)
    case Sign.percent:
      for (decoded, _) in percentEncoded(at: place) {
        found.insert(decoded)
        if decoded == Sign.plus { found.insert(Sign.blank) }
      }
    case Sign.backslash: found.formUnion(escaped(at: place).map(\.first))
    case Sign.ampersand: found.formUnion(entity(at: place).map { [$0.first] } ?? [])
    default: break
    }
    return found
  }

  /// The end of a text that is written from here on, nil if it is not; the farthest end, where it may be read in
  /// several ways.
  func end(of text: [UInt8], at start: Int) -> Int? {
    var (place, index) = (start, 0)
    while index < text.count {
      let byte = text[index]
      if !byte.mayIntroduce, byte < 0x80, place < bytes.count, bytes[place] == byte {
        (place, index) = (place + 1, index + 1)
      } else if !byte.mayIntroduce, byte < 0x80, place < bytes.count, !bytes[place].mayIntroduce {
        return nil
      } else {
        return end(of: text[index...], atAnyOf: [place])
      }
    }
    return place
  }

  /// Several ways of reading are followed side by side, so that none is followed twice.
  private func end(of text: ArraySlice<UInt8>, atAnyOf starts: Set<Int>) -> Int? {
    var (rest, places) = (text, starts)
    while !rest.isEmpty, !places.isEmpty {
      let character = rest.prefix(rest[rest.startIndex].lengthOfScalar)
      places = places.reduce(into: []) { $0.formUnion(ends(of: character, at: $1)) }
      rest = rest.dropFirst(character.count)
    }
    return places.max()
  }

  /// The end of the beginning of a text that is written from here on and was cut: the sign of a cut stands in the place of its rest.
  /// - Parameter shortest: so many bytes of the text have to be there.
  /// - Returns: nil if it is not written, or not cut.
  func endOfBeginning(of text: [UInt8], at start: Int, from shortest: Int) -> Int? {
    var (place, index) = (start, 0)
    while index < text.count, place < bytes.count {
      if index >= shortest, bytes[place].mayBeginCut, isCut(at: place) { return place }
      let byte = text[index]
      guard !byte.mayIntroduce, byte < 0x80, bytes[place] == byte else { break }
      (place, index) = (place + 1, index + 1)
    }
    guard index < text.count, place < bytes.count else { return nil }
    let mayGoOn = text[index].mayIntroduce || text[index] >= 0x80 || bytes[place].mayIntroduce
    return mayGoOn ? endOfBeginning(of: text, behind: index, at: place, from: shortest) : nil
  }

  private func endOfBeginning(of text: [UInt8], behind index: Int, at start: Int, from shortest: Int) -> Int? {
    var (rest, places) = (text[index...], Set([start]))
    while !rest.isEmpty, !places.isEmpty {
      if rest.startIndex >= shortest, let end = places.filter({ isCut(at: $0) || isCutApart(at: $0) }).max() {
        return end
      }
      let character = rest.prefix(rest[rest.startIndex].lengthOfScalar)
      places = places.reduce(into: []) { $0.formUnion(ends(of: character, at: $1)) }
      rest = rest.dropFirst(character.count)
    }
    return nil
  }

  /// Whether a text ends here that was longer: with `…` or `...`, which may have a line of its own.
  private func isCut(at place: Int) -> Bool {
    ["…", "...", "\n…"].contains { stands($0, at: place) }
  }

  /// Whether a character begins here that was cut itself: `\u00…`, `%4…`.
  private func isCutApart(at place: Int) -> Bool {
    guard place < bytes.count, [Sign.backslash, Sign.percent, Sign.ampersand].contains(bytes[place]) else {
      return false
    }
    let rest = bytes[place...].dropFirst().prefix(Self.longestRun)
    let end = rest.firstIndex { !$0.mayStandInEscape } ?? rest.endIndex
    return isCut(at: end)
  }

  private func ends(of character: ArraySlice<UInt8>, at place: Int) -> Set<Int> {
    guard place < bytes.count else { return [] }
    var ends = character.reduce(into: Set([place])) { places, byte in
      places = places.reduce(into: []) { $0.formUnion(endsOfByte(byte, at: $1)) }
    }
    switch bytes[place] {
    case Sign.backslash: ends.formUnion(escaped(at: place).filter { $0.utf8.elementsEqual(character) }.map(\.end))
    case Sign.ampersand:
      if let entity = entity(at: place), entity.utf8.elementsEqual(character) { ends.insert(entity.end) }
    case Sign.quote where character.first == Sign.quote:
      for quoted in [#"'\''"#, #"'"'"'"#] where stands(quoted, at: place) { ends.insert(place + quoted.utf8.count) }
    default: break
    }
    return ends
  }

  private func endsOfByte(_ byte: UInt8, at place: Int) -> [Int] {
    guard place < bytes.count else { return [] }
    var ends = bytes[place] == byte || bytes[place] == Sign.plus && byte == Sign.blank ? [place + 1] : []
    guard bytes[place] == Sign.percent else { return ends }
    for (decoded, end) in percentEncoded(at: place) where decoded == byte || decoded == Sign.plus && byte == Sign.blank
    {
      ends.append(end)
    }
    return ends
  }
}

// Reading one character.
extension WrittenCharacters {
  /// Nobody encodes a URL more often, nor JSON.
  private static let deepest = 8
  private static let longestRun = 32

  struct Character {
    let utf8: [UInt8]
    let end: Int

    var first: UInt8 { utf8[0] }
  }

  /// `%41`, and what is made of it when it is encoded again: `%2541`, `%252541`.
  private func percentEncoded(at place: Int) -> [(decoded: UInt8, end: Int)] {
    var (found, digits) = ([(decoded: UInt8, end: Int)](), place + 1)
    while found.count < Self.deepest, let decoded = hexadecimal(at: digits) {
      found.append((decoded, digits + 2))
      guard decoded == Sign.percent else { break }
      digits += 2
    }
    return found
  }

  /// Behind any number of backslashes, since JSON in JSON has them doubled; a backslash itself is two of them, or four.
  private func escaped(at place: Int) -> [Character] {
    let run = bytes[place...].prefix(Self.longestRun)
    let end = run.firstIndex { $0 != Sign.backslash } ?? run.endIndex
    var found = [2, 4].filter { place + $0 <= end }.map { Character(utf8: [Sign.backslash], end: place + $0) }
    guard end < bytes.count else { return found }
    if let scalar = escapedScalar(at: end, behind: end - place) {
      found.append(scalar)
    } else if let plain = UInt8.escapes[bytes[end]] ?? (bytes[end].isPunctuation ? bytes[end] : nil) {
      found.append(Character(utf8: [plain], end: end + 1))
    }
    return found
  }

  /// `u00e9`, or two of them for what lies beyond 16 bits.
  private func escapedScalar(at place: Int, behind backslashes: Int) -> Character? {
    guard let first = unit(at: place) else { return nil }
    let next = place + 5 + backslashes
    let isSplit =
      UTF16.isLeadSurrogate(first) && bytes.indices.contains(place + 5) && bytes[place + 5] == Sign.backslash
    let units = isSplit ? [first, unit(at: next) ?? 0] : [first]
    return Character(
      utf8: Array(String(decoding: units, as: UTF16.self).utf8), end: isSplit ? next + 5 : place + 5)
  }

  private func unit(at place: Int) -> UInt16? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "u"), let high = hexadecimal(at: place + 1),
      let low = hexadecimal(at: place + 3)
    else { return nil }
    return UInt16(high) << 8 | UInt16(low)
  }

  /// `&amp;`, `&#39;`, `&#x27;`
  private func entity(at place: Int) -> Character? {
    let window = bytes[place...].dropFirst().prefix(10)
    guard let end = window.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: window[..<end], as: UTF8.self)
    let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    guard let scalar = named[name] ?? Self.numbered(name) else { return nil }
    return Character(utf8: Array(Swift.Character(scalar).utf8), end: end + 1)
  }

  private static func numbered(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    return (isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)).flatMap(Unicode.Scalar.init)
  }

  private func hexadecimal(at place: Int) -> UInt8? {
    guard place + 1 < bytes.count, let high = bytes[place].hexadecimalValue, let low = bytes[place + 1].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  private func stands(_ text: String, at place: Int) -> Bool {
    bytes[place...].starts(with: text.utf8)
  }
}

private enum Sign {
  static let blank = UInt8(ascii: " ")
  static let plus = UInt8(ascii: "+")
  static let percent = UInt8(ascii: "%")
  static let backslash = UInt8(ascii: "\\")
  static let ampersand = UInt8(ascii: "&")
  static let quote = UInt8(ascii: "'")
}

extension UInt8 {
  /// The characters that JSON and shells escape by a letter, by that letter.
  fileprivate static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C,
  ]

  /// Whether something else than itself may be written with it.
  var mayIntroduce: Bool {
    switch self {
    case Sign.plus, Sign.percent, Sign.backslash, Sign.ampersand, Sign.quote: true
    default: false
    }
  }

  /// Whether the sign of a cut may begin with it.
  fileprivate var mayBeginCut: Bool { self == UInt8(ascii: ".") || self == 0xE2 || self == UInt8(ascii: "\n") }

  /// Whether it may stand behind the sign that introduces a character.
  fileprivate var mayStandInEscape: Bool {
    isASCIILetter || isASCIIDigit || self == Sign.backslash || self == Sign.percent || self == UInt8(ascii: "#")
  }

  fileprivate var isPunctuation: Bool {
    (0x21...0x7E).contains(self) && !isASCIILetter && !isASCIIDigit && self != Sign.backslash
  }

  fileprivate var lengthOfScalar: Int {
    self < 0xC0 ? 1 : self < 0xE0 ? 2 : self < 0xF0 ? 3 : 4
  }

  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
