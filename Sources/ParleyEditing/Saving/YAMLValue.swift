internal import ParleyEngine
package import ParleyFiles

/// A value to be written at one place of a file.
package indirect enum YAMLValue {
  /// Exactly what stands there already.
  case kept(YAMLNode)
  case scalar(String)
  case mapping([Entry], isFlow: Bool)
  case sequence([YAMLValue], isFlow: Bool)

  package struct Entry {
    package let key: String
    package let value: YAMLValue

    package init(key: String, value: YAMLValue) {
      self.key = key
      self.value = value
    }
  }

  /// Does the node say this already?
  func isSaid(by node: YAMLNode) -> Bool {
    switch (self, node.content) {
    case (.kept(let kept), _): kept.hasSameValues(as: node)
    case (.scalar(let text), .scalar(let written, _)): text.isIdentical(to: written)
    case (.mapping(let entries, _), .mapping(let written)):
      entries.count == written.count
        && zip(entries, written).allSatisfy { $0.key.isIdentical(to: $1.key.value) && $0.value.isSaid(by: $1.value) }
    case (.sequence(let items, _), .sequence(let written)):
      items.count == written.count && zip(items, written).allSatisfy { $0.isSaid(by: $1) }
    default: false
    }
  }
}
