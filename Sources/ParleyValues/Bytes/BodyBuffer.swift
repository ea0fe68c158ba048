/// The body of one message while it arrives and afterwards: in memory up to a limit, from there on in a file of the
/// body storage. Readable by windows at any moment, from any thread.
package final class BodyBuffer: ByteSource {
  private struct State {
    var bytes: [UInt8] = []
    var file: (any BodyFile)?
    var isComplete = false
  }

  private let state = Lock(State())
  private let storage: (any BodyStorage)?
  private let memoryLimit: Int
  private let isSealed: Bool

  /// - Parameters:
  ///   - storage: takes over from `memoryLimit` bytes on; without one everything stays in memory.
  ///   - memoryLimit: in bytes.
  ///   - sealed: whether the body touches a secret, so that its file must be sealed.
  package init(storage: (any BodyStorage)?, memoryLimit: Int, sealed: Bool) {
    self.storage = storage
    self.memoryLimit = memoryLimit
    isSealed = sealed
  }

  package var count: Int {
    state.withLock { $0.file?.count ?? $0.bytes.count }
  }

  package var isComplete: Bool {
    state.withLock { $0.isComplete }
  }

  /// The file that holds the body, when it outgrew memory.
  package var file: (any BodyFile)? {
    state.withLock { $0.file }
  }

  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    let (bytes, file) = state.withLock { ($0.bytes, $0.file) }
    if let file { return try file.read(at: offset, count: count) }
    return try InMemoryBytes(bytes).read(at: offset, count: count)
  }

  /// Adds what has just arrived. One writer only.
  package func append(_ chunk: UnsafeRawBufferPointer) throws {
    if keepInMemory(chunk) { return }
    try currentFile()?.append(chunk)
  }

  /// Makes room for a body whose length was announced; an announced length is only a hint and is bounded.
  package func reserve(_ count: Int) {
    guard count > 0, count <= memoryLimit else { return }
    state.withLock { $0.bytes.reserveCapacity(min(count, 1 << 20)) }
  }

  package func finish() throws {
    let file = state.withLock { state in
      state.isComplete = state.file == nil
      return state.file
    }
    guard let file else { return }
    try file.finish()
    state.withLock { $0.isComplete = true }
  }

  /// Lets go of everything, the file too.
  package func discard() {
    state.withLock { state in
      state.file?.discard()
      state = State()
    }
  }

  private func keepInMemory(_ chunk: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      let fits = storage == nil || state.file == nil && state.bytes.count + chunk.count <= memoryLimit
      if fits { state.bytes.append(contentsOf: chunk) }
      return fits
    }
  }

  /// The file of a body that is too large for memory, with what was in memory before.
  private func currentFile() throws -> (any BodyFile)? {
    let (current, held) = state.withLock { ($0.file, $0.bytes) }
    if let current { return current }
    let file = try storage?.makeFile(sealed: isSealed)
    try held.withUnsafeBytes { try file?.append($0) }
    state.withLock {
      $0.file = file
      $0.bytes = []
    }
    return file
  }
}
