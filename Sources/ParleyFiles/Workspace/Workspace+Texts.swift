extension Workspace {
  /// Every text of every file in which templates may stand.
  var allTexts: [Located<String>] {
    (definition.vars + environments.flatMap(\.definition.vars)).compactMap(\.located) + sharedTexts
      + mocks.flatMap(\.definition.texts) + [definition.team?.postgres].compactMap(\.self)
      + groups.flatMap { $0.definition.allNodes.flatMap(\.texts) }
  }

  /// Those that are no values of names.
  var sharedTexts: [Located<String>] {
    definition.servers.flatMap(\.texts) + allDefaults.flatMap(\.texts) + requests.flatMap(\.definition.texts)
  }

  /// Of the workspace, its environments and its folders.
  package var allDefaults: [DefaultsDefinition] {
    [definition.defaults] + environments.map(\.definition.defaults) + folderDefaults.values
  }
}
