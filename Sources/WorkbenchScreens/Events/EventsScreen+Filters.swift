import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// The filter while it is typed, and those that were kept.
extension EventsScreen {
  mutating func startFiltering() -> [Effect] {
    // A line is known by its number among those of a filter, so that one found by another filter is none to go back to.
    if !isFiltering, filter.isEmpty { before.note(held) }
    isFiltering = true
    input.selectAll()
    return [.perform(FilterEffect.vocabulary)]
  }

  mutating func typeFilter(_ event: InputEvent) -> [Effect] {
    guard isFiltering, input.take(event) else { return [] }
    complete()
    return filterChanged()
  }

  /// Begins a filter if there is none to choose.
  mutating func startFirstFilter() -> [Effect] {
    startFiltering() + [.say(.done("No filter is saved yet: this line filters the log, and S saves the filter."))]
  }

  mutating func complete() {
    completion = isFiltering ? FilterCompletion(input.textBeforeCursor, from: vocabulary) : nil
  }

  /// After a field its values are completed.
  mutating func complete(_ action: FilterCompletion.Action) -> [Effect] {
    guard completion.take(action, in: &input) else { return [] }
    complete()
    return filterChanged()
  }

  mutating func endFilter() {
    isFiltering = false
    completion = nil
  }

  /// A filter that found something is left for the newest lines.
  mutating func clearFilter() -> [Effect] {
    let isGivenUp = isFiltering || window.total == 0
    let place = before.leave(at: nil, isTyping: true)
    endFilter()
    input = LineEditor()
    guard isGivenUp, let place else { return filterChanged() }
    filter = place.filter
    return hold(at: place)
  }

  mutating func use(_ saved: SavedFilter) -> [Effect] {
    endFilter()
    input = .opened(saved.text)
    return filterChanged()
  }

  private mutating func filterChanged() -> [Effect] {
    filter = LogFilter(input.text)
    beginSearch()
    return setFollowing(true)
  }

  /// The kept filter that is in use.
  var savedInUse: SavedFilter? {
    input.text.isEmpty ? nil : saved.first { $0.text == input.text }
  }
}

/// Effects of the log's filters.
enum FilterEffect: ServiceEffect {
  case vocabulary
  case list
  case save(SavedFilter)
  case forget(String)

  var lane: Lane? {
    switch self {
    case .vocabulary: nil
    case .list, .save, .forget: Lane("filters", outlivesTheScreen: true)
    }
  }

  var isAskedFor: Bool {
    if case .vocabulary = self { false } else { true }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .vocabulary: return [.events(.vocabulary(try await services.history.logVocabulary()))]
    case .list: return [.events(.choose(from: try await services.history.savedFilters()))]
    case .save(let filter): return [.events(.saved(try await services.history.save(filter)))]
    case .forget(let name): return [.events(.saved(try await services.history.forgetFilter(name)))]
    }
  }
}
