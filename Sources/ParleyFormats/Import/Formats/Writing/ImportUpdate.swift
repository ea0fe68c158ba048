internal import ParleyEditing
internal import ParleyEngine
package import ParleyFiles
import ParleyText

/// The changes that a newer description makes to a workspace: shown before anything is written, and then written, all
/// or none of them.
///
/// The description kept in `openapi/` records what was imported. A request, or a part of it, that is still unchanged
/// follows the newer description; what a person has changed is kept, and so are the requests of operations that are
/// gone.
///
/// ```swift
/// let update = try ImportUpdate(ImportedAPI(ImportSource(file: "petstore.yaml")), at: folder)
/// for change in update.changes { print(change.line) }
/// try update.write()
/// ```
package struct ImportUpdate: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case added, changed, kept, removed
  }

  /// One operation, or a file besides.
  package struct Change: Sendable, Equatable {
    package let kind: Kind
    /// `GET /pets/{id}`, or what else changed.
    package let what: String
    /// Within the workspace; nil where no file is touched.
    package let file: String?
    /// The changed details, in words.
    package var detail = ""
  }

  package let root: String
  /// Of the description.
  package let name: String
  package private(set) var changes: [Change] = []
  package private(set) var files: [ImportPlan.File] = []
  package private(set) var notes: [ImportNote]
  package let operationCount: Int

  private let workspace: Workspace
  private let prefix: String
  private let old: ImportedAPI
  let new: ImportedAPI

  /// - Parameter wanted: the description that is updated, by its name; otherwise the one of the same title, or the only one.
  package init(_ new: ImportedAPI, at root: String, of wanted: String? = nil) throws {
    guard let description = new.description else { throw ImportError.noDescription(format: new.format) }
    let schemas = SchemaFiles(root: root)
    let known = try Self.known(wanted, titled: new.folderName, in: schemas)
    let before = try FileSystem.read(root.appendingPath(known.file), limit: ImportSource.limit)
    old = try ImportedAPI(ImportSource(known.file.lastPathPart, before))
    workspace = try Workspace.load(at: root)
    (self.new, self.root, name) = (new, workspace.root, known.name)
    (notes, operationCount) = (new.notes, new.requests.count)
    prefix = Self.prefix(of: old, named: known.name, in: workspace)
    for request in new.requests { try update(request) }
    listRemoved()
    try updateOthers()
    listServers()
    if before != description.bytes { files.append(.init(path: known.file, bytes: description.bytes, before: before)) }
  }

  private static func known(_ wanted: String?, titled title: String, in schemas: SchemaFiles) throws -> APIDescription {
    let names = schemas.names
    let name = wanted ?? (names.contains(title) ? title : names.count == 1 ? names[0] : nil)
    guard let name, let known = schemas.description(name) else {
      throw ImportError.nothingToUpdate(wanted ?? title, known: names)
    }
    return known
  }

  /// The folder that the description was imported into, as its requests say.
  private static func prefix(of old: ImportedAPI, named name: String, in workspace: Workspace) -> String {
    for request in old.requests {
      guard let operation = request.definition.operation?.value.operation,
        let there = workspace.requests.first(where: { $0.isOf(operation, in: name) })
      else { continue }
      if there.id == request.id { return "" }
      if there.id.hasSuffix("/" + request.id) { return String(there.id.dropLast(request.id.count + 1)) }
    }
    return ""
  }

  /// The credentials that the changed files refer to, and those before did not.
  package var secrets: [ImportedSecret] {
    new.secrets.filter { secret in
      files.contains { $0.bytes.names(secret) && $0.before?.names(secret) != true }
    }
  }

  package func write() throws { try files.change.make(in: FileSystem.realPath(root)) }
}

// Operations.
extension ImportUpdate {
  private mutating func update(_ request: ImportedRequest) throws {
    guard let operation = request.definition.operation?.value.operation else { return }
    let theirs = written(request)
    let base = old.requests.first { $0.definition.operation?.value.operation == operation }.map(written)
    let there = workspace.requests.filter { $0.isOf(operation, in: name) || (base != nil && $0.isLike(base)) }
    guard let base else { return there.isEmpty ? try add(request, theirs) : () }
    // One that is there no more was deleted by a person.
    for request in there where base != theirs { change(request, base, theirs) }
  }

  private mutating func add(_ request: ImportedRequest, _ definition: RequestDefinition) throws {
    let id = prefix.isEmpty ? request.id : "\(prefix)/\(request.id)"
    let path = WorkspacePaths.file(ofRequest: id)
    guard !FileSystem.exists(root.appendingPath(path)) else {
      changes.append(
        Change(kind: .kept, what: definition.what, file: path, detail: "a file of that name is there already"))
      return
    }
    let written = try ImportedRequest(id: id, definition: definition).file(&notes)
    files.append(.init(path: path, bytes: written.bytes, before: nil))
    changes.append(Change(kind: .added, what: definition.what, file: path))
  }

  private mutating func change(_ request: WorkspaceRequest, _ base: RequestDefinition, _ theirs: RequestDefinition) {
    let merge = DefinitionMerge(base: base, theirs: theirs, mine: request.definition)
    if !merge.kept.isEmpty {
      let detail = "\(merge.kept.joined(separator: ", ")): changed in both, yours stays"
      changes.append(Change(kind: .kept, what: theirs.what, file: request.file, detail: detail))
    }
    guard !merge.changed.isEmpty, let file = RequestFile(request.id, in: workspace) else { return }
    do throws(SaveError) {
      let bytes = try file.patched(merge.result)
      files.append(.init(path: request.file, bytes: bytes, before: file.source.bytes))
      changes.append(
        Change(kind: .changed, what: theirs.what, file: request.file, detail: merge.changed.joined(separator: ", ")))
    } catch {
      changes.append(Change(kind: .kept, what: theirs.what, file: request.file, detail: error.summary))
    }
  }

  private mutating func listRemoved() {
    let still = Set(new.requests.compactMap { $0.definition.operation?.value.operation })
    for request in old.requests {
      guard let operation = request.definition.operation?.value.operation, !still.contains(operation) else { continue }
      let there = workspace.requests.filter { $0.isOf(operation, in: name) }
      for request in there {
        changes.append(
          Change(kind: .removed, what: request.definition.what, file: request.file, detail: "its request stays"))
      }
      if there.isEmpty { changes.append(Change(kind: .removed, what: request.definition.what, file: nil)) }
    }
  }

  /// As it stands in the workspace.
  private func written(_ request: ImportedRequest) -> RequestDefinition {
    var (copy, notes) = (request, [ImportNote]())
    copy = copy.bounded(&notes)
    copy.definition.operation = copy.definition.operation.map {
      Located(OperationReference($0.value.operation, in: name))
    }
    return copy.definition
  }
}

// What stands in other files.
extension ImportUpdate {
  /// Mocks and what folders share, each file as a whole.
  private mutating func updateOthers() throws {
    let before = try ImportPlan.otherFiles(of: old, in: prefix)
    let after = try ImportPlan.otherFiles(of: new, in: prefix)
    for (path, bytes) in after.sorted(by: { $0.key < $1.key }) where before[path] != bytes {
      let now = try FileSystem.readIfPresent(root.appendingPath(path), limit: YAMLLimits.standard.size)
      if now == bytes { continue }
      // One that a person has deleted stays away.
      if now == nil, before[path] != nil { continue }
      guard now == nil || now == before[path] else {
        changes.append(Change(kind: .kept, what: path, file: path, detail: "changed in both, yours stays"))
        continue
      }
      files.append(.init(path: path, bytes: bytes, before: now))
      changes.append(Change(kind: now == nil ? .added : .changed, what: path, file: path))
    }
  }

  private mutating func listServers() {
    let known = old.environments.flatMap(\.variables).map(\.content.value)
    for environment in new.environments {
      for variable in environment.variables where !known.contains(variable.content.value) {
        guard case .text(let text, _) = variable.content.value, !text.isEmpty else { continue }
        notes.append(
          ImportNote("servers", "\(Printable.text(text)) is new: add it to an environment if you need it."))
      }
    }
  }
}

extension ImportUpdate.Change {
  /// For a terminal.
  package var line: String {
    let parts = [file.flatMap { $0 == what ? nil : $0 }, detail.isEmpty ? nil : detail].compactMap(\.self)
    return "\(kind.rawValue)  \(([what] + parts).map { Printable.text($0) }.joined(separator: "  "))"
  }
}

extension [UInt8] {
  /// Whether a file refers to it, as YAML and JSON write the template.
  func names(_ secret: ImportedSecret) -> Bool {
    let (text, name) = (String(decoding: self, as: UTF8.self), secret.name)
    let written = [
      #"secret("\#(name)")"#, #"secret(\"\#(name)\")"#, #"secret("\#(name.replacing("'", with: "''"))")"#,
    ]
    return written.contains { text.contains($0) }
  }
}

extension RequestDefinition {
  /// `GET /pets/:id`
  fileprivate var what: String { "\(method?.value ?? "GET") \(url.value)" }
}

extension WorkspaceRequest {
  fileprivate func isOf(_ operation: String, in description: String) -> Bool {
    guard let own = definition.operation?.value else { return false }
    return own.operation.isIdentical(to: operation) && own.description ?? description == description
  }

  /// One that was imported before requests knew their operation.
  fileprivate func isLike(_ base: RequestDefinition?) -> Bool {
    definition.operation == nil && definition.url.value == base?.url.value
      && definition.method?.value == base?.method?.value
  }
}
