import Glibc

/// A folder that goes away with the test that made it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/parley-store-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap(mkdtemp).map { String(cString: $0) } ?? "/tmp"
    }
  }

  deinit {
    guard path.hasPrefix("/tmp/parley-store-") else { return }
    for file in Disk.files(below: path) { unlink(file) }
    for folder in Disk.folders(below: path).reversed() { rmdir(folder) }
  }

  func callAsFunction(_ name: String) -> String {
    "\(path)/\(name)"
  }
}

/// Raw access to files, for looking over the store's shoulder.
enum Disk {
  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }

  static func remove(_ path: String) {
    unlink(path)
  }

  /// Turns one bit over.
  static func flipBit(at offset: Int, of path: String) {
    var bytes = read(path)
    bytes[offset] ^= 1
    write(bytes, to: path)
  }

  /// Permission bits.
  static func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// 0 where there is no file.
  static func inode(of path: String) -> ino_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_ino : 0
  }

  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// The paths of all files below a folder.
  static func files(below path: String) -> [String] {
    names(in: path).flatMap { name -> [String] in
      let child = "\(path)/\(name)"
      return isFolder(child) ? files(below: child) : [child]
    }
  }

  /// The folder and all folders below it, from the top down.
  static func folders(below path: String) -> [String] {
    [path] + names(in: path).map { "\(path)/\($0)" }.filter(isFolder).flatMap(folders)
  }

  static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
