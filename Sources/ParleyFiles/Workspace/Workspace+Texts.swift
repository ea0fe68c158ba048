internal import ParleyEngine

extension Workspace {
  /// Every text of every file in which templates may stand.
  package var allTexts: [Located<String>] {
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

extension Workspace {
  /// The place of a part of a text, given in UTF-8 offsets, in the file it was read from.
  package func place(of part: Range<Int>, in text: Located<String>) -> SourcePlace? {
    guard let whole = text.place else { return nil }
    return sources[whole.file]?.place(of: part, in: text) ?? whole
  }
}
