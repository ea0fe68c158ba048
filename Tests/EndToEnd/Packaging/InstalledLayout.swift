import Foundation
import TestSupport

/// What `make install` installs, made once from the debug build by the same script.
struct InstalledLayout: Sendable {
  let prefix: String

  /// Where the logs of the tests are: the next run removes it, with the large programs in it.
  private static let made = Task {
    let folder = "\(Repository.root)/.build/tests/installed-\(ProcessInfo.processInfo.processIdentifier)"
    let built = try Executables.built("parley").split(separator: "/").dropLast().joined(separator: "/")
    let install = try await FinishedProcess.run("\(Repository.root)/Scripts/install", ["/\(built)", folder])
    guard install.status == 0 else { throw SupportError("Scripts/install: \(install.errorText)") }
    return InstalledLayout(prefix: folder)
  }

  static func make() async throws -> InstalledLayout { try await made.value }

  func path(_ path: String) -> String { "\(prefix)/\(path)" }

  func text(_ path: String) throws -> String { String(decoding: try readFile(self.path(path)), as: UTF8.self) }
}
