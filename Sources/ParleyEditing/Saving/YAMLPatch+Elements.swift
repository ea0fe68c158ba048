import ParleyFiles
import ParleyText

extension YAMLPatch {
  /// An element of a map or list in the file.
  struct Part {
    /// Of its key or dash.
    let start: Int
    let node: YAMLNode
  }

  typealias Writing = (_ new: Int, _ indentation: Int, _ isFlow: Bool) -> [String]

  mutating func apply(
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
      throw .cannotBePatched("a row shares its line with its parent")
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
    guard isPlain || losesComments else { throw .cannotBePatched("there is a comment between the rows") }
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
