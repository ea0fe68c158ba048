import ParleyEngine

/// A byte source that grows when told to, and counts what is read from it.
final class TestBytes: ByteSource {
  private struct State {
    var bytes: [UInt8]
    var isComplete: Bool
    var bytesRead = 0
    var failure: (any Error)?
  }

  private let state: Lock<State>

  init(_ bytes: [UInt8], isComplete: Bool = true) {
    state = Lock(State(bytes: bytes, isComplete: isComplete))
  }

  var count: Int { state.withLock { $0.bytes.count } }
  var isComplete: Bool { state.withLock { $0.isComplete } }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard offset < state.bytes.count else { return [] }
      let piece = Array(state.bytes[offset..<min(offset + count, state.bytes.count)])
      state.bytesRead += piece.count
      return piece
    }
  }

  func append(_ bytes: some Sequence<UInt8> & Sendable) {
    state.withLock { $0.bytes += bytes }
  }

  func complete() {
    state.withLock { $0.isComplete = true }
  }

  func fail(with error: (any Error)?) {
    state.withLock { $0.failure = error }
  }

  /// How many bytes have been read since the last call.
  func takeBytesRead() -> Int {
    state.withLock { state in
      defer { state.bytesRead = 0 }
      return state.bytesRead
    }
  }
}
