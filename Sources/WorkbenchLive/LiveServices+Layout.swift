import ParleyEngine
import ParleyStore
import ParleyWorkspace
package import Workbench

// For all workspaces of this machine.
extension LiveServices {
  private var layoutFile: String { "\(stateFolder.path)/panes.json" }

  /// A file that cannot be read says nothing: the panes have their usual sizes.
  package func paneSizes() async throws -> PaneSizes {
    guard let bytes = try PrivateText.read(layoutFile) else { return PaneSizes() }
    return (try? JSONValue(parsing: bytes).decode(PaneSizes.self)) ?? PaneSizes()
  }

  package func keep(_ sizes: PaneSizes) async throws {
    try PrivateText.change(layoutFile) { _ in JSONPrinter.compact.bytes(of: try JSONValue(encoding: sizes)) }
  }
}
