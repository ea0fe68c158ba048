import ParleyEngine

/// What the screen of the cache wants done.
enum CacheEffect: ServiceEffect {
  case page(CacheQuery)
  case show(CacheListing)
  case intent(CacheIntent)
  case use(CacheMode)
  case keepAsMock(CacheEntryID)
  /// Opens its body in an editor, and takes back what became of it.
  case edit(CacheListing)
  /// The same with what was typed before.
  case editAgain(CacheEdit)
  case collect(String, CacheEdit)
  case replace(CacheEdit)
  /// Lays it beside what its server says now.
  case compare(CacheListing)

  var lane: Lane? {
    switch self {
    case .page: Lane("cache", keepsOnlyNewest: true)
    case .use: Lane("cache mode", outlivesTheScreen: true)
    case .show, .edit, .editAgain, .compare, .keepAsMock: nil
    case .intent, .collect, .replace: Lane("cache intents", outlivesTheScreen: true)
    }
  }

  func perform(with services: any Services) async throws -> [Action] {
    switch self {
    case .page(let query): return [.cache(.page(query, try await services.cache(query)))]
    case .show(let listing):
      guard let entry = try await services.cacheEntry(listing.id) else { return [.cache(.refresh)] }
      return [.ask(.cache(.entry("\(listing.method) \(listing.label.url)", entry)))]
    case .keepAsMock(let id):
      guard let file = try await services.keepCachedAsMock(id) else { return [.cache(.refresh)] }
      return [
        .workspace(.changed(try await services.workspace())), .terminal(.edit(file: file, line: nil)),
        .notice(.done("Added a mock to \(file).")),
      ]
    case .use(let mode):
      return [.workspace(.changed(try await services.use(mode))), .notice(.done(mode.notice))]
    case .intent(let intent):
      try await services.perform(intent)
    case .edit(let listing):
      guard let kept = try await services.cachedText(listing.id) else { return [.cache(.refresh)] }
      return try await Self.stage(CacheEdit(listing, kept), services)
    case .editAgain(let edit): return try await Self.stage(edit, services)
    case .collect(let path, let edit):
      guard let edit = edit.changed(into: try await services.collect(path)) else { return [] }
      if let mistake = edit.mistake { return [.ask(.cache(.mistake(edit, mistake)))] }
      return try await Self.replace(edit, services)
    case .replace(let edit): return try await Self.replace(edit, services)
    case .compare(let listing):
      guard let difference = try await services.cacheDifference(listing.id) else { return [.cache(.refresh)] }
      return [.ask(.cache(.difference("\(listing.method) \(listing.label.url)", difference)))]
    }
    return [.cache(.refresh)]
  }

  private static func stage(_ edit: CacheEdit, _ services: any Services) async throws -> [Action] {
    let path = try await services.stage(edit.text, suffix: edit.kept.suffix, isSecret: edit.kept.isSecret)
    return [.terminal(.editStaged(file: path, then: CacheEffect.collect(path, edit)))]
  }

  private static func replace(_ edit: CacheEdit, _ services: any Services) async throws -> [Action] {
    try await services.replaceCached(edit.entry, with: edit.text)
    return [.notice(.done("Saved the body of \(edit.name).")), .cache(.refresh)]
  }
}

/// The body of an entry while it is edited.
struct CacheEdit: Hashable, Sendable {
  let entry: CacheEntryID
  /// What people call the entry.
  let name: String
  /// As it was when editing began.
  let kept: CachedText
  private(set) var text: String

  init(_ listing: CacheListing, _ kept: CachedText) {
    (entry, name, self.kept, text) = (listing.id, "\(listing.method) \(listing.label.url)", kept, kept.text)
  }

  /// - Returns: nil where nothing was changed.
  func changed(into text: String) -> CacheEdit? {
    guard let text = EditorText.changed(kept.text, into: text) else { return nil }
    var copy = self
    copy.text = text
    return copy
  }

  /// Why JSON has become something else, with its line and column.
  var mistake: String? {
    guard kept.suffix == ".json", Self.mistake(in: kept.text) == nil else { return nil }
    return Self.mistake(in: text)
  }

  private static func mistake(in text: String) -> String? {
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }
}
