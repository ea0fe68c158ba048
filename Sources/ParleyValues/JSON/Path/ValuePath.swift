/// A way down into a value: `.items[3].id`.
///
/// The part of jq's language that only picks, so that a path means the same here and there:
///
///     let path = try ValuePath(parsing: #".items[0]["odd key"]"#)
///     try path.resolve(in: value)
///
/// A name without quotes has letters, digits and underscores of ASCII; all others stand in brackets and quotes.
/// A negative index counts from the end.
public struct ValuePath: Hashable, Sendable {
  /// One step of a path.
  package enum Segment: Hashable, Sendable {
    /// Into the member of that key.
    case key(String)
    /// To the element of that index; a negative one counts from the end.
    case index(Int)
  }

  /// From the outermost to the innermost; none is the whole document.
  package var segments: [Segment]

  /// The value itself: `.`
  package static let root = ValuePath([])

  /// A path of these steps.
  package init(_ segments: [Segment]) {
    self.segments = segments
  }

  /// The path one step further.
  package func appending(_ segment: Segment) -> ValuePath {
    ValuePath(segments + [segment])
  }
}

extension ValuePath: CustomStringConvertible {
  /// The path in a form that can be parsed, by jq too.
  public var description: String {
    guard let first = segments.first else { return "." }
    return segments.dropFirst().reduce(first.startsWithDot ? first.text : "." + first.text) { $0 + $1.text }
  }
}

extension ValuePath.Segment {
  fileprivate var startsWithDot: Bool {
    if case .key(let name) = self { ValuePath.isPlainName(name) } else { false }
  }

  fileprivate var text: String {
    switch self {
    case .key(let name) where ValuePath.isPlainName(name): ".\(name)"
    case .key(let name): "[\(JSONValue.string(name))]"
    case .index(let index): "[\(index)]"
    }
  }
}

extension ValuePath {
  /// Whether a name needs neither brackets nor quotes.
  package static func isPlainName(_ name: String) -> Bool {
    guard let first = name.utf8.first, startsName(first) else { return false }
    return name.utf8.allSatisfy(continuesName)
  }

  static func startsName(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  static func continuesName(_ byte: UInt8) -> Bool {
    startsName(byte) || byte &- .zero < 10
  }
}
