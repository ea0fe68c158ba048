internal import ParleyEngine
import ParleyFiles
internal import ParleyModel
internal import ParleyText

// Steps in `[ ]` and `{ }`.
extension StepRenderer {
  /// Whether a step can stand in brackets as it is, with nothing lost.
  func isFlowable(_ branch: StepBranch) -> Bool {
    switch branch.origin {
    case .new: return true
    case .list: return branch.children.allSatisfy(isFlowable)
    case .written(let step):
      let own = step.node.place.range
      guard step.node.isFlow, !hasComment(step.range.lowerBound..<own.lowerBound),
        !hasComment(own.upperBound..<step.range.upperBound)
      else { return false }
      return !branch.hasOtherSteps || branch.children.allSatisfy(isFlowable)
    }
  }

  func writeFlow(
    _ branches: [StepBranch], in list: WrittenList, into edits: inout TextEdits
  ) throws(GroupEditError) {
    try checkNoComment(in: list.node)
    var texts: [String] = []
    for branch in branches { texts.append(try flow(branch)) }
    let whole = list.node.place.range
    guard let first = list.steps.first?.range, let last = list.steps.last?.range, !texts.isEmpty else {
      return edits.replace(whole, with: "[" + texts.joined(separator: ", ") + "]")
    }
    let lead = string(whole.lowerBound + 1..<first.lowerBound)
    let usual = list.steps.count > 1 ? string(list.steps[1].gap) : lead.contains("\n") ? "," + lead : ", "
    let isSame = Set(branches.map(\.id)) == Set(list.steps.map(\.id))
    let gaps = isSame ? list.steps.dropFirst().map { string($0.gap) } : Array(repeating: usual, count: texts.count - 1)
    let steps = texts.dropFirst().enumerated().reduce(texts[0]) { $0 + gaps[$1.offset] + $1.element }
    edits.replace(first.lowerBound..<last.upperBound, with: steps)
  }

  /// A step as it stands between two commas.
  func flow(_ branch: StepBranch) throws(GroupEditError) -> String {
    switch branch.origin {
    case .new(let value): return writer.flow(value)
    case .list(let order):
      var texts: [String] = []
      for child in branch.children { texts.append(try flow(child)) }
      return "{ \(order.rawValue): [" + texts.joined(separator: ", ") + "] }"
    case .written(let step):
      var edits = TextEdits()
      try change(branch, into: &edits)
      guard let changed = edits.applied(to: bytes, in: step.node.place.range) else {
        throw .cannotBeKept("two changes are in the same place")
      }
      return String(decoding: changed, as: UTF8.self)
    }
  }

  // MARK: Lines in place of braces

  /// A step in `{ }` whose list gets lines of its own; then so do its other keys. The first line begins behind the dash.
  func opened(_ branch: StepBranch, column: Int) throws(GroupEditError) -> String {
    guard let step = branch.written, let list = step.list else { throw .cannotBeKept("a step is no list") }
    try checkNoComment(in: step.node)
    var lines: [String] = []
    for entry in step.node.entries ?? [] {
      guard entry.key.place == list.entry.key.place else {
        lines.append(string(entry))
        continue
      }
      let start = entry.key.place?.range.lowerBound ?? 0
      let steps = try self.lines(of: branch.children, from: list, column: column + listStep)
      lines.append(string(start..<colonEnd(of: entry)) + layout.lineBreak + steps.droppingLineBreak)
    }
    return lines.joined(separator: layout.lineBreak + YAMLWriter.spaces(column))
  }

  /// A step in `{ }` that says more than fits into a line.
  func opening(
    _ step: WrittenStep, saying entries: [YAMLValue.Entry], column: Int
  ) throws(GroupEditError) -> TextEdits {
    try checkNoComment(in: step.node)
    let lines = entries.map { entry in
      if case .kept(let node) = entry.value,
        let written = step.node.entries?.first(where: { $0.value.place == node.place })
      {
        return string(written)
      }
      return writer.lines(entry, indentation: column).joined(separator: layout.lineBreak).dropFirst(column).description
    }
    var edits = TextEdits()
    open(step, as: lines.joined(separator: layout.lineBreak + YAMLWriter.spaces(column)), into: &edits)
    return edits
  }

  /// Lines take the place of braces; a comment beside these stays in the first line.
  package func open(_ step: WrittenStep, as lines: String, into edits: inout TextEdits) {
    let end = step.node.place.range.upperBound
    let comment = bytes[end..<layout.lineEnd(of: end)].prefix { !$0.isLineBreak }
    let first = lines.utf8.firstIndex(where: \.isLineBreak) ?? lines.endIndex
    let opened = lines[..<first] + String(decoding: comment, as: UTF8.self) + lines[first...]
    edits.replace(step.node.place.range.lowerBound..<comment.endIndex, with: String(opened))
  }

  private func string(_ entry: YAMLEntry) -> String {
    let start = entry.key.place?.range.lowerBound ?? 0
    return string(start..<max(start, entry.value.place.range.upperBound))
  }
}
