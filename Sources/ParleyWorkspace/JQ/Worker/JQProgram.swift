internal import Glibc

/// The executable that a worker is.
package struct JQProgram: Sendable, Hashable {
  package let path: String
  package let arguments: [String]

  package init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }

  /// The running program where that is `parley`, else the `parley` beside it: no other program knows what the argument
  /// means.
  package static var parley: JQProgram {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let running = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return JQProgram(path: running.parentPath.appendingPath("parley"), arguments: [JQWorkerProgram.argument])
  }
}
