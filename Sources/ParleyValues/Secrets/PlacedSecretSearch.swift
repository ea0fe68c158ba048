/// Looks for the fields in which secrets stand, in a text of the request that carries them: in a URL or an error that quotes it, in
/// lines of headers, in a body. However a field is written: the comparison is that of all secrets.
struct PlacedSecretSearch {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let writing: WrittenCharacters

  init(in bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    writing = WrittenCharacters(in: bytes)
  }

  /// The places of the secret itself.
  func ranges(of place: PlacedSecret) -> [Range<Int>] {
    let sought = Sought(place)
    return bytes.indices.flatMap { start in
      values(of: place.field, at: start, name: sought.name).compactMap { range(of: sought, from: $0, in: place.field) }
    }
  }

  /// In a text that is such a field, and nothing else.
  func range(ofWhole place: PlacedSecret) -> Range<Int>? {
    range(of: Sought(place), from: 0, in: place.field).flatMap { range in
      writing.end(of: Array(place.after.utf8), at: range.upperBound) == bytes.count ? range : nil
    }
  }

  private struct Sought {
    let name, before, value, after: [UInt8]

    init(_ place: PlacedSecret) {
      (before, value, after) = (Array(place.before.utf8), Array(place.value.utf8), Array(place.after.utf8))
      name =
        switch place.field {
        case .parameter(let name), .header(let name): Array(name.utf8)
        case .member(let name): Array("\"\(name)\"".utf8)
        case .nowhere, .path, .text: []
        }
    }
  }

  private func range(of sought: Sought, from start: Int, in field: PlacedSecret.Field) -> Range<Int>? {
    guard let lower = writing.end(of: sought.before, at: start), let upper = writing.end(of: sought.value, at: lower),
      let end = writing.end(of: sought.after, at: upper), upper > lower
    else { return nil }
    let isWhole = sought.before.isEmpty && sought.after.isEmpty && field == .text
    guard isWhole ? start == 0 && end == bytes.count : ends(field, at: end) else { return nil }
    return lower..<upper
  }
}

// Where fields begin and end.
extension PlacedSecretSearch {
  /// - Returns: the beginnings of the values of a field whose name is here; of a list, one for each of its elements.
  private func values(of field: PlacedSecret.Field, at start: Int, name: [UInt8]) -> [Int] {
    switch field {
    case .nowhere: []
    case .path: beginsSegment(at: start) ? [start] : []
    case .parameter: beginsPair(at: start) ? value(behind: name, UInt8(ascii: "="), at: start) : []
    case .header: beginsLine(at: start) ? valueOfHeader(name, at: start) : []
    case .member: valuesOfMember(name, at: start)
    case .text: [start]
    }
  }

  private func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  /// Behind a slash, but not behind the two before a host.
  private func beginsSegment(at start: Int) -> Bool {
    byte(start - 1) == UInt8(ascii: "/")
      && (byte(start - 2) != UInt8(ascii: "/") || byte(start - 3) != UInt8(ascii: ":"))
  }

  private func beginsPair(at start: Int) -> Bool {
    start == 0 || "?&;".utf8.contains(bytes[start - 1]) || beginsLine(at: start)
  }

  /// Of a text, or of a word in the quotes of a shell.
  private func beginsLine(at start: Int) -> Bool { start == 0 || "\r\n\"'".utf8.contains(bytes[start - 1]) }

  private func value(behind name: [UInt8], _ sign: UInt8, at start: Int) -> [Int] {
    guard let end = writing.end(of: name, at: start), byte(end) == sign else { return [] }
    return [end + 1]
  }

  private func valueOfHeader(_ name: [UInt8], at start: Int) -> [Int] {
    let end = start + name.count
    guard byte(end) == UInt8(ascii: ":"),
      zip(bytes[start..<end], name).allSatisfy({ $0.lowercasedASCII == $1.lowercasedASCII })
    else { return [] }
    return [skippingBlanks(from: end + 1)]
  }

  private func valuesOfMember(_ name: [UInt8], at start: Int) -> [Int] {
    guard let end = writing.end(of: name, at: start) else { return [] }
    let colon = skippingBlanks(from: end)
    guard byte(colon) == UInt8(ascii: ":") else { return [] }
    let value = skippingBlanks(from: colon + 1)
    return byte(value) == UInt8(ascii: "[") ? elements(ofList: value) : [behindQuote(at: value)]
  }

  /// Of a list of texts and numbers; what stands in further lists and objects has a place of its own.
  private func elements(ofList start: Int) -> [Int] {
    var (found, index) = ([behindQuote(at: skippingBlanks(from: start + 1))], start + 1)
    while let byte = byte(index), byte != UInt8(ascii: "]") {
      if byte == UInt8(ascii: ",") { found.append(behindQuote(at: skippingBlanks(from: index + 1))) }
      index += 1
    }
    return found
  }

  private func behindQuote(at place: Int) -> Int { writing.end(of: [UInt8(ascii: "\"")], at: place) ?? place }

  private func skippingBlanks(from start: Int) -> Int {
    bytes[start...].firstIndex { !" \t\r\n".utf8.contains($0) } ?? bytes.count
  }

  /// As behind a URL that an error quotes.
  private func endsSentence(at end: Int) -> Bool {
    ".,:)".utf8.contains(bytes[end]) && byte(end + 1).map { $0 == UInt8(ascii: " ") } ?? true
  }

  private func ends(_ field: PlacedSecret.Field, at end: Int) -> Bool {
    guard let next = byte(end) else { return true }
    return switch field {
    case .nowhere: false
    case .text: true
    case .path: "/?# \t\r\n\"'<>".utf8.contains(next) || endsSentence(at: end)
    case .parameter: "&;# \t\r\n\"'<>".utf8.contains(next) || endsSentence(at: end)
    case .header: "\r\n\"'".utf8.contains(next)
    case .member: "\",}] \t\r\n\\&".utf8.contains(next)
    }
  }
}
