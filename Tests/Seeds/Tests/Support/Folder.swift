import Glibc

/// A folder of a test's own, gone with its last owner.
final class Folder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/parley-seeds-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Socket.Failure() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { removeTree(path) }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) throws -> String {
    try writeFile(Array(text.utf8), to: path(name))
    return path(name)
  }
}

private func removeTree(_ path: String) {
  for name in names(in: path) { removeTree("\(path)/\(name)") }
  remove(path)
}

/// The names of what is in a folder, those of hidden files too.
func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
  return names.filter { $0 != "." && $0 != ".." }.sorted()
}

func writeFile(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w") else { throw Socket.Failure() }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Socket.Failure() }
}

func readFile(_ path: String) throws -> [UInt8] {
  guard let file = fopen(path, "r") else { throw Socket.Failure() }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
  return bytes
}

func readText(_ path: String) throws -> String {
  String(decoding: try readFile(path), as: UTF8.self)
}
