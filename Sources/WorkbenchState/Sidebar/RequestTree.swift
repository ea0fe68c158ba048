import ParleyModel
import WorkbenchParts
package import WorkbenchServices

/// The requests as a tree of folders.
package typealias RequestTree = FolderTree<RequestSummary>

extension RequestSummary: TreeLeaf {
  package var path: String { id.rawValue }
  package var searchedText: String { "\(method) \(id) \(url)" }
}

extension RequestTree {
  init(folders: [String], requests: [RequestSummary]) {
    self.init(folders: folders, leaves: requests)
  }
}

extension RequestTree.Row {
  package var request: RequestSummary? { leaf }
}
