import Glibc

/// A path at which something stands that is no file, such as a terminal, a pipe or `/dev/null`. What is to be there is written into it:
/// a file in its place would take it away from everybody.
package enum StreamPlace {
  private static let descriptorFolders = ["/dev/fd/", "/proc/self/fd/"]

  package static func isOne(_ path: String) -> Bool {
    var status = stat()
    return descriptor(namedBy: path) != nil
      || stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// The number of what this process has open, where a path names it.
  static func descriptor(namedBy path: String) -> Int32? {
    switch path {
    case "/dev/stdout": STDOUT_FILENO
    case "/dev/stderr": STDERR_FILENO
    default: descriptorFolders.first(where: path.hasPrefix).flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  /// The path behind the links at its end, whether or not something is there.
  package static func followingLinks(_ path: String) -> String {
    var place = path
    // As many as the system follows.
    for _ in 0..<40 {
      if let resolved = realpath(place, nil) {
        defer { free(resolved) }
        return String(cString: resolved)
      }
      guard let target = target(ofLink: place) else { return place }
      place = target.hasPrefix("/") ? target : place[...(place.lastIndex(of: "/") ?? place.startIndex)] + target
    }
    return path
  }

  private static func target(ofLink path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(validating: buffer[..<count], as: UTF8.self) : nil
  }
}

extension OpenFile {
  /// Opens what stands at a path and is no file, to be written into; nil for the place of a file. A pipe waits for its reader.
  package static func stream(at path: String) throws(Failure) -> OpenFile? {
    guard StreamPlace.isOne(path) else { return nil }
    guard let number = StreamPlace.descriptor(namedBy: path) else { return try OpenFile(path, O_WRONLY, for: .writing) }
    // Opened by its name it would begin at the start of a file again, over what stands there.
    return try OpenFile(copying: number, path)
  }

  /// Writes all of `bytes` behind what was written before, or throws.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = retryingInterrupts {
        Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      }
      guard written > 0 else { throw Failure(explaining: SystemError(.write, path)) }
      rest = rest.dropFirst(written)
    }
  }

  /// Writes all of `bytes` behind what was written before, or throws.
  package func append(_ bytes: [UInt8]) throws(Failure) {
    try bytes.span.withUnsafeBytes { bytes throws(Failure) in try append(bytes) }
  }
}
