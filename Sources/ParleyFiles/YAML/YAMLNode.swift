internal import ParleyEngine

/// One value of a YAML file, with the bytes it stands in.
package struct YAMLNode: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  package enum ScalarStyle: Sendable, Equatable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  package let content: Content
  /// A list or map written in `[ ]` or `{ }`.
  package let isFlow: Bool
  /// Its range ends with the value's last byte; a block scalar's ends after its last line break.
  package let place: SourcePlace

  package init(content: Content, isFlow: Bool = false, place: SourcePlace) {
    self.content = content
    self.isFlow = isFlow
    self.place = place
  }
}

/// A key and its value, in the order of the file.
package struct YAMLEntry: Sendable, Equatable {
  package let key: Located<String>
  package let value: YAMLNode

  package init(key: Located<String>, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

extension YAMLNode {
  package var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  package var entries: [YAMLEntry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }

  package var items: [YAMLNode]? {
    guard case .sequence(let items) = content else { return nil }
    return items
  }

  /// Nothing was written where a value could stand, as after `headers:`.
  package var isAbsent: Bool {
    content == .scalar("", .plain)
  }

  package subscript(key: String) -> YAMLNode? {
    entries?.first { $0.key.value.isIdentical(to: key) }?.value
  }

  /// The same values in the same order, wherever and in whatever style they are written.
  package func hasSameValues(as other: YAMLNode) -> Bool {
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
