package import TerminalKit
import WorkbenchParts
import WorkbenchServices

// Searching.
extension BodyBrowser {
  /// From the line the cursor is on, while the term is typed.
  package mutating func search(_ term: String, _ owner: any BodyOwner) -> [Effect] {
    pane.search.term = term
    pane.search.found = nil
    pane.search.number += 1
    pane.search.isRunning = !term.isEmpty
    pane.search.pendingSteps = 0
    pane.search.wasLeft = false
    let number = pane.search.number
    guard !term.isEmpty else { return [.perform(StopSearch(view: pane.view, number: number))] }
    return effect(.find(term, number: number, from: searchStart, pane.mode), owner)
  }

  /// After more has arrived, or when it is looked at in another way.
  package mutating func searchAgain(_ owner: any BodyOwner) -> [Effect] {
    pane.search.term.isEmpty ? [] : search(pane.search.term, owner)
  }

  mutating func take(_ found: BodyView.Found?, _ number: Int, _ owner: any BodyOwner) -> [Effect] {
    guard let found, number == pane.search.number else { return [] }
    pane.search.isRunning = false
    pane.search.found = found
    guard found.index != nil, !pane.search.wasLeft else { return [] }
    if pane.search.pendingSteps != 0 { return stepMatch(0, owner) }
    let width = max(20, width - 10)
    if pane.isWrapped { pane.reveal(column: found.column) }
    if pane.mode == .raw, !pane.isWrapped, !(pane.left..<pane.left + width * 3 / 4).contains(found.column) {
      pane.left = max(0, found.column - width / 2)
    }
    if pane.mode == .events { pane.followsEnd = false }
    return apply(.moved(to: pane.streamFilter?.line(of: found.line) ?? found.line), owner)
  }

  /// The line at which a search starts. While only some events of a stream are shown, all of them are searched.
  private var searchStart: Int {
    let line = pane.cursor.selected
    return pane.streamFilter?.events(of: line..<line + 1).first ?? line
  }

  /// Steps asked for while a search runs are taken when it has found something.
  mutating func stepMatch(_ steps: Int, _ owner: any BodyOwner) -> [Effect] {
    pane.search.wasLeft = false
    pane.search.pendingSteps += steps
    guard !pane.search.isRunning else { return [] }
    guard let found = pane.search.found else { return searchAgain(owner) }
    defer { pane.search.pendingSteps = 0 }
    pane.search.isRunning = true
    let steps = pane.search.pendingSteps
    return effect(.step(found, by: steps, pane.mode, number: pane.search.number), owner)
  }

  /// Ends a search and a filter that still run.
  func abandonWork() -> [Effect] {
    filter?.live.stop()
    guard pane.search.isRunning else { return [] }
    return [.perform(StopSearch(view: pane.view, number: pane.search.number + 1))]
  }

  /// Starts a search and a filter again that ran when something else was shown: their results were not taken.
  mutating func resumeWork(_ owner: any BodyOwner) -> [Effect] {
    let filtering = filter?.isRunning == true ? filterAgain(owner) : []
    return filtering + (pane.search.isRunning ? searchAgain(owner) : [])
  }

  /// Makes a search that runs give up.
  struct StopSearch: ServiceEffect {
    let view: BodyView?
    let number: Int

    func perform(with services: Services) async throws -> [WorkbenchState.Action] {
      view?.stopSearching(number: number)
      return []
    }
  }
}

// The line at the bottom.
extension BodyBrowser {
  /// A key of the text, or a paste.
  package mutating func type(_ event: InputEvent, of owner: any BodyOwner) -> [Effect] {
    guard var area = prompt?.area else { return [] }
    let before = area.text
    switch event {
    case .key(let key): _ = area.handle(key)
    case .paste(let text): area.paste(text)
    default: break
    }
    prompt?.area = area
    guard area.text != before else { return [] }
    return switch prompt?.purpose {
    case .search: search(area.text, owner)
    case .filter: filter(by: area.text, owner)
    case .save, .saveTable, nil: []
    }
  }

  mutating func accept(_ owner: any BodyOwner) -> [Effect] {
    // A mistake is mended before the line closes.
    guard let prompt, prompt.purpose != .filter || filter?.isMistaken != true else { return [] }
    self.prompt = nil
    switch prompt.purpose {
    case .search: return pane.search.found == nil ? search(prompt.area.text, owner) : []
    case .filter: return filter?.shown == nil && filter?.isRunning == false ? dropFilter(owner) : []
    case .save: return prompt.area.text.isEmpty ? [] : effect(.save(to: prompt.area.text, isResult: showsResult), owner)
    case .saveTable:
      guard !prompt.area.text.isEmpty else { return [] }
      return effect(.saveTable(pane.table, to: prompt.area.text, isRevealed: isRevealed), owner)
    }
  }

  /// Leaves the line; a search or a filter is given up.
  mutating func leave(_ owner: any BodyOwner) -> [Effect] {
    defer { prompt = nil }
    return switch prompt?.purpose {
    case .search: search("", owner)
    case .filter: dropFilter(owner)
    case .save, .saveTable, nil: []
    }
  }
}
