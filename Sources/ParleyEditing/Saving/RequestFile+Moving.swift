package import ParleyFiles

extension RequestFile {
  /// Writes a request that has no file yet.
  package static func create(
    _ definition: RequestDefinition, id: String, in root: String
  ) throws(SaveError) -> RequestFile {
    try WorkspaceFileName.check(id)
    let bytes = try text(of: definition)
    let source = SourceText(file: WorkspacePaths.file(ofRequest: id), bytes: bytes)
    let file = RequestFile(root: root, id: id, source: source)
    try file.text.create()
    return file
  }

  /// Gives the request another name, or moves it to another folder.
  package func move(to id: String) throws(SaveError) -> RequestFile {
    try WorkspaceFileName.check(id)
    return RequestFile(id, try text.move(to: WorkspacePaths.file(ofRequest: id)))
  }

  /// Writes a copy of the file under another name.
  /// - Parameter bytes: the contents of the copy; those of this file if nil.
  package func duplicate(as id: String, saying bytes: [UInt8]? = nil) throws(SaveError) -> RequestFile {
    try WorkspaceFileName.check(id)
    return RequestFile(id, try text.duplicate(as: WorkspacePaths.file(ofRequest: id), saying: bytes))
  }

  /// Removes the file. A folder that becomes empty stays.
  package func delete() throws(SaveError) {
    try text.delete()
  }
}
