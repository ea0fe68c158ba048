package import ParleyEngine

/// A JSON Web Token that stands in a value: as all of it, behind `Bearer `, in a header or cookie, or inside JSON.
package struct FoundToken: Hashable, Sendable {
  /// The string it stands in; the root for a text.
  package let path: ValuePath
  /// The name before it in a header, a cookie or a query, such as `session`; nil where there is none.
  package let name: String?
  package let token: WebToken

  /// The most tokens that are looked for in one value.
  private static let most = 20
  /// The most bytes that are looked through.
  private static let longest = 4 << 20

  /// Its place, for people: `.auth.access`, `session`, or nothing.
  package var place: String {
    if path != .root { return "\(path)" }
    return name ?? ""
  }

  package static func all(in value: SharedValue) -> [FoundToken] {
    value.contentBytes.count <= longest ? found(in: value) : []
  }

  /// - Parameter value: one that is not large.
  fileprivate static func found(in value: SharedValue) -> [FoundToken] {
    var found: [FoundToken] = []
    switch value {
    case .json(let document): look(in: document, at: .root, depth: 0, &found)
    default: if let text = value.text { found = all(in: text) }
    }
    return found
  }

  /// Whether one stands anywhere in a value.
  static func isIn(_ value: SharedValue) -> Bool { !all(in: value).isEmpty }

  /// Tokens have but these letters, so that one ends where a header, a cookie or a query goes on.
  package static func all(in text: String, at path: ValuePath = .root) -> [FoundToken] {
    var found: [FoundToken] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex, found.count < most {
      guard let first = bytes[start...].firstIndex(of: UInt8(ascii: "e")) else { break }
      let isFirst = first == bytes.startIndex || !isLetter(bytes[bytes.index(before: first)])
      let end = bytes[first...].firstIndex { !isLetter($0) } ?? bytes.endIndex
      if isFirst, let token = WebToken(String(text[first..<end])) {
        found.append(FoundToken(path: path, name: name(before: first, in: text), token: token))
      }
      start = end
    }
    return found
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// `session` of `a=1; session=ey…`, `Authorization` of `Authorization: Bearer ey…`.
  private static func name(before start: String.Index, in text: String) -> String? {
    var before = text[..<start]
    for scheme in ["Bearer ", "bearer "] where before.hasSuffix(scheme) { before = before.dropLast(scheme.count) }
    while before.last == " " { before.removeLast() }
    guard let sign = before.popLast(), sign == "=" || sign == ":" else { return nil }
    let name = before.utf8.reversed().prefix(while: isLetter).reversed()
    return name.isEmpty ? nil : String(decoding: Array(name), as: UTF8.self)
  }

  private static func look(in value: JSONValue, at path: ValuePath, depth: Int, _ found: inout [FoundToken]) {
    guard depth < 64, found.count < most else { return }
    switch value {
    case .string(let text): found += all(in: text, at: path)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        look(in: element, at: path.appending(.index(index)), depth: depth + 1, &found)
      }
    case .object(let object):
      for member in object {
        look(in: member.value, at: path.appending(.key(member.key)), depth: depth + 1, &found)
      }
    case .null, .bool, .number: break
    }
  }
}

extension SharedEntry {
  /// The most bytes of a value whose tokens a list looks for.
  private static var longestListed: Int { 64 << 10 }

  /// The time at which the first token in its value expires; nil where none does, or the value is not to be seen.
  package var tokenExpires: Timestamp? {
    guard size <= Self.longestListed, let value else { return nil }
    return FoundToken.found(in: value).compactMap(\.token.expires).min { $0.microseconds < $1.microseconds }
  }
}
