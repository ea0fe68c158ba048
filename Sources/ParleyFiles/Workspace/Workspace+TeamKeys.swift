package import ParleyEngine

extension Workspace {
  /// The selection of keys that are the team's; nil where the workspace has no team. A key whose rule names a cipher of this machine is not: nobody
  /// else could read it.
  package var teamKeys: SharedKeySelection? {
    guard let team = definition.team else { return nil }
    let own = sharedRules.rules.map { rule in
      (rule.pattern, rule.cipher.map { ![CipherDefinition.team, CipherDefinition.gzip].contains($0) } ?? false)
    }
    return SharedKeySelection(
      names: team.keys.map { KeyPattern($0.value) }, environments: team.environments.map(\.value),
      rules: own.map { SharedKeySelection.Rule(pattern: $0, excludes: $1) })
  }
}
