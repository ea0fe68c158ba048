import Glibc

/// The head of a request or a response as it went over the wire. It is looked into for every node of a run, so that it stays bytes
/// until somebody reads it.
package struct WireHead: Sendable, Hashable {
  /// The bytes, with the line ends.
  package let bytes: [UInt8]

  /// A head of these bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Its lines as text, without the empty one at the end.
  package var lines: [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The first word of a request line.
  var method: String { String(decoding: bytes.prefix { $0 != .space && !$0.endsLine }, as: UTF8.self) }

  /// Of a status line, such as `HTTP/1.1 302 Found` or `HTTP/2 302`.
  var status: Int? {
    let behindVersion = firstLine.drop { $0 != .space }.drop { $0 == .space }
    return Int(String(decoding: behindVersion.prefix { $0 != .space }, as: UTF8.self))
  }

  private var firstLine: ArraySlice<UInt8> { bytes.prefix { !$0.endsLine } }
}

// Its fields. Names are ASCII, in whatever case (RFC 9110, section 5.1).
extension WireHead {
  /// Whether it has a field of a name, in lower case. Asked of every head of a run, and nearly none has it: so its colons are looked for,
  /// of which there are few, and what stands before each.
  func has(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { name in anyColon { Self.isField(named: name, before: $0, in: $1) } }
  }

  /// Whether it sends or sets a cookie, found in one pass.
  var holdsCookies: Bool {
    anyColon { colon, bytes in
      guard colon > 0, bytes[colon - 1].lowercasedASCII == UInt8(ascii: "e") else { return false }
      return Self.cookieFields.contains { name in
        name.withUTF8Buffer { Self.isField(named: $0, before: colon, in: bytes) }
      }
    }
  }

  private static let cookieFields: [StaticString] = ["cookie", "set-cookie"]

  private func anyColon(_ isField: (Int, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while let colon = Self.firstColon(of: bytes[start...]) {
        if isField(colon, bytes) { return true }
        start = colon + 1
      }
      return false
    }
  }

  private static func firstColon(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes))
    guard let start = rest.baseAddress, let found = memchr(start, Int32(UInt8.colon), rest.count) else { return nil }
    return bytes.startIndex + (UnsafeRawPointer(found) - start)
  }

  private static func isField(
    named name: UnsafeBufferPointer<UInt8>, before colon: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let start = colon - name.count
    guard start > 0, bytes[start - 1].endsLine else { return false }
    return name.indices.allSatisfy { bytes[start + $0].lowercasedASCII == name[$0] }
  }

  /// The values of all fields of a name, in lower case, without the blanks before them.
  package func values(of name: String) -> [String] {
    guard has(name) else { return [] }
    return fieldLines.compactMap { line in
      let behind = line.dropFirst(name.utf8.count)
      guard behind.first == .colon, line.lazy.map(\.lowercasedASCII).starts(with: name.utf8) else { return nil }
      return String(decoding: behind.dropFirst().drop { $0 == .space }, as: UTF8.self)
    }
  }

  /// The names of its fields, in lower case.
  var names: Set<String> {
    Set(fieldLines.map { String(decoding: $0.prefix { $0 != .colon }.map(\.lowercasedASCII), as: UTF8.self) })
  }

  private var fieldLines: ArraySlice<ArraySlice<UInt8>> { bytes.split(whereSeparator: \.endsLine).dropFirst() }
}

extension UInt8 {
  fileprivate var endsLine: Bool { self == .lineFeed || self == .carriageReturn }
}
