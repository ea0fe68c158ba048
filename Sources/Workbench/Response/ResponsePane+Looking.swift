import ParleyEngine
import TerminalKit

// Getting about.
extension ResponsePane {
  mutating func turnTab(_ step: Int) -> [Effect] {
    let count = Tab.allCases.count
    return show(Tab(rawValue: (tab.rawValue + step + count) % count) ?? .body)
  }

  /// The history is read whenever it is looked at.
  mutating func show(_ tab: Tab) -> [Effect] {
    self.tab = tab
    return tab == .history ? [.perform(HistoryEffect(request: request))] : []
  }

  mutating func moveCursor(_ step: ListCursor.Step) {
    if tab == .body { body.moveCursor(step) } else { self[tab].cursor.move(step) }
  }

  mutating func moveAcross(_ step: Int) {
    let columns = step * max(8, size.width / 4)
    if tab == .body {
      body.left = max(0, body.left + columns)
    } else {
      self[tab].left = max(0, self[tab].left + columns)
    }
  }

  mutating func moveCursor(to line: Int) -> [Effect] {
    // More lines may be there by now than the page knew of; the page that comes says how many.
    body.cursor.count = max(body.cursor.count, line + 1)
    body.cursor.select(line)
    return renewPage()
  }

  mutating func turnMode() -> [Effect] {
    let modes = BodyMode.allCases.filter { $0 != .pretty || body.page?.kind == .json }
    let place = modes.firstIndex(of: body.mode) ?? 0
    body.chosenMode = modes[(place + 1) % modes.count]
    body.page = nil
    body.cursor = ListCursor(height: body.cursor.height)
    body.left = 0
    body.path = nil
    return renewPage() + searchAgain()
  }

  mutating func take(_ page: BodyPage, _ query: BodyPage.Query) -> [Effect] {
    guard query.mode == body.chosenMode, query.isRevealed == isRevealed else { return [] }
    let isFirst = body.page == nil
    body.take(page)
    var effects: [Effect] = page.isUpToDate ? [] : renewPage()
    if isFirst { effects += effect(.path(body.cursor.selected, body.mode)) }
    return effects
  }

  mutating func reveal() -> [Effect] {
    isRevealed.toggle()
    showHeaders()
    showTiming()
    return renewPage() + showWire() + filterAgain()
  }

  /// Everything shown is made again, without the value.
  mutating func mask(_ value: String) -> [Effect] {
    secrets.formUnion([value])
    for index in current.indices { _ = current[index].mask(value) }
    guard let source = (filter?.whole ?? body).view?.source else { return [] }
    let view = BodyView(source, contentType: head?.contentType, secrets: secrets)
    if filter == nil { body.view = view } else { filter?.whole.view = view }
    showHeaders()
    showTiming()
    return renewPage() + showWire() + filterAgain()
  }

  func pause(in context: ViewContext) -> [Effect] {
    guard let transfer = context.transfers.first(where: { $0.id == exchange }) else { return [] }
    return [.control(transfer.id, transfer.isPaused ? .resume : .pause)]
  }
}

// Searching.
extension ResponsePane {
  /// From the line the cursor is on, while the term is typed.
  mutating func search(_ term: String) -> [Effect] {
    body.search.term = term
    body.search.found = nil
    body.search.number += 1
    body.search.isRunning = !term.isEmpty
    body.search.pendingSteps = 0
    body.search.wasLeft = false
    let number = body.search.number
    guard !term.isEmpty else { return [.perform(StopSearch(view: body.view, number: number))] }
    return effect(.find(term, number: number, from: body.cursor.selected, body.mode))
  }

  /// After more has arrived, or when it is looked at in another way.
  mutating func searchAgain() -> [Effect] {
    body.search.term.isEmpty ? [] : search(body.search.term)
  }

  mutating func take(_ found: BodyView.Found?, _ number: Int) -> [Effect] {
    guard let found, number == body.search.number else { return [] }
    body.search.isRunning = false
    body.search.found = found
    guard found.index != nil, !body.search.wasLeft else { return [] }
    if body.search.pendingSteps != 0 { return stepMatch(0) }
    let width = max(20, size.width - 10)
    if body.mode == .raw, !(body.left..<body.left + width * 3 / 4).contains(found.column) {
      body.left = max(0, found.column - width / 2)
    }
    return moveCursor(to: found.line)
  }

  /// Steps asked for while a search runs are taken when it has found something.
  mutating func stepMatch(_ steps: Int) -> [Effect] {
    body.search.wasLeft = false
    body.search.pendingSteps += steps
    guard !body.search.isRunning else { return [] }
    guard let found = body.search.found else { return searchAgain() }
    defer { body.search.pendingSteps = 0 }
    body.search.isRunning = true
    return effect(.step(found, by: body.search.pendingSteps, body.mode, number: body.search.number))
  }

  /// Makes a search that runs give up.
  struct StopSearch: ServiceEffect {
    let view: BodyView?
    let number: Int

    func perform(with services: any Services) async throws -> [Workbench.Action] {
      view?.stopSearching(number: number)
      return []
    }
  }
}

// The line at the bottom.
extension ResponsePane {
  mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    if case .mouse(let mouse) = event {
      let effects = handle(mouse)
      fit()
      return effects
    }
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
    case .search: search(area.text)
    case .filter: filter(by: area.text)
    case .save, nil: []
    }
  }

  mutating func accept() -> [Effect] {
    guard let prompt else { return [] }
    self.prompt = nil
    switch prompt.purpose {
    case .search: return body.search.found == nil ? search(prompt.area.text) : []
    case .filter: return filter?.shown == nil && filter?.isRunning == false ? dropFilter() : []
    case .save: return prompt.area.text.isEmpty ? [] : effect(.save(to: prompt.area.text))
    }
  }

  /// Leaves the line; a search or a filter is given up.
  mutating func leave() -> [Effect] {
    defer { prompt = nil }
    return switch prompt?.purpose {
    case .search: search("")
    case .filter: dropFilter()
    case .save, nil: []
    }
  }

  func keepAsMock() -> [Effect] {
    guard let response else { return [] }
    return [.perform(KeepMockEffect(response: response, method: shownExchange.method, request: request))]
  }

  /// The last part of the URL's path, with a suffix that says what it is.
  var suggestedFileName: String {
    let path = (head?.url ?? "").prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let name = last.filter { $0.isLetter || $0.isNumber || "._-".contains($0) }
    if name.contains("."), !name.hasPrefix("."), !last.contains(":") { return name }
    let suffix: String =
      switch body.page?.kind {
      case .json: ".json"
      case .text: ".txt"
      case .binary, nil: ".bin"
      }
    return (request.isScratch ? "response" : request.name) + suffix
  }
}

// Copying.
extension ResponsePane {
  func copy(_ what: Copy) -> [Effect] {
    switch what {
    case .value: copyValue()
    case .path: body.path.map { [.terminal(.copy($0, of: "the path \($0)"))] } ?? []
    case .body: effect(.copyBody(isRevealed: isRevealed))
    case .url: copyURL()
    }
  }

  private func copyURL() -> [Effect] {
    guard let url = head?.url else { return [] }
    let masked = secrets.masking(url)
    return [.terminal(.copy(isRevealed ? url : masked, of: masked))]
  }

  private func copyValue() -> [Effect] {
    tab == .body ? effect(.copyValue(body.cursor.selected, body.mode, isRevealed: isRevealed)) : copyLine(of: self[tab])
  }

  private func copyLine(of pane: LinesPane) -> [Effect] {
    let line = pane.cursor.selected
    guard pane.lines.indices.contains(line) else { return [] }
    return [.terminal(.copy(pane.copies[line] ?? pane.lines[line].plain, of: "the line"))]
  }

  func copied(_ text: String?, of name: String) -> [Effect] {
    guard let text else {
      return [.say(.refused("Too large for the clipboard, or still arriving. Press s to save the body to a file."))]
    }
    return [.terminal(.copy(text, of: name))]
  }
}

extension ListCursor {
  init(height: Int) {
    self.init()
    self.height = height
  }
}
