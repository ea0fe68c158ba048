import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

// For all workspaces of this machine, and, beside its store, for each.
extension LivePerson {
  private var layoutFile: String { "\(stateFolder.path)/panes.json" }

  /// A file that cannot be read says nothing: the panes have their usual sizes.
  package func paneSizes() async throws -> PaneSizes {
    guard let bytes = try PrivateText.read(layoutFile) else { return PaneSizes() }
    return (try? JSONValue(parsing: bytes).decode(PaneSizes.self)) ?? PaneSizes()
  }

  private var lastRequestFile: String { "\(session.location.folder)/last-request" }

  /// The request that was worked on last; one of a store that cannot be read is none.
  var lastRequest: RequestID? {
    (try? PrivateText.read(lastRequestFile)).flatMap { $0 }.map {
      RequestID(rawValue: String(decoding: $0, as: UTF8.self))
    }
  }

  package func keepLastRequest(_ id: RequestID) async throws {
    guard session.isKept, id != lastRequest else { return }
    try PrivateText.write(Array(id.rawValue.utf8), to: lastRequestFile)
  }

  package func keep(_ sizes: PaneSizes) async throws {
    try PrivateText.change(layoutFile) { _ in JSONPrinter.compact.bytes(of: try JSONValue(encoding: sizes)) }
  }
}
