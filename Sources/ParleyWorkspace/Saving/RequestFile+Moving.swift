internal import SystemCalls

extension RequestFile {
  /// Writes a request that has no file yet.
  package static func create(
    _ definition: RequestDefinition, id: String, in root: String
  ) throws(SaveError) -> RequestFile {
    try RequestName.check(id)
    let bytes = try text(of: definition)
    let file = RequestFile(
      root: root, id: id, source: SourceText(file: WorkspacePaths.file(ofRequest: id), bytes: bytes))
    try file.create()
    return file
  }

  /// Gives the request another name, or moves it to another folder.
  package func move(to id: String) throws(SaveError) -> RequestFile {
    try RequestName.check(id)
    try checkUnchanged()
    let target = copy(as: id)
    try locked { () throws(SaveError) in
      try checkUnchanged()
      try target.writing { () throws(FileError) in
        try FileSystem.makeDirectories(target.path.parentPath)
        try FileSystem.move(path, to: target.path)
      }
    }
    return target
  }

  /// Writes the same file again under another name.
  package func duplicate(as id: String) throws(SaveError) -> RequestFile {
    try RequestName.check(id)
    let target = copy(as: id)
    try target.create()
    return target
  }

  /// Removes the file. A folder that becomes empty stays.
  package func delete() throws(SaveError) {
    try checkUnchanged()
    try locked { () throws(SaveError) in
      try checkUnchanged()
      try writing { () throws(FileError) in try FileSystem.delete(path) }
    }
  }

  private func copy(as id: String) -> RequestFile {
    RequestFile(root: root, id: id, source: SourceText(file: WorkspacePaths.file(ofRequest: id), bytes: source.bytes))
  }

  private func create() throws(SaveError) {
    try writing { () throws(FileError) in
      try FileSystem.makeDirectories(path.parentPath)
      try AtomicFile.create(source.bytes, at: path)
    }
  }
}

/// What a request may be called.
enum RequestName {
  private static let longest = 200

  static func check(_ id: String) throws(SaveError) {
    if let reason = problem(with: id) { throw .badName(id, reason: reason) }
  }

  private static func problem(with id: String) -> String? {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { return "a part of it is empty" }
    if parts.contains(where: { $0.hasPrefix(".") }) { return "a part of it begins with a dot" }
    if parts.contains(where: { $0.utf8.count > longest }) { return "a part of it is too long" }
    if id.unicodeScalars.contains(where: Printable.isUnsafe) { return "it has control characters" }
    if parts.last == "folder" { return "folder.yaml holds what a folder's requests share" }
    return nil
  }
}
