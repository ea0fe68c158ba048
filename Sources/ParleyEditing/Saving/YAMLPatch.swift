import ParleyFiles
import ParleyText

/// Finds the fewest changes to a file's bytes after which it says what is wanted.
///
/// A value that already says it is not touched, whatever its style; a scalar is replaced in its own style where that
/// will do; rows are added and removed as whole lines, or between the commas of a `{ }`.
struct YAMLPatch {
  var edits = TextEdits()
  let layout: FileLayout
  let writer: YAMLWriter
  /// Whether comments may be lost with the values that are rewritten.
  let losesComments: Bool

  init(layout: FileLayout, losingComments: Bool = false) {
    self.layout = layout
    losesComments = losingComments
    writer = YAMLWriter(step: layout.step)
  }

  /// - Parameters:
  ///   - isFlow: the node stands inside `[ ]` or `{ }`.
  ///   - indentation: the indentation of the key or dash that the node belongs to.
  mutating func change(
    _ node: YAMLNode, to value: YAMLValue, isFlow: Bool, indentation: Int
  ) throws(SaveError) {
    if value.isSaid(by: node) { return }
    switch (value, node.content) {
    case (.scalar(let text), .scalar(_, let style)):
      changeScalar(node, style, to: text, isFlow: isFlow, indentation: indentation)
    case (.mapping(let entries, _), .mapping(let written)) where !entries.isEmpty && !written.isEmpty:
      try changeMap(node, written, to: entries)
    case (.sequence(let items, _), .sequence(let written)) where !items.isEmpty && !written.isEmpty:
      try changeList(node, written, to: items)
    default:
      try replace(node, with: value, isFlow: isFlow)
    }
  }

  /// Something of another kind, in one line.
  private mutating func replace(_ node: YAMLNode, with value: YAMLValue, isFlow: Bool) throws(SaveError) {
    let text = isFlow ? writer.flow(value) : writer.line(value)
    let range = node.place.range
    guard !node.isBlockCollection else {
      throw .cannotBePatched("an item of a list would have to become something else")
    }
    switch node.content {
    case .scalar(_, .literal), .scalar(_, .folded):
      edits.replace(range.lowerBound..<lastLineBreak(before: layout.end(ofLinesOf: node)), with: text)
    default:
      edits.replace(range, with: node.isAbsent ? " " + text : text)
    }
  }

  func lastLineBreak(before offset: Int) -> Int {
    var offset = offset
    while offset > 0, layout.source.bytes[offset - 1].isLineBreak { offset -= 1 }
    return offset
  }
}

extension YAMLNode {
  var isBlockCollection: Bool { text == nil && !isFlow }
}

extension YAMLValue {
  /// Both are text, or lists, or maps.
  func isOfKind(of node: YAMLNode) -> Bool {
    switch (self, node.content) {
    case (.kept, _), (.scalar, .scalar): true
    case (.mapping(let entries, _), .mapping): !entries.isEmpty
    case (.sequence(let items, _), .sequence): !items.isEmpty
    default: false
    }
  }
}
