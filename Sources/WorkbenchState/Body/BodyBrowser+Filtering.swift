import ParleyEngine
import ParleyText
import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// A filter over the body, and what has become of it.
package struct BodyFilter: Sendable {
  /// The body as it came, with the place one had in it.
  package var whole: BodyPane
  /// Runs it; for effects only.
  package var live: LiveFilter
  var text = ""
  /// Rises with every keystroke.
  var number = 0
  var isRunning = false
  /// The reason why the text gives nothing; the last result stays in view.
  var mistake: FilterMistake?
  /// The reason why no text would give anything.
  var refusal: FilterMistake?
  /// Whether the filter was taken over from the body before this one, and so was not typed here.
  var isTakenOver = false
  /// How many values it gave.
  var count: Int?
  /// By what the lines in view were made.
  package var shown: String?

  /// Runs it over the events of a stream, in place of the whole body.
  var stream: StreamFilter?
  /// How many events it has looked at.
  var examined = 0

  /// Whether its text can give nothing.
  var isMistaken: Bool { mistake != nil && shown != text }
  /// By which one value is in view, so that more can be said of it; nil where there are several.
  var kept: String? { count == 1 && stream == nil ? shown : nil }
}

// A filter in the language of jq, over the body, while it is typed.
extension BodyBrowser {
  /// Whether the lines in view are what a filter gave, which is saved and copied in place of the body.
  var showsResult: Bool { filter?.shown != nil && filter?.stream == nil }

  mutating func startFilter() {
    guard let live = liveFilter else { return }
    if filter == nil {
      // The search was for the whole body; its matches are not those of the filtered one.
      if !pane.search.term.isEmpty { pane.search = BodyPane.Search(number: pane.search.number + 1) }
      // Letters typed for a filter are no commands: the line opens even where nothing can be filtered.
      let reason = refusal
      filter = BodyFilter(whole: pane, live: live, mistake: reason, refusal: reason)
    }
    if isStream, pane.mode != .events { (pane.chosenMode, pane.page) = (.events, nil) }
    prompt = BodyPrompt(purpose: .filter, area: .opened(filter?.text ?? ""))
  }

  /// The reason why a filter over the body could give nothing, whatever it is. The events of a stream are filtered one by one.
  var refusal: FilterMistake? {
    isStream ? nil : ((filter?.whole ?? pane).view?.text).flatMap(LiveFilter.whyNot).map { FilterMistake($0) }
  }

  private var filteredSource: (any ByteSource)? { response?.textBody ?? (filter?.whole ?? pane).view?.text }

  /// Over the whole body; it sees no more than the screen shows.
  private var liveFilter: LiveFilter? {
    guard let source = filteredSource else { return nil }
    return LiveFilter(source, of: response, hiding: isRevealed ? Secrets() : secrets)
  }

  mutating func filter(by text: String, _ owner: any BodyOwner) -> [Effect] {
    guard let refusal = filter.map(\.refusal) else { return [] }
    filter?.text = text
    filter?.number += 1
    filter?.mistake = refusal
    guard refusal == nil else { return [] }
    guard !text.allSatisfy(\.isWhitespace) else { return showWhole(owner) }
    filter?.isRunning = true
    return isStream ? filterEvents(by: text, owner) : filterWork(owner)
  }

  /// Filters a body as the one before was filtered.
  mutating func takeOver(_ text: String?, _ owner: any BodyOwner) -> [Effect] {
    guard let text, response?.contentType.flatMap(StreamMediaType.init) == nil else { return [] }
    startFilter()
    prompt = nil
    filter?.isTakenOver = true
    return filter(by: text, owner)
  }

  private func filterWork(_ owner: any BodyOwner) -> [Effect] {
    guard let filter else { return [] }
    return [.perform(LiveFilterEffect(live: filter.live, text: filter.text, number: filter.number, owner: owner))]
  }

  mutating func take(_ outcome: LiveFilter.Outcome, _ number: Int, _ owner: any BodyOwner) -> [Effect] {
    guard number == filter?.number else { return [] }
    filter?.isRunning = false
    switch outcome {
    case .failure(let mistake):
      filter?.mistake = mistake
      if prompt == nil, let filter, !filter.isTakenOver {
        prompt = BodyPrompt(purpose: .filter, area: LineEditor(filter.text))
      }
      return []
    case .success(let result):
      let text = filter?.text
      filter?.count = result.count
      filter?.shown = text
      show(BodyView(InMemoryBytes(result.body), contentType: "application/json", secrets: secrets))
      return renew(owner) + searchAgain(owner)
    }
  }

  /// Starts the filter again, because its results are out of date or show too much.
  package mutating func filterAgain(_ owner: any BodyOwner) -> [Effect] {
    guard let filter, let live = liveFilter else { return [] }
    filter.live.stop()
    self.filter?.live = live
    return filter.text.isEmpty ? [] : self.filter(by: filter.text, owner)
  }

  /// Back to the body as it came.
  mutating func dropFilter(_ owner: any BodyOwner) -> [Effect] {
    guard let filter else { return [] }
    filter.live.stop()
    self.filter = nil
    if isStream { return showEveryEvent(owner) }
    show(whole: filter.whole)
    return renew(owner)
  }

  private mutating func showWhole(_ owner: any BodyOwner) -> [Effect] {
    guard let filter else { return [] }
    filter.live.stop()
    self.filter?.isRunning = false
    self.filter?.count = nil
    self.filter?.shown = nil
    if isStream { return showEveryEvent(owner) }
    show(whole: filter.whole)
    return renew(owner)
  }

  /// The room may be another by now.
  private mutating func show(whole: BodyPane) {
    let height = pane.height
    pane = whole
    pane.height = height
  }

  private mutating func show(_ view: BodyView) {
    var new = BodyPane()
    new.view = view
    new.page = pane.page
    new.search.term = pane.search.term
    new.search.number = pane.search.number
    new.cursor = pane.cursor
    new.cursor.select(0)
    (new.height, new.width, new.wraps) = (pane.height, pane.width, pane.wraps)
    new.numbersOneLine = pane.numbersOneLine
    // A table stays one, of the list that the filter gives.
    if pane.mode == .table {
      new.chosenMode = .table
      (new.table.columns, new.table.sort, new.column) = (pane.table.columns, pane.table.sort, pane.column)
    }
    pane = new
  }
}

/// Runs a filter over the body, away from the screen.
struct LiveFilterEffect: ServiceEffect {
  let live: LiveFilter
  let text: String
  let number: Int
  let owner: any BodyOwner

  func perform(with services: Services) async throws -> [Action] {
    guard let outcome = await live.outcome(of: text, number: number, with: services) else { return [] }
    return [owner.deliver(.filtered(outcome, number: number))]
  }
}
