import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// `parley key …`: what opens the ciphers of a workspace.
package struct KeyCommand: Sendable {
  package enum Action: Sendable {
    /// Looks whether what opens a cipher does; all of them when nil.
    case check(String?)
    /// Gives a cipher another passphrase, or the secret that its definition names now.
    /// - Parameter oldKeyFile: the key file that opens it so far; asked for its passphrase when nil.
    case change(String, oldKeyFile: String?)

    fileprivate var isChange: Bool {
      switch self {
      case .change: true
      case .check: false
      }
    }
  }

  package var action: Action
  package var arguments: SessionArguments
  package var printsJSON: Bool

  package init(_ action: Action, _ arguments: SessionArguments, printsJSON: Bool = false) {
    self.action = action
    self.arguments = arguments
    self.printsJSON = printsJSON
  }

  /// `parley key new PATH`: makes a key file; it needs no workspace.
  package static func make(_ path: String, on console: any Console, printsJSON: Bool = false) -> ExitStatus {
    do throws(SharedDataError) {
      try KeyFile.make(at: path)
      if printsJSON { console.print(["keyFile": .string(path)]) }
      console.note("Created \(path). Keep a copy: without it, what it encrypts cannot be read.")
      return .good
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(
      on: console, needing: .data, toChange: action.isChange, printsJSON: printsJSON, busy: "unlocking"
    ) {
      try await perform(in: $0, on: $1)
      return .good
    }
  }

  private func perform(in session: Session, on console: any Console) async throws {
    let prompter = ConsolePrompter(console: console)
    switch action {
    case .check(let name):
      let names = name.map { [$0] } ?? session.ciphers.all.map(\.name)
      for name in names {
        try await session.ciphers.check(name, by: prompter)
        if !printsJSON { console.note("\(name) unlocks.") }
      }
      if printsJSON { console.print(.array(names.map { ["cipher": .string($0), "unlocks": true] })) }
      if names.isEmpty, !printsJSON { console.note("The workspace has no ciphers of its own.") }
    case .change(let name, let oldKeyFile):
      let old = try oldKeyFile.map { KeySecret.keyFile(try KeyFile(at: $0)) }
      try await session.ciphers.changeSecret(of: name, from: old, by: prompter)
      if printsJSON { return console.print(["cipher": .string(name), "changed": true]) }
      console.note("\(name) now unlocks with the new passphrase or key file. No value was rewritten.")
    }
  }
}
