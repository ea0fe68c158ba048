package import ParleyEngine
package import ParleyModel

/// The content of one file under `environments/`.
package struct EnvironmentDefinition: Sendable, Equatable {
  package var vars: [Variable]
  /// Of the environment's name on screen.
  package var color: Located<EnvironmentColor>?
  /// Ask before anything but GET.
  package var confirm: Located<Bool>?
  /// The settings that requests share while the environment is active. They override the workspace's; a folder's
  /// override them.
  @CopyOnWrite package var defaults: DefaultsDefinition

  package init(
    vars: [Variable] = [], color: Located<EnvironmentColor>? = nil, confirm: Located<Bool>? = nil,
    defaults: DefaultsDefinition = .init()
  ) {
    self.vars = vars
    self.color = color
    self.confirm = confirm
    self.defaults = defaults
  }

  package static let form = Form(
    "an environment", make: { EnvironmentDefinition() },
    keys: [
      .init("vars", \.vars, Variable.reader(allowsSecrets: true), "Values by name. Override the workspace's."),
      .init("color", \.color, .choice, "Color of the environment's name in the top bar."),
      .init("confirm", \.confirm, .boolean, "`true` asks before sending anything but GET.", default: "false"),
      .init(
        "defaults", \.defaults, DefaultsDefinition.sharedForm.reader("a map of defaults"),
        "Defaults while the environment is active. Override those of `parley.yaml`."),
    ])
}
