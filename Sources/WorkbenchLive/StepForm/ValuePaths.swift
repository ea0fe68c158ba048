import ParleyEngine
import Workbench

/// The paths into a value, each with what stands there, to be completed while one types.
struct ValuePaths {
  private static let most = 400
  private static let deepest = 8

  private(set) var names: [TemplateName] = []
  private let source: String

  /// - Parameters:
  ///   - prefix: of every path, such as `steps.login`; empty for `.` of a filter.
  ///   - source: where the value is from, in words.
  init(of value: JSONValue, prefix: String, source: String) {
    self.source = source
    if !prefix.isEmpty { names.append(TemplateName(prefix, value: Self.short(value), source: source)) }
    add(value, at: prefix, depth: 0)
  }

  private mutating func add(_ value: JSONValue, at path: String, depth: Int) {
    guard depth < Self.deepest else { return }
    if let object = value.object {
      for (key, inner) in object where key.isPlainKey { note(inner, at: "\(path).\(key)", depth) }
    } else if let first = value.array?.first {
      note(first, at: path.isEmpty ? ".[0]" : "\(path)[0]", depth)
    }
  }

  private mutating func note(_ value: JSONValue, at path: String, _ depth: Int) {
    guard names.count < Self.most else { return }
    names.append(TemplateName(path, value: Self.short(value), source: source))
    add(value, at: path, depth: depth + 1)
  }

  /// In a few columns.
  static func short(_ value: JSONValue) -> String {
    if let object = value.object { return "{ \(object.count) }" }
    if let array = value.array { return "[ \(array.count) ]" }
    return String(JSONPrinter.compact.string(of: value).prefix(60))
  }
}

extension String {
  /// One that stands in a path without quotes.
  fileprivate var isPlainKey: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
