/// The patterns to look for: each secret, and the forms base64 makes of it. How a character of these may be written is
/// left to the search.
final class SecretIndex: Sendable {
  /// Bytes that give a secret away.
  struct Pattern: Sendable {
    let bytes: [UInt8]
    let value: String
  }

  /// By their first byte.
  private let patterns: [[Pattern]]
  /// One bit for every two bytes that a pattern begins with.
  private let beginnings: [UInt64]

  init(of values: [String]) {
    var patterns = [[Pattern]](repeating: [], count: 256)
    var beginnings = [UInt64](repeating: 0, count: 1024)
    for value in values {
      for bytes in Self.forms(of: value) {
        patterns[Int(bytes[0])].append(Pattern(bytes: bytes, value: value))
        for second in bytes.count > 1 ? bytes[1]...bytes[1] : 0...255 { Self.mark(bytes[0], second, in: &beginnings) }
      }
    }
    (self.patterns, self.beginnings) = (patterns, beginnings)
  }

  private static func mark(_ first: UInt8, _ second: UInt8, in beginnings: inout [UInt64]) {
    beginnings[Int(first) << 2 | Int(second) >> 6] |= 1 << UInt64(second & 63)
  }

  @inline(__always)
  func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    beginnings[Int(first) << 2 | Int(second) >> 6] & 1 << UInt64(second & 63) != 0
  }

  func patterns(beginningWith first: UInt8) -> [Pattern] { patterns[Int(first)] }
}

extension SecretIndex {
  private static func forms(of value: String) -> Set<[UInt8]> {
    let written = [value, jsonEscaped(value), URLText.encoded(value) { $0.isUnreserved }]
    var forms = Set(written.flatMap { base64Forms(of: Array($0.utf8)) })
    forms.insert(Array(value.utf8))
    // As the name of a host has it.
    forms.insert(value.utf8.map(\.lowercasedASCII))
    // A URL ends for its server where its fragment begins.
    if let mark = value.firstIndex(of: "#"), value[..<mark].utf8.count >= Secrets.shortestSought {
      forms.insert(Array(value[..<mark].utf8))
    }
    return forms
  }

  private static func jsonEscaped(_ value: String) -> String {
    String(decoding: JSONPrinter.compact.bytes(of: .string(value)).dropFirst().dropLast(), as: UTF8.self)
  }

  /// By itself, and from eight bytes on as a part of something longer, where it may begin at any of three places in a group of
  /// bytes. In the alphabet for URLs too (RFC 4648 §5).
  private static func base64Forms(of value: [UInt8]) -> [[UInt8]] {
    let parts = value.count < Secrets.shortestSought ? [] : (0..<3).map { base64(of: value, behind: $0) }
    let forms = [Base64.encode(value)] + parts
    return (forms + forms.map { $0.replacing("+", with: "-").replacing("/", with: "_") }).map { Array($0.utf8) }
  }

  /// The base64 characters that do not depend on the bytes around the value.
  private static func base64(of value: [UInt8], behind count: Int) -> String {
    let text = Base64.encode([UInt8](repeating: 0, count: count) + value)
    let sure = 8 * (count + value.count) / 6
    return String(text.prefix(sure).dropFirst(count == 0 ? 0 : count + 1))
  }
}
