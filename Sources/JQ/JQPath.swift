/// A place in what was given to a filter: `.items[3].id`, or `$steps.cart[0]`.
public struct JQPath: Hashable, Sendable {
  /// A step of the way.
  public enum Segment: Hashable, Sendable {
    /// The member of an object.
    case key(String)
    /// The element of an array.
    case index(Int)
    /// Any element: many places in one.
    case anyIndex
  }

  /// The variable it starts at, without the `$`; nil for the input.
  public let variable: String?
  /// The way from there.
  public let segments: [Segment]

  /// A place from its parts.
  public init(variable: String? = nil, segments: [Segment]) {
    (self.variable, self.segments) = (variable, segments)
  }
}

extension JQPath: CustomStringConvertible {
  /// As a filter would say it; `[*]` is any element.
  public var description: String {
    let way = segments.map(\.description).joined()
    guard variable == nil else { return "$" + (variable ?? "") + way }
    return way.isEmpty || way.hasPrefix("[") ? "." + way : way
  }
}

extension JQPath.Segment: CustomStringConvertible {
  /// `.name`, `["any name"]`, `[0]` or `[*]`.
  public var description: String {
    switch self {
    case .key(let name): JQPath.Segment.isPlain(name) ? "." + name : "[\(Value(name).scalarText)]"
    case .index(let index): "[\(index)]"
    case .anyIndex: "[*]"
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, first | 0x20 &- 97 < 26 || first == 95 else { return false }
    return name.utf8.allSatisfy { $0 | 0x20 &- 97 < 26 || $0 == 95 || $0 &- 48 < 10 }
  }
}

extension Origin {
  var path: JQPath {
    let segments: [JQPath.Segment] = steps.map { step in
      switch step {
      case .key(let name): .key(name)
      case .index(let index): .index(index)
      case .anyIndex: .anyIndex
      }
    }
    return JQPath(variable: variable, segments: segments)
  }
}
