internal import Glibc
internal import ParleyEngine
internal import Subprocess
internal import SystemPackage  // swift-subprocess speaks of files by its FilePath

/// A program of the person's machine that takes text from standard input into the clipboard, for text that the terminal's
/// escape sequence does not carry.
package struct ClipboardProgram: Sendable, Hashable {
  /// Its path and its arguments.
  package let arguments: [String]
  /// The arguments for a version that does not know those.
  private let olderArguments: [String]?

  /// The name of the program.
  package var name: String { arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0] }

  /// Those that are known, best first, and the variable by which the system says that they have something to talk to.
  private static let known: [(variable: String, arguments: [String])] = [
    ("WAYLAND_DISPLAY", ["wl-copy"]), ("DISPLAY", ["xclip", "-selection", "clipboard", "-in"]),
    ("DISPLAY", ["xsel", "--clipboard", "--input"]), tmux,
  ]

  private static let tmux = (variable: "TMUX", arguments: ["tmux", "load-buffer", "-w", "-"])

  /// The first of wl-copy, xclip, xsel and tmux that is installed and can work; nil when none can.
  /// - Parameter environment: the variables of the process.
  package init?(environment: [String: String]) {
    self.init(firstOf: Self.known, environment)
  }

  /// Tmux, for a process inside it; nil outside. With its default settings it ignores the terminal's escape sequence.
  /// - Parameter environment: the variables of the process.
  package static func tmux(environment: [String: String]) -> Self? {
    Self(firstOf: [tmux], environment)
  }

  private init?(firstOf programs: [(variable: String, arguments: [String])], _ environment: [String: String]) {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for (variable, arguments) in programs where environment[variable]?.isEmpty == false {
      let paths = folders.map { $0.appendingPath(arguments[0]) }
      guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { continue }
      self.arguments = [path] + arguments.dropFirst()
      // Before 3.2 it fills its own buffer only.
      olderArguments = variable == Self.tmux.variable ? [path, "load-buffer", "-"] : nil
      return
    }
    return nil
  }

  /// Returns once the program has taken it. Some live on in the background, because they are the clipboard.
  package func copy(_ text: String) async throws(CommandError) {
    do throws(CommandError) { try await give(text, to: arguments) } catch {
      guard case .failed = error, let olderArguments else { throw error }
      try await give(text, to: olderArguments)
    }
  }

  private func give(_ text: String, to arguments: [String]) async throws(CommandError) {
    let result = await withTaskGroup(of: Result<Void, CommandError>.self) { group in
      group.addTask { await Self.run(arguments, on: Array(text.utf8)) }
      group.addTask { await Self.timeOut() }
      let first = await group.next() ?? .success(())
      group.cancelAll()
      return first
    }
    try result.get()
  }

  private static let patience = Duration.seconds(10)

  private static func timeOut() async -> Result<Void, CommandError> {
    try? await Task.sleep(for: patience)
    return .failure(.timedOut(patience))
  }

  private static func run(_ arguments: [String], on input: [UInt8]) async -> Result<Void, CommandError> {
    do {
      let result = try await Subprocess.run(
        .path(FilePath(arguments[0])), arguments: Arguments(Array(arguments.dropFirst())),
        platformOptions: platformOptions,
        input: .fileDescriptor(try .inMemory(input), closeAfterSpawningProcess: true), output: .discarded,
        error: .discarded)
      return switch result.terminationStatus {
      case .exited(0): .success(())
      case .exited(let status): .failure(.failed(status: Int(status), standardError: ""))
      case .signaled(let signal): .failure(.failed(status: 128 + Int(signal), standardError: ""))
      }
    } catch {
      return .failure(.notStarted("\(error)"))
    }
  }

  /// A session of its own, so that it cannot draw on the terminal.
  private static var platformOptions: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    return options
  }
}
