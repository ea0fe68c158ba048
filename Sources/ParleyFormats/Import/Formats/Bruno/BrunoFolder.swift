internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The folder of a Bruno collection on disk.
struct BrunoFolder {
  private let path: String
  static let limit = 4 << 20
  private static let mostFiles = 20_000
  private static let deepest = 16

  /// - Throws: for a folder without `bruno.json`.
  init(_ path: String) throws(ImportError) {
    guard FileSystem.kind(ofTarget: path.appendingPath("bruno.json")) == .file else {
      throw .unsupported(
        format: "a folder without bruno.json", advice: "Name a file, or the folder of a Bruno collection.")
    }
    self.path = path
  }

  func imported() throws(ImportError) -> ImportedAPI {
    var files: [String: String] = [:]
    let title: String?
    do throws(FileError) {
      try collect("", into: &files, depth: 0)
      let bytes = try FileSystem.read(path.appendingPath("bruno.json"), limit: Self.limit)
      title = (try? JSONValue(parsing: bytes))?["name"]?.string
    } catch { throw .file(error) }
    let api = BrunoImport(files, title: title ?? path.lastPathPart).imported()
    guard !api.requests.isEmpty else { throw .nothingFound(format: api.format) }
    return api
  }

  /// Links are not followed: they may lead out of the collection.
  private func collect(_ folder: String, into files: inout [String: String], depth: Int) throws(FileError) {
    guard depth < Self.deepest else { return }
    for entry in try Directory.entries(folder.isEmpty ? path : path.appendingPath(folder)) {
      guard let name = entry.name, !name.hasPrefix("."), name != "node_modules" else { continue }
      let inner = folder.isEmpty ? name : "\(folder)/\(name)"
      if entry.kind == .directory {
        try collect(inner, into: &files, depth: depth + 1)
      } else if entry.kind == .file, name.hasSuffix(".bru"), files.count < Self.mostFiles {
        let bytes = try FileSystem.read(path.appendingPath(inner), limit: Self.limit)
        files[inner] = String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}
