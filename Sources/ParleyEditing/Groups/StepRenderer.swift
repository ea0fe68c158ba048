internal import ParleyEngine
import ParleyFiles
internal import ParleyModel
internal import ParleyText

/// Writes steps that were put together anew: those that stay where they are keep their bytes, those that go elsewhere their lines.
struct StepRenderer {
  let text: GroupText
  let writer: YAMLWriter
  /// How far a list is indented below its key.
  let listStep: Int

  var layout: FileLayout { text.layout }
  var bytes: [UInt8] { text.source.bytes }

  init(_ text: GroupText) {
    self.text = text
    writer = YAMLWriter(step: text.layout.step)
    listStep = text.list?.step(in: text.layout) ?? text.layout.step
  }

  /// The changes to the text, and what it says then.
  package func rendered(_ branches: [StepBranch]) throws(GroupEditError) -> (edits: TextEdits, expected: YAMLValue) {
    let steps = YAMLValue.sequence(branches.map(\.value), isFlow: false)
    var edits = TextEdits()
    guard let root = text.document.root, let list = text.list else {
      edits.insert(newList(branches), at: bytes.count)
      let entries = (text.document.root?.entries ?? []).map {
        YAMLValue.Entry(key: $0.key.value, value: .kept($0.value))
      }
      return (edits, .mapping(entries + [.init(key: ListOrder.serial.rawValue, value: steps)], isFlow: false))
    }
    try write(branches, in: list, of: root, into: &edits)
    return (edits, root.saying(steps, of: list.entry))
  }

  /// The list of a group that has none.
  private func newList(_ branches: [StepBranch]) -> String {
    let lineBreak = layout.isAtLineStart(bytes.count) ? "" : layout.lineBreak
    let values = branches.map(\.value)
    let lines = writer.lines(.init(key: "serial", value: .sequence(values, isFlow: false)), indentation: 0)
    return lineBreak + lines.map { $0 + layout.lineBreak }.joined()
  }

  /// Changes the list of a step, or of the group, where it stands.
  func write(
    _ branches: [StepBranch], in list: WrittenList, of owner: YAMLNode, into edits: inout TextEdits
  ) throws(GroupEditError) {
    if branches.map(\.id) == list.steps.map(\.id) {
      for branch in branches where branch.isChanged { try change(branch, into: &edits) }
    } else if owner.isFlow || (list.isFlow && !list.steps.isEmpty && branches.allSatisfy(isFlowable)) {
      try writeFlow(branches, in: list, into: &edits)
    } else if list.isFlow || list.steps.isEmpty {
      try open(list, with: branches, into: &edits)
    } else {
      try writeBlock(branches, in: list, into: &edits)
    }
  }

  /// Changes a step where it stands.
  func change(_ branch: StepBranch, into edits: inout TextEdits) throws(GroupEditError) {
    guard let step = branch.written else { return }
    if let patch = branch.patch { edits.add(patch.edits) }
    guard branch.hasOtherSteps, let list = step.list else { return }
    if step.node.isFlow, let column = step.column, !branch.children.allSatisfy(isFlowable) {
      open(step, as: try opened(branch, column: column + 2), into: &edits)
    } else {
      try write(branch.children, in: list, of: step.node, into: &edits)
    }
  }

  // MARK: In blocks

  private func writeBlock(
    _ branches: [StepBranch], in list: WrittenList, into edits: inout TextEdits
  ) throws(GroupEditError) {
    let range = list.steps[0].range.lowerBound..<list.steps[list.steps.count - 1].range.upperBound
    guard !branches.isEmpty else {
      edits.insert(" []", at: colonEnd(of: list.entry))
      return edits.replace(range, with: list.steps.dropFirst().map(\.gap).filter(hasComment).map(string).joined())
    }
    let lines = try lines(of: branches, from: list, column: list.steps[0].column ?? 0)
    edits.replace(range, with: layout.isAtLineStart(range.upperBound) ? lines : lines.droppingLineBreak)
  }

  /// A list in brackets, or an empty one, gets lines of its own.
  private func open(
    _ list: WrittenList, with branches: [StepBranch], into edits: inout TextEdits
  ) throws(GroupEditError) {
    guard let key = list.entry.key.place?.range.lowerBound else { return }
    let value = list.node.place.range
    if !list.node.isAbsent {
      try checkNoComment(in: list.node)
      edits.delete(colonEnd(of: list.entry)..<value.upperBound)
    }
    let lines = try lines(of: branches, from: list, column: layout.indentation(at: key) + listStep)
    let end = layout.lineEnd(of: list.node.isAbsent ? colonEnd(of: list.entry) : value.upperBound)
    edits.insert(layout.isAtLineStart(end) ? lines : layout.lineBreak + lines.droppingLineBreak, at: end)
  }

  /// Steps in lines of their own, with what stands between them.
  /// - Parameters:
  ///   - list: in which they stand, or some of them.
  ///   - isWhole: nothing else is left of it.
  package func lines(
    of branches: [StepBranch], from list: WrittenList?, column: Int, isWhole: Bool = true
  ) throws(GroupEditError) -> String {
    var gaps = StepGaps(list, branches, in: self, column: column, isWhole: isWhole)
    var lines = ""
    for (index, branch) in branches.enumerated() {
      lines += gaps.text(before: branch, at: index)
      lines += try self.lines(of: branch, from: list, column: column)
    }
    return lines + gaps.rest
  }

  private func lines(of branch: StepBranch, from list: WrittenList?, column: Int) throws(GroupEditError) -> String {
    switch branch.origin {
    case .new(let value):
      return writer.lines(item: value, indentation: column).map { $0 + layout.lineBreak }.joined()
    case .list(let order):
      let head = YAMLWriter.spaces(column) + "- \(order.rawValue):" + layout.lineBreak
      return head + (try lines(of: branch.children, from: list, column: column + 2 + listStep, isWhole: false))
    case .written(let step):
      guard let own = step.column else {
        let written = isFlowable(branch) ? try flow(branch) : try opened(branch, column: column + 2)
        return YAMLWriter.spaces(column) + "- " + written + layout.lineBreak
      }
      var edits = TextEdits()
      try change(branch, into: &edits)
      guard let changed = edits.applied(to: bytes, in: step.range) else {
        throw .cannotBeKept("two changes are in the same place")
      }
      let lines = String(decoding: changed.indented(by: column - own), as: UTF8.self)
      return lines.utf8.last?.isLineBreak == true ? lines : lines + layout.lineBreak
    }
  }

  // MARK: Places

  func colonEnd(of entry: YAMLEntry) -> Int {
    let end = entry.key.place?.range.upperBound ?? 0
    return (bytes[end...].firstIndex(of: UInt8(ascii: ":")) ?? end - 1) + 1
  }

  package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func hasComment(_ range: Range<Int>) -> Bool { bytes[range].contains(UInt8(ascii: "#")) }

  func checkNoComment(in node: YAMLNode) throws(GroupEditError) {
    let range = node.place.range
    if layout.hasComment(between: range.lowerBound, and: range.upperBound, around: node) {
      throw .cannotBeKept("there is a comment between [ and ], or { and }")
    }
  }
}

extension WrittenList {
  /// How far the first list in lines is indented below its key.
  fileprivate func step(in layout: FileLayout) -> Int? {
    if let column = steps.first?.column, let key = entry.key.place?.range.lowerBound {
      return column - layout.indentation(at: key)
    }
    return steps.lazy.compactMap { $0.list?.step(in: layout) }.first
  }
}

extension String {
  var droppingLineBreak: String { utf8.last?.isLineBreak == true ? String(dropLast()) : self }
}

extension [UInt8] {
  /// The same lines further to the right, or to the left as far as there are blanks. Empty lines stay so.
  func indented(by distance: Int) -> [UInt8] {
    guard distance != 0 else { return self }
    var result: [UInt8] = []
    var isLineStart = true
    var skipped = 0
    for byte in self {
      if isLineStart, !byte.isLineBreak, distance > 0 {
        result += [UInt8](repeating: .space, count: distance)
      }
      if isLineStart { skipped = 0 }
      isLineStart = false
      if byte == .space, skipped < -distance {
        skipped += 1
        continue
      }
      skipped = Int.max
      result.append(byte)
      isLineStart = byte.isLineBreak
    }
    return result
  }
}
