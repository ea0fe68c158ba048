package import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// A body that is looked through: lines by windows, searched, filtered, folded, copied, and a menu on each of its values.
///
/// Every pane with a body has one: the response, a part of a step, the value of a shared key. The pane says whose body it is
/// (`BodyOwner`), so that what effects bring comes back to it.
package struct BodyBrowser: Sendable {
  package var pane = BodyPane()
  package var filter: BodyFilter?
  /// The line below it that takes text.
  package var prompt: BodyPrompt?
  /// The values to mask, and whether they are shown all the same.
  package var secrets = Secrets()
  package var isRevealed = false
  /// Which response it is the body of, for filters that ask for its status or headers.
  package var response: Response?

  package init() {}

  /// Of the pane, in columns.
  package var width = 80 {
    didSet { pane.width = width }
  }
  /// Whether long lines go on in the next row.
  package var wraps: Bool {
    get { pane.wraps }
    set {
      if pane.wraps != newValue { pane.wraps = newValue }
      if filter?.whole.wraps != newValue { filter?.whole.wraps = newValue }
    }
  }

  package indirect enum Action: Sendable {
    // Answers and news from elsewhere.
    case page(BodyPage, BodyPage.Query)
    case path(String?, line: Int)
    /// The cursor belongs on another line now, and what is held is out of date.
    case moved(to: Int)
    case found(BodyView.Found?, number: Int)
    case filtered(LiveFilter.Outcome, number: Int)
    /// A text for the clipboard, and what it is; without a text there is none.
    case copied(String?, of: String)

    // Getting about.
    case move(ListCursor.Step)
    case moveAcross(Int)
    case fold
    case foldAll
    case turnMode
    /// To the value at a path, unfolded if need be.
    case go(to: ValuePath)

    // In the line at the bottom.
    case startFilter
    /// Filters by this text, which may be edited on.
    case filter(by: String)
    /// Shows the whole body again.
    case dropFilter
    case startSearch
    /// Forgets what is searched for.
    case clearSearch
    case step(Int)
    case startSaving(as: String)
    case accept
    case leave

    case copy(Copy)
    case table(TableAction)
    case stream(StreamAction)
    case open(BodyProgram)
    /// Picks the value on a line, for a purpose.
    case pick(PickPurpose, line: Int?)
  }

  package enum Copy: Hashable, Sendable {
    /// The value under the cursor.
    case value
    case path
    case body
    /// The body, whatever a filter makes of it.
    case whole
  }
}

/// A line below a body that takes text.
package struct BodyPrompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case search, save, filter
    /// As CSV.
    case saveTable
  }

  let purpose: Purpose
  package var area: LineEditor

  package init(purpose: Purpose, area: LineEditor) {
    self.purpose = purpose
    self.area = area
  }
}

extension BodyBrowser {
  package mutating func update(_ action: Action, of owner: any BodyOwner) -> [Effect] {
    let effects = apply(action, owner)
    return effects + followUp(action, owner)
  }

  mutating func apply(_ action: Action, _ owner: any BodyOwner) -> [Effect] {
    switch action {
    case .page(let page, let query): return take(page, query, owner)
    case .path(let path, let line): if line == pane.cursor.selected { pane.path = path }
    case .moved(let line): return moveCursor(to: line, owner)
    case .found(let found, let number): return take(found, number, owner)
    case .filtered(let outcome, let number): return take(outcome, number, owner)
    case .copied(let text, let name): return copied(text, of: name, owner)
    case .move(let step): pane.moveCursor(step)
    case .moveAcross(let step) where pane.hasHead: pane.moveColumn(step)
    case .moveAcross(let step) where pane.isWrapped: pane.moveAcrossWrapped(step)
    case .moveAcross(let step): pane.moveAcross(step)
    case .table(let action): return table(action, owner)
    case .stream(let action): return stream(action, owner)
    case .open(let program): return open(in: program, owner)
    case .fold: return effect(.fold(pane.cursor.selected), owner)
    case .foldAll: return effect(.foldAll(pane.cursor.selected), owner)
    case .turnMode: return turnMode(owner)
    case .go(let path): return effect(.locate(path), owner)
    case .startFilter: startFilter()
    case .filter(let text):
      startFilter()
      prompt = filter.map { _ in BodyPrompt(purpose: .filter, area: LineEditor(text)) }
      return filter(by: text, owner)
    case .dropFilter: return dropFilter(owner)
    case .startSearch: prompt = BodyPrompt(purpose: .search, area: .opened(pane.search.term))
    case .clearSearch: return search("", owner)
    case .step(let steps): return stepMatch(steps, owner)
    case .startSaving(let name): prompt = BodyPrompt(purpose: .save, area: .opened(name))
    case .accept: return accept(owner)
    case .leave: return leave(owner)
    case .copy(let what): return copy(what, owner)
    case .pick(let purpose, let line): return pick(purpose, line, owner)
    }
    return []
  }

  /// Requests the lines that are in view but not loaded, and the path under the cursor after it has moved.
  private mutating func followUp(_ action: Action, _ owner: any BodyOwner) -> [Effect] {
    var effects = fillUp(owner)
    if action.moves, pane.page != nil { effects += showPath(owner) }
    return effects
  }

  func showPath(_ owner: any BodyOwner) -> [Effect] {
    effect(.path(pane.cursor.selected, pane.mode, pane.cell), owner)
  }

  /// Asks for the lines in view that are not held.
  package mutating func fillUp(_ owner: any BodyOwner) -> [Effect] {
    guard let query = pane.query(isRevealed: isRevealed, renew: false) else { return [] }
    return effect(.page(query), owner)
  }

  /// Loads the page again, because the lines held are out of date.
  mutating func renew(_ owner: any BodyOwner) -> [Effect] {
    guard let query = pane.query(isRevealed: isRevealed, renew: true) else { return [] }
    return effect(.page(query), owner)
  }

  /// After the mouse has moved the cursor, or the wheel the lines.
  mutating func afterMoving(_ owner: any BodyOwner) -> [Effect] {
    guard pane.page != nil else { return [] }
    return fillUp(owner) + showPath(owner)
  }

  func effect(_ job: BodyEffect.Job, _ owner: any BodyOwner) -> [Effect] {
    effect(job, of: pane.view, owner)
  }

  private func effect(_ job: BodyEffect.Job, of view: BodyView?, _ owner: any BodyOwner) -> [Effect] {
    view.map { [.perform(BodyEffect(job: job, view: $0, owner: owner))] } ?? []
  }
}

extension BodyBrowser.Action {
  fileprivate var moves: Bool {
    switch self {
    case .move, .moved, .found, .moveAcross: true
    default: false
    }
  }
}

// Getting about.
extension BodyBrowser {
  /// The action of Esc: leaves a search first, then a filter; nil where there is neither.
  package var wayBack: Action? { pane.search.term.isEmpty ? filter == nil ? nil : .dropFilter : .clearSearch }

  private mutating func moveCursor(to line: Int, _ owner: any BodyOwner) -> [Effect] {
    // More lines may be there by now than the page knew of; the page that comes says how many.
    pane.cursor.count = max(pane.cursor.count, line + 1)
    pane.cursor.jump(to: line)
    if pane.isWrapped { pane.fit() }
    return renew(owner)
  }

  private mutating func turnMode(_ owner: any BodyOwner) -> [Effect] {
    let modes = pane.page?.kind.modes ?? [.raw, .hex]
    let place = modes.firstIndex(of: pane.mode) ?? 0
    return show(modes[(place + 1) % modes.count], owner)
  }

  /// Shows it in another way, from the top.
  mutating func show(_ mode: BodyMode, _ owner: any BodyOwner) -> [Effect] {
    pane.chosenMode = mode
    pane.page = nil
    pane.cursor = ListCursor(height: pane.height)
    pane.left = 0
    pane.path = nil
    return renew(owner) + searchAgain(owner)
  }

  private mutating func take(_ page: BodyPage, _ query: BodyPage.Query, _ owner: any BodyOwner) -> [Effect] {
    guard query.mode == pane.chosenMode, query.isRevealed == isRevealed, pane.view != nil,
      query.table == pane.table, query.filter == pane.streamFilter
    else { return [] }
    let isFirst = pane.page == nil
    pane.take(page)
    var effects: [Effect] = page.isUpToDate ? [] : renew(owner)
    if isFirst { effects += showPath(owner) }
    if pane.streamFilter != nil { effects += advanceFilter(owner) }
    return effects
  }
}

// Copying.
extension BodyBrowser {
  private func copy(_ what: Copy, _ owner: any BodyOwner) -> [Effect] {
    switch what {
    case .value: effect(.copyValue(place(of: pane.cursor.selected, isRevealed: isRevealed)), owner)
    case .path: pane.path.map { [.terminal(.copy($0, of: "the path \($0)"))] } ?? []
    case .body: effect(.copyBody(isRevealed: isRevealed, isResult: showsResult), owner)
    case .whole:
      effect(.copyBody(isRevealed: isRevealed, isResult: false), of: (filter?.whole ?? pane).view, owner)
    }
  }

  private func copied(_ text: String?, of name: String, _ owner: any BodyOwner) -> [Effect] {
    guard let text else { return [.say(.refused(whyNotCopied(owner)))] }
    return [.terminal(.copy(text, of: name.hasPrefix(".") ? "the value of \(name)\(glimpse(of: text))" : name))]
  }

  private func whyNotCopied(_ owner: any BodyOwner) -> String {
    if pane.view?.source.isComplete == false { return "It is still arriving: copy it once all of it is here." }
    return Self.tooLarge(canSave: owner.loggedRequest != nil)
  }

  /// Whether it does not fit the clipboard.
  func isTooLarge(to copy: Copy) -> Bool {
    (copy == .whole ? (filter?.whole ?? pane).view : pane.view)?.isTooLargeToCopy == true
  }

  static func tooLarge(canSave: Bool) -> String {
    canSave ? "Too large for the clipboard: s saves the body." : "Too large for the clipboard."
  }

  /// The copied thing at a path, in a few words, with secrets masked.
  private func glimpse(of text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).count
    return lines > 1 ? ", \(lines.counted("line"))" : ": \(secrets.masking(text).fitted(to: Self.glimpse))"
  }

  private static let glimpse = 40

  private func pick(_ purpose: PickPurpose, _ line: Int?, _ owner: any BodyOwner) -> [Effect] {
    let line = line ?? pane.cursor.selected
    // A decoded value is shown in a window of its own, and nothing else is.
    return effect(.pick(place(of: line, isRevealed: isRevealed || purpose == .decode), for: purpose), owner)
  }

  private func place(of line: Int, isRevealed: Bool) -> PickedPlace {
    PickedPlace(
      line: line, mode: pane.mode, cell: pane.cell, filter: pane.streamFilter, made: filter?.kept,
      isRevealed: isRevealed)
  }
}

extension ListCursor {
  init(height: Int) {
    self.init()
    self.height = height
  }
}
