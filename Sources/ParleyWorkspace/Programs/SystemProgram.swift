internal import Glibc
internal import ParleyEngine
package import ParleyFiles
internal import Subprocess
internal import SystemPackage  // swift-subprocess speaks of files by its FilePath

/// The program by which the person's system opens a file of any kind.
package struct SystemProgram: Sendable, Hashable {
  /// Its path.
  package let path: String

  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Those that are known, best first. xdg-open needs a graphical session to open something in.
  private static let known = ["xdg-open", "wslview", "termux-open"]

  /// - Parameter environment: the variables of the process.
  /// - Returns: nil when the system has none that can work.
  package init?(environment: [String: String]) {
    let hasScreen = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for name in Self.known where hasScreen || name != "xdg-open" {
      guard let path = folders.map({ $0.appendingPath(name) }).first(where: { access($0, X_OK) == 0 }) else { continue }
      self.path = path
      return
    }
    return nil
  }

  /// Returns when the program has ended, or after some seconds: many live as long as the file is open.
  package func open(_ file: String) async throws(CommandError) {
    let (results, report) = AsyncStream.makeStream(
      of: Result<Void, CommandError>.self, bufferingPolicy: .bufferingOldest(1))
    Task { report.yield(await run(on: file)) }
    let patience = Task {
      try? await Task.sleep(for: Self.patience)
      report.yield(.success(()))
    }
    defer { patience.cancel() }
    for await result in results { return try result.get() }
  }

  private static let patience = Duration.seconds(3)

  private func run(on file: String) async -> Result<Void, CommandError> {
    do {
      // A session of its own, so that it cannot draw on the terminal.
      var options = PlatformOptions()
      options.createSession = true
      let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments([file]), platformOptions: options, input: .none, output: .discarded,
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
}
