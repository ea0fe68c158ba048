import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The settings in which a step differs from its request, in the composer's own rows.
struct OverridesEdit: Sendable {
  let original: StepOverrides
  var composer: Composer

  init(_ overrides: StepOverrides, names: [TemplateName]) {
    original = overrides
    let guest = ComposerGuest(tabs: [.params, .headers, .body], isAddressFixed: true, names: names)
    composer = Composer(overrides.request, draft: overrides.draft, as: guest)
    showFilledTab()
  }

  /// Opens the first tab that has settings.
  private mutating func showFilledTab() {
    let draft = composer.draft
    if draft.path.isEmpty, draft.query.isEmpty {
      composer.show(!draft.headers.isEmpty ? .headers : draft.body == .none ? .params : .body)
    }
    composer.position.go(to: .content)
  }

  /// Goes to what a definition has under these keys, such as `path` and the name of a variable.
  mutating func go(to keys: some Collection<String>) {
    let tabs: [String: Composer.Tab] = ["path": .params, "query": .params, "headers": .headers, "body": .body]
    guard let tab = keys.first.flatMap({ tabs[$0] }) else { return }
    composer.go(toRow: keys.dropFirst().first ?? "", of: tab)
  }

  var hasChanged: Bool { composer.draft != original.draft }
  /// As they are now.
  var overrides: StepOverrides { StepOverrides(original.request, composer.draft) }
}

// The differences of a step from its request, in the rows of the composer.
extension StepFormPane {
  mutating func changeOverrides(_ body: (inout Composer) -> [Effect]) -> [Effect] {
    guard var composer = overrides?.composer else { return [] }
    let before = composer.draft
    let effects = body(&composer)
    overrides?.composer = composer
    return composer.draft == before ? effects : effects + previewOverrides()
  }

  mutating func openOverrides() -> [Effect] {
    guard let overrides = form?.overrides else { return [] }
    self.overrides = OverridesEdit(overrides, names: knowledge.names)
    resize(to: size)
    return previewOverrides() + askForKnowledge()
  }

  func previewOverrides() -> [Effect] {
    guard let overrides = overrides?.overrides else { return [] }
    return [.perform(StepFormEffect.preview(overrides, knowledge.sample))]
  }

  /// Back to the fields; what was changed in the rows is a change of the draft.
  mutating func applyOverrides() -> [Effect] {
    guard let edit = overrides, let path = subject?.path else { return [] }
    overrides = nil
    guard edit.hasChanged else { return [] }
    return [.then(.groups(.assemble(.change(.override(edit.composer.draft, at: path)))))]
  }
}
