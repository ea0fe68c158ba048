import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The settings in which a step differs from its request, in the composer's own rows.
struct OverridesEdit: Sendable {
  let original: StepOverrides
  var composer: Composer

  init(_ overrides: StepOverrides, names: [TemplateName]) {
    original = overrides
    let guest = Composer.Guest(tabs: [.params, .headers, .body], isAddressFixed: true, names: names)
    composer = Composer(overrides.request, draft: overrides.draft, as: guest)
    composer.showFilledTab()
  }

  var hasChanged: Bool { composer.draft != original.draft }
  /// As they are now.
  var overrides: StepOverrides { StepOverrides(original.request, composer.draft) }
}

extension Composer {
  /// Opens the first tab that has settings.
  fileprivate mutating func showFilledTab() {
    if draft.path.isEmpty, draft.query.isEmpty {
      show(!draft.headers.isEmpty ? .headers : draft.body == .none ? .params : .body)
    }
    position.go(to: .content)
  }
}
