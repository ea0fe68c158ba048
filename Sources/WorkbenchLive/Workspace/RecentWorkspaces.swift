import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace

/// The workspaces that were opened on this machine, the last one first.
struct RecentWorkspaces {
  private static let most = 20

  private let file: String

  /// - Parameter stateFolder: the folder that keeps them.
  init(_ stateFolder: StateFolder) { file = "\(stateFolder.path)/recent-workspaces.json" }

  /// The folders that still are workspaces. A file that cannot be read names none.
  var folders: [String] {
    Self.folders(in: (try? PrivateText.read(file)) ?? nil).filter { (try? Workspace.folder(above: $0)) == $0 }
  }

  /// Puts a workspace first. If that cannot be kept, only the list of recent ones lacks it.
  func note(_ folder: String) {
    guard Self.folders(in: (try? PrivateText.read(file)) ?? nil).first?.isIdentical(to: folder) != true else { return }
    try? PrivateText.change(file) { bytes in
      let others = Self.folders(in: bytes).filter { !$0.isIdentical(to: folder) }
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: ([folder] + others).prefix(Self.most).map { $0 }))
    }
  }

  private static func folders(in bytes: [UInt8]?) -> [String] {
    bytes.flatMap { try? JSONValue(parsing: $0).decode([String].self) } ?? []
  }
}
