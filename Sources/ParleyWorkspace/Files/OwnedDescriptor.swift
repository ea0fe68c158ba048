internal import Glibc
internal import SystemCalls

/// An open file that closes itself.
struct OwnedDescriptor: ~Copyable {
  let descriptor: Int32
  let path: String

  /// - Parameter mode: of a file that is made by this call.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0, action: String = "open") throws(FileError) {
    let descriptor = retryingInterrupts { open(path, flags | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw FileError(action, path, number: errno) }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  func status() throws(FileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("read", path, number: errno) }
    return status
  }

  /// - Parameter expected: how many bytes it probably has.
  func readAll(limit: Int, expected: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One more than expected, so that the end is seen without another buffer.
    var buffer = [UInt8](repeating: 0, count: max(4_095, min(expected, limit)) + 1)
    while true {
      let count = retryingInterrupts { read(descriptor, &buffer, buffer.count) }
      guard count >= 0 else { throw FileError("read", path, number: errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw FileError("read", path, because: "it has more than \(limit) bytes") }
    }
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return retryingInterrupts { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      }
      guard count >= 0 else { throw FileError("write", path, number: errno) }
      written += count
    }
  }

  func synchronize() throws(FileError) {
    guard retryingInterrupts({ fsync(descriptor) }) == 0 else { throw FileError("write", path, number: errno) }
  }
}
