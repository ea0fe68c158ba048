import HTTPTypes

/// The directives of a `Cache-Control` header (RFC 9111 §5.2). Names count in any casing, unknown ones are no error.
struct CacheControl: Sendable {
  private var directives: [(name: Substring, value: Substring?)] = []

  init(_ headers: HTTPFields) {
    for field in headers where field.name == .cacheControl { add(field.value) }
  }

  private mutating func add(_ value: String) {
    for part in Self.parts(of: value) {
      let mark = part.firstIndex(of: "=") ?? part.endIndex
      let value = mark == part.endIndex ? nil : Self.unquoted(part[part.index(after: mark)...])
      directives.append((part[..<mark].trimmingBlanks, value))
    }
  }

  func contains(_ name: String) -> Bool {
    directives.contains { $0.name.lowercased() == name }
  }

  /// Returns the seconds that a directive gives; of several the first. Anything that is not a number counts as none at
  /// all, which for an age means stale (RFC 9111 §4.2.1).
  func duration(_ name: String) -> Duration? {
    directives.first { $0.name.lowercased() == name }.map { Self.duration(ofSeconds: $0.value ?? "") }
  }

  /// Whether it stands there alone, without a number: `max-stale`.
  func isBare(_ name: String) -> Bool {
    directives.contains { $0.name.lowercased() == name && $0.value == nil }
  }

  /// A number beyond 2³¹ is that much (RFC 9111 §1.2.2).
  static func duration(ofSeconds text: some StringProtocol) -> Duration {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return .zero }
    return .seconds(min(Int64(text) ?? .max, 1 << 31))
  }
}

extension CacheControl {

  /// Split at the commas that are not inside of quotes; at all of them where a quote has no end, so that it hides nothing.
  private static func parts(of value: String) -> [Substring] {
    var (isQuoted, isEscaped) = (false, false)
    let parts = value.split {
      if isEscaped {
        isEscaped = false
        return false
      }
      isEscaped = isQuoted && $0 == "\\"
      if $0 == "\"" { isQuoted.toggle() }
      return $0 == "," && !isQuoted
    }
    return isQuoted ? value.split(separator: ",") : parts
  }

  private static func unquoted(_ text: Substring) -> Substring {
    let text = text.trimmingBlanks
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    return text.dropFirst().dropLast()
  }
}
