import Foundation
import TestSupport

/// What `make install` installs, made once from the debug build by the same script.
struct InstalledLayout: Sendable {
  let prefix: String

  private static let made = Task {
    try await blocking {
      let program = try Executables.built("parley")
      let build = "/" + program.split(separator: "/").dropLast().joined(separator: "/")
      let name = "installed\(build.replacing("/", with: "-"))"
      let folder = try MadeOnce.folder(name, from: program) { folder in
        let install = try FinishedProcess.runHere("\(Repository.root)/Scripts/install", [build, folder])
        guard install.status == 0 else { throw SupportError("Scripts/install: \(install.errorText)") }
      }
      return InstalledLayout(prefix: folder)
    }
  }

  static func make() async throws -> InstalledLayout { try await made.value }

  func path(_ path: String) -> String { "\(prefix)/\(path)" }

  func text(_ path: String) throws -> String { String(decoding: try readFile(self.path(path)), as: UTF8.self) }
}
