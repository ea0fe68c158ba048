import Glibc

/// A file that is sent as it is, read while it is sent.
struct FileStream: BodyStream, Hashable {
  let path: String
  private let size: Int

  var count: Int? { size }

  /// - Throws: `InvalidRequest.file` when it is not there, is no plain file, or may not be read.
  init(_ path: String) throws(InvalidRequest) {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else { throw .file(path, reason: systemReason()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .file(path, reason: "it is not a regular file") }
    self.path = path
    size = Int(status.st_size)
  }

  func open() throws -> any BodyReader {
    try FileReader(path)
  }
}

/// One reading of a file.
final class FileReader: BodyReader {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InvalidRequest.file(path, reason: systemReason()) }
  }

  deinit {
    close(descriptor)
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, room.baseAddress, room.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw InvalidRequest.file(path, reason: systemReason()) }
    }
  }
}

/// What the system says of the call that has just failed, for the middle of a sentence.
func systemReason() -> String {
  guard let text = strerror(errno) else { return "the system does not say why" }
  let reason = String(cString: text)
  return reason.prefix(1).lowercased() + reason.dropFirst()
}
