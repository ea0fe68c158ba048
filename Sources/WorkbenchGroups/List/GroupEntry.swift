import WorkbenchParts
import WorkbenchState

/// A group in the list: of a file, or only of runs that are here, such as imported ones.
struct GroupEntry: TreeLeaf {
  let id: String
  var hasFile = true
  var hasMistake = false

  var path: String { id }
  var searchedText: String { id }
}
