import Glibc
import WorkbenchServices

/// Finds events in bytes that come piece by piece: the lines before an empty one, or each line that is not empty.
struct StreamScanner: Sendable {
  let format: StreamFormat
  /// The offset at which the next piece begins.
  private(set) var offset: Int
  /// The starts of the event that is not complete yet, and of its last line.
  private var eventStart: Int
  private var lineStart: Int
  private var endsWithReturn = false

  init(_ format: StreamFormat, at offset: Int = 0) {
    self.format = format
    (self.offset, eventStart, lineStart) = (offset, offset, offset)
  }

  /// - Parameter found: called with the bytes of each event that is complete now, and the offset at which the next one
  ///   may begin.
  mutating func scan(_ bytes: [UInt8], found: (_ event: Range<Int>, _ next: Int) -> Void) {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var place = 0
      while let end = lineEnd(in: UnsafeRawBufferPointer(start: base, count: buffer.count), from: place) {
        let isAfterReturn = end > 0 ? buffer[end - 1] == .return : endsWithReturn
        if format == .serverSent, isAfterReturn, buffer[end] == .newline {
          passSecondHalf(at: offset + end)
        } else {
          endLine(at: offset + end, isAfterReturn: isAfterReturn && buffer[end] == .newline, found)
        }
        place = end + 1
      }
    }
    endsWithReturn = bytes.isEmpty ? endsWithReturn : bytes.last == .return
    offset += bytes.count
  }

  /// The next character that ends a line: of events CR and LF do by themselves, of other lines only LF.
  private func lineEnd(in bytes: UnsafeRawBufferPointer, from place: Int) -> Int? {
    guard let base = bytes.baseAddress, place < bytes.count else { return nil }
    let feed = memchr(base + place, Int32(UInt8.newline), bytes.count - place).map {
      base.distance(to: UnsafeRawPointer($0))
    }
    guard format == .serverSent else { return feed }
    let end = feed ?? bytes.count
    return memchr(base + place, Int32(UInt8.return), end - place).map { base.distance(to: UnsafeRawPointer($0)) }
      ?? feed
  }

  /// The LF of a CRLF, whose CR has ended the line already.
  private mutating func passSecondHalf(at end: Int) {
    if eventStart == end { eventStart = end + 1 }
    lineStart = end + 1
  }

  /// The bytes behind the last event of a body that is complete; nil if there are none.
  func rest() -> Range<Int>? {
    let isEmpty = format != .serverSent ? offset <= lineStart : offset <= eventStart
    return isEmpty ? nil : (format != .serverSent ? lineStart : eventStart)..<offset
  }

  private mutating func endLine(at end: Int, isAfterReturn: Bool, _ found: (Range<Int>, Int) -> Void) {
    let textEnd = format == .serverSent ? end : max(lineStart, end - (isAfterReturn ? 1 : 0))
    let isEmpty = textEnd == lineStart
    switch format {
    case .lines, .messages:
      if !isEmpty { found(lineStart..<textEnd, end + 1) }
      eventStart = end + 1
    case .serverSent where isEmpty:
      if lineStart > eventStart { found(eventStart..<lineStart, end + 1) }
      eventStart = end + 1
    case .serverSent: break
    }
    lineStart = end + 1
  }
}
