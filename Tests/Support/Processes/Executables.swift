import Glibc

/// Where programs are.
public enum Executables {
  /// A program of this package, which SwiftPM builds beside the test bundle that runs.
  public static func built(_ name: String) throws -> String {
    let path = "\(try buildDirectory())/\(name)"
    guard isExecutable(path) else {
      throw SupportError("\(path) is not there. Build it: Scripts/build --product \(name).")
    }
    return path
  }

  /// A program of the system.
  ///
  /// - Throws: ``SupportError`` naming the package that has it.
  public static func installed(_ name: String, package: String) throws -> String {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
    guard let folder = folders.first(where: { isExecutable("\($0)/\(name)") }) else {
      throw SupportError("There is no \(name). Install it: apt-get install \(package).")
    }
    return "\(folder)/\(name)"
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  private static func buildDirectory() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { throw SupportError.system("Cannot read /proc/self/exe") }
    let bundle = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.endIndex)])
  }
}
