import ArgumentParser
import Commands

struct Key: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "What opens the ciphers of a workspace.",
    subcommands: [New.self, Check.self, Change.self])

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make a key file that only you can read.")

    @Argument(help: "Its path; there must be no such file.")
    var path: String

    func run() throws {
      let path = path
      try carryOut { KeyCommand.make(path, on: $0) }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Look whether what opens a cipher does.")

    @Argument(help: "The cipher; all of the workspace otherwise.")
    var cipher: String?

    @OptionGroup var workspace: WorkspaceOptions

    func run() throws {
      let command = KeyCommand(.check(cipher), try workspace.arguments())
      try carryOut { await command.run(on: $0) }
    }
  }

  struct Change: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give a cipher another passphrase, or what parley.yaml says now. No value is rewritten.")

    @Argument(help: "The cipher.")
    var cipher: String

    @Option(
      name: .customLong("from-key-file"), help: "The key file that opens it so far; otherwise its passphrase is asked.")
    var oldKeyFile: String?

    @OptionGroup var workspace: WorkspaceOptions

    func run() throws {
      let command = KeyCommand(.change(cipher, oldKeyFile: oldKeyFile), try workspace.arguments())
      try carryOut { await command.run(on: $0) }
    }
  }
}
