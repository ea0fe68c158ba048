/// The charset that a text names in its own first bytes: XML's declaration, HTML's `meta`, the rule `@charset` of CSS.
struct CharsetDeclaration {
  /// As it is written; nil where the text names none.
  let label: String?

  /// - Parameter isWhole: whether no more is looked at.
  /// - Returns: nil where it takes more bytes to tell.
  init?(_ head: [UInt8], _ type: BodyType, isWhole: Bool) {
    // Of bytes that are no ASCII only their number counts here.
    let text = head.prefix(TextForm.headLength).map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
    let scan = Scan(bytes: text)
    if type.isXML || type.isHTML || type.name.isEmpty, scan.mayBegin("<?xml") {
      guard let end = scan.place(of: "?>", from: 0) else {
        if !isWhole { return nil }
        label = nil
        return
      }
      label = scan.value(of: "encoding", in: 0..<end)
    } else if type.isHTML {
      let found = scan.metaCharset()
      if found == nil, !isWhole, scan.place(of: "<body", from: 0) == nil { return nil }
      label = found
    } else if type.name == "text/css", scan.mayBegin("@charset \"") {
      let start = "@charset \"".utf8.count
      let end = text.dropFirst(start).firstIndex(of: UInt8(ascii: "\""))
      if end == nil, !isWhole { return nil }
      label = end.map { String(decoding: text[start..<$0], as: UTF8.self) }
    } else {
      label = nil
    }
  }
}

/// Looks through the beginning of a text in ASCII.
private struct Scan {
  let bytes: [UInt8]

  func mayBegin(_ word: String) -> Bool {
    let start = bytes.prefix { UInt8.blanks.contains($0) }.count
    let rest = bytes.dropFirst(start).prefix(word.utf8.count)
    return !rest.isEmpty && word.utf8.starts(with: rest.map(\.lowercasedASCII))
  }

  func place(of word: String, from start: Int) -> Int? {
    let word = Array(word.utf8)
    guard start <= bytes.count - word.count else { return nil }
    return (start...bytes.count - word.count).first { place in
      word.indices.allSatisfy { bytes[place + $0].lowercasedASCII == word[$0] }
    }
  }

  /// The value behind `name=`, in quotes or up to a blank.
  func value(of name: String, in range: Range<Int>) -> String? {
    var start = range.lowerBound
    while let found = place(of: name, from: start), found + name.utf8.count < range.upperBound {
      start = found + name.utf8.count
      if let value = value(from: start, to: range.upperBound) { return value }
    }
    return nil
  }

  private func value(from start: Int, to end: Int) -> String? {
    let rest = bytes[start..<end].drop { UInt8.blanks.contains($0) }
    guard rest.first == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst().drop { UInt8.blanks.contains($0) }
    guard let first = value.first else { return nil }
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    let text =
      isQuoted
      ? value.dropFirst().prefix { $0 != first }
      : value.prefix { !UInt8.blanks.contains($0) && !">;\"'".utf8.contains($0) }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// Of the first `meta` that names one, outside of comments (https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding).
  func metaCharset() -> String? {
    var start = 0
    while let open = bytes[start...].firstIndex(of: UInt8(ascii: "<")) {
      if bytes[open...].starts(with: "<!--".utf8) {
        guard let end = place(of: "-->", from: open) else { return nil }
        start = end + 3
        continue
      }
      let end = bytes[open...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      if bytes[open..<end].prefix(5).map(\.lowercasedASCII) == Array("<meta".utf8),
        let label = value(of: "charset", in: open..<end)
      {
        // It could not be read here if it were.
        return label.lowercased().hasPrefix("utf-16") ? "utf-8" : label
      }
      start = min(open + 1, bytes.count)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate static let blanks: Set<UInt8> = Set(" \t\r\n\u{C}".utf8)
}
