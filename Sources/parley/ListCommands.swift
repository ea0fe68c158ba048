import ArgumentParser
import Commands
import ParleyEngine

struct ListFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the requests, groups, environments, mocks or ciphers of a workspace.",
    discussion: """
      What was sent is listed by parley history list, runs by parley runs list, shared keys by parley shared list, cached responses by \
      parley cache list. In a pipe nothing is cut, and there are no headings; NO_COLOR turns colors off.

      Examples:
        parley list                        # the requests
        parley list requests cart post     # those with both words
        parley list groups --json
        parley list env                    # a name may be cut short
      """)

  @Argument(help: "requests, groups, environments, mocks or ciphers. (default: requests)")
  var words: [String] = []

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let subject = words.first.flatMap(ListCommand.Subject.init(word:))
    guard subject != nil || words.isEmpty else { throw ValidationError(Self.refusal(of: words[0])) }
    let command = ListCommand(
      subject ?? .requests, words: Array(words.dropFirst()), try workspace.arguments(), printsJSON: json)
    try carryOut { await command.run(on: $0) }
  }

  private static func refusal(of word: String) -> String {
    let subjects = ListCommand.Subject.allCases.map(\.rawValue)
    let others = ParleyCommand.subcommands.filter { $0.configuration.subcommands.contains { $0.isNamed("list") } }
    let advice =
      others.first { $0.isNamed(word) }.map { " `parley \($0.configuration.commandName ?? word) list` lists those." }
      ?? NearestName.of(word, among: subjects).map { " Did you mean “\($0)”?" } ?? ""
    return "There is no list of “\(word)”: name \(subjects.joined(separator: ", ")).\(advice)"
  }
}
