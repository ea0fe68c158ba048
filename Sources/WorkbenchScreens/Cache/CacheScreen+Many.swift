import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// What is done with entries: with the one under the cursor, with all that are marked, or with all of a part of the tree.
extension CacheScreen {
  mutating func many(_ action: Action) -> [Effect] {
    switch action {
    case .clearMarks: list.marked = []
    case .gathered(let entries, let gathering): return gathered(entries, gathering)
    case .perform(let intent): return perform(intent)
    case .stopWork: list.work?.isStopped = true
    case .workFailed: list.work = nil
    case .clear: return [gather("", then: .clear)]
    default: break
    }
    return []
  }

  /// The next one is likely to be marked too. A part of the tree is all entries in it.
  mutating func mark() -> [Effect] {
    let line = list.here
    list.cursor.move(.lines(1))
    if let prefix = line?.prefix { return [gather(prefix, then: .mark)] }
    if let id = line?.listing?.id { list.turnMarks([id]) }
    return []
  }

  func gather(_ prefix: String, then gathering: Gathering) -> Effect {
    .perform(CacheEffect.gather(list.input.text, below: prefix, then: gathering))
  }

  private mutating func gathered(_ entries: [CacheEntryID], _ gathering: Gathering) -> [Effect] {
    switch gathering {
    case .mark: list.turnMarks(entries)
    case .menu: return [.ask(Picker(for: entries))]
    case .job(let job): return begin(CacheIntent(job, entries))
    case .clear: return perform(CacheIntent(.remove, entries))
    }
    return []
  }

  func menu() -> [Effect] {
    if list.marked.isEmpty, let prefix = list.here?.prefix { return [gather(prefix, then: .menu)] }
    return [.ask(Picker(for: chosen))]
  }

  /// The marked ones; without marks the one under the cursor.
  private var chosen: [CacheEntryID] {
    guard list.marked.isEmpty else { return list.marked.sorted { $0.rawValue < $1.rawValue } }
    return selected.map { [$0.id] } ?? []
  }

  /// A word that is not understood filters nothing: then more would be removed than was meant.
  func askClear() -> [Effect] {
    if let problem = list.filter.problems.first { return [.say(.refused(problem))] }
    let totals = list.window.totals
    return [.ask(Confirm(clearing: list.input.text, count: totals.count, size: totals.size))]
  }
}

extension CacheScreen {
  /// With the entry under the cursor, or all that are marked, or all of the part under it.
  mutating func act(_ deed: Deed, in context: ViewContext) -> [Effect] {
    if let job = deed.job(isPinned: list.marked.isEmpty ? selected?.isPinned == true : list.hasPinnedMarks) {
      if !list.marked.isEmpty { return begin(CacheIntent(job, chosen)) }
      if let prefix = list.here?.prefix { return [gather(prefix, then: .job(job))] }
    }
    return selected.map { act(deed, on: $0, in: context) } ?? []
  }

  func act(_ deed: Deed, on listing: CacheListing, in context: ViewContext) -> [Effect] {
    if let job = deed.job(isPinned: listing.isPinned) {
      return [.perform(CacheEffect.intent(CacheIntent(job, [listing.id])))]
    }
    return switch deed {
    case .openRequest: openRequest(of: listing, in: context)
    case .copyURL: [.terminal(.copy(listing.label.url, of: listing.label.url))]
    case .compare: [.perform(CacheEffect.compare(listing))]
    case .edit: [.perform(CacheEffect.edit(listing))]
    case .expire, .pin, .remove, .askAgain, .mock: []
    }
  }

  /// Starts work on entries. Asks first if it is for several of them and cannot be undone, or sends requests.
  private mutating func begin(_ intent: CacheIntent) -> [Effect] {
    let asks = intent.entries.count > 1 && (intent.job == .remove || intent.job == .askAgain)
    return asks ? [.ask(Confirm(intent))] : perform(intent)
  }

  private func openRequest(of listing: CacheListing, in context: ViewContext) -> [Effect] {
    let name = listing.label.name ?? ""
    guard let request = context.workspace.requests.first(where: { $0.id.rawValue.isIdentical(to: name) }) else {
      return [.say(.refused("It was sent by its URL, and belongs to no request of this workspace. R sends it again."))]
    }
    return [.then(.request(.open(request.id, focus: .composer)))]
  }

  mutating func answered(_ intent: CacheIntent, _ outcome: CacheOutcome) -> [Effect] {
    if intent.job == .remove { list.marked.subtract(intent.entries) }
    list.isStale = true
    if let more = continueWork(after: intent, outcome) { return more }
    let refresh: [Effect] = opened.map { [.perform(CacheEffect.open($0.id, at: list.moment))] } ?? []
    guard intent.entries.count > 1 || !outcome.refusals.isEmpty || intent.job == .mock else { return refresh }
    return refresh + [
      .say(outcome.refusals.isEmpty ? .done(intent.words(for: outcome)) : .refused(intent.words(for: outcome)))
    ]
  }
}

extension CacheScreen.Deed {
  /// The job that the action is with many entries at once; nil if there is none.
  fileprivate func job(isPinned: Bool) -> CacheIntent.Job? {
    switch self {
    case .expire: .expire
    case .pin: .pin(!isPinned)
    case .remove: .remove
    case .askAgain: .askAgain
    case .mock: .mock
    case .openRequest, .copyURL, .compare, .edit: nil
    }
  }
}

extension CacheIntent {
  /// `Removed 3 entries.`, and why not the others.
  func words(for outcome: CacheOutcome) -> String {
    let entries = outcome.done.counted("entry", "entries")
    let done =
      switch job {
      case .expire: "Expired \(entries); revalidated before the next use."
      case .remove: "Removed \(entries)."
      case .pin(true): "Pinned \(entries)."
      case .pin(false): "\(entries) no longer pinned."
      case .askAgain: "Refreshed \(entries)."
      case .mock: "Added \(outcome.done.counted("mock"))\(outcome.file.map { " to \($0)" } ?? "")."
      }
    guard let first = outcome.refusals.first else { return done }
    return "\(done) Not \(outcome.refusals.count.grouped): \(first.entry): \(first.problem.summary)"
  }
}
