import Foundation
import TestSupport
import Testing

/// The pictures of README.md are of the program as it is. `make pictures` writes them anew.
@Suite("Pictures of the documentation", .serialized, .timeLimit(.minutes(5)))
struct DocumentationPictureTests {
  private static let folder = "\(Repository.root)/docs/pictures"
  private static let size = (columns: 100, rows: 28)
  private static var writes: Bool { getenv("PARLEY_WRITE_PICTURES") != nil }

  @Test("show what the program shows: the first minute, and the demo's requests, groups and shared data")
  func pictures() async throws {
    try await firstMinute()
    try await withDemoServer { server in try await demo(server) }
  }

  @Test("are all there, and no other, and each is shown by a page")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
    #expect(names == Self.names.map { "\($0).svg" }.sorted())
    let docs = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/docs")
    let paths = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    let pages = try paths.map { try String(contentsOfFile: "\(Repository.root)/\($0)", encoding: .utf8) }.joined()
    for name in names { #expect(pages.contains("pictures/\(name)"), "\(name)") }
  }

  private static let names = ["invitation", "request", "table", "palette", "step", "paused", "shared-data"]

  private func environment(_ parley: ParleyProgram) -> [String: String] {
    parley.environment.merging(["TERM": "tmux-256color", "COLORTERM": "truecolor"]) { $1 }
  }

  private func firstMinute() async throws {
    let parley = try ParleyProgram()
    let empty = parley.home.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let terminal = try await TmuxTerminal.open(
      ["/bin/sh", "-c", "cd \(empty) && exec \(try Executables.built("parley"))"], columns: Self.size.columns,
      rows: Self.size.rows, environment: environment(parley))
    try await terminal.wait("the URL's field") { $0.contains("curl command") && $0.contains("Esc done") }
    try await look(at: terminal, "invitation", "Parley in an empty folder")
    try await terminal.press("C-c")
  }

  private func demo(_ server: DemoServer) async throws {
    let parley = try ParleyProgram()
    let folder = try await parley.copyOfDemo()
    let terminal = try await TmuxTerminal.open(
      [try Executables.built("parley"), "-w", folder, "--set", "baseUrl=\(server.url)", "--set", "password=secret"],
      columns: Self.size.columns, rows: Self.size.rows, environment: environment(parley))
    try await terminal.wait(for: "nobody")
    try await open("item/page", terminal)
    try await terminal.press("F5")
    try await terminal.wait("the response") { $0.contains("200 OK") && $0.contains("\"result\": [") }
    try await look(at: terminal, "request", "A request, its response, and the event log")
    try await terminal.press("Tab", "M-t")
    try await terminal.wait(for: "stock")
    try await look(at: terminal, "table", "A response as a table")
    try await terminal.press("M-t")
    try await terminal.type(":")
    try await terminal.type("insecure")
    try await terminal.wait(for: "verify")
    try await look(at: terminal, "palette", "Every command and option by its usual words")
    try await terminal.press("Escape")
    try await open("user/login", terminal)
    try await terminal.press("F5")
    try await terminal.wait(for: "\"token\"")
    try await terminal.type("5")
    try await terminal.wait("the shared key") { $0.contains("Shared data") && $0.contains("token") }
    try await look(at: terminal, "shared-data", "A shared key, its value and its history")
    try await terminal.type("2")
    try await terminal.wait(for: "checkout")
    try await terminal.press("Enter")
    try await terminal.type("sgjj")
    try await terminal.press("Enter")
    try await terminal.wait(for: "3 cheapest")
    try await look(at: terminal, "step", "The fields of a step of a group")
    try await terminal.press("Escape")
    try await terminal.type("s")
    try await terminal.type("gjjjjjjjjjjj")
    try await terminal.type("b")
    try await terminal.wait("the breakpoint") { $0.contains("●8") || $0.contains("● 8") }
    try await terminal.press("F5")
    try await terminal.wait(for: "paused before pay")
    try await look(at: terminal, "paused", "A group that is paused before a step, on its time axis")
  }

  private func open(_ request: String, _ terminal: TmuxTerminal) async throws {
    try await terminal.type(":")
    try await terminal.type(request)
    try await terminal.wait("the request in the palette") { screen in
      screen.split(separator: "\n").contains { $0.contains(request) && $0.contains("request") }
    }
    try await terminal.press("Enter")
    try await terminal.wait(for: "┌ \(request) ")
  }

  /// Writes the picture, or looks whether the one that is there shows the same.
  private func look(at terminal: TmuxTerminal, _ name: String, _ title: String) async throws {
    try await terminal.settle()
    let picture = ScreenPicture(title, screen: terminal.styledScreen)
    let path = "\(Self.folder)/\(name).svg"
    if Self.writes {
      try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
      return
    }
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let shown = try #require(ScreenPicture.text(ofSVG: written), "\(path) is none that make pictures wrote")
    let (new, old) = (Self.words(of: picture.text), Self.words(of: shown))
    #expect(
      new == old,
      "\(name) shows other words than the program: make pictures. New \(new.subtracting(old)), gone \(old.subtracting(new))"
    )
  }

  /// Whether it is the name of a phase, or what a pop-up leaves of one.
  private static func isOfPhase(_ word: Substring) -> Bool {
    ["connect", "first", "byte", "transfer"].contains { $0.hasSuffix(word) || $0.hasPrefix(word) }
  }

  /// The words of a screen but for what differs from run to run: times, sizes, ports, and what the log strip tells.
  private static func words(of screen: String) -> Set<String> {
    var words: Set<String> = []
    // The log strip, and the line of a response with its phases, whose names stand there as far as there is room.
    let varying = #/^.?.?[0-9]{2}:[0-9]{2}:[0-9]{2}|[0-9.]+ [KM]?B +[0-9.]+ m?s\b/#
    for line in screen.split(separator: "\n") where line.firstMatch(of: varying) == nil {
      for word in line.split(whereSeparator: { !$0.isLetter }) where word.count > 2 && !isOfPhase(word) {
        words.insert(String(word))
      }
    }
    return words
  }
}

@Suite("A screen as a picture", .timeLimit(.minutes(1)))
struct ScreenPictureTests {
  @Test("keeps its text, its colors and its columns")
  func svg() {
    let screen = "a\u{1B}[31mred\u{1B}[0m <b> \u{1B}[1;38;5;46mgreen\u{1B}[48;2;1;2;3mx\u{1B}[m\n日本 & more"
    let picture = ScreenPicture("T & t", screen: screen)
    let svg = picture.svg
    #expect(picture.text == "ared <b> greenx\n日本 & more")
    #expect(ScreenPicture.text(ofSVG: svg) == picture.text)
    #expect(svg.contains("fill=\"#e06c75\">red</text>") && svg.contains("#00ff00") && svg.contains("fill=\"#010203\""))
    #expect(svg.contains("T &amp; t") && !svg.contains("\u{1B}"))
  }
}
