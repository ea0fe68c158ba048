internal import Cryptography

/// The files of a workspace that take part in a command: the program, and arguments that name a file.
enum CommandFiles {
  /// Larger programs are not hashed, and so not trusted.
  private static let largest = 256 << 20

  /// SHA-256 in hexadecimal, by path within the workspace.
  static func hashes(of command: [String], root: String) -> [String: String] {
    command.reduce(into: [:]) { hashes, argument in
      guard let path = path(of: argument, root: root) else { return }
      let bytes = try? FileSystem.read(root.appendingPath(path), limit: largest)
      hashes[path] = bytes.map { MessageDigest.sha256($0).hexadecimal } ?? "unreadable"
    }
  }

  /// The path within the workspace of the regular file that an argument names.
  private static func path(of argument: String, root: String) -> String? {
    guard !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
    let candidate = argument.hasPrefix("/") ? argument : root.appendingPath(argument)
    guard
      let real = try? FileSystem.realPath(candidate), real != root, real.isInside(folder: root),
      FileSystem.kind(ofTarget: real) == .file
    else { return nil }
    return String(real.dropFirst(root.count + 1))
  }
}

extension Sequence<UInt8> {
  var hexadecimal: String {
    reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
