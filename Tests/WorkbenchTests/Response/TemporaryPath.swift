import Glibc

/// A path at which nothing is; what is put there goes with it.
final class TemporaryPath: Sendable {
  private let folder: String
  let path: String

  init() throws {
    var template = Array("/tmp/parley-answer-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/body"
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }

  var content: [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  struct Failure: Error {}
}
