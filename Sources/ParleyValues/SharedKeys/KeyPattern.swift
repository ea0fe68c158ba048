/// The names of keys: one, or with `*` for any run of characters a whole family, as in `user.*`.
///
/// ```swift
/// KeyPattern("user.*").matches("user.name")  // true
/// ```
public struct KeyPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  /// As it was written.
  package let text: String

  /// A name, or a pattern with `*`.
  public init(_ text: String) {
    self.text = text
  }

  public init(stringLiteral text: String) {
    self.init(text)
  }

  public static func == (left: KeyPattern, right: KeyPattern) -> Bool { left.text.isIdentical(to: right.text) }

  /// Whether it is the name of one key.
  package var isExact: Bool { !text.utf8.contains(UInt8(ascii: "*")) }

  /// Whether the name is one of those it names.
  package func matches(_ name: String) -> Bool {
    guard !isExact else { return text.isIdentical(to: name) }
    let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last else { return false }
    let name = name.utf8
    guard name.count >= first.count + last.count, name.starts(with: first), name.suffix(last.count).elementsEqual(last)
    else { return false }
    return Self.contains(parts.dropFirst().dropLast(), in: name.dropFirst(first.count).dropLast(last.count))
  }

  /// Each part as early as it goes: what is left for the others is then as much as can be.
  private static func contains(_ parts: ArraySlice<Substring.UTF8View>, in name: Substring.UTF8View) -> Bool {
    var rest = name
    for part in parts where !part.isEmpty {
      while !rest.starts(with: part) {
        guard rest.popFirst() != nil else { return false }
      }
      rest = rest.dropFirst(part.count)
    }
    return true
  }

  /// Whether a pattern is more specific than another, and so goes first: one name before a family, a long pattern
  /// before a short one.
  package static func isMoreSpecific(_ left: KeyPattern, than right: KeyPattern) -> Bool {
    if left.isExact != right.isExact { return left.isExact }
    let (longer, shorter) = (left.text.utf8.count, right.text.utf8.count)
    return longer == shorter ? left.text.precedes(right.text) : longer > shorter
  }
}
