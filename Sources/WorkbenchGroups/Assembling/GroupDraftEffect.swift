import ParleyEngine
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The occasion on which edits are merged with a file that somebody else has changed.
package enum GroupMerge: Sendable {
  /// A draft of an earlier session is opened.
  case opening
  /// The file has changed under it.
  case reloading
  /// It could not be saved over the file as it is.
  case saving
}

/// Effects of assembling a group.
enum GroupDraftEffect: ServiceEffect {
  case load(String)
  /// The files have changed: what the group's says now, and what the draft means now, where it has edits.
  case reload(String, draft: String?, over: String)
  /// Merges edits with a file that somebody else has changed since they began.
  case merge(LoadedGroup, draft: String, over: String, GroupMerge)
  case change(GroupChange, in: String, ofGroup: String, undoneWith: String?)
  /// Reads a text that takes the place of the draft's.
  case read(GroupDraft.Version, ofGroup: String, isUndo: Bool)
  case keep(String, of: String, over: String)
  case drop(of: String)
  case save(String, of: String, over: String)
  case stage(String, of: String, line: Int?)
  case collect(String, of: String)
  case results(of: String)

  var lane: Lane? {
    switch self {
    case .load(let group): Lane("load group \(group)")
    case .reload, .merge: .openFiles
    case .keep(_, let group, _), .drop(let group):
      Lane("group draft \(group)", keepsOnlyNewest: true, outlivesTheScreen: true)
    case .save(_, let group, _): Lane("save group \(group)", outlivesTheScreen: true)
    case .results: Lane("last results", keepsOnlyNewest: true)
    case .change, .read, .stage, .collect: nil
    }
  }

  /// A draft that cannot be kept, and a group that cannot be read, are reported in the log, not at every keystroke.
  var isAskedFor: Bool {
    switch self {
    case .load, .reload, .merge, .keep, .drop, .results: false
    case .change, .read, .save, .stage, .collect: true
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .load(let id):
      return await Self.load(id, services)
    case .reload(let id, let draft, let base):
      guard let loaded = try? await services.groups.loadGroup(id) else { return [.assemble(.gone(id))] }
      return [.assemble(await Self.reloaded(loaded, draft, over: base, .reloading, services))]
    case .merge(let theirs, let draft, let base, let merge):
      return [.assemble(await Self.reloaded(theirs, draft, over: base, merge, services))]
    case .change(let change, let text, let id, let undoneWith):
      return [await Self.change(change, text, id, undoneWith, services)]
    case .read(let version, let id, let isUndo):
      let reading = await services.groups.read(version.text, asGroup: id)
      return [.assemble(.became(version, reading, of: id, isUndo: isUndo))]
    case .keep(let text, let id, let base): try await services.groups.keepGroupDraft(text, of: id, over: base)
    case .drop(let id): try await services.groups.dropGroupDraft(of: id)
    case .save(let text, let id, let base):
      return [.assemble(.saved(text, try await services.groups.saveGroup(text, of: id, over: base)))]
    case .stage(let text, let id, let line):
      let file = try await services.person.stage(text, suffix: ".yaml", isSecret: false)
      return [.terminal(.editStaged(file: file, line: line, then: GroupDraftEffect.collect(file, of: id)))]
    case .collect(let file, let id): return [.assemble(.collected(try await services.person.collect(file), of: id))]
    case .results(let id): return [.assemble(.results(try await services.groups.lastResults(of: id), of: id))]
    }
    return []
  }

  /// The result of loading the file again. A merged text that cannot be read counts as not merged.
  private static func reloaded(
    _ theirs: LoadedGroup, _ draft: String?, over base: String, _ merge: GroupMerge, _ services: Services
  ) async -> AssemblingAction {
    if let draft, !theirs.saved.isIdentical(to: base), let merged = Merge.lines(draft, theirs.saved, over: base) {
      let reading = await services.groups.read(merged, asGroup: theirs.id)
      if reading.outline != nil { return .reloaded(theirs, reading, of: draft, merged: merged, merge) }
    }
    let reading = await services.groups.read(draft ?? theirs.saved, asGroup: theirs.id)
    return .reloaded(theirs, reading, of: draft, merged: nil, merge)
  }

  private static func load(_ id: String, _ services: Services) async -> [Action] {
    do {
      let loaded = try await services.groups.loadGroup(id)
      return [.assemble(.loaded(loaded, await services.groups.read(loaded.draft ?? loaded.saved, asGroup: id)))]
    } catch {
      return [.assemble(.gone(id)), .failed(Problem(error, hiding: services.secrets), isAskedFor: false)]
    }
  }

  /// The result of a change. A change that is not possible is reported, and nothing is lost.
  private static func change(
    _ change: GroupChange, _ text: String, _ id: String, _ undoneWith: String?, _ services: Services
  ) async -> Action {
    do {
      let changed = try await services.groups.change(change, in: text, ofGroup: id)
      return .assemble(.changed(changed, by: change, of: id, undoneWith: undoneWith))
    } catch {
      return .assemble(.refused(Problem(error, hiding: services.secrets), by: change, of: id))
    }
  }
}

extension Action {
  static func assemble(_ action: AssemblingAction) -> Action { .groups(.assemble(action)) }
}
