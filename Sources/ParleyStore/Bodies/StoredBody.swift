import ParleyEngine

/// A body that has a file of this store, or can have one, without copying it.
protocol KeepableBody: ByteSource {
  /// The name under which the file is kept.
  var keptName: String { get }
  /// Gives the file its lasting name; called with the folder locked. The same content may have it already.
  func keep(in folder: Folder) throws(RepositoryError)
}

/// A body file of this store, as it was received.
protocol StoredBody: BodyFile, KeepableBody {
  var temporary: TemporaryBody { get }
  var isSealed: Bool { get }
}

extension StoredBody {
  var keptName: String { temporary.contentHash }

  func keep(in folder: Folder) throws(RepositoryError) {
    try temporary.keep(as: folder.file(keptName))
  }
}
