internal import ParleyEditing
internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
import ParleyText

/// The files that an import makes: shown before anything is written, and then written, all or none of them.
///
/// In a new workspace that is everything. In one that is there already, requests come into a folder of their own; its servers, values and
/// environments get what they lack, and nothing that is there is changed. The same import made again adds what is missing of it.
///
/// ```swift
/// let plan = try ImportPlan(ImportedAPI(ImportSource(file: "petstore.yaml")), at: folder)
/// for file in plan.files { print(file.path) }
/// try plan.write()
/// ```
package struct ImportPlan: Sendable {
  package struct File: Sendable, Equatable {
    /// Within the workspace.
    package let path: String
    package let bytes: [UInt8]
    /// The file's present contents; nil for a new one.
    package let before: [UInt8]?
  }

  /// Of the workspace.
  package let root: String
  package let isNewWorkspace: Bool
  /// In the order in which they are written.
  package private(set) var files: [File] = []
  package private(set) var notes: [ImportNote]
  /// Files that are there already and stay as they are.
  package private(set) var kept: [String] = []
  package let requestCount: Int
  private var requestFiles: Set<String> = []
  private let sourceSecrets: [ImportedSecret]
  /// Under `requests/`; empty for that itself.
  package let folder: String
  /// Whether most of its requests are there already, by an import before.
  private let isRepeated: Bool

  /// - Parameters:
  ///   - root: a workspace, or a folder that becomes one.
  ///   - into: the folder under `requests/`; in a new workspace none by default, otherwise one with the name of what is imported,
  ///     or none where an import before had none.
  package init(_ api: ImportedAPI, at root: String, into: String? = nil) throws {
    self.root = root
    let workspace =
      FileSystem.exists(root.appendingPath(WorkspacePaths.workspaceFile)) ? try Workspace.load(at: root) : nil
    isNewWorkspace = workspace == nil
    let folder = into?.trimmingSlashes ?? Self.folder(for: api, in: workspace)
    self.folder = folder
    if !folder.isEmpty, let reason = WorkspaceFileName.problem(with: folder + "/request") {
      throw ImportError.badFolder(folder, reason: reason)
    }
    isRepeated = workspace.map { EarlierImport.isThere(api, in: $0, folder: folder) } ?? false
    (notes, requestCount, sourceSecrets) = (api.notes, api.requests.count, api.secrets)
    if let workspace {
      try addToWorkspace(api, workspace)
    } else {
      try addWorkspace(api)
      try addShared(api.folders, of: nil, docs: api.docs)
    }
    let description = addDescription(api)
    for request in api.requests {
      var request = request.bounded(&notes)
      if let from = api.sourceFolder { request.definition.locateFiles(from: from, in: root) }
      request.definition.operation = request.definition.operation.map {
        Located(OperationReference($0.value.operation, in: description))
      }
      let file = WorkspacePaths.file(ofRequest: inFolder(request.id))
      requestFiles.insert(file)
      add(file, try request.file(&notes).bytes)
    }
    addMocks(api.mocks)
    addGroups(api.groups)
  }

  private static func folder(for api: ImportedAPI, in workspace: Workspace?) -> String {
    guard let workspace, !EarlierImport.isThere(api, in: workspace, folder: "") else { return "" }
    return api.folderName
  }

  /// The same without some of its files.
  package func leavingOut(_ paths: Set<String>) -> ImportPlan {
    var plan = self
    plan.files.removeAll { paths.contains($0.path) }
    return plan
  }

  /// The credentials that the written files refer to. Of others nothing is kept: nothing would ask for them but what was imported
  /// before, and somebody may have given them other values since.
  package var secrets: [ImportedSecret] {
    let descriptions = files.filter { $0.path.hasPrefix("\(SchemaFiles.folder)/") }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
    return sourceSecrets.filter { secret in
      files.contains { $0.bytes.names(secret) && $0.before?.names(secret) != true }
        || descriptions.contains { $0.contains(DescriptionCredentials.placeholder(secret.name)) }
    }
  }

  /// `2 requests`, or `1 of 2 requests` where others are there already.
  package var requestWords: String {
    let left = kept.count { requestFiles.contains($0) }
    let all = requestCount.counted("request")
    return left == 0 ? all : "\(requestCount - left) of \(all)"
  }

  /// The files by what becomes of them.
  package var counts: ImportCounts {
    let added = files.count { $0.before == nil }
    return ImportCounts(added: added, updated: files.count - added, unchanged: kept.count)
  }

  /// The note on a file that is there and stays.
  private static let stays = "The file is there already, and was left as it is."
  /// The same of one that says something else.
  private static let differs = "A file of this name is there already and stays as it is: the imported one is not taken."

  /// The notes but for those that only say that a file stays.
  package var otherNotes: [ImportNote] { notes.filter { $0.text != Self.stays } }

  package func inFolder(_ id: String) -> String { folder.isEmpty ? id : "\(folder)/\(id)" }

  /// The description is kept beside the requests, under a name of its own.
  /// - Returns: the name.
  private mutating func addDescription(_ api: ImportedAPI) -> String? {
    guard let description = api.description else { return nil }
    var names = ImportNames()
    while true {
      let name = names.free(ImportNames.slug(api.title, or: "api"))
      let path = "\(SchemaFiles.folder)/\(name)"
      let there = [".json", ".yaml"].first { FileSystem.exists(root.appendingPath(path + $0)) }
      guard let there else {
        add(path + description.ending, description.bytes)
        return name
      }
      let now = try? FileSystem.read(root.appendingPath(path + there), limit: ImportSource.limit)
      if now == description.bytes { return name }
      if isRepeated, hasAllRequests(of: api) {
        kept.append(path + there)
        notes.append(
          ImportNote(
            path + there,
            "It says something else, and was left as it is: `parley import FILE --update` brings the newer one in."))
        return name
      }
    }
  }

  private func hasAllRequests(of api: ImportedAPI) -> Bool {
    api.requests.allSatisfy {
      FileSystem.kind(of: root.appendingPath(WorkspacePaths.file(ofRequest: inFolder($0.id)))) != nil
    }
  }

  /// Adds a file. An existing one is kept, with a note.
  private mutating func add(_ path: String, _ bytes: [UInt8]) {
    guard FileSystem.kind(of: root.appendingPath(path)) == nil else {
      let now = try? FileSystem.read(root.appendingPath(path), limit: ImportSource.limit)
      kept.append(path)
      return notes.append(ImportNote(path, now == bytes ? Self.stays : Self.differs))
    }
    files.append(File(path: path, bytes: bytes, before: nil))
  }

  private mutating func change(_ path: String, from before: [UInt8], to after: [UInt8]) {
    if before != after { files.append(File(path: path, bytes: after, before: before)) }
  }
}

// A new workspace.
extension ImportPlan {
  private mutating func addWorkspace(_ api: ImportedAPI) throws {
    var definition = WorkspaceDefinition(
      version: Located(WorkspaceDefinition.currentVersion), id: Located(WorkspaceScaffold.newID()))
    definition.servers = api.servers
    definition.vars = api.variables
    definition.defaults = api.defaults
    add(
      WorkspacePaths.workspaceFile,
      try text(definition, WorkspaceDefinition.form, blank: WorkspaceDefinition(), at: WorkspacePaths.workspaceFile))
    for environment in api.environments { try add(environment) }
  }

  private mutating func add(_ environment: ImportedEnvironment) throws {
    let path = WorkspacePaths.file(ofEnvironment: environment.name)
    let definition = EnvironmentDefinition(vars: environment.variables)
    let bytes = try text(definition, EnvironmentDefinition.form, blank: EnvironmentDefinition(), at: path)
    add(path, bytes.isEmpty ? Self.emptyEnvironment : bytes)
  }

  /// An empty file would look like one that was not written to its end.
  private static let emptyEnvironment = Array("vars: {}\n".utf8)

  private mutating func text<Definition: Sendable & Equatable>(
    _ definition: Definition, _ form: Form<Definition>, blank: Definition, at place: String
  ) throws -> [UInt8] {
    try WritableDefinition(definition, form, blank: blank).file(at: place, &notes).bytes
  }

  /// - Parameters:
  ///   - shared: the defaults of all of the requests.
  private mutating func addShared(
    _ folders: [ImportedFolder], of shared: DefaultsDefinition?, docs: String?
  ) throws {
    var top = shared ?? DefaultsDefinition()
    if !folder.isEmpty, let docs { top.docs = Located(docs) }
    var all = folders.map { ImportedFolder(path: inFolder($0.path), defaults: $0.defaults) }
    if !folder.isEmpty, top != DefaultsDefinition() { all.insert(ImportedFolder(path: folder, defaults: top), at: 0) }
    for item in all {
      let path = "\(WorkspacePaths.requests)/\(item.path)/\(WorkspacePaths.folderFile)"
      add(path, try text(item.defaults, DefaultsDefinition.folderForm, blank: DefaultsDefinition(), at: path))
    }
  }
}

// A workspace that is there.
extension ImportPlan {
  private mutating func addToWorkspace(_ api: ImportedAPI, _ workspace: Workspace) throws {
    let bytes = try FileSystem.read(root.appendingPath(WorkspacePaths.workspaceFile), limit: YAMLLimits.standard.size)
    let patch = DefinitionPatch(
      WorkspaceDefinition.form, of: SourceText(file: WorkspacePaths.workspaceFile, bytes: bytes),
      blank: WorkspaceDefinition())
    var definition = patch.before
    let shared = addServers(api, to: &definition)
    definition.vars += lacking(api.variables, in: definition.vars, of: WorkspacePaths.workspaceFile)
    change(WorkspacePaths.workspaceFile, from: bytes, to: try patch.bytes(saying: definition))
    try addEnvironments(api, to: workspace.environments.map(\.name))
    try addShared(api.folders, of: shared, docs: api.docs)
  }

  /// Adds the imported servers, each under a name that is free.
  /// - Returns: the defaults of the imported requests.
  private mutating func addServers(_ api: ImportedAPI, to definition: inout WorkspaceDefinition) -> DefaultsDefinition {
    var shared = api.defaults
    for (index, server) in api.servers.enumerated() {
      var server = server
      let same = definition.servers.first { $0.name.value == server.name.value }
      if let there = earlier(server, in: definition.servers) {
        if index == 0 { shared.server = Located(there.name.value) }
        continue
      }
      if let same, same.url.value != server.url.value {
        var names = ImportNames(taken: definition.servers.map(\.name.value))
        server.name = Located(names.free(server.name.value))
        if index > 0 {
          notes.append(
            ImportNote(
              same.name.value, "A server of this name is there already: the imported one is \(server.name.value)."))
        }
      }
      definition.servers.append(server)
      if index == 0 { shared.server = Located(server.name.value) }
    }
    return shared
  }

  /// The server of this import, as it is there: by its own name, or by the free one that it got, when the same was imported before.
  private func earlier(_ server: ServerDefinition, in servers: [ServerDefinition]) -> ServerDefinition? {
    let name = server.name.value
    let named = servers.filter { $0.name.value == name || isRepeated && ImportNames.isNumbered($0.name.value, name) }
    return named.first { $0.url.value == server.url.value } ?? (isRepeated ? named.first : nil)
  }

  private mutating func lacking(_ imported: [Variable], in there: [Variable], of file: String) -> [Variable] {
    imported.filter { variable in
      guard let known = there.first(where: { $0.name.value == variable.name.value }) else { return true }
      if !known.hasValue(of: variable) {
        let note = ImportNote(variable.name.value, Self.staying(known, in: file, not: variable))
        if !notes.contains(note) { notes.append(note) }
      }
      return false
    }
  }

  /// Says of an address where requests are sent, and where not; of any other value, which may be a secret, that it stays.
  private static func staying(_ known: Variable, in file: String, not imported: Variable) -> String {
    guard let here = known.shownURL, let there = imported.shownURL else {
      return "The workspace declares it already, and its value stays."
    }
    return "\(file) has \(here) already, and requests are sent there: \(there), which was imported, is not used."
  }

  /// Every environment that is there gets the values it lacks: those of the imported one with its name, otherwise of the first.
  /// - Parameter names: those that are there.
  private mutating func addEnvironments(_ api: ImportedAPI, to names: [String]) throws {
    for name in names {
      let imported = api.environments.first { $0.name == name } ?? api.environments.first
      guard let imported else { continue }
      let path = WorkspacePaths.file(ofEnvironment: name)
      let bytes = try FileSystem.read(root.appendingPath(path), limit: YAMLLimits.standard.size)
      let patch = DefinitionPatch(
        EnvironmentDefinition.form, of: SourceText(file: path, bytes: bytes), blank: EnvironmentDefinition())
      var definition = patch.before
      definition.vars += lacking(imported.variables, in: definition.vars, of: path)
      change(path, from: bytes, to: try patch.bytes(saying: definition))
    }
    for environment in api.environments
    where names.isEmpty || (api.environments.count > 1 && !names.contains(environment.name)) {
      try add(environment)
    }
  }
}

// Mocks and groups.
extension ImportPlan {
  private mutating func addMocks(_ files: [ImportedMocks]) {
    for file in files { add(Self.path(ofMocks: inFolder(file.name)), Self.bytes(of: file)) }
  }

  private static func path(ofMocks name: String) -> String { "\(WorkspacePaths.mocks)/\(name)\(WorkspacePaths.ending)" }

  private static func bytes(of file: ImportedMocks) -> [UInt8] {
    bytes(
      file.mocks.flatMap { mock in
        YAMLWriter().lines(item: YAMLValue(MockDefinition.form.written(mock)).blockReply, indentation: 0)
      })
  }

  /// The files of an import, besides requests, that a newer description may change: mocks, and the defaults of folders.
  static func otherFiles(of api: ImportedAPI, in folder: String) throws -> [String: [UInt8]] {
    let place = { (name: String) in folder.isEmpty ? name : "\(folder)/\(name)" }
    var files: [String: [UInt8]] = [:]
    for mocks in api.mocks { files[path(ofMocks: place(mocks.name))] = bytes(of: mocks) }
    for shared in api.folders {
      let path = "\(WorkspacePaths.requests)/\(place(shared.path))/\(WorkspacePaths.folderFile)"
      var ignored: [ImportNote] = []
      let definition = WritableDefinition(
        shared.defaults, DefaultsDefinition.folderForm, blank: DefaultsDefinition())
      files[path] = try definition.file(at: path, &ignored).bytes
    }
    return files
  }

  private mutating func addGroups(_ groups: [ImportedGroup]) {
    for group in groups {
      let nodes = group.definition.list.nodes.map { node in
        var node = node
        node.request = node.request.map { Located(inFolder($0.value)) }
        return YAMLValue(NodeDefinition.form.written(node))
      }
      let writer = YAMLWriter()
      let docs = group.definition.docs.map {
        writer.lines(.init(key: "docs", value: .scalar($0.value)), indentation: 0)
      }
      let list = writer.lines(.init(key: "serial", value: .sequence(nodes, isFlow: false)), indentation: 0)
      add("\(WorkspacePaths.groups)/\(inFolder(group.id))\(WorkspacePaths.ending)", Self.bytes((docs ?? []) + list))
    }
  }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }
}

// Writing.
extension ImportPlan {
  /// Writes all files, or none. A new folder is there with all of them, or not at all.
  package func write() throws {
    let change = files.change
    guard FileSystem.exists(root) else {
      return try NewFolder.make(at: root) { aside in try change.make(in: aside) }
    }
    try change.make(in: FileSystem.realPath(root))
  }
}

extension [ImportPlan.File] {
  /// The files as one change.
  var change: FilesChange { FilesChange(map { .init(file: $0.path, before: $0.before, after: $0.bytes) }) }
}

extension String {
  fileprivate var trimmingSlashes: String {
    String(drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed())
  }
}

extension YAMLValue {
  /// A mock with its reply on lines of its own, as people write them.
  fileprivate var blockReply: YAMLValue {
    guard case .mapping(let entries, _) = self else { return self }
    return .mapping(
      entries.map { entry in
        guard entry.key == "reply", case .mapping(let reply, _) = entry.value else { return entry }
        return .init(key: entry.key, value: .mapping(reply, isFlow: false))
      }, isFlow: false)
  }
}

extension Variable {
  /// An address is the same with and without quotes.
  fileprivate func hasValue(of other: Variable) -> Bool {
    content.value == other.content.value || shownURL.map { $0 == other.shownURL } ?? false
  }

  /// The value, if it is an address without a password in it.
  fileprivate var shownURL: String? {
    guard case .text(let text, _) = content.value, text.isWholeURL, !text.contains("@"), !text.contains("?") else {
      return nil
    }
    return Printable.text(text)
  }
}
