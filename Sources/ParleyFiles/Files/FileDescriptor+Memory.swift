internal import CGlibcExtras  // which knows memfd_create
internal import Glibc
package import SystemPackage  // swift-subprocess speaks of files by its FilePath

extension FileDescriptor {
  /// A file in memory alone, for a program's standard input. Rather than a pipe: a program need not read its input, and a broken
  /// pipe would be a signal.
  package static func inMemory(_ content: [UInt8]) throws -> FileDescriptor {
    let descriptor = memfd_create("input", closeOnExec)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: descriptor)
    do {
      try file.writeAll(content)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error
    }
    return file
  }

  private static let closeOnExec: UInt32 = 1
}
