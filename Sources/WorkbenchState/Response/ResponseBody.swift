import ParleyEngine
import ParleyModel
import WorkbenchParts
import WorkbenchServices

/// The body of the response on screen 1.
struct ResponseBody: BodyOwner {
  let request: RequestID
  let exchange: ExchangeID?

  var lane: String { exchange?.rawValue ?? request.rawValue }
  var loggedRequest: RequestID? { request }
  var revealing: Action? { .response(.perform { pane, _ in pane.reveal() }, of: request) }

  func deliver(_ action: BodyBrowser.Action) -> Action { .response(.of(exchange, .body(action)), of: request) }

  func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action {
    .response(.of(exchange, .picked(picked, for: purpose)), of: request)
  }

  func browser(in state: State) -> BodyBrowser? { state.tabs[request]?.response.browser }
  func base(in state: State) -> String? { state.tabs[request]?.response.head?.url }
  func request(in state: State) -> RequestID? { request }
  func whyNoRequest(in state: State) -> String? { nil }
}
