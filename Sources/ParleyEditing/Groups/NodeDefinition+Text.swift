import ParleyEngine
package import ParleyFiles
import ParleyText

extension NodeDefinition {
  /// The node's definition, as it is laid out when somebody reads it.
  func told(in workspace: Workspace) -> DefinitionText {
    DefinitionText(of: list.nodes.isEmpty ? source(in: workspace) : nil) { text }
  }

  private func source(in workspace: Workspace) -> DefinitionText.Source? {
    guard let place, let bytes = workspace.sources[place.file]?.bytes, place.range.upperBound <= bytes.count else {
      return nil
    }
    return DefinitionText.Source(bytes[place.range], column: place.column)
  }

  /// The node's definition, laid out anew. Of the nodes inside it only the number is shown.
  package var text: String {
    guard case .map(let entries, _) = NodeDefinition.form.written(self) else { return "" }
    return entries.flatMap(lines).joined(separator: "\n")
  }

  private func lines(of entry: EncodedValue.Entry) -> [String] {
    if case .list(let nodes) = entry.value, ["serial", "concurrent"].contains(entry.key) {
      return ["\(entry.key): # \(nodes.count.counted("step"))"]
    }
    return YAMLWriter().lines(.init(key: entry.key, value: YAMLValue(entry.value).inBlocks), indentation: 0)
  }
}

extension YAMLValue {
  /// Every map on lines of its own.
  fileprivate var inBlocks: YAMLValue {
    switch self {
    case .mapping(let entries, _):
      .mapping(entries.map { Entry(key: $0.key, value: $0.value.inBlocks) }, isFlow: false)
    case .sequence(let items, let isFlow): .sequence(items.map(\.inBlocks), isFlow: isFlow)
    case .kept, .scalar: self
    }
  }
}
