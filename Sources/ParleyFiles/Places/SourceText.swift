import ParleyEngine
import ParleyText

/// The bytes of one workspace file, with its lines indexed, so that any byte offset can be given as line and column.
///
/// A byte order mark at the front is kept in `bytes` (saving must keep it) but belongs to no line's columns.
package struct SourceText: Sendable, Equatable {
  /// The file's path, relative to the workspace, with `/` as separator; safe to print.
  package let file: String
  package let bytes: [UInt8]
  package let lineStarts: [Int]
  private let continuations: ContinuationCounts

  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
    self.lineStarts = Self.findLineStarts(bytes)
    self.continuations = ContinuationCounts(bytes)
  }

  /// The number of bytes a byte order mark takes at the front: three or none.
  package var markLength: Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// A line ends with `\n`, `\r\n` or a lone `\r`, as in YAML and in editors. (YAML 1.1 also breaks lines at U+0085,
  /// U+2028 and U+2029; editors do not, and people read line numbers in editors.)
  private static func findLineStarts(_ bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      var (starts, next) = ([0], 0)
      while next < bytes.count {
        let byte = bytes[next]
        next += 1
        let isEnd = byte == .newline || byte == .carriageReturn && (next == bytes.count || bytes[next] != .newline)
        if isEnd { starts.append(next) }
      }
      return starts
    }
  }
}

extension SourceText {
  /// The place of a range of bytes.
  package func place(_ range: Range<Int>) -> SourcePlace {
    let line = lineIndex(of: range.lowerBound)
    return SourcePlace(file: file, line: line + 1, column: column(of: range.lowerBound, inLine: line), range: range)
  }

  package func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a line, without what ends it and without a byte order mark.
  package func line(_ index: Int) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(index) else { return [] }
    let start = index == 0 ? markLength : lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
    while end > start, bytes[end - 1] == .newline || bytes[end - 1] == .carriageReturn { end -= 1 }
    return bytes[start..<end]
  }

  private func column(of offset: Int, inLine line: Int) -> Int {
    let start = line == 0 ? markLength : lineStarts[line]
    let end = min(offset, bytes.count)
    guard start < end else { return 1 }
    return 1 + end - start - continuations.count(before: end, in: bytes) + continuations.count(before: start, in: bytes)
  }
}

extension RandomAccessCollection where Element: Equatable {
  func has(_ element: Element, at index: Index) -> Bool {
    indices.contains(index) && self[index] == element
  }
}
