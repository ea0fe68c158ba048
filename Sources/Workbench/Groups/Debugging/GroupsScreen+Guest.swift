// The composer that edits the request of a step.
extension GroupsScreen {
  var guestComposer: Composer? { step.request?.composer }

  mutating func updateGuest(_ action: Composer.Action, in context: ViewContext) -> [Effect] {
    step.request?.composer.update(action, in: context) ?? []
  }
}
