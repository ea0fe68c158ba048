import ParleyModel
import WorkbenchParts
import WorkbenchServices

/// The requests as a tree of folders.
typealias RequestTree = FolderTree<RequestSummary>

extension RequestSummary: TreeLeaf {
  var path: String { id.rawValue }
  var searchedText: String { "\(method) \(id)" }
}

extension RequestTree {
  init(folders: [String], requests: [RequestSummary]) {
    self.init(folders: folders, leaves: requests)
  }
}

extension RequestTree.Row {
  var request: RequestSummary? { leaf }
}
