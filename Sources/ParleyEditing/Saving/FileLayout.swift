import ParleyEngine
import ParleyFiles
import ParleyText

/// How a file is laid out: where lines begin and end, and what it ends and indents them with.
struct FileLayout {
  let source: SourceText
  /// `\n`, or `\r\n` where the first line ends so.
  let lineBreak: String
  /// Spaces that one level is indented by.
  let step: Int

  init(_ source: SourceText, root: YAMLNode?) {
    self.source = source
    let first = source.bytes.firstIndex(of: .newline)
    lineBreak = first.map { $0 > 0 && source.bytes[$0 - 1] == .carriageReturn } == true ? "\r\n" : "\n"
    step = root.flatMap { Self.step(of: $0, in: source) } ?? 2
  }

  /// That of the first map below another.
  private static func step(of root: YAMLNode, in source: SourceText) -> Int? {
    for entry in root.entries ?? [] {
      guard !entry.value.isFlow, let inner = entry.value.entries?.first?.key.place, inner.column > 1 else { continue }
      return min(inner.column - 1, 8)
    }
    return nil
  }

  // MARK: Lines

  func lineStart(of offset: Int) -> Int {
    let line = source.lineIndex(of: offset)
    return line == 0 ? source.markLength : source.lineStarts[line]
  }

  /// Behind the line break; the end of the file for a last line without one.
  func lineEnd(of offset: Int) -> Int {
    let next = source.lineIndex(of: offset) + 1
    return next < source.lineStarts.count ? source.lineStarts[next] : source.bytes.count
  }

  /// How far something that stands in a block is indented.
  func indentation(at offset: Int) -> Int {
    offset - lineStart(of: offset)
  }

  /// Only blanks stand before it in its line.
  func isFirstInLine(_ offset: Int) -> Bool {
    source.bytes[lineStart(of: offset)..<offset].allSatisfy(\.isBlank)
  }

  /// Is there a line break before this place, or nothing at all?
  func isAtLineStart(_ offset: Int) -> Bool {
    offset <= source.markLength || source.bytes[offset - 1].isLineBreak
  }

  // MARK: Ends

  /// Behind the last line that a value stands in. Blank lines below a block scalar belong to it only when it keeps them.
  func end(ofLinesOf node: YAMLNode) -> Int {
    switch node.content {
    case .scalar(_, .literal), .scalar(_, .folded): endOfBlockScalar(node)
    case .mapping(let entries) where !node.isFlow: entries.last.map { end(ofLinesOf: $0.value) } ?? lineEnd(of: node)
    case .sequence(let items) where !node.isFlow: items.last.map { end(ofLinesOf: $0) } ?? lineEnd(of: node)
    default: lineEnd(of: node)
    }
  }

  private func lineEnd(of node: YAMLNode) -> Int {
    lineEnd(of: node.place.range.upperBound)
  }

  private func endOfBlockScalar(_ node: YAMLNode) -> Int {
    let range = node.place.range
    let header = lineEnd(of: range.lowerBound)
    if source.bytes[range.lowerBound..<min(header, range.upperBound)].prefix(3).contains(UInt8(ascii: "+")) {
      return range.upperBound
    }
    let content = source.bytes[header..<max(header, range.upperBound)]
    let last = content.lastIndex { !$0.isBlank && !$0.isLineBreak }
    return last.map { lineEnd(of: $0) } ?? header
  }

  // MARK: Comments

  /// Does a comment stand there, outside keys and values?
  func hasComment(between start: Int, and end: Int, around node: YAMLNode) -> Bool {
    var position = start
    for range in node.scalarRanges + [end..<end] {
      let gap = position..<max(position, range.lowerBound)
      if source.bytes[gap].contains(UInt8(ascii: "#")) { return true }
      position = max(position, range.upperBound)
    }
    return false
  }
}

extension YAMLNode {
  /// Of all keys and values in it, in the order of the file.
  var scalarRanges: [Range<Int>] {
    switch content {
    case .scalar: [place.range]
    case .sequence(let items): items.flatMap(\.scalarRanges)
    case .mapping(let entries): entries.flatMap { [$0.key.place?.range].compactMap { $0 } + $0.value.scalarRanges }
    }
  }
}
