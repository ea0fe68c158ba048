package import ParleyEngine
import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

// Getting about.
extension ResponsePane {
  /// A preview is made again for another room.
  mutating func missing() -> [Effect] {
    tab == .body && body.page?.mode == .picture ? browser.fillUp(owner) : []
  }

  /// The action of Esc.
  var wayBack: BodyBrowser.Action? { tab == .body ? browser.wayBack : self[tab].wayBack }

  /// True while a body is on its way: it can be searched for already, and the search goes on when it is whole.
  var canSearch: Bool { tab == .body && head != nil && !stage.isOver }

  mutating func turnTab(_ step: Int) -> [Effect] {
    let count = Tab.allCases.count
    return show(Tab(rawValue: (tab.rawValue + step + count) % count) ?? .body)
  }

  /// The history is read whenever it is looked at.
  mutating func show(_ tab: Tab) -> [Effect] {
    self.tab = tab
    return tab == .history ? [.perform(PastEffect(request: request))] : []
  }

  mutating func reveal() -> [Effect] {
    isRevealed.toggle()
    showHeaders()
    showTiming()
    return renewPage() + showWire() + browser.filterAgain(owner)
  }

  /// Everything shown is made again, without the value.
  mutating func mask(_ value: String) -> [Effect] {
    secrets.formUnion([value])
    for index in current.indices { _ = current[index].mask(value) }
    guard let source = (browser.filter?.whole ?? body).view?.source else { return [] }
    let view = BodyView(source, contentType: head?.contentType, secrets: secrets)
    if browser.filter == nil { body.view = view } else { browser.filter?.whole.view = view }
    showHeaders()
    showTiming()
    return renewPage() + showWire() + browser.filterAgain(owner)
  }

  func pause(in context: ViewContext) -> [Effect] {
    guard let transfer = context.transfers.first(where: { $0.id == exchange }) else { return [] }
    return [.control(transfer.id, transfer.isPaused ? .resume : .pause)]
  }
}

// Keys that no command claims, pastes, and the mouse.
extension ResponsePane {
  package mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    guard case .mouse(let mouse) = event else { return type(event) }
    let effects = handle(mouse, in: context)
    fit()
    return effects
  }

  private mutating func type(_ event: InputEvent) -> [Effect] {
    if message.isOpen {
      _ = message.editor.take(event)
      return []
    }
    if tab == .body { return browser.type(event, of: owner) }
    self[tab].type(event)
    return []
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
    return (request.isScratch ? "response" : request.name) + (body.page?.kind.suffix ?? ".bin")
  }
}

// Copying.
extension ResponsePane {
  func copyURL() -> [Effect] {
    guard let url = head?.url else { return [] }
    let masked = secrets.masking(url)
    return [.terminal(.copy(isRevealed ? url : masked, of: masked))]
  }
}

// The way it came.
extension ResponsePane {
  /// The URL that the response came from, or that nothing came from; nil where nothing was sent.
  package var serverURL: String? {
    if let url = head?.url { return url }
    let words = shownExchange.sentTo.split(separator: " ", maxSplits: 1)
    return words.count == 2 ? String(words[1]) : nil
  }

  /// How the transport went about it; nil for a response out of the history.
  package var sentOptions: TransferOptions? { shownExchange.options }

  func transfer(in context: ViewContext) -> ActiveTransfer? {
    context.transfers.first { $0.id == exchange }
  }

  /// The channel of the response's WebSocket; nil unless it is open.
  func channel(in context: ViewContext) -> WebSocketChannel? {
    guard let channel = transfer(in: context)?.webSocket, channel.isOpen else { return nil }
    return channel
  }
}
