import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyText
import ParleyWorkspace

/// An action of `parley shared` on many keys at once. Keys are names, or patterns such as `user.*`.
package enum SharedBatchAction: Sendable {
  case remove([String])
  case copy([String], to: String, isMove: Bool, replaces: Bool)
  case encrypt([String], with: String)
  /// No keys are all of them.
  case export([String], to: String, replaces: Bool)
  case importFile(String)
  /// All that was changed together with the last change of a key; nil for the last such changes of any keys.
  case undo(of: String?)
  case redo(of: String?)

  var isChange: Bool {
    if case .export = self { false } else { true }
  }
}

extension SharedDataTask {
  func carryOut(_ action: SharedBatchAction) async throws {
    switch action {
    case .remove(let keys): tell("Removed", try await session.sharedKeys.remove(names(keys), by: prompter))
    case .copy(let keys, let environment, let isMove, let replaces):
      try await copy(names(keys), to: environment, isMove: isMove, replaces: replaces)
    case .encrypt(let keys, let cipher): try await encrypt(names(keys), with: cipher)
    case .export(let keys, let path, let replaces):
      try await export(names(keys.isEmpty ? ["*"] : keys), to: path, replaces: replaces)
    case .importFile(let path):
      tell("Imported", try await session.sharedKeys.importFile(from: path, by: prompter))
    case .undo(let key): try await undo(of: key)
    case .redo(let key): try await undo(of: key, redoes: true)
    }
  }

  private func names(_ keys: [String]) async throws -> [String] {
    try await session.sharedKeys.names(matching: keys)
  }

  private func copy(_ names: [String], to environment: String, isMove: Bool, replaces: Bool) async throws {
    let (copy, changes) = try await session.sharedKeys.copy(
      names, to: environment, isMove: isMove, replaces: replaces, by: prompter)
    guard copy.taken.isEmpty || replaces else {
      throw UsageError(
        "\(Printable.text(environment)) has \(copy.taken.count.counted("key")) of the same name: \(Self.list(copy.taken)).",
        advice: "Nothing was changed. --force replaces them.")
    }
    tell(isMove ? "Moved" : "Copied", changes.filter { $0.content != .removed }, to: environment)
    if !copy.common.isEmpty, !report.printsJSON {
      console.note("Left out, because they belong to all environments: \(Self.list(copy.common)).")
    }
  }

  private func encrypt(_ names: [String], with cipher: String) async throws {
    let ciphers = Dictionary(uniqueKeysWithValues: names.map { ($0, Optional(cipher)) })
    try await session.sharedKeys.bind(ciphers, by: prompter)
    hideProgress()
    if report.printsJSON {
      return console.print(["keys": .array(names.map(JSONValue.string)), "cipher": .string(cipher)])
    }
    console.note("Encrypted \(names.count.counted("key")) with \(Printable.text(cipher)), their histories too.")
  }

  private func export(_ names: [String], to path: String, replaces: Bool) async throws {
    let file = try await session.sharedKeys.export(
      names, to: path, reveals: report.reveals, replacing: replaces, by: prompter)
    let secrets = file.entries.count(where: \.isSecret)
    hideProgress()
    if report.printsJSON {
      return console.print([
        "file": .string(path), "keys": .number(JSONNumber(file.entries.count)),
        "secrets": .number(JSONNumber(secrets)), "sealed": .bool(secrets > 0 && !report.reveals),
      ])
    }
    console.note("Wrote \(file.entries.count.counted("key")) to \(Printable.text(path)).")
    guard secrets > 0 else { return }
    console.note(
      report.reveals
        ? "\(secrets.counted("secret")) among them, in clear: anyone who can read the file can read them."
        : "\(secrets.counted("secret")) among them, encrypted with the passphrase.")
  }

  private func undo(of key: String?, redoes: Bool = false) async throws {
    let done = redoes ? "Redid" : "Undid"
    if let key {
      guard let batch = try await shared.lastBatch(of: key) else { throw nothing(redoes) }
      return tell(done, try await session.sharedKeys.undo(batch, redoes: redoes, by: prompter))
    }
    guard let names = try await SharedUndo(session).undoLast(redoes: redoes, by: prompter) else {
      throw nothing(redoes)
    }
    tell(done, try await shared.entries(names.map(shared.key)).compactMap(\.self))
  }

  private func nothing(_ redoes: Bool) -> UsageError {
    let place = session.environmentName.map { " in \(Printable.text($0))" } ?? ""
    return UsageError(
      "Nothing that was \(redoes ? "undone" : "changed") together is known\(place).",
      advice: session.workspace.environments.count > 1
        ? "--env looks at the keys of another environment. `parley shared history KEY` lists the changes of a key."
        : "`parley shared history KEY` lists the changes of a key.")
  }

  private func tell(_ done: String, _ changes: [SharedEntry], to environment: String? = nil) {
    hideProgress()
    if report.printsJSON { return report.list(changes) }
    let place = environment.map { " to \(Printable.text($0))" } ?? ""
    guard !changes.isEmpty else { return console.note("Nothing was there to do.") }
    // A move is a change of two environments.
    var known: Set<ExactString> = []
    let names = changes.map(\.key.name).filter { known.insert(ExactString($0)).inserted }
    console.note("\(done) \(names.count.counted("key"))\(place): \(Self.list(names)).")
  }

  private static let mostListed = 8

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(mostListed).map { Printable.text($0) }.joined(separator: ", ")
    return names.count > mostListed ? "\(shown) and \(names.count - mostListed) more" : shown
  }
}
