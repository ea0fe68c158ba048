import ParleyEngine
package import ParleyModel
import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// The owner of the body that is shown: results of effects go to it, unless something else is shown there by now. Each stands
/// beside its pane.
package protocol BodyOwner: Sendable {
  /// Names its queues of effects.
  var lane: String { get }
  /// The request under which it is logged; nil for none.
  var loggedRequest: RequestID? { get }
  /// True for the body of a response, whose values can be captured and expected.
  var isResponse: Bool { get }

  func deliver(_ action: BodyBrowser.Action) -> Action
  /// A value that was picked for what only the pane can do.
  func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action

  func browser(in state: State) -> BodyBrowser?
  /// The URL that links are relative to.
  func base(in state: State) -> String?
  /// The request of the response.
  func request(in state: State) -> RequestID?
  /// The reason why nothing can be put into the file of that request.
  func whyNoRequest(in state: State) -> String?
  /// True for a secret that is revealed.
  func isRevealedSecret(in state: State) -> Bool
  /// Reveals its secrets; nil where that cannot be asked from the menu.
  var revealing: Action? { get }
  /// The first items of the menu on a value.
  func editing(_ value: PickedValue, in state: State) -> [ValueMenu.Item]
  /// Its own items of the menu on a value, behind those of every body.
  func items(on value: PickedValue, in state: State) -> [ValueMenu.Item]
}

extension BodyOwner {
  package var loggedRequest: RequestID? { nil }
  package var isResponse: Bool { true }
  package var revealing: Action? { nil }

  package func base(in state: State) -> String? { browser(in: state)?.response?.url }
  package func request(in state: State) -> RequestID? { nil }

  package func whyNoRequest(in state: State) -> String? {
    let isHere = request(in: state).map { id in state.workspace?.requests.contains { $0.id == id } == true } ?? false
    return isHere ? nil : "The request is no longer in the workspace."
  }

  package func isRevealedSecret(in state: State) -> Bool { false }
  package func editing(_ value: PickedValue, in state: State) -> [ValueMenu.Item] { [] }
  package func items(on value: PickedValue, in state: State) -> [ValueMenu.Item] { [] }
}
