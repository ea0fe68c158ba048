import ParleyEngine
internal import SystemCalls

/// A body in a file, as it is.
final class PlainBody: StoredBody {
  private struct State {
    var count = 0
    var isComplete = false
  }

  let temporary: TemporaryBody
  let isSealed = false
  private let state = Lock(State())

  init(_ temporary: TemporaryBody) {
    self.temporary = temporary
  }

  var count: Int { state.withLock { $0.count } }
  var isComplete: Bool { state.withLock { $0.isComplete } }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    let range = window(at: offset, count: count, of: self.count)
    return try temporary.file.read(at: range.lowerBound, count: range.count)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try temporary.append(bytes, at: count)
    state.withLock { $0.count += bytes.count }
  }

  func finish() {
    state.withLock { $0.isComplete = true }
  }

  func discard() {
    temporary.discard()
  }
}
