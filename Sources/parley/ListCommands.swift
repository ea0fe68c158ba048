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
      """)

  @Argument(help: "requests, groups, environments, mocks or ciphers. (default: requests)")
  var words: [String] = []

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let subject = words.first.flatMap(ListCommand.Subject.init)
    guard subject != nil || words.isEmpty else {
      let subjects = ListCommand.Subject.allCases.map(\.rawValue)
      let nearest = NearestName.of(words[0], among: subjects).map { " Did you mean “\($0)”?" } ?? ""
      throw ValidationError("There is no list of “\(words[0])”: name \(subjects.joined(separator: ", ")).\(nearest)")
    }
    let command = ListCommand(
      subject ?? .requests, words: Array(words.dropFirst()), try workspace.arguments(), printsJSON: json)
    try carryOut { await command.run(on: $0) }
  }
}
