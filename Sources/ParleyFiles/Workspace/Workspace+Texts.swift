internal import ParleyEngine
internal import ParleyModel

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

// The paths, filters and programs in it.
extension Workspace {
  /// Every path of every file but those of mocks and ciphers.
  package var paths: [PathText] {
    sentPaths + groups.flatMap { $0.definition.allNodes.flatMap(\.paths) }
  }

  /// Every program that something may run, with its arguments, but for what opens ciphers.
  package var commands: [[String]] {
    let secrets = environments.flatMap(\.definition.vars).compactMap(\.command)
    let tokens = allAuth.compactMap { if case .command(let words) = $0 { words } else { nil } }
    return secrets + tokens + groups.flatMap { $0.definition.allNodes.flatMap(\.job.programs) }
  }

  /// Paths of requests and of what they inherit.
  var sentPaths: [PathText] {
    definition.servers.flatMap(\.tls.paths) + allDefaults.flatMap(\.paths) + requests.flatMap(\.definition.paths)
  }

  /// Every filter of every file.
  package var allFilters: [Located<JQFilter>] {
    var filters = allDefaults.flatMap(\.expect.jq)
    for request in requests { filters += request.definition.expect.jq + request.definition.messages.filters }
    for mock in mocks { filters += mock.definition.filters }
    for group in groups { filters += group.definition.allNodes.flatMap(\.filters) }
    return filters
  }

  var allAuth: [AuthDefinition] {
    allDefaults.compactMap { $0.auth?.value } + requests.compactMap { $0.definition.auth?.value }
  }
}

extension Workspace {
  /// The place of a part of a text, given in UTF-8 offsets, in the file it was read from.
  package func place(of part: Range<Int>, in text: Located<String>) -> SourcePlace? {
    guard let whole = text.place else { return nil }
    return sources[whole.file]?.place(of: part, in: text) ?? whole
  }
}

extension Variable {
  /// The program that prints it, with its arguments.
  fileprivate var command: [String]? {
    if case .secret(.command(let arguments)) = content.value { arguments } else { nil }
  }
}
