import ParleyFiles
internal import ParleyText

/// A list of steps as it stands in a text.
struct WrittenList: Sendable {
  /// Its key, and the list itself.
  let entry: YAMLEntry
  let steps: [WrittenStep]

  var node: YAMLNode { entry.value }
  var isFlow: Bool { node.isFlow }

  /// The n-th of the steps that outlines count.
  func readable(_ index: Int) -> WrittenStep? {
    let readable = steps.filter(\.isReadable)
    return readable.indices.contains(index) ? readable[index] : nil
  }
}

/// A step as it stands in a text.
package struct WrittenStep: Sendable {
  let node: YAMLNode
  /// In a block: the whole lines, with the comments above the step, and those below it that are indented further. In `[ ]`:
  /// the step alone.
  let range: Range<Int>
  /// The text between the previous step and this one: blank lines, comments apart from both, a comma.
  let gap: Range<Int>
  /// Of its dash, counted from 0; nil in `[ ]`.
  let column: Int?
  let list: WrittenList?

  /// Whether it is a step. An entry that is not a map is none, and outlines do not count it.
  var isReadable: Bool { node.entries != nil || node.isAbsent }
}

// MARK: Reading

extension WrittenList {
  /// The list of a group or a step; nil where it has none.
  init?(of owner: YAMLNode?, in layout: FileLayout) {
    let entries = owner?.entries ?? []
    let lists = ["serial", "concurrent"].compactMap { key in entries.first { $0.key.value == key } }
    guard let entry = lists.first(where: { $0.value.items != nil }), let items = entry.value.items else { return nil }
    let reading = StepReading(layout: layout)
    self.init(entry: entry, steps: entry.value.isFlow ? reading.flow(items) : reading.block(items, below: entry))
  }
}

/// Finds where steps begin and end.
private struct StepReading {
  let layout: FileLayout

  private var bytes: [UInt8] { layout.source.bytes }

  func flow(_ items: [YAMLNode]) -> [WrittenStep] {
    var end = items.first?.place.range.lowerBound ?? 0
    return items.map { item in
      let range = item.place.range
      defer { end = range.upperBound }
      return WrittenStep(
        node: item, range: range, gap: end..<max(end, range.lowerBound), column: nil,
        list: WrittenList(of: item, in: layout))
    }
  }

  func block(_ items: [YAMLNode], below key: YAMLEntry) -> [WrittenStep] {
    var end = layout.lineEnd(of: key.key.place?.range.upperBound ?? 0)
    var dash = key.value.place.range.lowerBound
    return items.map { item in
      dash = self.dash(from: dash)
      let column = layout.indentation(at: dash)
      let start = startOfComments(above: layout.lineStart(of: dash), notBefore: end)
      let range = start..<endOfComments(below: layout.end(ofLinesOf: item), deeperThan: column)
      defer {
        end = range.upperBound
        dash = max(dash + 1, item.place.range.upperBound)
      }
      return WrittenStep(
        node: item, range: range, gap: min(end, start)..<start, column: column, list: WrittenList(of: item, in: layout))
    }
  }

  /// libyaml does not count it to the step behind it.
  private func dash(from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "-") {
      position = bytes[position] == UInt8(ascii: "#") ? layout.lineEnd(of: position) : position + 1
    }
    return position
  }

  /// Comments that nothing separates from what is below them.
  private func startOfComments(above line: Int, notBefore end: Int) -> Int {
    var start = line
    while start > end, case let above = layout.lineStart(of: start - 1), above >= end, isComment(above) {
      start = above
    }
    return start
  }

  /// Comments in lines of their own that are indented further than the dash speak of the step.
  private func endOfComments(below end: Int, deeperThan column: Int) -> Int {
    var (result, line) = (end, end)
    while line < bytes.count, layout.isAtLineStart(line) {
      let next = layout.lineEnd(of: line)
      let indentation = bytes[line..<next].prefix(while: \.isBlank).count
      if isComment(line) {
        guard indentation > column else { break }
        result = next
      } else if !bytes[line..<next].allSatisfy({ $0.isBlank || $0.isLineBreak }) {
        break
      }
      line = next
    }
    return result
  }

  private func isComment(_ line: Int) -> Bool {
    bytes[line..<layout.lineEnd(of: line)].first { !$0.isBlank } == UInt8(ascii: "#")
  }
}
