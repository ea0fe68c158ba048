import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchState

/// A request may hold the person while it takes longer than it should. The overlay goes with it, and by Esc before.
enum HoldHandling {
  /// The request that holds them now: the longest in progress.
  static func holding(in state: State) -> ActiveTransfer? {
    state.transfers.first { transfer in
      guard let hold = transfer.hold else { return false }
      return transfer.startedAt.advanced(by: hold) <= state.now
    }
  }

  /// Only what ends or pauses the waiting means something meanwhile.
  static func handle(_ event: InputEvent, heldBy transfer: ActiveTransfer, in state: inout State) -> [Effect] {
    guard case .key(let key) = event else { return [] }
    switch key {
    case .escape:
      state.transfers.letGo(transfer.id)
      return []
    case .control("c"): return [.control(transfer.id, .cancel)]
    case .control("z"): return [.terminal(.suspend)]
    case .character("P"): return [.control(transfer.id, transfer.isPaused ? .resume : .pause)]
    default: return []
    }
  }

  static func draw(_ transfer: ActiveTransfer, into frame: inout Frame, over rect: Rect, in state: State) {
    let keys: StyledText = [
      Span("Esc", .hint), Span(" keep working   ", .muted), Span("Ctrl-C", .hint), Span(" cancel   ", .muted),
      Span("P", .hint), Span(transfer.isPaused ? " resume" : " pause", .muted),
    ]
    frame.restyle(frame.bounds) { $0 = .muted }
    frame.cursor = nil
    let size = Size(width: max(10, min(64, rect.width - 8)), height: 3)
    let inside = frame.popup(size, over: rect, title: "\(transfer.method) \(transfer.request)")
    TransferLine(transfer, since: transfer.startedAt, now: state.now, showsKeys: false).draw(
      into: &frame, inside.row(0))
    frame.put(keys, at: inside.row(2).origin, maxWidth: inside.width)
  }
}
