import Glibc
import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
package import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

// The same as `parley import`.
extension LiveWorkspace {
  package func planImport(_ wish: ImportWish) async throws -> ImportOutline {
    let api = try await live.imports.api(for: wish.source) { [self] in try await read(wish.source) }
    let plan = try plan(api, wish)
    return ImportOutline(plan, of: api, target: target(of: wish, api, plan), makesWorkspace: isScratch)
  }

  package func makeImport(
    _ wish: ImportWish, leaving leftOut: Set<String>, _ progress: WritingProgress
  ) async throws -> ImportMade? {
    let api = try await live.imports.api(for: wish.source) { [self] in try await read(wish.source) }
    let whole = try plan(api, wish)
    let plan = whole.leavingOut(Set(whole.files.map(\.path).filter { leftOut.contains(ImportOutline.name(of: $0)) }))
    let place = target(of: wish, api, whole)
    do { try WritingProgress.$current.withValue(progress) { try plan.write() } } catch  where progress.isStopped {
      return nil
    }
    if isScratch { try await open(plan.root) } else { try await session.reload() }
    try await session.answers.keep(plan.secrets)
    live.imports.forget()
    let made = Set(plan.files.map(\.path))
    let requests = api.requests.map { plan.inFolder($0.id) }.filter { made.contains("requests/\($0).yaml") }
    return ImportMade(
      try await snapshot(), requests.map(RequestID.init(rawValue:)), in: place, credentials: plan.secrets.count,
      plan.counts)
  }

  package func cancelImport() async { live.imports.cancel() }

  private func read(_ source: ImportWish.Source) async throws -> ImportedAPI {
    switch source {
    case .text(let text):
      let folder = currentFolder
      return try await ImportCeiling.reading {
        try ImportedAPI(ImportSource("pasted", Array(text.utf8)), in: folder)
      }
    case .place(let place) where ImportDownload.isAddress(place):
      let progress = ImportProgress.current
      let download = ImportDownload(place) { call in call.onProgress { progress?.note($0.transfer) } }
      let source = try await download.source()
      return try await ImportCeiling.reading { try ImportedAPI(source) }
    case .place(let path):
      let whole = personalPath(path)
      return try await ImportCeiling.reading { try ImportedAPI(at: whole) }
    }
  }

  private func plan(_ api: ImportedAPI, _ wish: ImportWish) throws -> ImportPlan {
    guard isScratch else { return try ImportPlan(api, at: session.workspace.root, into: wish.into) }
    return try ImportPlan(api, at: personalPath(wish.into ?? api.folderName))
  }

  private func target(of wish: ImportWish, _ api: ImportedAPI, _ plan: ImportPlan) -> String {
    if isScratch { return wish.into ?? api.folderName }
    return plan.folder.isEmpty ? "requests" : "requests/\(plan.folder)"
  }
}

// Paths as they are typed.
extension LiveWorkspace {
  package func paths(completing typed: String) async -> [String] {
    guard !ImportDownload.isAddress(typed) else { return [] }
    let parts = typed.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last.map(String.init) ?? ""
    let folder = String(typed.dropLast(name.count))
    let place = folder.isEmpty ? currentFolder ?? "." : personalPath(folder)
    return await withCheckedContinuation { continuation in
      let work = { @Sendable in continuation.resume(returning: FolderListing(place).paths(folder, beginning: name)) }
      if !DetachedThread.start(isAwaited: false, work) { work() }
    }
  }
}

/// The listing of a folder.
private struct FolderListing {
  private let folder: String
  /// Nobody reads more.
  private static let most = 500

  init(_ folder: String) { self.folder = folder }

  /// Names that begin so, behind what was typed of their folder. Hidden ones only where a dot was typed; folders first.
  func paths(_ typed: String, beginning start: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < Self.most {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name != ".", name != "..", name.lowercased().hasPrefix(start.lowercased()),
        !name.hasPrefix(".") || start.hasPrefix(".")
      else { continue }
      names.append(typed + name + (isFolder(name) ? "/" : ""))
    }
    return names.sorted { ($1.hasSuffix("/") ? 1 : 0, $0) < ($0.hasSuffix("/") ? 1 : 0, $1) }
  }

  private func isFolder(_ name: String) -> Bool {
    var status = stat()
    return stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// The last thing that was read to be imported, so that it is not read or fetched again when it is made.
final class ImportReading: Sendable {
  private struct State {
    var last: (source: ImportWish.Source, api: ImportedAPI)?
    var task: Task<ImportedAPI, any Error>?
  }

  private let state = Lock(State())

  func api(
    for source: ImportWish.Source, _ read: @escaping @Sendable () async throws -> ImportedAPI
  ) async throws -> ImportedAPI {
    if let last = state.withLock({ $0.last }), last.source == source { return last.api }
    let task = Task { try await read() }
    state.withLock { $0.task = task }
    let api = try await task.value
    state.withLock { $0.last = (source, api) }
    return api
  }

  func cancel() { state.withLock { $0.task.take() }?.cancel() }
  func forget() { state.withLock { $0.last = nil } }
}

extension ImportOutline {
  /// A path without its ending, `.yaml` or `.json`.
  fileprivate static func name(of path: String) -> String { String(path.dropLast(".yaml".count)) }

  init(_ plan: ImportPlan, of api: ImportedAPI, target: String, makesWorkspace: Bool) {
    let methods = Dictionary(
      api.requests.map { ("requests/\(plan.inFolder($0.id)).yaml", $0.definition.method?.value ?? "GET") }
    ) { first, _ in first }
    let needs = Dictionary(
      api.groups.map { group in
        let requests = group.definition.allNodes.compactMap { $0.request?.value }
        return ("groups/\(plan.inFolder(group.id)).yaml", requests.map { "requests/\(plan.inFolder($0))" })
      }
    ) { first, _ in first }
    let files = plan.files.map { ($0.path, $0.before == nil ? Entry.State.new : .extended) }
    let kept = plan.kept.map { ($0, Entry.State.kept) }
    let entries = (files + kept).map { path, state in
      var entry = Entry(Self.name(of: path), state)
      (entry.method, entry.needs) = (methods[path], needs[path] ?? [])
      entry.isNeeded = path == "parley.yaml" || path.hasSuffix("/folder.yaml") || path.hasPrefix("openapi/")
      return entry
    }
    self.init(
      api.format, title: api.title, target: target, makesWorkspace: makesWorkspace, entries: entries,
      notes: plan.otherNotes.map { "\($0.place): \($0.text)" })
  }
}
