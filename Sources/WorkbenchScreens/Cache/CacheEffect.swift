import ParleyEngine
import WorkbenchServices
import WorkbenchState

/// Effects of the cache screen.
enum CacheEffect: ServiceEffect {
  case window(CacheQuery)
  case open(CacheEntryID, at: ShownMoment?)
  /// Looks for entries below a part of the tree, and continues with them.
  case gather(String, below: String, then: CacheScreen.Gathering)
  case intent(CacheIntent)
  case use(CacheMode)
  /// Opens its body in an editor, and takes over the changes.
  case edit(CacheListing)
  /// The same with what was typed before.
  case editAgain(CacheEdit)
  case collect(String, CacheEdit)
  case replace(CacheEdit, for: Duration?)
  /// Lays it beside what its server says now.
  case compare(CacheListing)

  var lane: Lane? {
    switch self {
    case .window: Lane("cache", keepsOnlyNewest: true)
    case .open: Lane("cache entry", keepsOnlyNewest: true)
    case .use: Lane("cache mode", outlivesTheScreen: true)
    case .gather, .edit, .editAgain, .compare: nil
    case .intent, .collect, .replace: Lane("cache intents", outlivesTheScreen: true)
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .window(let query): return [.cache(.window(query, try await services.history.cache(query)))]
    case .open(let id, let moment):
      return [.cache(.opened(try await services.history.cacheEntry(id, at: moment), id))]
    case .gather(let filter, let prefix, let gathering):
      return [.cache(.gathered(try await services.history.cacheEntries(filter, below: prefix), then: gathering))]
    case .use(let mode):
      return [.workspace(.changed(try await services.history.use(mode))), .notice(.done(mode.notice))]
    case .intent(let intent): return try await Self.perform(intent, services)
    case .edit(let listing):
      guard let kept = try await services.history.cachedText(listing.id) else { return [.cache(.refresh)] }
      return try await Self.stage(CacheEdit(listing, kept), services)
    case .editAgain(let edit): return try await Self.stage(edit, services)
    case .collect(let path, let edit):
      guard let edit = edit.changed(into: try await services.person.collect(path)) else { return [] }
      if let mistake = edit.mistake { return [.ask(Confirm(mistake: mistake, in: edit))] }
      return try await Self.replace(edit, nil, services)
    case .replace(let edit, let time): return try await Self.replace(edit, time, services)
    case .compare(let listing):
      guard let difference = try await services.history.cacheDifference(listing.id) else { return [.cache(.refresh)] }
      return [.ask(DifferenceSheet("\(listing.method) \(listing.label.url)", difference))]
    }
  }

  private static func perform(_ intent: CacheIntent, _ services: Services) async throws -> [Action] {
    let outcome: CacheOutcome
    do { outcome = try await services.history.perform(intent) } catch  where intent.isPart {
      return [.cache(.workFailed), .failed(Problem(error, hiding: services.secrets))]
    }
    let answer = Action.cache(.answered(intent, outcome))
    guard let file = outcome.file else { return [answer] }
    return [.workspace(.changed(try await services.workspace.read())), .terminal(.edit(file: file, line: nil)), answer]
  }

  private static func stage(_ edit: CacheEdit, _ services: Services) async throws -> [Action] {
    let path = try await services.person.stage(edit.text, suffix: edit.kept.suffix, isSecret: edit.kept.isSecret)
    return [.terminal(.editStaged(file: path, then: CacheEffect.collect(path, edit)))]
  }

  /// Replaces the body of an entry, and asks what to do if no request would get it.
  private static func replace(
    _ edit: CacheEdit, _ time: Duration?, _ services: Services
  ) async throws -> [Action] {
    let rest = try await services.history.replaceCached(edit.entry, with: edit.text, for: time)
    let replaced = Action.cache(.replaced(edit.entry))
    guard let rest else { return [replaced, .ask(Picker(holding: edit))] }
    return [.notice(.done("Requests get the edited body of \(edit.name) for \(rest.inRoundWords).")), replaced]
  }
}
