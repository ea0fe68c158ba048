import Glibc
import ParleyEngine
internal import SystemCalls

/// Input line by line. What stops a command ends the wait for a line, too.
final class InputLines: Sendable {
  private static let chunk = 1 << 16

  private let file: Int32
  /// Bytes that were read, and that nobody has taken yet.
  private let pending = Lock(ArraySlice<UInt8>())

  init(of file: Int32) {
    self.file = file
  }

  /// The next line, without its line break; nil at the end, and where somebody has ended the wait.
  func line() -> String? {
    var searched = 0
    while true {
      if let line = takeLine(searchedUpTo: &searched) { return line }
      guard TerminalPrompt.waitForInput(on: file) else { return nil }
      guard readMore() else { return take().map(Self.text) }
    }
  }

  /// All that is left; nil when it is longer than `limit` bytes.
  func rest(limit: Int) -> [UInt8]? {
    while pending.withLock({ $0.count <= limit }) {
      if !readMore() { return Array(take() ?? []) }
    }
    return nil
  }

  private func takeLine(searchedUpTo searched: inout Int) -> String? {
    pending.withLock { pending in
      guard let end = pending.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else {
        searched = pending.count
        return nil
      }
      let line = pending[..<end]
      pending = pending[(end + 1)...]
      return Self.text(of: line)
    }
  }

  /// The last line, if it has no line break; nil when nothing is left.
  private func take() -> ArraySlice<UInt8>? {
    pending.withLock { pending in
      defer { pending = [] }
      return pending.isEmpty ? nil : pending
    }
  }

  private func readMore() -> Bool {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      count = max(0, retryingInterrupts { read(file, buffer.baseAddress, buffer.count) })
    }
    pending.withLock { $0 += bytes }
    return !bytes.isEmpty
  }

  private static func text(of line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}
