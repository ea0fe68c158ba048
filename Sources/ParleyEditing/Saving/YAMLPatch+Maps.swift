internal import ParleyEngine
import ParleyFiles

extension YAMLPatch {
  mutating func changeMap(
    _ node: YAMLNode, _ written: [YAMLEntry], to entries: [YAMLValue.Entry]
  ) throws(SaveError) {
    let steps = Alignment.steps(oldCount: written.count, newCount: entries.count) { old, new in
      written[old].key.value.isIdentical(to: entries[new].key)
    }
    for step in steps {
      switch step {
      case .keep(let old, let new), .change(let old, let new):
        try change(written[old], to: entries[new], isFlow: node.isFlow)
      case .delete, .insert: break
      }
    }
    let parts = try written.map { entry throws(SaveError) in try part(entry) }
    try apply(steps, to: parts, isFlow: node.isFlow) { [writer] index, indentation, isFlow in
      isFlow ? [writer.flow(entries[index])] : writer.lines(entries[index], indentation: indentation)
    }
  }

  private mutating func change(_ written: YAMLEntry, to entry: YAMLValue.Entry, isFlow: Bool) throws(SaveError) {
    guard let key = written.key.place else { return }
    let indentation = isFlow ? 0 : layout.indentation(at: key.range.lowerBound)
    if written.value.isBlockCollection, !entry.value.isOfKind(of: written.value) {
      return try rewrite(written.value, from: key, as: entry, indentation: indentation)
    }
    if !written.key.value.isIdentical(to: entry.key) {
      edits.replace(key.range, with: ScalarWriter(isFlow: isFlow).key(entry.key, like: style(ofKeyAt: key)))
    }
    try change(written.value, to: entry.value, isFlow: isFlow, indentation: indentation)
  }

  /// A list or map of several lines becomes something else, in lines of its own.
  private mutating func rewrite(
    _ node: YAMLNode, from key: SourcePlace, as entry: YAMLValue.Entry, indentation: Int
  ) throws(SaveError) {
    let start = key.range.lowerBound
    let end = layout.end(ofLinesOf: node)
    guard losesComments || !layout.hasComment(between: key.range.upperBound, and: end, around: node) else {
      throw .cannotBePatched("there is a comment in the part that would be rewritten")
    }
    let lines = writer.lines(entry, indentation: indentation).joined(separator: layout.lineBreak)
    edits.replace(start..<end, with: lines.dropFirst(indentation) + (layout.isAtLineStart(end) ? layout.lineBreak : ""))
  }

  private func style(ofKeyAt place: SourcePlace) -> YAMLNode.ScalarStyle {
    switch layout.source.bytes[place.range.lowerBound] {
    case UInt8(ascii: "'"): .singleQuoted
    case UInt8(ascii: "\""): .doubleQuoted
    default: .plain
    }
  }

  private func part(_ entry: YAMLEntry) throws(SaveError) -> Part {
    guard let start = entry.key.place?.range.lowerBound else { throw .cannotBePatched("a key has no place") }
    return Part(start: start, node: entry.value)
  }
}
