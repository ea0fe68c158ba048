import ArgumentParser
import Commands

struct KeyTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Manage the passphrases and key files of a workspace's ciphers.",
    subcommands: [New.self, Check.self, Change.self])

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Create a key file that only you can read.")

    @Argument(help: "Its path. The file must not exist yet.", completion: .file())
    var path: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let (path, json) = (path, json)
      try carryOut { KeyCommand.make(path, on: $0, printsJSON: json) }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Test whether a passphrase or key file unlocks its cipher.")

    @Argument(help: "The cipher. (default: all of the workspace)")
    var cipher: String?

    @OptionGroup var workspace: WorkspaceOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let command = KeyCommand(.check(cipher), try workspace.arguments(), printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct Change: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change",
      abstract: "Change a cipher's passphrase, or switch to the key file named in parley.yaml. No value is rewritten.")

    @Argument(help: "The cipher.")
    var cipher: String

    @Option(
      name: .customLong("from-key-file"), help: "The current key file. (default: asks for the current passphrase)",
      completion: .file())
    var oldKeyFile: String?

    @OptionGroup var workspace: WorkspaceOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let command = KeyCommand(
        .change(cipher, oldKeyFile: oldKeyFile), try workspace.arguments(), printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }
}
