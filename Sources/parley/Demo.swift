import ArgumentParser
import Commands
import Foundation

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Start the demo API and open its workspace.",
    discussion: """
      The demo API stops when you quit the workbench. The workspace is your own copy, in ~/.local/share/parley/demo: \
      change it as you like. To start over, delete it. Its README.md is a ten-minute tour.

      The program parley-demo is the API alone: it serves on 127.0.0.1, and keeps everything in memory.

      Examples:
        parley demo
        parley demo --serve-only --port 9000
      """)

  @Flag(help: "Only run the demo API, until interrupted.")
  var serveOnly = false

  @Option(help: "The port to serve on. (default: 8080, or the next free one)")
  var port: Int?

  @OptionGroup var values: ValueOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    do {
      if serveOnly { try DemoServer.replaceThisProcess(port: port) }
      try open()
    } catch let error as UsageError {
      StandardConsole().tell(OpenCommand.isFolder("demo") ? Self.naming(folder: error) : error)
      throw ExitCode(ExitStatus.internal.rawValue)
    }
  }

  /// Whoever has a folder of that name here may have meant it.
  private static func naming(folder error: UsageError) -> UsageError {
    let advice = [error.advice, "`parley ./demo` opens the folder demo here."].compactMap(\.self)
    return UsageError(
      error.summary, place: error.place, advice: advice.joined(separator: " "), detail: error.detail)
  }

  private func open() throws {
    let demo = try RunningDemo(port: port)
    defer { demo.server.end() }
    let given = try demo.given.merging(values.given()) { $1 }
    for line in demo.notice.lines { StandardConsole().note(line) }
    try WorkbenchProgram(
      folder: demo.folder, environment: values.environment, given: given, screen: screen, notice: demo.notice.line
    ).run()
  }
}

/// The demo API while it runs, and the person's copy of its workspace.
struct RunningDemo {
  let folder: String
  let server: DemoServer

  init(port: Int? = nil) throws {
    folder = try ProgramFolder.ofThisProgram().demoWorkspace().folder(environment: ProcessInfo.processInfo.environment)
    server = try DemoServer(port: port)
  }

  /// The values that the templates of the workspace need to reach it.
  var given: [String: String] { ["baseUrl": server.url] }

  var notice: DemoNotice {
    DemoNotice(url: server.url, folder: folder, home: ProcessInfo.processInfo.environment["HOME"])
  }
}

/// The notice on the running demo: its address, and what other terminals need to reach it.
struct DemoNotice {
  /// The one that the environments of the workspace name.
  private static let usualURL = "http://127.0.0.1:8080"

  let url: String
  let folder: String
  let home: String?

  /// For the workbench, as long as no key was pressed.
  var line: String { lines.joined(separator: " ") }

  var lines: [String] {
    let place = "Demo API: \(url). Workspace: \(shownFolder) (README.md is the tour)."
    guard url != Self.usualURL else { return [place] }
    return [place, "In other terminals, add --set baseUrl=\(url): the environments name port 8080."]
  }

  private var shownFolder: String {
    guard let home, !home.isEmpty, folder.hasPrefix("\(home)/") else { return folder }
    return "~\(folder.dropFirst(home.count))"
  }
}
