/// Files that are written together, all or none of them.
struct ImportBatch {
  let root: String
  let files: [ImportPlan.File]

  /// What was written is taken back when another file cannot be.
  func write() throws {
    var written: [ImportPlan.File] = []
    do {
      for file in files {
        try write(file)
        written.append(file)
      }
    } catch {
      for file in written.reversed() { takeBack(file) }
      throw error
    }
  }

  private func write(_ file: ImportPlan.File) throws {
    let path = root.appendingPath(file.path)
    guard let before = file.before else {
      try FileSystem.makeDirectories(path.parentPath)
      return try AtomicFile.create(file.bytes, at: path)
    }
    try FileUpdate.change(path, limit: ImportSource.limit) { now in
      guard now == before else { throw SaveError.changedOnDisk(file: file.path) }
      return file.bytes
    }
  }

  private func takeBack(_ file: ImportPlan.File) {
    let path = root.appendingPath(file.path)
    if let before = file.before { try? AtomicFile.write(before, to: path) } else { try? FileSystem.delete(path) }
  }
}
