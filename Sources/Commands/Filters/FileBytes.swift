import Glibc
import SystemCalls

/// The bytes of a file that a person names: a pipe or a device, too.
enum FileBytes {
  private static let window = 1 << 20

  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try OpenFile<SystemError>(path, O_RDONLY, for: .reading)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(try file.status().st_size) + 1)
    var buffer = [UInt8](repeating: 0, count: window)
    while true {
      let count = buffer.withUnsafeMutableBytes { room in
        retryingInterrupts { Glibc.read(file.descriptor, room.baseAddress, room.count) }
      }
      guard count >= 0 else { throw SystemError(.read, path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
