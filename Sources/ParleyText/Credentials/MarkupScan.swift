internal import ParleyEngine

/// The texts of elements and attributes of XML or HTML, each with its name. It need not be well formed.
///
///     <login id="7"><password>s3cret</password></login>      id: 7, password: s3cret
struct MarkupScan {
  struct Found {
    /// Without the prefix of its namespace.
    let name: String
    /// As UTF-8 offsets.
    let range: Range<Int>
  }

  private(set) var found: [Found] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var position = 0
    while position < bytes.count, let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = takeTag(at: open)
    }
  }

  /// - Returns: the index at which to continue.
  private mutating func takeTag(at open: Int) -> Int {
    let name = word(from: open + 1)
    guard !name.isEmpty else { return open + 1 }
    var position = name.upperBound
    while position < bytes.count, bytes[position] != UInt8(ascii: ">"), bytes[position] != UInt8(ascii: "<") {
      position = takeAttribute(at: position)
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else { return position }
    let isEmpty = bytes[position - 1] == UInt8(ascii: "/")
    return isEmpty ? position + 1 : takeText(from: position + 1, of: name)
  }

  private static let (dataStart, dataEnd) = (Array("<![CDATA[".utf8), Array("]]>".utf8))

  /// Up to the tag that follows. A section of characters counts as one text.
  private mutating func takeText(from start: Int, of name: Range<Int>) -> Int {
    let text = bytes[start...]
    guard text.starts(with: Self.dataStart) else {
      let end = text.firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      note(name, start..<end)
      return end
    }
    let inner = start + Self.dataStart.count
    let end = bytes[inner...].indices.first { bytes[$0...].starts(with: Self.dataEnd) } ?? bytes.count
    note(name, inner..<end)
    return end
  }

  /// - Returns: the index at which to continue.
  private mutating func takeAttribute(at start: Int) -> Int {
    let name = word(from: start)
    guard !name.isEmpty else { return start + 1 }
    let mark = name.upperBound
    guard mark + 1 < bytes.count, bytes[mark] == UInt8(ascii: "="),
      bytes[mark + 1] == UInt8(ascii: "\"") || bytes[mark + 1] == UInt8(ascii: "'")
    else { return mark }
    let end = bytes[(mark + 2)...].firstIndex(of: bytes[mark + 1]) ?? bytes.count
    note(name, mark + 2..<end)
    return min(end + 1, bytes.count)
  }

  private func word(from start: Int) -> Range<Int> {
    guard start < bytes.count else { return start..<start }
    return start..<start + bytes[start...].prefix { $0.isLetterOrDigit || "-_.:".utf8.contains($0) }.count
  }

  private mutating func note(_ name: Range<Int>, _ range: Range<Int>) {
    let name = String(decoding: bytes[name], as: UTF8.self)
    found.append(Found(name: name.split(separator: ":").last.map(String.init) ?? name, range: range))
  }
}
