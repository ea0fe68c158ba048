/// Finds what looks like a credential in a text, whatever stands around it.
struct ShapeScan {
  struct Match {
    /// As UTF-8 offsets.
    let range: Range<Int>
    let label: String
  }

  private let bytes: [UInt8]
  private(set) var matches: [Match] = []

  /// No credential is shorter.
  private static let shortest = 8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= Self.shortest else { return }
    var position = 0
    while let place = bytes.withUnsafeBufferPointer({ Self.candidate(in: $0, from: position) }) {
      position = max(place + 1, take(at: place))
    }
  }

  /// Most of a text begins none: that is passed over by a table.
  private struct Sign: OptionSet {
    let rawValue: UInt8
    static let begins = Sign(rawValue: 1)
    static let isOfWord = Sign(rawValue: 2)
    static let isDigit = Sign(rawValue: 4)
  }

  private static let signs: [UInt8] = (0...UInt8.max).map { byte in
    var sign: Sign = []
    if ":-e".utf8.contains(byte) || byte.isDigit || !CredentialShape.byFirstByte[Int(byte)].isEmpty {
      sign.insert(.begins)
    }
    if byte.isLetterOrDigit || byte == UInt8(ascii: "_") { sign.insert(.isOfWord) }
    if byte.isDigit { sign.insert(.isDigit) }
    return sign.rawValue
  }

  /// The next place at which something may begin: a letter where a word begins, a digit where a number does.
  private static func candidate(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    signs.withUnsafeBufferPointer { signs in
      var before = start > 0 ? signs[Int(text[start - 1])] : 0
      var place = start
      while place < text.count {
        let sign = signs[Int(text[place])]
        if sign & 1 != 0, sign & 2 == 0 || before & (sign & 4 == 0 ? 2 : 4) == 0 { return place }
        before = sign
        place += 1
      }
      return nil
    }
  }

  /// - Returns: the index at which to continue.
  private mutating func take(at start: Int) -> Int {
    let byte = bytes[start]
    if byte == UInt8(ascii: ":") { return takePassword(at: start) }
    if byte.isDigit { return takeBot(at: start) }
    guard isFront(start) else { return start + 1 }
    switch byte {
    case UInt8(ascii: "-"): return note("private key", start..<(endOfKey(from: start) ?? start))
    case UInt8(ascii: "e"): if let end = endOfJWT(from: start) { return note("token", start..<end) }
    default: break
    }
    for shape in CredentialShape.byFirstByte[Int(byte)] {
      if let end = shape.end(in: bytes, from: start) { return note(shape.label, start..<end) }
    }
    return start + 1
  }

  private mutating func note(_ label: String, _ range: Range<Int>) -> Int {
    if !range.isEmpty { matches.append(Match(range: range, label: label)) }
    return max(range.upperBound, range.lowerBound + 1)
  }

  /// A word begins there.
  private func isFront(_ place: Int) -> Bool {
    guard place > 0 else { return true }
    let before = bytes[place - 1]
    return !before.isLetterOrDigit && before != UInt8(ascii: "_")
  }

  // MARK: Shapes with more than a prefix

  /// Three parts of base64, of which the first two are JSON objects (RFC 7519). One that is not signed has no third.
  private func endOfJWT(from start: Int) -> Int? {
    guard bytes[start...].starts(with: "eyJ".utf8) else { return nil }
    let parts = bytes[start...].prefix { CredentialShape.Alphabet.dotted.contains($0) }
    let words = parts.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard words.count >= 3, words[0].count >= 10, words[1].count >= 4, words[1].starts(with: "ey".utf8) else {
      return nil
    }
    return words[2].endIndex
  }

  private static let begin = Array("-----BEGIN ".utf8)
  /// Of PEM, and of PGP.
  private static let keyEnds = [Array("PRIVATE KEY-----".utf8), Array("PRIVATE KEY BLOCK-----".utf8)]
  private static let mostOfTitle = 60

  /// A private key as PEM or of PGP, up to its last line if it has one.
  private func endOfKey(from start: Int) -> Int? {
    guard bytes[start...].starts(with: Self.begin) else { return nil }
    let title = bytes[start...].prefix(Self.mostOfTitle)
    for end in Self.keyEnds {
      guard let front = title.firstIndex(of: end) else { continue }
      return bytes[(front + end.count)...].firstIndex(of: end).map { $0 + end.count } ?? bytes.count
    }
    return nil
  }

  /// Looks for the token of a Telegram bot: the bot's number, and 35 characters.
  private mutating func takeBot(at start: Int) -> Int {
    guard start == 0 || !bytes[start - 1].isDigit else { return start + 1 }
    let number = bytes[start...].prefix { $0.isDigit }
    guard (8...10).contains(number.count), bytes[number.endIndex...].starts(with: ":AA".utf8) else {
      return number.endIndex
    }
    let key = bytes[(number.endIndex + 1)...].prefix { CredentialShape.Alphabet.base64URL.contains($0) }
    return key.count == 35 ? note("bot token", start..<key.endIndex) : number.endIndex
  }

  /// The password of `scheme://user:password@host`.
  private mutating func takePassword(at colon: Int) -> Int {
    guard colon > 0, bytes[colon - 1].isLetterOrDigit, bytes[colon...].starts(with: "://".utf8) else {
      return colon + 1
    }
    let authority = bytes[(colon + 3)...].prefix { !Self.endsAuthority($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
      let mark = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return colon + 3 }
    return note("password", mark + 1..<at)
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || "/?#\"'<>`".utf8.contains(byte)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func firstIndex(of part: [UInt8]) -> Int? {
    guard count >= part.count else { return nil }
    return (startIndex...(endIndex - part.count)).first { self[$0...].starts(with: part) }
  }
}
