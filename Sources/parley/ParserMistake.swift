import ArgumentParser
import Commands
import ParleyEngine
import ParleyFormats
import ParleyText

/// A mistake in the arguments, told as all errors are: what is wrong, what was probably meant, and how the command is used.
struct ParserMistake: Error {
  let lines: [String]

  /// - Returns: nil for an error that is no mistake in the arguments.
  init?(_ error: any Error, arguments: [String]) {
    if let mistake = error as? ParserMistake {
      self = mistake
      return
    }
    guard ParleyCommand.exitCode(for: error) == .validationFailure else { return nil }
    let message = ParleyCommand.message(for: error)
    let wrong = CommandPath(arguments)
    if let mistake = Self.elsewhere(message, wrong, arguments) {
      lines = mistake
      return
    }
    if let word = wrong.unknownWord(in: arguments), !wrong.isOpen {
      let name = wrong.nearestName(to: word)
      // `history export`: a command, but none of this one's.
      let own = CommandPath([word])
      let nearest = name.flatMap { wrong.subcommand($0) } ?? (name == nil && !own.isOpen ? own : nil)
      lines = Self.lines(
        "There is no command “\(word)”.",
        advice: (name ?? nearest?.call).map { "Did you mean `\($0)`?" }, nearest ?? wrong,
        others: nearest.map { _ in wrong })
      return
    }
    if wrong.isOpen, arguments.first?.hasPrefix("-") == true, let command = wrong.subcommand(among: arguments) {
      lines = Self.lines(
        "Options stand behind the command.", advice: "`parley \(command.name) … \(arguments[0]) …`", command)
      return
    }
    if let advice = Self.unopened(message, wrong, arguments)?.namedAdvice {
      lines = Self.lines(message, advice: advice, wrong)
      return
    }
    if wrong.isOpen, let word = arguments.first, !Self.isAddress(word), let nearest = wrong.nearest(to: word),
      !nearest.isOpen
    {
      lines = Self.lines(
        "There is no command “\(word)”.", advice: "Did you mean `\(nearest.name)`?", nearest, others: wrong)
      return
    }
    if wrong.isOpen, arguments.count > 1, let address = arguments.first(where: Self.isAddress),
      let send = wrong.subcommand("send")
    {
      lines = Self.lines(
        message.contains("nknown option") ? Self.sentence(message) : "What stands beside \(address) is not understood.",
        advice: "`parley \(address)` opens it in the workbench; `parley send \(address) …` takes curl's options.", send)
      return
    }
    if wrong.isOpen, let word = arguments.first(where: { !$0.hasPrefix("-") }), let nearest = wrong.nearest(to: word) {
      lines = Self.lines(
        "“\(word)” is neither a command nor a URL, and no folder.",
        advice: "Did you mean `\(nearest.isOpen ? nearest.helpCall : nearest.name)`?",
        nearest)
      return
    }
    // An argument may be missing because of it, or stand in its place: `send --hepl`, `export item/page --as http`.
    if message.hasPrefix("Missing expected argument") || message.contains(" is invalid for '"),
      let option = wrong.unknownOption(in: arguments)
    {
      lines = Self.lines("Unknown option `\(option)`.", advice: Self.advice(forOption: option, wrong, arguments), wrong)
      return
    }
    lines = Self.lines(Self.sentence(message), advice: Self.advice(message, wrong, arguments), wrong)
  }

  private init(lines: [String]) { self.lines = lines }

  /// For a word that another command does: `history export`, `envs`. The name of a request or a group comes first.
  private static func elsewhere(_ message: String, _ wrong: CommandPath, _ arguments: [String]) -> [String]? {
    let first = wrong.isOpen ? arguments.first : wrong.unknownWord(in: arguments)
    guard let word = first, let call = OtherCommandWords.command(for: word.lowercased(), of: wrong.words),
      unopened(message, wrong, arguments)?.namedAdvice == nil
    else { return nil }
    return lines(
      "There is no command “\(word)”.", advice: "Did you mean `parley \(call)`?",
      CommandPath(call.split(separator: " ").map(String.init)), others: wrong)
  }

  private static func isAddress(_ word: String) -> Bool { RequestLine([word]).isAddress }

  /// The parser shows the help of everything for `help` of anything, and that of `open` for a misspelled command.
  static func checkHelp(_ arguments: [String]) throws(ParserMistake) {
    guard arguments.first == "help" else { return try checkHelpOption(arguments) }
    var path = CommandPath([])
    for word in arguments.dropFirst() where !word.hasPrefix("-") {
      guard let next = path.subcommand(word) else {
        let nearest = path.nearest(to: word)
        throw ParserMistake(
          lines: lines(
            "There is no command “\(word)”.", advice: nearest.map { "Did you mean `\($0.name)`?" },
            nearest ?? path, others: nearest.map { _ in path }))
      }
      path = next
    }
  }

  private static func checkHelpOption(_ arguments: [String]) throws(ParserMistake) {
    guard arguments.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) }) else { return }
    let path = CommandPath(arguments)
    guard let word = path.unknownWord(in: arguments), !path.isOpen || !isAddress(word) && !OpenCommand.isFolder(word),
      let nearest = path.nearest(to: word), !nearest.isOpen
    else { return }
    throw ParserMistake(
      lines: lines(
        "There is no command “\(word)”.", advice: "Did you mean `\(nearest.name)`?", nearest, others: path))
  }

  /// - Parameter others: the command whose help lists what else may be meant; nil where nothing was guessed.
  private static func lines(
    _ sentence: String, advice: String?, _ path: CommandPath, others: CommandPath? = nil
  ) -> [String] {
    let usage = path.usage.split(separator: "\n").enumerated().map { $0 == 0 ? "  Usage: \($1)" : "         \($1)" }
    return ["parley: \(sentence)"] + (advice.map { ["  \($0)"] } ?? []) + usage
      + ["  See `\(path.helpCall)`\(others.map { ", or `\($0.helpCall)` for all commands" } ?? "")."]
  }

  /// Without the parser's own proposal, in the form of our sentences.
  private static func sentence(_ message: String) -> String {
    let lines = message.split(separator: "\n").map(String.init)
    var first = lines.first ?? "The arguments are wrong."
    // The values there are stand below each other.
    let values = lines.dropFirst().prefix { $0.hasPrefix("  - ") }.map { $0.dropFirst(4) }
    if first.hasSuffix(":"), !values.isEmpty {
      first = first.replacing(
        "Please provide one of the following:", with: "It is one of: \(values.joined(separator: ", "))")
    }
    if let argument = first.firstRange(of: "Missing expected argument '") {
      let name = first[argument.upperBound...].prefix { $0 != "'" }.replacing(" ...", with: "")
      first = "The argument `\(name)` is missing."
    }
    let end = first.firstRange(of: " Did you mean '")?.lowerBound ?? first.endIndex
    return String(first[..<end]).replacing("'", with: "`").ended
  }

  private static func advice(_ message: String, _ path: CommandPath, _ arguments: [String]) -> String? {
    if message.contains("nknown option '-n'"), path.hasOption("--limit") { return "`--limit NUMBER` says how many." }
    if message.contains("nknown option"), !path.isOpen, let command = path.likelySubcommand(in: arguments) {
      return "Options stand behind the command, as in `\(command.call) …`."
    }
    if ExportMistake.isFormat(refusedBy: message), let advice = ExportMistake.advice(arguments) { return advice }
    if let folder = refusedFolder(message, arguments), path.hasOption("--workspace") {
      return "`\(path.call) -w \(ShellWords.quoted(unlessPlain: folder))` takes it as the workspace."
    }
    if message.hasPrefix("Missing expected argument"), path.words == "send" {
      return "Name a request of the workspace, or give a URL: `parley send user/login`, `parley send :8080/items`."
    }
    if let word = unopened(message, path, arguments) { return word.advice }
    guard message.contains("nknown option"), let start = message.firstRange(of: "'-")?.upperBound else { return nil }
    let wrong = "-" + message[start...].prefix { $0 != "'" && $0 != " " && $0 != "`" && $0 != "=" }
    return advice(forOption: wrong, path, arguments)
  }

  private static func advice(forOption wrong: String, _ path: CommandPath, _ arguments: [String]) -> String? {
    if path.words == ExportMistake.command, ExportMistake.isFormat(option: wrong),
      let advice = ExportMistake.advice(arguments)
    {
      return advice
    }
    if path.isOpen, ["-v", "-V"].contains(wrong) {
      return "`parley --version` prints the version; `parley send -v` shows what is sent and received."
    }
    if let advice = FilterField.advice(forOption: wrong, of: path.words) { return advice }
    if path.words == "send", arguments.dropFirst().first == "curl" { return RequestLine.adviceForCurl }
    if path.words == "send", let advice = OtherSpelling.advice(for: wrong) { return advice }
    guard wrong.hasPrefix("--") else { return nil }
    if let nearest = path.nearestOption(to: wrong) { return "Did you mean `\(nearest)`?" }
    return path.words == "send" ? OtherSpelling.advice(near: wrong) : nil
  }

  /// The word that `OpenCommand` refused.
  private static func unopened(_ message: String, _ path: CommandPath, _ arguments: [String]) -> UnopenedWord? {
    guard path.isOpen || path.words == OpenCommand.configuration.commandName, message.hasPrefix("“"),
      message.hasSuffix(OpenCommand.nothingOpened)
    else { return nil }
    return UnopenedWord(String(message.dropFirst().dropLast(OpenCommand.nothingOpened.count)), in: arguments)
  }

  /// The folder that a command names as what it does not take.
  private static func refusedFolder(_ message: String, _ arguments: [String]) -> String? {
    arguments.first { word in
      (message.contains("'\(word)'") || message.contains("“\(word)”")) && OpenCommand.isFolder(word)
    }
  }
}

/// Options that other programs have for what `parley send` takes in another way.
private enum OtherSpelling {
  static func advice(for option: String) -> String? { all.first { $0.options.contains(option) }?.advice }

  /// The same for one that is written nearly so.
  static func advice(near option: String) -> String? {
    NearestName.of(option, among: all.flatMap(\.options)).flatMap(advice(for:))
  }

  private static let all: [(options: [String], advice: String)] = [
    (["--token", "--auth-token", "--auth-bearer"], "`--bearer TOKEN` sends a token."),
    (
      ["--basic", "--password"],
      "`--user NAME:PASSWORD` is basic authentication; `--bearer TOKEN` sends a token."
    ),
    (["--body", "--raw", "--content"], "`--data TEXT` is the body; JSON stands behind the URL as it is."),
    (["--query", "--param", "--params"], "A query parameter is `name==value` behind the URL."),
    (
      ["--timeout", "--connect-timeout", "--time-limit"],
      "`--max-time TIME` is the time limit, in seconds or with a unit."
    ),
    (["--follow", "--follow-redirects"], "Redirects are always followed; `--max-redirs 0` follows none."),
    (["--verify", "--no-verify", "--no-check-certificate"], "`--insecure` accepts any certificate."),
    (["--print", "--headers"], "`--include` prints the head of the response, `--verbose` what is sent, too."),
    (["--offline", "--dry-run"], "`--curl` prints the request as a curl command, and sends nothing."),
  ]
}

/// A command, found by its words.
private struct CommandPath {
  let types: [any ParsableCommand.Type]

  /// As far as the arguments name commands.
  init(_ arguments: [String]) {
    var path = CommandPath(types: [ParleyCommand.self])
    for word in arguments {
      guard let next = path.subcommand(word) else { break }
      path = next
    }
    self = path
  }

  private init(types: [any ParsableCommand.Type]) { self.types = types }

  private var type: any ParsableCommand.Type { types[types.count - 1] }
  /// Whether no command is named, so that the one that opens the workbench is meant.
  var isOpen: Bool { types.count == 1 }
  var name: String { type.configuration.commandName ?? "" }
  var call: String { types.count > 1 ? "parley \(words)" : "parley" }
  var helpCall: String { "\(call) --help" }

  var usage: String { ParleyCommand.usageString(for: type) }

  /// The word at which a subcommand should stand, and none of them does.
  func unknownWord(in arguments: [String]) -> String? {
    guard !type.configuration.subcommands.isEmpty, arguments.count >= types.count else { return nil }
    let word = arguments[types.count - 1]
    return word.hasPrefix("-") || subcommand(word) != nil ? nil : word
  }

  /// The first of the words that names one.
  func subcommand(among words: [String]) -> CommandPath? { words.lazy.compactMap { subcommand($0) }.first }

  /// The one that is meant where options stand in its place: it stands behind them, or is the usual one.
  func likelySubcommand(in arguments: [String]) -> CommandPath? {
    subcommand(among: Array(arguments.dropFirst(types.count - 1))) ?? subcommand("list")
      ?? names.first.flatMap { subcommand($0) }
  }

  func subcommand(_ word: String) -> CommandPath? {
    let found = type.configuration.subcommands.first {
      $0.configuration.commandName == word || $0.configuration.aliases.contains(word)
    }
    return found.map { CommandPath(types: types + [$0]) }
  }

  func nearest(to word: String) -> CommandPath? {
    if isOpen, NearestName.of(word, among: names + ["help"]) == "help" { return self }
    return nearestName(to: word).flatMap { subcommand($0) }
  }

  /// The name of a subcommand, or another that it has.
  func nearestName(to word: String) -> String? {
    OtherCommandWords.name(for: word.lowercased(), among: names) ?? NearestName.of(word, among: names)
  }

  private var names: [String] {
    let shown = type.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
    return shown.flatMap { [$0.commandName].compactMap(\.self) + $0.aliases }
  }

  /// The words of the command, as in `history list`.
  var words: String { types.dropFirst().compactMap { $0.configuration.commandName }.joined(separator: " ") }

  func hasOption(_ name: String) -> Bool { options.contains(name) }

  /// The option that begins so, or is written nearly so.
  func nearestOption(to wrong: String) -> String? {
    options.first { $0.hasPrefix(wrong) } ?? NearestName.of(wrong, among: options)
  }

  /// The first of the arguments that is written as a long option, and is none of the command's.
  func unknownOption(in arguments: [String]) -> String? {
    let known = options(withHidden: true)
    let words = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
    return words.lazy.map { String($0.prefix { $0 != "=" }) }.first { !known.contains($0) }
  }

  private var options: [String] { options(withHidden: false) }

  private func options(withHidden: Bool) -> [String] {
    let help = ParleyCommand.helpMessage(for: type, includeHidden: withHidden)
    let words = help.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    return Set(words.filter { $0.hasPrefix("--") && $0.count > 2 }).sorted()
  }
}
