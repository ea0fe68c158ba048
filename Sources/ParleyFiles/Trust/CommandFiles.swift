internal import Cryptography
internal import Glibc
internal import ParleyEngine
package import ParleyModel
internal import SystemCalls

/// The files of a workspace that take part in a command: the program, and arguments that name a file. Each is opened once, so
/// that what is hashed is what runs.
package struct CommandFiles: Sendable {
  struct Content: Sendable {
    let bytes: [UInt8]
    /// Whether its owner may execute it.
    let isProgram: Bool
  }

  /// Larger files are not hashed, and programs among them not run.
  private static let largest = 256 << 20

  let root: String
  private let command: [String]
  /// By place in the command: the path within the workspace.
  private let paths: [Int: String]
  /// By path within the workspace; nil for a file that cannot be read.
  private let contents: [String: Content?]

  package init(of command: [String], root: String) {
    self.root = root
    self.command = command
    var (paths, contents) = ([Int: String](), [String: Content?]())
    for (place, argument) in command.enumerated() {
      guard let path = Self.path(of: argument, root: root) else { continue }
      paths[place] = path
      if contents[path] == nil { contents[path] = .some(try? Self.read(root.appendingPath(path))) }
    }
    (self.paths, self.contents) = (paths, contents)
  }

  /// SHA-256 in hexadecimal, by path within the workspace.
  var hashes: [String: String] {
    contents.mapValues { content in content.map { MessageDigest.sha256($0.bytes).hexadecimal } ?? "unreadable" }
  }

  /// The item that a person has to allow.
  package var trustItem: TrustItem { .command(command, files: hashes) }

  /// The command on private copies of these files.
  package func copied() throws(FileError) -> CommandCopy {
    let readable = contents.compactMapValues(\.self)
    guard !readable.isEmpty || isProgramUnreadable else { return CommandCopy(command) }
    if isProgramUnreadable { throw FileError("read", command[0], because: "cannot be hashed") }
    let mirror = try WorkspaceMirror(of: root, holding: readable)
    let arguments = command.enumerated().map { place, argument in
      paths[place].flatMap { readable[$0] != nil && isFile(at: place) ? mirror.location(of: $0) : nil } ?? argument
    }
    return CommandCopy(arguments, mirror)
  }

  /// A program without a slash is looked for in PATH, whatever the workspace has of that name.
  private func isFile(at place: Int) -> Bool { place > 0 || command[place].contains("/") }

  private var isProgramUnreadable: Bool {
    guard isFile(at: 0), let path = paths[0], let content = contents[path] else { return false }
    return content == nil
  }

  private static func read(_ path: String) throws(FileError) -> Content {
    let file = try OpenFile(path, O_RDONLY | O_NONBLOCK, for: .reading)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError("read", path, because: "it is not a regular file") }
    let bytes = try file.readAll(limit: largest, expected: Int(status.st_size))
    return Content(bytes: bytes, isProgram: status.st_mode & S_IXUSR != 0)
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

/// A command as it was hashed. Its copies go away with it.
package struct CommandCopy: Sendable {
  package let arguments: [String]
  private let mirror: WorkspaceMirror?

  fileprivate init(_ arguments: [String], _ mirror: WorkspaceMirror? = nil) {
    (self.arguments, self.mirror) = (arguments, mirror)
  }

  /// A text of the program with the places of the workspace in it, not those of the copies.
  package func original(_ text: String) -> String { mirror?.original(text) ?? text }

  /// Takes the copies away; nothing runs on them any more.
  package func remove() { mirror?.remove() }
}
