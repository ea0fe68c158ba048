import HTTPTypes
import ParleyEngine
import TerminalKit

extension State {
  mutating func apply(_ action: ShellAction) -> [Effect] {
    switch action {
    case .show(let screen): self.screen = screen
    case .focus(let pane): focus = pane
    case .focusNext: moveFocus(by: 1)
    case .focusPrevious: moveFocus(by: -1)
    case .zoom: isZoomed.toggle()
    case .resizeStrip: strip.grow()
    case .back: return goBack()
    case .interrupt: return interrupt()
    case .suspend: return [.terminal(.suspend)]
    case .quit: return [.then(.shell(.end))]
    case .end: isEnding = true
    case .open(let id): return open(id)
    case .send: return send()
    case .order(let order): return [.perform(SendWork(order: order))]
    case .answered(let order, let answer): return answered(order, answer)
    case .save: return []
    case .workspace(let snapshot): return opened(snapshot)
    case .reload: return [.perform(WorkspaceWork.read)]
    }
    return []
  }

  private mutating func moveFocus(by step: Int) {
    let panes = screen.panes
    let place = panes.firstIndex(of: focus) ?? 0
    focus = panes[(place + step + panes.count) % panes.count]
  }

  private mutating func goBack() -> [Effect] {
    isZoomed = false
    return []
  }

  /// Ctrl-C: cancels what runs, else goes back.
  private mutating func interrupt() -> [Effect] {
    guard let running = transfers.last(where: { $0.request == desks.open }) ?? transfers.last else {
      return goBack()
    }
    return [.control(running.id, .cancel)]
  }

  private mutating func opened(_ snapshot: WorkspaceSnapshot) -> [Effect] {
    workspace = snapshot
    return sidebar.update(.workspace(snapshot), in: surroundings)
  }

  private mutating func open(_ id: RequestID) -> [Effect] {
    desks.open(id) ? [.perform(RequestWork.load(id))] : []
  }
}

// Sending.
extension State {
  private mutating func send() -> [Effect] {
    guard let desk = desks.current else { return [] }
    return [.perform(SendWork(order: SendOrder(desk.composer.request, desk.composer.draft)))]
  }

  private mutating func answered(_ order: SendOrder, _ answer: SendAnswer) -> [Effect] {
    guard case .started(let call) = answer else { return [] }
    let transfer = Transfer(
      id: call.id, request: order.request, method: call.request.method?.rawValue ?? "GET", startedAt: now)
    transfers.append(transfer)
    return updateAnswer(order.request, .began(transfer)) + [.follow(call)]
  }

  mutating func transferred(_ id: ExchangeID, _ news: TransferNews) -> [Effect] {
    guard let place = transfers.firstIndex(where: { $0.id == id }) else { return [] }
    let request = transfers[place].request
    if case .progressed(let progress, _, _, let isPaused) = news {
      transfers[place].progress = progress
      transfers[place].isPaused = isPaused
    } else {
      transfers.remove(at: place)
    }
    return updateAnswer(request, .news(id, news))
  }
}
