internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A file of a collection, in either of Bruno's formats.
struct BrunoSource {
  let item: BrunoItem
  fileprivate let file: BrunoFile?
  fileprivate let document: JSONValue?

  init(_ text: String) {
    let file = BrunoFile(text)
    (self.file, document, item) = (file, nil, BrunoItem(file))
  }

  init(_ document: JSONValue) {
    (file, self.document, item) = (nil, document, BrunoItem(document))
  }

  /// One that is read already.
  init(_ item: BrunoItem) {
    (file, document, self.item) = (nil, nil, item)
  }

  /// Keys that nothing is made of: of a document, or in the maps of a `.bru` file.
  func unread(at path: String) -> [ImportNote] {
    if let document { return BrunoKeys.unread(in: document, at: path) }
    return (file?.unread ?? []).map { ImportNote("\(path): \($0)", "The key is not read.") }
  }
}

/// The values of an environment.
enum BrunoEnvironment {
  struct Value {
    var name: String
    var value: String
    var isSecret: Bool
  }

  /// Those of the folder `environments`, and those that an OpenCollection has in itself.
  static func all(
    in files: [(key: String, value: BrunoSource)], _ settings: JSONValue
  ) -> [(name: String, variables: [Value])] {
    let own = files.filter { $0.key.hasPrefix("environments/") && $0.key.split(separator: "/").count == 2 }.map {
      path, source -> (name: String, variables: [Value]) in
      let name = String(path.dropFirst("environments/".count).prefix { $0 != "." })
      return (source.document?["name"]?.string ?? name, values(source))
    }
    let inside = (settings["config"]?["environments"]?.array ?? []).map {
      environment -> (name: String, variables: [Value]) in
      (environment["name"]?.string ?? "local", values(environment))
    }
    return own + inside
  }

  private static func values(_ source: BrunoSource) -> [Value] {
    if let document = source.document { return values(document) }
    let plain = source.file?.entries("vars").filter(\.isOn).map {
      Value(name: $0.name, value: $0.value, isSecret: false)
    }
    let secret = source.file?.entries("vars:secret").map { Value(name: $0.name, value: "", isSecret: true) }
    return (plain ?? []) + (secret ?? [])
  }

  private static func values(_ environment: JSONValue) -> [Value] {
    let isOn = { (variable: JSONValue) in variable["disabled"]?.bool != true && variable["enabled"]?.bool != false }
    return (environment["variables"]?.array ?? []).filter(isOn).map { variable in
      Value(
        name: BrunoItem.text(variable["name"]), value: BrunoItem.text(variable["value"]?["data"] ?? variable["value"]),
        isSecret: variable["secret"]?.bool == true || variable["transient"]?.bool == true)
    }
  }
}

/// The folder of a Bruno collection on disk.
struct BrunoFolder {
  private let path: String
  /// Whether its files are YAML, as Bruno writes them today.
  private let isOpenCollection: Bool
  private static let limit = 4 << 20
  private static let mostFiles = 20_000
  private static let deepest = 16
  private static let collection = ["opencollection.yml", "opencollection.yaml"]

  /// The folder of a collection whose main file somebody names.
  static func of(file path: String) -> String? {
    let name = path.lastPathPart
    if name == "bruno.json" { return path.parentPath }
    guard collection.contains(name), let bytes = try? FileSystem.read(path, limit: limit),
      let document = try? ImportSource.document(name, bytes), document["items"] == nil
    else { return nil }
    return path.parentPath
  }

  /// - Throws: for a folder that is no collection.
  init(_ path: String) throws(ImportError) {
    let isFile = { (name: String) in FileSystem.kind(ofTarget: path.appendingPath(name)) == .file }
    isOpenCollection = Self.collection.contains(where: isFile)
    guard isOpenCollection || isFile("bruno.json") else {
      throw .unsupported(
        format: "a folder without bruno.json or opencollection.yml",
        advice: "Name a file, or the folder of a Bruno collection.")
    }
    self.path = path
  }

  func imported() throws(ImportError) -> ImportedAPI {
    var files: [String: BrunoSource] = [:]
    var notes: [ImportNote] = []
    let settings: JSONValue
    do throws(FileError) {
      try collect("", into: &files, &notes, depth: 0)
      settings = try self.settings()
    } catch { throw .file(error) }
    let title = settings["name"]?.string ?? settings["info"]?["name"]?.string
    var api = BrunoImport(files, settings: settings, title: title ?? path.lastPathPart).imported()
    api.notes = notes + api.notes
    guard !api.requests.isEmpty else { throw .nothingFound(format: api.format) }
    return api
  }

  private func settings() throws(FileError) -> JSONValue {
    let name = isOpenCollection ? Self.collection.first { FileSystem.exists(path.appendingPath($0)) } : "bruno.json"
    let bytes = try FileSystem.read(path.appendingPath(name ?? "bruno.json"), limit: Self.limit)
    return (try? ImportSource.document(name ?? "", bytes)) ?? .null
  }

  /// Links are not followed: they may lead out of the collection.
  private func collect(
    _ folder: String, into files: inout [String: BrunoSource], _ notes: inout [ImportNote], depth: Int
  ) throws(FileError) {
    guard depth < Self.deepest else { return }
    for entry in try Directory.entries(folder.isEmpty ? path : path.appendingPath(folder)) {
      guard let name = entry.name, !name.hasPrefix("."), name != "node_modules" else { continue }
      let inner = folder.isEmpty ? name : "\(folder)/\(name)"
      if entry.kind == .directory {
        try collect(inner, into: &files, &notes, depth: depth + 1)
      } else if entry.kind == .file, isRead(name), files.count < Self.mostFiles {
        let bytes = try FileSystem.read(path.appendingPath(inner), limit: Self.limit)
        guard isOpenCollection else {
          files[inner] = BrunoSource(String(decoding: bytes, as: UTF8.self))
          continue
        }
        do throws(ImportError) { files[inner] = BrunoSource(try ImportSource.document(inner, bytes)) } catch {
          notes.append(ImportNote(inner, error.summary))
        }
      }
    }
  }

  private func isRead(_ name: String) -> Bool {
    isOpenCollection ? name.hasSuffix(".yml") || name.hasSuffix(".yaml") : name.hasSuffix(".bru")
  }
}
