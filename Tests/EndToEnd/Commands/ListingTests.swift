import ParleyEngine
import TestSupport
import Testing

/// Whoever adds a command that lists something finds it here: the sweep asks the program itself for its commands.
@Suite("Every list of the command line", .timeLimit(.minutes(3)))
struct ListingTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  private func listings() async throws -> [CommandTree.Command] {
    let names: Set = ["list", "check", "size", "status", "coverage", "drift", "history", "uses"]
    return try await CommandTree.ofProgram().commands.filter { command in
      !command.isGroup && command.path.last.map(names.contains) == true
    }
  }

  @Test("No example and no table in the help of a command is broken at 80 columns")
  func wholeLines() async throws {
    for path in Sample.of(try await CommandTree.ofProgram().commands.map(\.path), 8) {
      let help = try await HelpPages.shared.page(of: ["parley"] + path).outputText
      var isIndented = false
      for line in help.prefix(upTo: help.firstRange(of: "USAGE:")?.lowerBound ?? help.endIndex).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        if line.isEmpty { isIndented = false }
        #expect(!isIndented || line.hasPrefix("  "), "\(path.joined(separator: " ")): \(line)")
        if line == "Examples:" || line == "Exit status:" { isIndented = true }
      }
    }
  }

  @Test("takes --json")
  func options() async throws {
    let all = try await listings()
    let expected = [
      ["list"], ["runs", "list"], ["history", "list"], ["shared", "list"], ["cache", "list"],
      ["shared", "snapshot", "list"], ["key", "check"], ["store", "size"], ["api", "coverage"], ["team", "status"],
    ]
    for path in expected { #expect(all.contains { $0.path == path }, "\(path)") }
    for command in all { #expect(command.options.contains("--json"), "\(command.path)") }
  }

  @Test("prints a JSON list where there is nothing, and where there is something, and nothing else on standard output")
  func documents() async throws {
    let folder = try await parley.copyOfDemo()
    let lists = Sample.of(
      ["requests", "groups", "environments", "mocks", "ciphers"].map { ["list", $0] }
        + [
          ["runs", "list"], ["history", "list"], ["shared", "list"], ["cache", "list"], ["shared", "snapshot", "list"],
        ], 5)
    let local = ["shared", "cache"]
    for sends in [false, true] {
      if sends {
        _ = try await parley.run(
          "run", "checkout", "-w", folder, "--set", "password=secret", "--mock", "-e", "local")
        _ = try await parley.run("shared", "set", "mine", "-w", folder, "-e", "local", input: "1")
        _ = try await parley.run("shared", "snapshot", "take", "before", "-w", folder, "-e", "local")
      }
      for list in lists {
        let place = ["-w", folder] + (local.contains(list[0]) ? ["-e", "local"] : [])
        let json = try await parley.run(list + place + ["--json"])
        let items = try #require(try JSONValue(parsing: json.output).array, "\(list)")
        let people = try await parley.run(list + place)
        #expect(json.status == 0 && people.status == 0, "\(list) \(people.errorText)")
        #expect(people.outputText.split(separator: "\n").count == items.count, "\(list)\n\(people.outputText)")
        #expect(!people.outputText.contains("\u{1B}"))
        if sends, list != ["cache", "list"] { #expect(!items.isEmpty, "\(list)") }
        if items.isEmpty { #expect(!people.errorText.isEmpty, "\(list) says that there is nothing") }
      }
    }
  }

  @Test("what a workspace wants is a document, and nobody is asked")
  func trust() async throws {
    let folder = try await parley.copyOfDemo()
    let allowed = try await parley.run("trust", "-w", folder, "--json")
    #expect(allowed.status == 0)
    #expect(try JSONValue(parsing: allowed.output)["allowed"] == true)
    let fresh = try ParleyProgram()
    let wanted = try await fresh.run("trust", "-w", folder, "--json")
    #expect(wanted.status == 4)
    #expect(try JSONValue(parsing: wanted.output)["wants"]?.array?.isEmpty == false)
  }
}
