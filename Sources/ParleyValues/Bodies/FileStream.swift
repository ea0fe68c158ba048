import Glibc
package import SystemCalls

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
package final class FileReader: BodyReader {
  private let file: OpenFile<InvalidRequest>
  private var offset = 0

  package init(_ path: String) throws(InvalidRequest) {
    file = try OpenFile(path, O_RDONLY, for: .reading)
  }

  package func read(into room: UnsafeMutableRawBufferPointer) throws(InvalidRequest) -> Int {
    let count = try file.read(into: room, at: offset)
    offset += count
    return count
  }
}

extension InvalidRequest: SystemFailure {
  package init(explaining error: SystemError) {
    self = .file(error.path, reason: systemReason(error.number))
  }
}

/// The system's description of a failed call, for the middle of a sentence.
package func systemReason(_ number: Int32 = errno) -> String {
  let reason = SystemError.reason(of: number)
  return reason.prefix(1).lowercased() + reason.dropFirst()
}
