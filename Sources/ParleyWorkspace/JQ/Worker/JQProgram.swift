internal import Glibc

/// The executable that a worker is.
public struct JQProgram: Sendable, Hashable {
  public let path: String
  public let arguments: [String]

  public init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }

  /// The running program where that is `parley`, else the `parley` beside it: no other program knows what the argument
  /// means.
  public static var parley: JQProgram {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let running = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return JQProgram(path: running.parentPath.appendingPath("parley"), arguments: [JQWorkerProgram.argument])
  }
}
