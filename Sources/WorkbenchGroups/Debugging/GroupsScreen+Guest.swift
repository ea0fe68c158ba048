package import WorkbenchState

// The composer that edits the request of a step that waits, or what a step of the file says differently from its request.
extension GroupsScreen {
  package var guestComposer: Composer? { step.request?.composer ?? step.form.overrides?.composer }

  package mutating func updateGuest(_ action: Composer.Action, in context: ViewContext) -> [Effect] {
    if step.request != nil { return step.request?.composer.update(action, in: context) ?? [] }
    return changeOverrides { $0.update(action, in: context) }
  }
}
