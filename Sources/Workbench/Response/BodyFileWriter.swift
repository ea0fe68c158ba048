import Glibc
import ParleyEngine

/// Writes a body to a file that does not exist yet.
struct BodyFileWriter {
  private static let piece = 1 << 20

  private let source: any ByteSource

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// - Returns: a sentence that says what was written.
  func write(to path: String) async throws -> String {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw problem(errno, path) }
    defer { close(descriptor) }
    var offset = 0
    while true {
      let bytes = try source.read(at: offset, count: Self.piece)
      if bytes.isEmpty { break }
      try write(bytes, to: descriptor, path)
      offset += bytes.count
      try Task.checkCancellation()
    }
    return "\(ByteCount.text(offset)) written to \(path)"
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem(errno, path) }
      rest = rest.dropFirst(count)
    }
  }

  private func problem(_ code: Int32, _ path: String) -> Problem {
    let advice =
      code == EEXIST
      ? "Choose another name: existing files are never overwritten." : "Choose another folder, or free some space."
    return Problem(
      code: "body.notSaved", "Cannot write the body to a file.", detail: String(cString: strerror(code)),
      place: path,
      advice: advice)
  }
}
