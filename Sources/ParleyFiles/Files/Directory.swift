internal import Glibc

/// One name in a folder.
package struct DirectoryEntry {
  package enum Kind {
    case file, directory, symbolicLink, other

    init(mode: mode_t) {
      switch mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .directory
      case S_IFLNK: self = .symbolicLink
      default: self = .other
      }
    }
  }

  /// As the file system has it: any bytes but `/` and zero.
  let nameBytes: [UInt8]
  package let kind: Kind

  /// `nil` when the name is not UTF-8.
  package var name: String? { String(validating: nameBytes, as: UTF8.self) }
}

package enum Directory {
  /// The entries of a folder, without `.` and `..`, in the order of the names' bytes.
  package static func entries(_ path: String) throws(FileError) -> [DirectoryEntry] {
    guard let stream = opendir(path) else { throw FileError("read", path, number: errno) }
    defer { closedir(stream) }
    var entries: [DirectoryEntry] = []
    while let entry = readdir(stream) {
      let name = nameBytes(entry)
      if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
      entries.append(DirectoryEntry(nameBytes: name, kind: kind(entry, in: path)))
    }
    return entries.sorted { $0.nameBytes.lexicographicallyPrecedes($1.nameBytes) }
  }

  /// Read through a raw pointer: an entry may be shorter than the type says, and must not be copied whole.
  private static func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
    return UnsafeBufferPointer(start: name, count: strlen(name)).map(UInt8.init(bitPattern:))
  }

  private static func kind(_ entry: UnsafeMutablePointer<dirent>, in path: String) -> DirectoryEntry.Kind {
    switch Int(entry.pointee.d_type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .directory
    case Int(DT_LNK): .symbolicLink
    case Int(DT_UNKNOWN): kindByStatus(entry, in: path)
    default: .other
    }
  }

  /// Some file systems do not tell the kind along with the name.
  private static func kindByStatus(_ entry: UnsafeMutablePointer<dirent>, in path: String) -> DirectoryEntry.Kind {
    var status = stat()
    let name = String(decoding: nameBytes(entry), as: UTF8.self)
    return lstat(path.appendingPath(name), &status) == 0 ? .init(mode: status.st_mode) : .other
  }
}
