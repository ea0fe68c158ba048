internal import Glibc
internal import ParleyFiles
internal import ParleyText
internal import Subprocess
internal import SystemPackage  // swift-subprocess speaks of files by its FilePath

/// The person's browser: what `$BROWSER` names, or what the desktop opens pages with.
package struct BrowserProgram: Sendable, Hashable {
  /// Its path and its arguments; `%s` stands for the address.
  package let arguments: [String]

  /// Nil where there is none, as on a machine without a screen.
  /// - Parameter environment: the variables of the process.
  package init?(environment: [String: String]) {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let named = (environment["BROWSER"] ?? "").split(separator: ":").compactMap { try? ShellWords.split(String($0)) }
    let hasScreen = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
    for words in named + (hasScreen ? [["xdg-open"]] : []) {
      guard let name = words.first else { continue }
      let paths = name.contains("/") ? [name] : folders.map { $0.appendingPath(name) }
      guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { continue }
      arguments = [path] + words.dropFirst()
      return
    }
    return nil
  }

  /// - Parameter address: an `http` or `https` URL, so that it is never taken for an option.
  func words(opening address: String) -> [String] {
    let isPlaced = arguments.dropFirst().contains { $0.contains("%s") }
    return isPlaced ? arguments.map { $0.replacing("%s", with: address) } : arguments + [address]
  }

  /// Starts it, and waits until the page is handed over, or the browser itself ends.
  /// - Returns: whether it could do that.
  package func open(_ address: String) async -> Bool {
    let words = words(opening: address)
    var options = PlatformOptions()
    // A session of its own, so that it cannot draw on the terminal.
    options.createSession = true
    let result = try? await Subprocess.run(
      .path(FilePath(words[0])), arguments: Arguments(Array(words.dropFirst())), platformOptions: options,
      input: .none, output: .discarded, error: .discarded)
    if case .exited(0)? = result?.terminationStatus { return true }
    return false
  }
}
