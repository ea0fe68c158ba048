internal import ParleyEngine

/// One value of a YAML file, with the bytes it stands in.
public struct YAMLNode: Sendable, Equatable {
  public enum Content: Sendable, Equatable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  public enum ScalarStyle: Sendable, Equatable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  public let content: Content
  /// A list or map written in `[ ]` or `{ }`.
  public let isFlow: Bool
  /// Its range ends with the value's last byte; a block scalar's ends after its last line break.
  public let place: SourcePlace

  public init(content: Content, isFlow: Bool = false, place: SourcePlace) {
    self.content = content
    self.isFlow = isFlow
    self.place = place
  }
}

/// A key and its value, in the order of the file.
public struct YAMLEntry: Sendable, Equatable {
  public let key: Located<String>
  public let value: YAMLNode

  public init(key: Located<String>, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

extension YAMLNode {
  public var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  public var entries: [YAMLEntry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }

  public var items: [YAMLNode]? {
    guard case .sequence(let items) = content else { return nil }
    return items
  }

  /// Nothing was written where a value could stand, as after `headers:`.
  public var isAbsent: Bool {
    content == .scalar("", .plain)
  }

  public subscript(key: String) -> YAMLNode? {
    entries?.first { $0.key.value.isIdentical(to: key) }?.value
  }

  /// The same values in the same order, wherever and in whatever style they are written.
  func hasSameValues(as other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let left, _), .scalar(let right, _)):
      left.isIdentical(to: right)
    case (.sequence(let left), .sequence(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.hasSameValues(as: $1) }
    case (.mapping(let left), .mapping(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          $0.key.value.isIdentical(to: $1.key.value) && $0.value.hasSameValues(as: $1.value)
        }
    default: false
    }
  }
}
