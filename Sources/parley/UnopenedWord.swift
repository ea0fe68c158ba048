import Commands
import Foundation
import ParleyEngine
import ParleyFiles
import ParleyText

/// A word that `parley` was given to open, and that is neither a URL nor a folder.
struct UnopenedWord {
  private let word: String
  /// All of the command line, which may name the workspace.
  private let arguments: [String]

  init(_ word: String, in arguments: [String]) {
    (self.word, self.arguments) = (word, arguments)
  }

  /// The command that takes it, or the name that was probably meant.
  var advice: String { namedAdvice ?? fileAdvice ?? mistypedAdvice ?? newAdvice }

  /// For the name of a request or group of the workspace, or the path of its file.
  var namedAdvice: String? {
    if let request = name(in: .requests, under: "requests/") {
      return "`\(call("send", request))` sends the request of that name."
    }
    return name(in: .groups, under: "groups/").map { "`\(call("run", $0))` runs the group of that name." }
  }

  /// For a file that is there: the command that takes it.
  private var fileAdvice: String? {
    let directory = FileManager.default.currentDirectoryPath
    guard FileSystem.kind(ofTarget: word.hasPrefix("/") ? word : "\(directory)/\(word)") == .file else { return nil }
    return PathForName.advice(forFile: word, in: directory)
      ?? "`parley import \(Printable.text(ShellWords.quoted(unlessPlain: word)))` imports a description, a collection or curl commands."
  }

  private var mistypedAdvice: String? {
    if let folder = NearestFolder.to(word) {
      return "Did you mean `parley \(Printable.text(ShellWords.quoted(unlessPlain: folder)))`?"
    }
    if let request = NearestName.of(word, among: names(.requests)) { return "Did you mean `\(call("send", request))`?" }
    return NearestName.of(word, among: names(.groups)).map { "Did you mean `\(call("run", $0))`?" }
  }

  /// For a folder that is not there yet.
  private var newAdvice: String {
    "`\(Printable.text("parley new \(ShellWords.quoted(unlessPlain: word))"))` makes a workspace there."
  }

  private func name(in kind: NameCompletion, under folder: String) -> String? {
    var name = word.hasPrefix("./") ? String(word.dropFirst(2)) : word
    if name.hasPrefix(folder) { name = String(name.dropFirst(folder.count)) }
    if name.hasSuffix(".yaml") { name = String(name.dropLast(".yaml".count)) }
    return names(kind).contains(name) ? name : nil
  }

  private func names(_ kind: NameCompletion) -> [String] {
    kind.names(for: arguments, in: FileManager.default.currentDirectoryPath, home: nil)
  }

  /// With the workspace that the command line names.
  private func call(_ command: String, _ name: String) -> String {
    let place = arguments.firstIndex { ["-w", "--workspace"].contains($0) }.map { arguments[$0...].prefix(2) } ?? []
    let words = ["parley", command, name] + place
    return Printable.text(words.map { ShellWords.quoted(unlessPlain: $0) }.joined(separator: " "))
  }
}
