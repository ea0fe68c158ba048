/// Finds the fewest changes to a file's bytes after which it says what is wanted.
///
/// A value that already says it is not touched, whatever its style; a scalar is replaced in its own style where that
/// will do; rows are added and removed as whole lines, or between the commas of a `{ }`.
struct YAMLPatch {
  private(set) var edits = TextEdits()
  private let layout: FileLayout
  private let writer: YAMLWriter

  init(layout: FileLayout) {
    self.layout = layout
    writer = YAMLWriter(step: layout.step)
  }

  /// - Parameters:
  ///   - isFlow: the node stands inside `[ ]` or `{ }`.
  ///   - indentation: of the key or dash that the node belongs to.
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
      try replace(node, with: value)
    }
  }

  /// Something of another kind, in one line.
  private mutating func replace(_ node: YAMLNode, with value: YAMLValue) throws(SaveError) {
    let text = writer.flow(value)
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

  private func lastLineBreak(before offset: Int) -> Int {
    var offset = offset
    while offset > 0, layout.source.bytes[offset - 1].isLineBreak { offset -= 1 }
    return offset
  }
}

// MARK: Scalars

extension YAMLPatch {
  private mutating func changeScalar(
    _ node: YAMLNode, _ style: YAMLNode.ScalarStyle, to text: String, isFlow: Bool, indentation: Int
  ) {
    let isBlock = style == .literal || style == .folded
    let literal = isFlow || !(isBlock || text.contains("\n")) ? nil : LiteralText(text, step: layout.step)
    switch (literal, isBlock) {
    case (let literal?, true): rewriteBlock(node, as: literal, indentation: indentation)
    case (let literal?, false): openBlock(node, as: literal, indentation: indentation)
    case (nil, true): closeBlock(node, to: text)
    case (nil, false): replaceLine(node, style, with: text, isFlow: isFlow)
    }
  }

  private mutating func replaceLine(_ node: YAMLNode, _ style: YAMLNode.ScalarStyle, with text: String, isFlow: Bool) {
    let written = ScalarWriter(isFlow: isFlow).line(text, like: style)
    edits.replace(node.place.range, with: node.isAbsent ? " " + written : written)
  }

  /// The lines change, and what stands behind the `|` where it must; a comment there stays.
  private mutating func rewriteBlock(_ node: YAMLNode, as literal: LiteralText, indentation: Int) {
    let start = node.place.range.lowerBound
    let header = layout.lineEnd(of: start)
    let indicators = layout.source.bytes[(start + 1)..<header].prefix { !$0.isBlank && !$0.isLineBreak }
    edits.replace(start..<indicators.endIndex, with: "|" + literal.indicators)
    let end = literal.keepsBlankLines ? max(header, node.place.range.upperBound) : layout.end(ofLinesOf: node)
    let written = literal.written(indentation: indentation + layout.step, lineBreak: layout.lineBreak)
    edits.replace(header..<end, with: (layout.isAtLineStart(header) ? "" : layout.lineBreak) + written)
  }

  /// A `|` takes the place of the value, so that a comment behind it stays where it is; the lines come below.
  private mutating func openBlock(_ node: YAMLNode, as literal: LiteralText, indentation: Int) {
    edits.replace(node.place.range, with: (node.isAbsent ? " |" : "|") + literal.indicators)
    let written = literal.written(indentation: indentation + layout.step, lineBreak: layout.lineBreak)
    insertLines(written, at: layout.end(ofLinesOf: node))
  }

  private mutating func closeBlock(_ node: YAMLNode, to text: String) {
    let end = lastLineBreak(before: layout.end(ofLinesOf: node))
    edits.replace(node.place.range.lowerBound..<end, with: ScalarWriter(isFlow: false).line(text, like: .doubleQuoted))
  }

  /// - Parameter lines: each with its line break.
  private mutating func insertLines(_ lines: String, at offset: Int) {
    guard !layout.isAtLineStart(offset) else { return edits.insert(lines, at: offset) }
    edits.insert(layout.lineBreak + lines.dropLast(), at: offset)
  }
}

// MARK: Maps

extension YAMLPatch {
  private mutating func changeMap(
    _ node: YAMLNode, _ written: [YAMLEntry], to entries: [YAMLValue.Entry]
  ) throws(SaveError) {
    let steps = Alignment.steps(oldCount: written.count, newCount: entries.count) { old, new in
      written[old].key.value == entries[new].key
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
      edits.replace(key.range, with: ScalarWriter.key(entry.key, like: style(ofKeyAt: key)))
    }
    try change(written.value, to: entry.value, isFlow: isFlow, indentation: indentation)
  }

  /// A list or map of several lines becomes something else, in lines of its own.
  private mutating func rewrite(
    _ node: YAMLNode, from key: SourcePlace, as entry: YAMLValue.Entry, indentation: Int
  ) throws(SaveError) {
    let start = key.range.lowerBound
    let end = layout.end(ofLinesOf: node)
    guard !layout.hasComment(between: key.range.upperBound, and: end, around: node) else {
      throw .cannotBePatched("a comment stands in what would be written anew")
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

// MARK: Lists

extension YAMLPatch {
  private mutating func changeList(
    _ node: YAMLNode, _ written: [YAMLNode], to items: [YAMLValue]
  ) throws(SaveError) {
    let steps = Alignment.steps(oldCount: written.count, newCount: items.count) { items[$1].isSaid(by: written[$0]) }
    for case .change(let old, let new) in steps {
      let indentation = node.isFlow ? 0 : layout.indentation(at: written[old].place.range.lowerBound)
      try change(written[old], to: items[new], isFlow: node.isFlow, indentation: indentation)
    }
    let parts = try written.map { item throws(SaveError) in try part(item, isFlow: node.isFlow) }
    try apply(steps, to: parts, isFlow: node.isFlow) { [writer] index, indentation, isFlow in
      isFlow ? [writer.flow(items[index])] : writer.lines(item: items[index], indentation: indentation)
    }
  }

  /// An item of a block begins with its dash, which libyaml does not count to it.
  private func part(_ item: YAMLNode, isFlow: Bool) throws(SaveError) -> Part {
    let start = item.place.range.lowerBound
    if isFlow { return Part(start: start, node: item) }
    var dash = start - 1
    while dash >= 0, layout.source.bytes[dash].isBlank || layout.source.bytes[dash].isLineBreak { dash -= 1 }
    guard dash >= 0, layout.source.bytes[dash] == UInt8(ascii: "-") else {
      throw .cannotBePatched("an item has no dash of its own")
    }
    return Part(start: dash, node: item)
  }
}

// MARK: Adding and removing

extension YAMLPatch {
  /// An element of a map or list in the file.
  struct Part {
    /// Of its key or dash.
    let start: Int
    let node: YAMLNode
  }

  typealias Writing = (_ new: Int, _ indentation: Int, _ isFlow: Bool) -> [String]

  private mutating func apply(
    _ steps: [Alignment.Step], to parts: [Part], isFlow: Bool, write: Writing
  ) throws(SaveError) {
    let deleted = steps.compactMap { if case .delete(let old) = $0 { old } else { nil } }
    if isFlow {
      for run in deleted.runs { try deleteFlow(run, of: parts) }
    } else {
      for index in deleted { try deleteBlock(index, of: parts) }
    }
    var last: Int?
    for step in steps {
      switch step {
      case .keep(let old, _), .change(let old, _): last = old
      case .insert(let new): insert(new, after: last, parts, isFlow: isFlow, write: write)
      case .delete: break
      }
    }
  }

  private mutating func deleteBlock(_ index: Int, of parts: [Part]) throws(SaveError) {
    let part = parts[index]
    if layout.isFirstInLine(part.start) {
      edits.delete(layout.lineStart(of: part.start)..<layout.end(ofLinesOf: part.node))
    } else if index + 1 < parts.count {
      let next = parts[index + 1].start
      try checkNothingIsLost(in: part.node.place.range.upperBound..<next)
      edits.delete(part.start..<next)
    } else {
      throw .cannotBePatched("a row shares its line with what holds it")
    }
  }

  private mutating func deleteFlow(_ run: ClosedRange<Int>, of parts: [Part]) throws(SaveError) {
    let start = parts[run.lowerBound].start
    let end = parts[run.upperBound].node.place.range.upperBound
    if run.upperBound + 1 < parts.count {
      let next = parts[run.upperBound + 1].start
      try checkNothingIsLost(in: end..<next)
      edits.delete(start..<next)
    } else if run.lowerBound > 0 {
      let previous = parts[run.lowerBound - 1].node.place.range.upperBound
      try checkNothingIsLost(in: previous..<start)
      edits.delete(previous..<end)
    } else {
      edits.delete(start..<end)
    }
  }

  /// Between two elements stand blanks and perhaps a comma; a comment there is not ours to remove.
  private func checkNothingIsLost(in range: Range<Int>) throws(SaveError) {
    let isPlain = layout.source.bytes[range].allSatisfy { $0.isBlank || $0.isLineBreak || $0 == UInt8(ascii: ",") }
    guard isPlain else { throw .cannotBePatched("a comment stands between the rows") }
  }

  private mutating func insert(_ new: Int, after old: Int?, _ parts: [Part], isFlow: Bool, write: Writing) {
    let neighbour = parts[old ?? 0]
    if isFlow {
      let text = write(new, 0, true).joined()
      if old == nil {
        edits.insert(text + ", ", at: neighbour.start)
      } else {
        edits.insert(", " + text, at: neighbour.node.place.range.upperBound)
      }
      return
    }
    let indentation = layout.indentation(at: neighbour.start)
    let lines = write(new, indentation, false).joined(separator: layout.lineBreak)
    if old == nil {
      let indent = YAMLWriter.spaces(indentation)
      edits.insert(lines.dropFirst(indentation) + layout.lineBreak + indent, at: neighbour.start)
    } else {
      insertLines(lines + layout.lineBreak, at: layout.end(ofLinesOf: neighbour.node))
    }
  }

  /// Adds entries to a file that has none.
  mutating func fill(with entries: [YAMLValue.Entry]) {
    let lines = entries.flatMap { writer.lines($0, indentation: 0) }
    insertLines(lines.map { $0 + layout.lineBreak }.joined(), at: layout.source.bytes.count)
  }
}

extension YAMLNode {
  fileprivate var isBlockCollection: Bool { text == nil && !isFlow }
}

extension YAMLValue {
  /// Both are text, or lists, or maps.
  fileprivate func isOfKind(of node: YAMLNode) -> Bool {
    switch (self, node.content) {
    case (.kept, _), (.scalar, .scalar): true
    case (.mapping(let entries, _), .mapping): !entries.isEmpty
    case (.sequence(let items, _), .sequence): !items.isEmpty
    default: false
    }
  }
}

extension [Int] {
  /// Numbers that follow one another, together. They are in order.
  fileprivate var runs: [ClosedRange<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}
