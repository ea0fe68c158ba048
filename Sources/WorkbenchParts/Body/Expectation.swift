import ParleyEngine

/// An expectation that holds for a value of a response, as a filter: `.result.total == 55.86`.
///
/// Digits stay as they are written. A secret is only expected to exist, because the filter goes into a file; a list is
/// expected to have its number of elements, and an object to be one.
struct Expectation {
  /// A longer value is expected to be there.
  static let longestValue = 64 << 10
  private static let longestText = 200

  private let path: ValuePath
  private let filter: String?
  private let written: [UInt8]?
  private let start: UInt8?

  /// - Parameters:
  ///   - filter: from what the path leads on; nil is the body.
  ///   - written: the value as it stands in the body; nil for a long one.
  ///   - start: its first byte.
  init(_ path: ValuePath, of filter: String?, _ written: [UInt8]?, startsWith start: UInt8?) {
    self.path = path
    self.filter = filter
    self.written = written
    self.start = start
  }

  func text(hiding secrets: Secrets) -> String {
    let text = written.map { String(decoding: $0, as: UTF8.self) }
    switch start {
    case UInt8(ascii: "{"): return "\(way) | type == \"object\""
    case UInt8(ascii: "["):
      guard let written, case .array(let items)? = try? JSONValue(parsing: written) else {
        return "\(way) | type == \"array\""
      }
      return "\(way) | length == \(items.count)"
    case UInt8(ascii: "\""):
      guard let written, case .string(let value)? = try? JSONValue(parsing: written),
        value.utf8.count <= Self.longestText, secrets.maskingForeign(value) == value
      else { return "\(way) | length > 0" }
      return "\(way) == \(JSONValue.string(value))"
    default: return "\(way) == \(text ?? "null")"
    }
  }

  private var way: String {
    guard let filter else { return "\(path)" }
    return path == .root ? "(\(filter))" : "(\(filter)) | \(path)"
  }
}
