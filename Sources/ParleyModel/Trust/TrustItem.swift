import ParleyText

/// One thing beyond HTTP and its own files that a workspace wants to do.
package enum TrustItem: Sendable, Hashable {
  /// Read a variable of the operating system.
  case environmentVariable(String)
  /// Run a program. Files of the workspace that take part are held to what they were, by SHA-256.
  case command([String], files: [String: String])
  /// Read a file outside the workspace, such as a key.
  case file(String)
  /// Write a file that is not simply one of the workspace's own.
  case writing(String)
  /// Replace a file of the workspace's folder that Parley did not write, as it is now.
  case replacing(String, as: FileMark)
  /// Speak with what listens on a unix socket.
  case socket(String)
  /// Keep shared keys in a database, as its address is written, without a password.
  case database(String)
}

extension TrustItem: CustomStringConvertible {
  /// One line, as the pop-up lists it.
  package var description: String {
    switch self {
    case .environmentVariable(let name): Printable.text("read the environment variable \(name)")
    case .command(let arguments, let files): Printable.text("run \(ShellWords.line(of: arguments))\(Self.note(files))")
    case .file(let path): Printable.text("read the file \(path)")
    case .writing(let path): Printable.text("write the file \(path)")
    case .replacing(let path, _): Printable.text("replace the file \(path), which Parley did not write")
    case .socket(let path): Printable.text("connect to the socket \(path)")
    case .database(let address): Printable.text("keep the team's keys in the database \(address)")
    }
  }

  private static func note(_ files: [String: String]) -> String {
    guard !files.isEmpty else { return "" }
    return " ("
      + files.sorted { $0.key < $1.key }.map { "\($0.key) with the fingerprint \($0.value.prefix(12))" }.joined(
        separator: ", ")
      + ")"
  }
}

extension TrustItem: Comparable {
  package static func < (left: TrustItem, right: TrustItem) -> Bool {
    left.description < right.description
  }
}
