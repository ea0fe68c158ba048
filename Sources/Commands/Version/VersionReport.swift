internal import Cryptography
internal import JQ
import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyWorkspace

/// The output of `parley --version`: the program, and the libraries that the system has for it.
package struct VersionReport {
  package typealias Library = (name: String, version: String)

  private let build: BuildInfo
  private let libraries: [Library]

  /// - Parameter terminal: the library that draws, which commands do not know.
  package init(_ build: BuildInfo = .ofThisProgram, terminal: Library) {
    self.build = build
    libraries =
      EngineLibraries.versions + [
        StoreLibraries.sqlite, CryptographyLibrary.openSSL, terminal, WorkspaceLibraries.yaml,
      ]
      + [JQLibraries.pcre2]
  }

  package var text: String {
    let width = libraries.map(\.name.count).max() ?? 0
    let lines = libraries.map { name, version in
      "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(version)"
    }
    return ([build.line] + lines).joined(separator: "\n")
  }
}
