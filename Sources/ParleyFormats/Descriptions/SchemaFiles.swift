internal import ParleyEngine
package import ParleyFiles

/// The files of a workspace that hold schemas or describe an API: read when they are asked for, and again when they have changed.
package final class SchemaFiles: Sendable {
  private struct Entry {
    /// Nil where it may be that of another text, too.
    let stamp: FileStamp?
    let document: SchemaDocument?
    var description: APIDescription?
  }

  private let root: String
  private let entries = Lock<[String: Entry]>([:])

  /// The folder of the descriptions, each a file by its name.
  package static let folder = "openapi"
  private static let endings = [".json", ".yaml"]

  package init(root: String) {
    self.root = (try? FileSystem.realPath(root)) ?? root
  }

  /// - Parameter path: within the workspace; what a link leads to outside is not read.
  func document(_ path: String) -> SchemaDocument? { entry(path)?.document }

  /// A description by its name.
  package func description(_ name: String) -> APIDescription? {
    Self.endings.lazy.compactMap { self.described("\(Self.folder)/\(name)\($0)", name) }.first
  }

  /// All descriptions, in the order of their names.
  package var descriptions: [APIDescription] { names.compactMap(description) }

  package var names: [String] {
    let found = ((try? Directory.entries(root.appendingPath(Self.folder))) ?? []).compactMap(\.name)
    let names = found.compactMap { file in
      Self.endings.first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) }
    }
    return names.sorted { $0.precedes($1) }
  }

  /// The operation that a request names, and the description it is of.
  package func operation(_ reference: OperationReference) -> (api: APIDescription, operation: DescribedOperation)? {
    for name in reference.description.map({ [$0] }) ?? names {
      if let api = description(name), let operation = api.operation(reference.operation) { return (api, operation) }
    }
    return nil
  }

  private func described(_ path: String, _ name: String) -> APIDescription? {
    guard let entry = entry(path), let document = entry.document else { return nil }
    if let known = entry.description { return known }
    guard let description = APIDescription(document.value, named: name, file: path) else { return nil }
    entries.withLock { if entry.stamp != nil, $0[path]?.stamp == entry.stamp { $0[path]?.description = description } }
    return description
  }

  private func entry(_ path: String) -> Entry? {
    guard let real = try? FileSystem.realPath(root.appendingPath(path)), real.isInside(folder: root),
      let stamp = FileSystem.stamp(of: real)
    else { return nil }
    if let known = entries.withLock({ $0[path] }), known.stamp == stamp { return known }
    let bytes = try? FileSystem.read(real, limit: ImportSource.limit)
    let document = bytes.flatMap { try? ImportSource.document(path, $0) }.map(SchemaDocument.init)
    let entry = Entry(stamp: stamp.tellsApart(from: .now()) ? stamp : nil, document: document)
    entries.withLock { $0[path] = entry }
    return entry
  }
}
