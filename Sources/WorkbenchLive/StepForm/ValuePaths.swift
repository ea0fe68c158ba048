import ParleyEngine
import WorkbenchServices

/// The paths into a value, each with what stands there, to be completed while one types. Those near the root come first, so that a
/// large value hides none of them.
struct ValuePaths {
  static let most = 400
  private static let deepest = 8

  private(set) var names: [TemplateName] = []
  private let source: String
  private let most: Int
  private var open: [(value: JSONValue, path: String, depth: Int)] = []

  /// - Parameters:
  ///   - prefix: the prefix of every path, such as `steps.login`; empty for `.` of a filter.
  ///   - source: the origin of the value, in words.
  ///   - most: the maximal number of paths.
  init(of value: JSONValue, prefix: String, source: String, most: Int = most) {
    (self.source, self.most) = (source, most)
    if prefix.isEmpty { open.append((value, prefix, 0)) } else { note(value, at: prefix, depth: 0) }
    var next = 0
    while next < open.count, names.count < most {
      let (value, path, depth) = open[next]
      next += 1
      add(value, at: path, depth: depth + 1)
    }
  }

  private mutating func add(_ value: JSONValue, at path: String, depth: Int) {
    if let object = value.object {
      for (key, inner) in object where key.isPlainKey { note(inner, at: "\(path).\(key)", depth: depth) }
    } else if let first = value.array?.first {
      note(first, at: path.isEmpty ? ".[0]" : "\(path)[0]", depth: depth)
    }
  }

  private mutating func note(_ value: JSONValue, at path: String, depth: Int) {
    guard names.count < most else { return }
    names.append(TemplateName(path, value: Self.short(value), source: source))
    if depth < Self.deepest { open.append((value, path, depth)) }
  }

  /// In a few columns.
  static func short(_ value: JSONValue) -> String {
    if let object = value.object { return "{ \(object.count) }" }
    if let array = value.array { return "[ \(array.count) ]" }
    return ValueExcerpt(nodes: 1, characters: 60).text(of: value, as: .compact)
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
