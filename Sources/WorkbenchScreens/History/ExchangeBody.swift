import ParleyEngine
import ParleyModel
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The body of the exchange that is open on the screen of the history.
struct ExchangeBody: BodyOwner {
  let id: ExchangeID

  var lane: String { "history \(id.rawValue)" }

  func deliver(_ action: BodyBrowser.Action) -> Action { .history(.body(action, of: id)) }

  func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action {
    .history(.picked(picked, for: purpose, of: id))
  }

  func browser(in state: State) -> BodyBrowser? { state.history.opened?.browser }
  func base(in state: State) -> String? { state.history.opened?.head?.url }
  func request(in state: State) -> RequestID? { state.history.opened?.exchange.request }
}
