import ArgumentParser
import Commands
import ParleyEngine

struct FilterDocuments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jq",
    abstract: "Apply a jq filter to JSON documents, as the filters of requests and groups are.",
    discussion: """
      Examples:
        parley jq '.items | map(.price) | add' order.json
        parley send item/page | parley jq -r '.result[].name'
      """)

  @Argument(help: "The filter, such as '.items[0].id'.")
  var filter: String

  @Argument(
    help: "Files of JSON documents, one after the other; standard input when there are none.", completion: .file())
  var files: [String] = []

  @Flag(name: [.short, .long], help: "Print strings as they are, without quotes.")
  var rawOutput = false

  @Flag(name: [.short, .long], help: "Print each value on one line.")
  var compactOutput = false

  @Flag(name: [.short, .long], help: "Read nothing; the input is null.")
  var nullInput = false

  @Flag(name: [.short, .long], help: "Read all documents into one list.")
  var slurp = false

  @Option(help: "Spaces for each level.")
  var indent = 2

  @Option(help: ArgumentHelp("Set $NAME to a string.", valueName: "NAME VALUE"))
  var arg: [Pair] = []

  @Option(help: ArgumentHelp("Set $NAME to a JSON value.", valueName: "NAME JSON"))
  var argjson: [Pair] = []

  /// The name and value of `--arg NAME VALUE`, after `joined`.
  struct Pair: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
      guard let end = argument.firstIndex(of: "="), end != argument.startIndex else { return nil }
      name = String(argument[..<end])
      value = String(argument[argument.index(after: end)...])
    }
  }

  /// jq's `--arg` takes two words, which the parser of arguments does not know: they become one, `NAME=VALUE`.
  static func joined(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName else { return arguments }
    var rest = arguments[...]
    var joined: [String] = []
    while let word = rest.popFirst() {
      joined.append(word)
      guard ["--arg", "--argjson"].contains(word), let name = rest.popFirst() else { continue }
      guard let value = rest.popFirst() else { return joined + [name] }
      joined.append("\(name)=\(value)")
    }
    return joined
  }

  func validate() throws {
    guard (0...8).contains(indent) else { throw ValidationError("--indent is 0 to 8 spaces.") }
    _ = try variables()
  }

  private func variables() throws -> [String: JSONValue] {
    var variables: [String: JSONValue] = [:]
    for pair in arg { variables[pair.name] = .string(pair.value) }
    for pair in argjson {
      guard let value = try? JSONValue(parsing: pair.value) else {
        throw ValidationError("--argjson \(pair.name): the value is not JSON.")
      }
      variables[pair.name] = value
    }
    return variables
  }

  func run() throws {
    let input: JQCommand.Input = nullInput ? .none : slurp ? .slurped : .documents
    let output = FilterOutput(
      indent: compactOutput || indent == 0 ? nil : indent, writesRawStrings: rawOutput)
    let command = JQCommand(filter, files: files, input: input, variables: try variables(), output: output)
    try carryOut { console in command.run(on: console) }
  }
}
