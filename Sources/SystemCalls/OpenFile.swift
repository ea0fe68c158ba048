package import Glibc

/// An open file or folder. It is closed when nobody holds this value any more, so a reader can never meet a closed one.
package final class OpenFile<Failure: SystemFailure>: Sendable {
  package let descriptor: Int32
  package let path: String

  /// - Parameters:
  ///   - flags: of `open(2)`; programs that are started never inherit the descriptor.
  ///   - permissions: of a file that this call makes, as far as the umask allows them.
  ///   - purpose: the purpose that an error names.
  package init(
    _ path: String, _ flags: Int32, permissions: mode_t = 0, for purpose: SystemError.Purpose
  ) throws(Failure) {
    let descriptor = retryingInterrupts { open(path, flags | O_CLOEXEC, permissions) }
    guard descriptor >= 0 else { throw Failure(explaining: SystemError(.open(purpose), path)) }
    self.descriptor = descriptor
    self.path = path
  }

  /// The same of a name in an open folder.
  package init(
    _ name: String, in folder: OpenFile, _ flags: Int32, permissions: mode_t = 0, for purpose: SystemError.Purpose
  ) throws(Failure) {
    let path = folder.path.hasSuffix("/") ? folder.path + name : "\(folder.path)/\(name)"
    let descriptor = retryingInterrupts { openat(folder.descriptor, name, flags | O_CLOEXEC, permissions) }
    guard descriptor >= 0 else { throw Failure(explaining: SystemError(.open(purpose), path)) }
    self.descriptor = descriptor
    self.path = path
  }

  /// Another name for what this process has open as `number`.
  init(copying number: Int32, _ path: String) throws(Failure) {
    let descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw Failure(explaining: SystemError(.open(.writing), path)) }
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  package func status() throws(Failure) -> stat {
    var result = stat()
    guard fstat(descriptor, &result) == 0 else { throw failure(.examine) }
    return result
  }

  package func setPermissions(_ permissions: mode_t) throws(Failure) {
    guard fchmod(descriptor, permissions) == 0 else { throw failure(.write) }
  }

  /// The bytes from `offset` on, at most `count`; fewer only at the file's end.
  package func read(at offset: Int, count: Int) throws(Failure) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    var problem: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let result = Result { () throws(Failure) in try read(into: rest, at: offset + filled) }
        switch result {
        case .success(0): return
        case .success(let got): filled += got
        case .failure(let error):
          problem = error
          return
        }
      }
    }
    if let problem { throw problem }
    return bytes
  }

  /// As many bytes from `offset` on as one call brings.
  /// - Returns: how many those are; none at the file's end.
  package func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(Failure) -> Int {
    let count = retryingInterrupts { pread(descriptor, room.baseAddress, room.count, off_t(offset)) }
    guard count >= 0 else { throw failure(.read) }
    return count
  }

  /// Writes all of `bytes`, or throws.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = retryingInterrupts { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written)) }
      guard count > 0 else { throw failure(.write) }
      written += count
    }
  }

  /// Writes all of `bytes`, or throws.
  package func write(_ bytes: [UInt8], at offset: Int = 0) throws(Failure) {
    try bytes.span.withUnsafeBytes { bytes throws(Failure) in try write(bytes, at: offset) }
  }

  /// Waits until the disk has it.
  package func synchronize() throws(Failure) {
    guard retryingInterrupts({ fsync(descriptor) }) == 0 else { throw failure(.write) }
  }

  private func failure(_ attempt: SystemError.Attempt) -> Failure {
    Failure(explaining: SystemError(attempt, path))
  }
}
