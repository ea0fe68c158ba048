import FoundationEssentials
import Glibc
import Testing

/// A folder that is removed with its last user.
final class TemporaryFolder: Sendable {
  /// A real path.
  let path: String

  init() throws {
    var template = Array("/tmp/parley-tests-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func at(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and makes the folders above it.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try makeFolders(above: name)
    let file = try #require(fopen(at(name), "w"))
    defer { fclose(file) }
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    return at(name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen(at(name), "r"), "\(name) is not there")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  func link(_ name: String, to target: String) throws {
    try makeFolders(above: name)
    try #require(symlink(target, at(name)) == 0)
  }

  func makeFolder(_ name: String) throws {
    try makeFolders(above: name + "/x")
  }

  func delete(_ name: String) throws {
    try #require(remove(at(name)) == 0)
  }

  private func makeFolders(above name: String) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      try #require(mkdir(folder, 0o755) == 0 || errno == EEXIST)
    }
  }
}
