import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

/// The breakpoints of a workspace's groups, beside its store.
struct BreakpointFile {
  private let path: String

  /// - Parameter folder: the store's folder.
  init(folder: String) {
    path = WorkspaceFiles.breakpoints(besideStore: folder)
  }

  /// By the names of groups; none where there is no such file yet.
  func all() throws -> [String: [StepBreakpoint]] {
    try breakpoints(in: PrivateText.read(path))
  }

  /// Those of one group in place of all it had; the other groups keep theirs, whoever has changed them meanwhile.
  func keep(_ breakpoints: [StepBreakpoint], of group: String) throws {
    try PrivateText.change(path) { bytes in
      var all = try self.breakpoints(in: bytes)
      all[group] = breakpoints.isEmpty ? nil : breakpoints
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: all))
    }
  }

  private func breakpoints(in bytes: [UInt8]?) throws -> [String: [StepBreakpoint]] {
    guard let bytes else { return [:] }
    do {
      return try JSONValue(parsing: bytes).decode([String: [StepBreakpoint]].self)
    } catch {
      throw Problem(
        code: "breakpoints.unreadable", "Cannot read the file of breakpoints.", detail: "\(error)", place: path,
        advice: "Fix it, or delete it to start over.")
    }
  }
}
