package import SystemCalls

package typealias OpenFile = SystemCalls.OpenFile<FileError>

extension OpenFile where Failure == FileError {
  /// - Parameter expected: how many bytes it probably has.
  func readAll(limit: Int, expected: Int) throws(FileError) -> [UInt8] {
    // One more than expected, so that the end is seen at once.
    let size = max(4_095, min(expected, limit)) + 1
    var bytes: [UInt8] = []
    while true {
      let piece = try read(at: bytes.count, count: size)
      bytes += piece
      guard bytes.count <= limit else { throw FileError("read", path, because: "it has more than \(limit) bytes") }
      if piece.count < size { return bytes }
    }
  }
}
