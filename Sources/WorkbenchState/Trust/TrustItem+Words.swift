import ParleyModel

// A thing that needs permission, in a list of them.
extension TrustItem {
  /// Its kind, in a column.
  var word: String {
    switch self {
    case .command: "program "
    case .environmentVariable: "variable"
    case .file, .writing, .replacing: "file    "
    case .socket: "socket  "
    case .database: "database"
    }
  }

  /// The name of the variable, the path, or what is done with it.
  package var text: String {
    switch self {
    case .environmentVariable(let name): name
    case .file(let path), .socket(let path): path
    case .database(let address): address
    case .command, .writing, .replacing: description
    }
  }
}
