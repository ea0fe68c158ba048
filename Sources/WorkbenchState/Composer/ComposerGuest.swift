import ParleyModel
import TerminalKit
package import WorkbenchServices

/// A composer in a pane of another screen, such as over what a step says differently from its request. That screen looks after
/// the draft: it keeps it, previews it, and decides what becomes of it.
package struct ComposerGuest: Hashable, Sendable {
  /// Those that it shows.
  var tabs: [Composer.Tab]
  /// Whether method and URL are shown only.
  var isAddressFixed = false
  /// Names that templates know here, besides those of the preview.
  package var names: [TemplateName] = []

  package init(tabs: [Composer.Tab], isAddressFixed: Bool = false, names: [TemplateName] = []) {
    self.tabs = tabs
    self.isAddressFixed = isAddressFixed
    self.names = names
  }
}

extension State {
  /// The composer that its keys mean: a guest of the screen that is shown, or that of the open request.
  package var composer: Composer? { screens[screen].guestComposer ?? tabs.current?.composer }
}

/// For the composer that has the keys, or that of a request.
struct ComposerAction: ScreenAction {
  let action: Composer.Action
  let request: RequestID?

  func perform(in state: inout State) -> [Effect] {
    guard request == nil, state.screens[state.screen].guestComposer != nil else {
      return state.updateComposer(request, action)
    }
    let context = state.context
    return state.screens[state.screen].updateGuest(action, in: context)
  }

  func aimed<S: Screen>(at type: S.Type) -> S.Action? {
    RequestsScreen.Action.composer(action, of: request) as? S.Action
  }
}
