/// Takes zlib's compression (RFC 1950) off bytes that are there as a whole, such as those of a picture.
package enum Inflate {
  private static let room = 64 << 10

  /// - Parameter take: told the pieces in order; no more are made once it returns false.
  /// - Returns: whether it came to the end of what is compressed.
  @discardableResult
  package static func pieces(of bytes: [UInt8], _ take: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    let decoder = ZlibDecoder(isGzip: false)
    var output = [UInt8](repeating: 0, count: room)
    return bytes.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { output in
        var read = 0
        while !decoder.isAtEnd {
          guard let step = try? decoder.step(UnsafeRawBufferPointer(rebasing: input[read...]), into: output),
            step.read + step.written > 0, take(UnsafeRawBufferPointer(rebasing: output[..<step.written]))
          else { return false }
          read += step.read
        }
        return true
      }
    }
  }
}
