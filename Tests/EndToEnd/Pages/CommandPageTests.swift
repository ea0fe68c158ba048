import Foundation
import TestSupport
import Testing

/// Whoever copies a command line from a page gets what the page says. (The tour's are typed by ``TourTests``.)
@Suite("Command lines in the documentation", .serialized, .timeLimit(.minutes(10)))
struct CommandPageTests {
  /// Every page but the tour and the changelog, which tells of the past.
  static let pages: [String] = {
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/docs")) ?? []
    return ["README.md", "workspaces/httpbin/README.md", "workspaces/shared-data/README.md"]
      + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  @Test("do what the page says, one after the other, from where it says, with nobody to be asked", arguments: pages)
  func lines(path: String) async throws {
    let page = try Page(path)
    guard !page.commandLines.isEmpty else { return }
    try await withDemoServer { server in
      let reader = try await Reader(ParleyProgram(), port: server.port)
      for (path, text) in page.filesAtHome { try reader.parley.home.write(text, to: path) }
      var shell = ReaderShell(reader)
      for line in page.commandLines { try await shell.type(line) }
    }
  }

  @Test(
    "a sentence speaks of no command, option or target that is not there",
    arguments: pages + ["workspaces/demo/README.md"])
  func sentences(path: String) async throws {
    let page = try Page(path)
    let forms = page.commandLines.map(\.text).filter { $0.contains("|") || $0.contains("[") }
    for command in page.commandsInSentences + forms {
      for form in CommandForm.all(in: command) {
        if try await form.isInTree() { continue }
        let help = try await HelpPages.shared.page(of: form.words)
        #expect(help.status == 0, "\(path): \(command)\n\(help.errorText)")
        let missing = form.options.filter { !help.outputText.contains($0) }
        #expect(missing.isEmpty, "\(path): \(command)")
      }
    }
  }
}

/// A command as a sentence names it: `parley shared list|get [KEY] [-w DIR]` is two.
private struct CommandForm {
  let program: String
  let names: [String]
  let options: [String]

  static func all(in text: String) -> [CommandForm] {
    let words = text.replacing("[", with: "").replacing("]", with: "").split(separator: " ").map(String.init)
    let options = words.filter { $0.hasPrefix("-") }
    let names = words.dropFirst().prefix { $0.first?.isLowercase == true && !$0.contains("/") && !$0.contains("…") }
    guard let last = names.last else { return [CommandForm(program: words[0], names: [], options: options)] }
    return last.split(separator: "|").map {
      CommandForm(program: words[0], names: names.dropLast() + [String($0)], options: options)
    }
  }

  /// How many of the names are commands, and not arguments of one.
  private var depth: Int {
    if names.starts(with: ["shared", "snapshot"]) { return 3 }
    return ["shared", "key", "runs", "cache", "team"].contains(names.first ?? "") ? 2 : 1
  }

  /// True of a command that the program describes with each of these options.
  func isInTree() async throws -> Bool {
    guard program == "parley" else { return false }
    let command = try await CommandTree.ofProgram().command(at: Array(names.prefix(depth)))
    return command.map { options.allSatisfy($0.options.contains) } ?? false
  }

  /// What its help depends on.
  var words: [String] { [program] + (program == "make" ? names[...] : names.prefix(depth)) }
}
