extension ByteSource {
  private var window: Int { 256 << 10 }
  /// Beyond these bytes, reading takes a thread of its own.
  private var heavy: Int { 4 << 20 }

  /// Whether both hold the same bytes. Both have to be complete.
  package func holdsSame(as other: any ByteSource) async throws -> Bool {
    guard count == other.count else { return false }
    guard count > heavy else { return try isSame(as: other) }
    return try await withCheckedThrowingContinuation { continuation in
      let work = { @Sendable in continuation.resume(with: Result { try self.isSame(as: other) }) }
      if !DetachedThread.start(work) { work() }
    }
  }

  private func isSame(as other: any ByteSource) throws -> Bool {
    try stride(from: 0, to: count, by: window).allSatisfy { offset in
      try read(at: offset, count: window) == other.read(at: offset, count: window)
    }
  }
}
