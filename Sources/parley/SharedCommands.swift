import ArgumentParser
import Commands
import ParleyEngine

struct Shared: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shared", abstract: "Read and write shared data.",
    discussion: """
      Shared data are named values that requests capture from responses, and others read as {{shared.NAME}}.

      Examples:
        parley shared list
        parley shared get token --reveal
        printf %s 42 | parley shared set answer
        parley shared watch 'user.*'
        parley shared export keys.json 'user.*'
        parley shared copy 'user.*' --to staging
      """,
    subcommands: [
      List.self, Get.self, Set.self, Expire.self, Renew.self, Rename.self, Uses.self, Remove.self, Watch.self,
      History.self, Undo.self,
      Redo.self,
      Copy.self, Move.self, Encrypt.self, Export.self, Import.self, Compare.self,
      Snapshot.self,
    ])

  /// The options that all of these commands take.
  struct Options: ParsableArguments {
    @OptionGroup var workspace: WorkspaceOptions

    @Option(
      name: [.short, .customLong("env")],
      help: "The environment. (default: environment in parley.yaml, or the only one)",
      completion: .names(.environments))
    var environment: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Reveal secrets.")
    var reveal = false

    func run(_ action: SharedCommand.Action) throws {
      let arguments = try workspace.arguments(environment: environment, needsEnvironment: true)
      let command = SharedCommand(action, arguments, printsJSON: json, reveals: reveal)
      guard command.canBeStopped else { return try carryOut { await command.run(on: $0) } }
      let interruption = Interruption(stops: 1)
      try carryOut { console in
        interruption.status(await command.run(on: console) { interruption.does($0) })
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List keys: value, type, cipher, last writer and time.",
      discussion: """
        Words are parts of names; fields narrow further: value:ada type:json (or text, bytes, jwt) by:user/login \
        cipher:main since:1h until:2d 'expires<1h' (or 'expires>2d', expires:never, expires:past) 'bytes>1000'. A minus in \
        front leaves out what matches. value: looks into encrypted values only if their cipher needs no passphrase.
        """)

    @Argument(help: "Only keys that match: parts of names, and fields.")
    var filter: [String] = []

    @Option(help: "The order: name, time (newest first), writer, size (largest first), or expiry (soonest first).")
    var sort: SortField = .name

    @Flag(help: "Reverse the order.")
    var reverse = false

    @OptionGroup var options: Options

    func run() throws {
      let isDescending = (sort == .time || sort == .size) != reverse
      let order = SharedSort(sort.field, isDescending: isDescending)
      try options.run(.list(filter: filter.joined(separator: " "), sort: order))
    }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Print a value exactly as it is stored.",
      discussion: "An expired value is printed too, with a warning; requests find none.")

    @Argument(help: "The key's name.")
    var key: String

    @Flag(help: "Print what it stands for: JWT, base64, gzip, URL-encoded text, times, JSON in strings.")
    var decode = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.get(key, decodes: decode)) }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a key from standard input, without the trailing newline.")

    @Argument(help: "The key's name.")
    var key: String

    @Option(
      help: "The type: text, json, or bytes (takes standard input exactly). (default: as it is; text for a new key)")
    var type: ValueType?

    @Option(help: "How long the value holds, such as 30m. (default: as parley.yaml says)")
    var ttl: String?

    @OptionGroup var options: Options

    @Argument(help: .hidden)
    var value: [String] = []

    func validate() throws {
      guard value.isEmpty else {
        throw ValidationError(
          "The value comes from standard input, or is asked for on a terminal: arguments stand in the shell's history.")
      }
    }

    func run() throws { try options.run(.set(key, type?.kind, expiring: ttl)) }
  }

  struct Expire: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "expire", abstract: "Say when a key expires; its value stays.",
      discussion: "An expired key counts as absent for requests. `parley shared undo` takes the change back.")

    @Argument(help: "The key's name.")
    var key: String

    @Argument(help: "A duration such as 30m, a time such as 2030-11-21T14:00:00Z, or never.")
    var when: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.expire(key, when)) }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Rename a key, with its history and in every file that names it.",
      discussion: "Lists the files and lines that change. A name that is taken changes nothing.")

    @Argument(help: "The key's name.")
    var key: String

    @Argument(help: "Its new name.")
    var new: String

    @Flag(help: "Only list what would change.")
    var dryRun = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.rename(key, to: new, isDry: dryRun)) }
  }

  struct Uses: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "uses", abstract: "List who reads and captures a key, or the keys of a request.",
      discussion: "Below each request stand the groups that contain it, with the newest run.")

    @Argument(help: "The key's name.")
    var key: String?

    @Option(help: "List the keys that this request uses.", completion: .names(.requests))
    var request: String?

    @OptionGroup var options: Options

    func validate() throws {
      guard (key == nil) != (request == nil) else { throw ValidationError("Give a key or --request.") }
    }

    func run() throws {
      if let key { try options.run(.uses(key)) }
      if let request { try options.run(.usesOfRequest(request)) }
    }
  }

  struct Renew: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "renew", abstract: "Renew a key: send the request that captures it.")

    @Argument(help: "The key's name.")
    var key: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.renew(key)) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove keys. `parley shared undo --batch` brings them back.")

    @Argument(help: "The keys' names, or patterns such as 'user.*'.")
    var keys: [String] = []

    @Flag(help: "Remove all keys visible from the environment.")
    var all = false

    @OptionGroup var options: Options

    func validate() throws {
      guard keys.isEmpty == all else { throw ValidationError("Give keys or --all.") }
    }

    func run() throws {
      if all { return try options.run(.removeAll) }
      let isOne = keys.count == 1 && !keys[0].contains("*")
      try options.run(isOne ? .remove(keys[0]) : .batch(.remove(keys)))
    }
  }

  struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "watch", abstract: "Print every change until interrupted.")

    @Argument(help: "A key, or a prefix with a star such as 'user.*'. (default: all keys)")
    var key: String?

    @OptionGroup var options: Options

    func run() throws { try options.run(.watch(subject)) }

    private var subject: SharedSubject {
      guard let key else { return .all }
      return key.hasSuffix("*") ? .prefix(String(key.dropLast())) : .key(key)
    }
  }

  struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "history", abstract: "List the changes of a key, newest first.")

    @Argument(help: "The key's name.")
    var key: String

    @Option(help: "How many to list.")
    var limit = 20

    @OptionGroup var options: Options

    func run() throws { try options.run(.history(key, limit: limit)) }
  }

  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Undo the last change of a key, or all that was changed together.")

    @Argument(help: "The key's name.")
    var key: String?

    @Flag(
      help: """
        Undo all changes that were made together with the last one of the key, such as an import. (default key: that of the \
        last such change)
        """)
    var batch = false

    @OptionGroup var options: Options

    func validate() throws {
      guard key != nil || batch else { throw ValidationError("Give a key or --batch.") }
    }

    func run() throws {
      guard let key, !batch else { return try options.run(.batch(.undo(of: key))) }
      try options.run(.undo(key))
    }
  }

  struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "redo", abstract: "Redo the last undone change of a key, or all that was undone together.")

    @Argument(help: "The key's name.")
    var key: String?

    @Flag(help: "Redo all that `undo --batch` took back.")
    var batch = false

    @OptionGroup var options: Options

    func validate() throws {
      guard key != nil || batch else { throw ValidationError("Give a key or --batch.") }
    }

    func run() throws {
      guard let key, !batch else { return try options.run(.batch(.redo(of: key))) }
      try options.run(.redo(key))
    }
  }
}

enum SortField: String, ExpressibleByArgument, CaseIterable {
  case name, time, writer, size, expiry

  var field: SharedSort.Field {
    switch self {
    case .name: .name
    case .time: .time
    case .writer: .writer
    case .size: .size
    case .expiry: .expiry
    }
  }
}

enum ValueType: String, ExpressibleByArgument, CaseIterable {
  case text, json, bytes

  var kind: SharedValue.Kind {
    switch self {
    case .text: .text
    case .json: .json
    case .bytes: .bytes
    }
  }
}
