import ArgumentParser
import Commands

// `parley shared …` for many keys at once.
extension Shared {
  /// Which keys.
  struct Keys: ParsableArguments {
    @Argument(help: "The keys' names, or patterns such as 'user.*'.")
    var keys: [String]
  }

  struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy", abstract: "Copy keys to another environment: all of them or none.",
      discussion: """
        Values are encrypted again for their new place. Keys that belong to all environments are left out.

        Example:
          parley shared copy 'user.*' cart --env local --to staging
        """)

    @OptionGroup var keys: Keys

    @Option(help: "The environment to copy to.", completion: .names(.environments))
    var to: String

    @Flag(help: "Replace keys that are there already.")
    var force = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.batch(.copy(keys.keys, to: to, isMove: false, replaces: force))) }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Move keys to another environment: all of them or none.")

    @OptionGroup var keys: Keys

    @Option(help: "The environment to move to.", completion: .names(.environments))
    var to: String

    @Flag(help: "Replace keys that are there already.")
    var force = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.batch(.copy(keys.keys, to: to, isMove: true, replaces: force))) }
  }

  struct Encrypt: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "encrypt",
      abstract: "Encrypt keys and their histories with another cipher, and update parley.yaml.")

    @OptionGroup var keys: Keys

    @Option(
      name: .customLong("with"),
      help: "One of the ciphers in parley.yaml, machine, gzip (compresses only), or none.")
    var cipher: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.batch(.encrypt(keys.keys, with: cipher))) }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write keys to a JSON file.",
      discussion: """
        A passphrase seals the values of secrets: it is asked for, or read from PARLEY_SHARED_PASSPHRASE. With --reveal they are \
        written in clear.

        Examples:
          parley shared export keys.json
          parley shared export user.json 'user.*' --env staging
        """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Argument(help: "The keys' names, or patterns such as 'user.*'. (default: all keys)")
    var keys: [String] = []

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.batch(.export(keys, to: file, replaces: force))) }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Set the keys of a JSON file: all of them or none.",
      discussion: """
        The file is one that `parley shared export` wrote, or any object with values by their names. The passphrase of sealed values \
        is asked for, or read from PARLEY_SHARED_PASSPHRASE. `parley shared undo --batch` takes it back.
        """)

    @Argument(help: "The file to read.", completion: .file())
    var file: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.batch(.importFile(file))) }
  }
}
