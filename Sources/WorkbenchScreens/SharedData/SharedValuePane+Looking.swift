import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// The value, looked through as every body is.
extension SharedValuePane {
  private var owner: (any BodyOwner)? { row.map { SharedValueBody(sequence: $0.sequence) } }

  /// Asks for the lines in view that are not held, and for what is searched or filtered in another value.
  mutating func missing() -> [Effect] {
    guard edit == nil, !showsStructure, let owner else { return [] }
    return takeNewValue(owner) + browser.fillUp(owner)
  }

  mutating func take(_ action: BodyBrowser.Action, of sequence: Int64) -> [Effect] {
    sequence == row?.sequence ? look(action) : []
  }

  /// A key.
  mutating func look(_ action: BodyBrowser.Action) -> [Effect] {
    guard let owner, browser.pane.view != nil else { return [] }
    defer { resize(to: size) }
    if showsStructure, lookInStructure(action) { return [] }
    return browser.update(action, of: owner)
  }

  /// - Returns: whether it was about the search among the rows.
  private mutating func lookInStructure(_ action: BodyBrowser.Action) -> Bool {
    switch action {
    case .startSearch: structure.search.begin()
    case .step(let steps): structure.search.step(steps)
    case .accept where structure.search.prompt != nil: structure.search.prompt = nil
    case .leave: structure.search.leave()
    default: return false
    }
    if let path = structure.search.selected { structure.reveal(path) }
    return true
  }

  /// A key of a text, or a paste.
  mutating func type(_ event: InputEvent) -> [Effect] {
    guard let owner else { return [] }
    defer { resize(to: size) }
    if showsStructure {
      if structure.search.type(event, in: structure.document), let path = structure.search.selected {
        structure.reveal(path)
      }
      return []
    }
    return browser.type(event, of: owner)
  }

  /// The wheel scrolls; a click chooses, a second one folds.
  mutating func handle(_ mouse: Mouse) -> [Effect] {
    guard let owner, browser.pane.view != nil else { return [] }
    defer { resize(to: size) }
    if showsStructure {
      structure.cursor.take(mouse, from: structure.cursor.top - headLines)
      return []
    }
    return browser.take(mouse, above: headLines, of: owner)
  }
}

extension SharedValuePane {
  static var commands: [CommandRow] {
    BodyBrowser.commands(
      at: BodyBrowser.Place(
        id: "shared.value", context: .sharedBody, body: .sharedBody, prompt: .sharedPrompt,
        pageDownKeys: ["Space"], foldAllKeys: ["-"],
        action: { .shared(.look($0)) }, browser: { $0.shared.value.browser },
        term: { $0.shared.value.term },
        whyEmpty: { $0.shared.value.browser.pane.page == nil ? "There is no value." : nil },
        menuKeys: ["."]))
  }
}
