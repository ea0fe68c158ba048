extension Workspace {
  /// Everything beyond HTTP and its own files that the workspace could do, in any environment; the hashes of programs
  /// are taken now.
  public func trustWanted() -> [TrustItem] {
    var wanted: Set<TrustItem> = []
    for variable in environments.flatMap(\.definition.vars) { add(variable, to: &wanted) }
    for text in allTexts { add(TemplateText(text.value), to: &wanted) }
    return wanted.sorted()
  }

  private func add(_ variable: Variable, to wanted: inout Set<TrustItem>) {
    switch variable.content.value {
    case .secret(.environment(let name)): wanted.insert(.environmentVariable(name))
    case .secret(.command(let arguments)): wanted.insert(trustItem(forCommand: arguments))
    case .secret(.prompt), .text: break
    }
  }

  private func add(_ text: TemplateText, to wanted: inout Set<TrustItem>) {
    for case .operatingSystem(let name) in text.templates.flatMap(\.expression.all) {
      wanted.insert(.environmentVariable(name))
    }
  }

  func trustItem(forCommand arguments: [String]) -> TrustItem {
    .command(arguments, files: CommandFiles.hashes(of: arguments, root: root))
  }
}

extension Workspace {
  /// Every text of every file in which templates may stand.
  var allTexts: [Located<String>] {
    (definition.vars + environments.flatMap(\.definition.vars)).compactMap(\.located) + sharedTexts
  }

  /// Those that are no values of names.
  var sharedTexts: [Located<String>] {
    definition.servers.map(\.url)
      + ([definition.defaults] + folderDefaults.values).flatMap { $0.headers.map(\.located) }
      + requests.flatMap(\.definition.texts)
  }
}

extension RequestDefinition {
  /// Every text in which templates may stand.
  public var texts: [Located<String>] {
    let body = self.body?.text.map { [$0] } ?? self.body?.rows?.map(\.located) ?? []
    return [url] + (query + headers).map(\.located) + body
  }
}

extension Row {
  /// Its value, with its place.
  public var located: Located<String> { Located(value, at: place) }
}

extension Variable {
  /// Its text, with its place; none for a secret.
  var located: Located<String>? {
    guard case .text(let text, _) = content.value else { return nil }
    return Located(text, at: content.place)
  }
}
