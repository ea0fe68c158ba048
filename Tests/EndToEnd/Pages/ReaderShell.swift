import Foundation
import TestSupport
import Testing

/// Types the command lines of a page one after the other, and expects of each what the page says.
struct ReaderShell {
  private enum Treatment {
    case run
    /// It opens the workbench.
    case open
    /// It goes on until Ctrl-C, and shows this.
    case serve(String)
    /// A target of the project's: it is there, and make can say what it would do.
    case target
    case cd, export
    /// Not run, for a reason.
    case listed(String)
  }

  /// What is not simply run, by how it begins.
  private static let treatments: [(start: String, treatment: Treatment)] = [
    ("git clone", .listed("the address is the reader's")),
    ("cd parley", .listed("the folder that git clone would make: this reader stands in it already")),
    ("cd ", .cd), ("export ", .export), ("make", .target),
    ("python3 -m venv", .listed("for what is installed from the network")),
    (".venv/bin/", .listed("installs from the network, and serves what other tests drive")),
    ("parley demo --serve-only", .serve("listening on http://127.0.0.1:")),
    ("parley -w", .open), ("parley shop", .open),
    ("HTTPBIN_PASSWORD=secret parley -w", .open), ("parley --theme", .open),
    ("parley-demo [", .listed("a form; its options are looked at")),
    ("parley shared list|", .listed("a form; its words are looked at")),
    ("parley key new|", .listed("a form; its words are looked at")),
  ]

  private let reader: Reader
  private var folder: String
  private var exports = ""

  init(_ reader: Reader) {
    self.reader = reader
    folder = reader.clone
  }

  mutating func type(_ line: Page.CommandLine) async throws {
    switch Self.treatments.first(where: { line.text.hasPrefix($0.start) })?.treatment ?? .run {
    case .run: try await run(line)
    case .open: try await open(line)
    case .serve(let text): try await serve(line, until: text)
    case .target: try await make(line)
    case .cd: go(line)
    case .export: exports += "\(line.text); "
    case .listed: break
    }
  }

  private func run(_ line: Page.CommandLine) async throws {
    let done = try await reader.run(exports + line.text, in: folder)
    #expect(done.status == line.status, "\(line)\n\(done.outputText)\(done.errorText)")
  }

  private func open(_ line: Page.CommandLine) async throws {
    let terminal = try await reader.open(exports + line.text, in: folder)
    let screen = try await terminal.wait("an open request in the workbench of \(line)") {
      $0.contains("● ") || $0.contains("Esc done")
    }
    if screen.contains("Esc done") { try await leaveURL(in: terminal) }
    try await terminal.press("q", "q", "q")
    #expect(try await terminal.waitForEnd() == 0, "\(line)")
  }

  /// Without a workspace the cursor is in the URL field, as soon as the scratch request is open. (The line with its keys is the last
  /// that is drawn: whoever looks in the middle of a frame sees the one before.)
  private func leaveURL(in terminal: TmuxTerminal) async throws {
    try await terminal.press("Escape")
    try await terminal.wait("a pane that takes keys") { !$0.contains("Esc done") }
  }

  private func serve(_ line: Page.CommandLine, until text: String) async throws {
    let terminal = try await reader.open("exec \(line.text)", in: folder)
    try await terminal.wait(for: text)
    try await terminal.press("C-c")
    try await terminal.waitForEnd()
  }

  private func make(_ line: Page.CommandLine) async throws {
    let recipe = try await FinishedProcess.run("/bin/sh", ["-c", "cd \(Repository.root) && \(line.text) --dry-run"])
    #expect(recipe.status == 0, "\(line)\n\(recipe.errorText)")
  }

  private mutating func go(_ line: Page.CommandLine) {
    folder += "/\(line.text.dropFirst("cd ".count))"
    #expect(FileManager.default.fileExists(atPath: folder), "\(line)")
  }
}
