import ParleyModel

/// What one file under `environments/` says.
package struct EnvironmentDefinition: Sendable, Equatable {
  package var vars: [Variable]
  /// Of the environment's name on screen.
  package var color: Located<EnvironmentColor>?
  /// Ask before anything but GET.
  package var confirm: Located<Bool>?
  /// What requests share while the environment is active. They override the workspace's and lose against a folder's.
  package var defaults: DefaultsDefinition

  package init(
    vars: [Variable] = [], color: Located<EnvironmentColor>? = nil, confirm: Located<Bool>? = nil,
    defaults: DefaultsDefinition = .init()
  ) {
    self.vars = vars
    self.color = color
    self.confirm = confirm
    self.defaults = defaults
  }

  static let form = Form(
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

/// The colours a terminal has by name.
package enum EnvironmentColor: String, Sendable, CaseIterable {
  case red, green, yellow, blue, magenta, cyan, white, gray
}
