import ParleyEngine

/// A command as the parser of arguments knows it: the part of its dump that a manual needs.
struct CommandDescription: Sendable, Decodable {
  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool
  let defaultSubcommand: String?
  let superCommands: [String]?
  let subcommands: [CommandDescription]?
  let arguments: [ArgumentDescription]?

  /// - Parameter dump: the output of `--experimental-dump-help`.
  static func read(_ dump: String) throws -> CommandDescription {
    struct Dump: Decodable { let command: CommandDescription }
    return try JSONValue(parsing: dump).decode(Dump.self).command
  }

  /// As it is typed: `parley runs list`.
  var words: [String] { (superCommands ?? []) + [commandName] }

  /// Those that help shows; `help` itself needs no page.
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The commands below it that do something; itself, where there are none.
  var leaves: [CommandDescription] {
    shownSubcommands.isEmpty ? [self] : shownSubcommands.flatMap(\.leaves)
  }

  var positionals: [ArgumentDescription] { shownArguments.filter { $0.kind == .positional } }

  /// Without `--help` and `--version`, which every command has.
  var options: [ArgumentDescription] {
    shownArguments.filter { $0.kind != .positional && !["help", "version"].contains($0.preferredName?.name) }
  }

  private var shownArguments: [ArgumentDescription] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The first sentence, as the line of a list has it: `send a request`.
  var title: String {
    let sentence = Prose.sentences(abstract ?? "").first ?? commandName
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    let isAcronym = text.dropFirst().first?.isUppercase == true
    return isAcronym ? text : text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The abstract without its first sentence.
  var restOfAbstract: String { Prose.sentences(abstract ?? "").dropFirst().joined(separator: " ") }
}

/// An option, a flag, or a word at its place.
struct ArgumentDescription: Sendable, Decodable, Equatable {
  enum Kind: String, Sendable, Decodable { case positional, option, flag }

  struct Name: Sendable, Decodable, Equatable {
    let kind: String
    let name: String

    /// For `.Fl`, which writes the first hyphen.
    var flag: String { kind == "long" ? "-\(name)" : name }
  }

  let kind: Kind
  let shouldDisplay: Bool
  let isOptional: Bool
  let isRepeating: Bool
  let names: [Name]?
  let preferredName: Name?
  let valueName: String?
  let defaultValue: String?
  let allValues: [String]?
  let abstract: String?

  /// The help, and what the parser adds to it in `--help`.
  var text: String {
    var sentences = abstract ?? ""
    if let allValues, !allValues.isEmpty, !allValues.contains(where: sentences.contains) {
      sentences += " One of \(allValues.joined(separator: ", "))."
    }
    if let defaultValue, !defaultValue.isEmpty, kind != .flag, !sentences.contains("(default") {
      sentences += " (default: \(defaultValue))"
    }
    return sentences
  }
}
