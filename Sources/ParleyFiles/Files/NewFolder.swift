internal import Glibc
internal import SystemCalls

/// Makes a folder that is there with all its files, or not at all: it is filled under another name beside its place.
package enum NewFolder {
  /// - Parameters:
  ///   - path: nothing is there yet; folders above it are made where they are missing.
  ///   - fill: writes into the folder at the path it is given.
  package static func make<Result>(at path: String, _ fill: (String) throws -> Result) throws -> Result {
    let place = path.withoutTrailingSlash
    try FileSystem.makeDirectories(place.parentPath)
    let parent = try FileSystem.realPath(place.parentPath)
    let lock = try WriterLock(ofFilesIn: parent)
    defer { lock.release() }
    let aside = parent.appendingPath(".\(place.lastPathPart).parley-new")
    // A program that was killed may have left one.
    FileSystem.deleteTree(aside)
    do {
      guard mkdir(aside, 0o777) == 0 else { throw FileError("make", path, number: errno) }
      let result = try fill(aside)
      guard rename(aside, place) == 0 else { throw FileError("make", path, number: errno) }
      try AtomicFile.synchronizeFolder(of: place)
      return result
    } catch {
      FileSystem.deleteTree(aside)
      throw error
    }
  }
}

extension String {
  fileprivate var withoutTrailingSlash: String {
    var text = self
    while text.utf8.count > 1, text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
