import ParleyFiles
import ParleyText

/// The path of a folder or of a file, where a command takes the name of a request or of a group.
package struct PathForName {
  enum Kind: String, CaseIterable {
    case request, group

    /// The folder of a workspace that has them.
    var folder: String { "\(rawValue)s" }
    var command: String { self == .request ? "send" : "run" }
    var does: String { self == .request ? "sends" : "runs" }
  }

  private let word: String
  private let kind: Kind
  private let arguments: SessionArguments

  /// - Returns: the command that takes the file of a request or of a group by its name; nil for any other file.
  package static func advice(forFile word: String, in directory: String) -> String? {
    guard word.hasSuffix(".yaml") else { return nil }
    return adviceForFile(word) { folder in
      holdsWorkspace(folder.hasPrefix("/") ? folder : "\(directory)/\(folder)")
    }
  }

  /// - Returns: the mistake; nil where the word may be a name, or an address.
  static func mistake(_ word: String, asNameOf kind: Kind, _ arguments: SessionArguments) -> UsageError? {
    let place = PathForName(word: word, kind: kind, arguments: arguments)
    return switch FileSystem.kind(ofTarget: arguments.path(of: word)) {
    case .directory where place.isFolder: place.mistake("folder", advice: place.adviceForFolder)
    case .file where word.hasSuffix(".yaml"):
      adviceForFile(word, ifIn: place.holdsWorkspace).map { place.mistake("file", advice: $0) }
    default: nil
    }
  }

  /// No name begins with a dot. Another word counts as a path only where it leads to a workspace, and can be nothing else.
  private var isFolder: Bool {
    if word.hasPrefix(".") { return true }
    guard holdsWorkspace(word) else { return false }
    return word.hasPrefix("/") || (try? arguments.folder()) == nil
  }

  private func holdsWorkspace(_ folder: String) -> Bool { Self.holdsWorkspace(arguments.path(of: folder)) }

  private static func holdsWorkspace(_ path: String) -> Bool {
    FileSystem.kind(ofTarget: "\(path)/\(WorkspacePaths.workspaceFile)") != nil
  }

  private func mistake(_ what: String, advice: String) -> UsageError {
    UsageError("\(Printable.quoted(word)) is a \(what), and not the name of a \(kind.rawValue).", advice: advice)
  }

  private var adviceForFolder: String {
    guard holdsWorkspace(word) else { return "`parley list \(kind.folder)` lists the names." }
    let folder = Self.shown(word)
    let call = "`parley \(kind.command) \(kind.rawValue.uppercased()) -w \(folder)` takes it as the workspace"
    return "\(call), `parley list \(kind.folder) -w \(folder)` lists the names, `parley \(folder)` opens it."
  }

  /// For a file of a workspace: the name that it has there.
  private static func adviceForFile(_ word: String, ifIn isWorkspace: (String) -> Bool) -> String? {
    for kind in Kind.allCases {
      guard let middle = "/\(word)".ranges(of: "/\(kind.folder)/").last else { continue }
      let folder = String("/\(word)"[..<middle.lowerBound].dropFirst())
      guard isWorkspace(folder.isEmpty ? "." : folder) else { continue }
      let name = String("/\(word)"[middle.upperBound...].dropLast(".yaml".count))
      let place = folder.isEmpty ? "" : " -w \(shown(folder))"
      return "`parley \(kind.command) \(shown(name))\(place)` \(kind.does) it."
    }
    return nil
  }

  private static func shown(_ word: String) -> String { Printable.text(ShellWords.quoted(unlessPlain: word)) }
}
