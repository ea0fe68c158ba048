import ParleyEngine
import TerminalKit

/// Shows what came back.
struct Answer: Component {
  enum Action: Sendable {
    /// A request has gone out, or waits for an exchange from the history.
    case began(Transfer)
    case news(ExchangeID, TransferNews)
    /// An exchange from the history.
    case opened(KeptExchange)
  }

  let request: RequestID
  var text = ""

  init(_ request: RequestID) {
    self.request = request
  }

  var keyContexts: [KeyContext] { [.answer] }
}
