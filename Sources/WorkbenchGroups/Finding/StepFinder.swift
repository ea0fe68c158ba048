import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The line above the steps: which of them are shown, or what is looked for among them.
struct StepFinder: Sendable {
  enum Purpose: Hashable, Sendable {
    /// Only the steps that match are shown.
    case filter
    /// The cursor goes to a step that matches.
    case text
  }

  /// The purpose of the text being typed; nil if none is.
  private(set) var typing: Purpose?
  private(set) var filterInput = LineEditor()
  private(set) var textInput = LineEditor()
  private(set) var filter = StepFilter()
  private(set) var completion: FilterCompletion?
  /// Whether no step has the text.
  var isMissed = false
  /// The line of the cursor before the search began.
  private(set) var start = 0

  var isTyping: Bool { typing != nil }
  var isFiltering: Bool { !filter.isEmpty }
  var showsLine: Bool { isTyping || !filterInput.isEmpty }

  /// Nil while nothing is typed.
  var keyContexts: [KeyContext]? {
    guard let typing else { return nil }
    if typing == .text { return [.groupFinderText, .groupFinder] }
    return completion == nil ? [.groupFinder] : [.groupFinderCompletion, .groupFinder]
  }

  mutating func begin(_ purpose: Purpose, at line: Int) {
    typing = purpose
    start = line
    if purpose == .text { (textInput, isMissed) = (LineEditor(), false) } else { filterInput.selectAll() }
  }

  /// Keeps what was typed.
  mutating func end() {
    typing = nil
    completion = nil
  }

  /// Shows all again.
  mutating func clear() {
    if typing != .text { (filterInput, filter) = (LineEditor(), StepFilter()) }
    end()
  }

  /// - Returns: whether that has changed anything.
  mutating func take(_ event: InputEvent, _ vocabulary: LogVocabulary) -> Bool {
    switch typing {
    case .filter:
      guard filterInput.take(event) else { return false }
      filterChanged(vocabulary)
      return true
    case .text: return textInput.take(event)
    case nil: return false
    }
  }

  mutating func complete(_ action: FilterCompletion.Action, _ vocabulary: LogVocabulary) {
    if completion.take(action, in: &filterInput) { filterChanged(vocabulary) }
  }

  private mutating func filterChanged(_ vocabulary: LogVocabulary) {
    filter = StepFilter(filterInput.text)
    completion = FilterCompletion(filterInput.textBeforeCursor, StepFilter.fields, from: vocabulary)
  }
}

extension KeyContext {
  /// While one types which steps are shown, or which is looked for.
  package static let groupFinder: KeyContext = "groups.finder"
  package static let groupFinderText: KeyContext = "groups.finder text"
  package static let groupFinderCompletion: KeyContext = "groups.finder completion"
}

// How it looks.
extension StepFinder {
  func draw(into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    let isText = typing == .text
    let input = isText ? textInput : filterInput
    frame.put(isText ? "/" : "f", at: row.origin.moved(right: 1), style: Style(.hint))
    let problem = isText ? (isMissed ? "no such step" : nil) : filter.problems.first
    let note = problem ?? (isTyping ? (isText ? Self.textHelp : Self.filterHelp) : "Esc shows all steps")
    let shown = note.fitted(to: max(0, row.width - CellWidth.columns(of: input.text) - 8))
    let width = CellWidth.columns(of: shown)
    let style = Style(problem == nil ? .muted : .failure)
    frame.put(shown, at: Point(x: row.maxX - 1 - width, y: row.y), style: style)
    input.draw(into: &frame, rect: row.inset(left: 3, right: width + 2), isFocused: isTyping && isFocused)
  }

  private static let textHelp = "a name, a number or a request   ↓ ↑ other steps"
  private static let filterHelp = "words   state:failed   status>=500   ms>200   slow   is:changed   -not"

  func drawCompletion(into frame: inout Frame, _ rect: Rect) {
    guard isTyping, let completion, let cursor = frame.cursor else { return }
    completion.draw(into: &frame, within: rect, below: cursor)
  }
}

extension StepFilter {
  /// The fields of a filter, for its completion.
  static let fields: [FilterField] =
    [
      FilterField(opening: "state:", note: "how it ended") { _ in states.map(\.word) },
      FilterField(opening: "kind:", note: "what it does") { $0.kinds },
      FilterField(opening: "is:", note: "slow, retried, cached, …") { _ in Trait.allCases.map(\.rawValue) },
      FilterField(opening: "ms>", note: "took longer") { _ in [] },
    ]
    + ["status:", "status>=", "status!="].map { opening in
      FilterField(opening: opening, note: "404 or 5xx") {
        FilterField.families(of: $0.statuses) + $0.statuses.map(String.init)
      }
    }
}
