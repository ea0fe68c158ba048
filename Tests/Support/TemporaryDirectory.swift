import Glibc

/// A folder of its own for a test, gone with everything in it when this value's last owner is.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/parley-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SupportError.system("mkdtemp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { remove() }

  /// The full path of something in the folder.
  public func path(_ relative: String) -> String { "\(path)/\(relative)" }

  /// Writes a file, with the folders that lead to it.
  @discardableResult
  public func write(_ bytes: [UInt8], to relative: String) throws -> String {
    try makeFolders(for: relative)
    let file = path(relative)
    guard let stream = fopen(file, "w") else { throw SupportError.system("Cannot write \(file)") }
    let written = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, written == bytes.count else { throw SupportError.system("Cannot write \(file)") }
    return file
  }

  @discardableResult
  public func write(_ text: String, to relative: String) throws -> String {
    try write(Array(text.utf8), to: relative)
  }

  public func read(_ relative: String) throws -> [UInt8] {
    try readFile(path(relative))
  }

  /// Removes the folder now; symbolic links are removed, not followed.
  public func remove() { removeTree(path) }

  private func makeFolders(for relative: String) throws {
    var folder = path
    for name in relative.split(separator: "/").dropLast() {
      folder += "/\(name)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SupportError.system("Cannot make \(folder)") }
    }
  }
}

/// Runs `body` with a folder of its own.
@discardableResult
public func withTemporaryDirectory<Result>(_ body: (TemporaryDirectory) async throws -> Result) async throws -> Result {
  let directory = try TemporaryDirectory()
  defer { directory.remove() }
  return try await body(directory)
}

func removeTree(_ path: String) {
  var status = stat()
  guard lstat(path, &status) == 0 else { return }
  if status.st_mode & S_IFMT == S_IFDIR { for name in entries(of: path) { removeTree("\(path)/\(name)") } }
  Glibc.remove(path)
}

private func entries(of folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
  return names.filter { $0 != "." && $0 != ".." }
}

/// All bytes of a file.
public func readFile(_ path: String) throws -> [UInt8] {
  guard let stream = fopen(path, "r") else { throw SupportError.system("Cannot read \(path)") }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&piece, 1, piece.count, stream), count > 0 { bytes += piece[..<count] }
  return bytes
}
