import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

// What a draft would be with its templates filled in, as far as that is known without asking or running anything.

extension Preview {
  /// - Parameter scope: the names and values that templates know; nil for those of now.
  init(of draft: RequestDraft, as id: String, in session: Session, scope: TemplateScope? = nil) {
    let scope = scope ?? session.sending.scope
    self.init(names: scope.templateNames)
    choices[.envelope] = session.workspace.definition.envelopes.map(\.name.value)
    for row in draft.captures {
      let cipher = session.sharedKeys.rule(of: row.name)?.cipher
      captures[row.name] = cipher.map { "shared (\($0))" } ?? "shared"
    }
    let address = session.address(typedIn: draft, of: id)
    hint = address?.hint
    for (field, text) in draft.templateTexts { uses += scope.uses(of: text, in: field) }
    // One value that is wrong, or half typed, takes nothing else out of sight.
    let (draft, unreadable) = session.readable(draft, of: id)
    problems = unreadable
    do {
      let effective = try session.effective(draft, of: id)
      var whole = draft
      if let address { whole.url = address.url }
      let written = Parameters.url(of: whole, lists: effective.queryStyle.value)
      url = scope.previewed(written, on: effective.server)
      inherited = effective.inheritedHeaders(scope)
      inheritedExpectations = effective.inheritedExpectations
      inheritedFilters = effective.inheritedFilters
      settings = effective.settings(scope)
      if effective.options.proxy.value == nil, let choice = session.proxies?.proxy(for: url) {
        settings[.proxy] = InheritedSetting("\(choice.proxy)", from: choice.variable)
      }
      if RequestID(rawValue: id).defaults == nil {
        problems += session.files.mistakes(in: effective).map { FieldProblem(Problem($0)) }
      }
    } catch {
      problems.append(FieldProblem(Problem(error)))
    }
    problems += session.leftOut(of: id).map { FieldProblem($0) }
  }
}

extension Session {
  /// Names the URL it goes to, as far as that is known before anything is asked.
  func question(beforeSending intent: SendIntent, _ method: String, in environment: String) -> String {
    let url = Preview(of: intent.draft, as: intent.request.rawValue, in: self).url
    return "Send \(method) \(url.isEmpty ? intent.draft.url : url) in \(environment)?"
  }
}

extension RequestDraft {
  /// Every text in which templates may stand, row by row.
  var templateTexts: [(DraftField, String)] {
    [(.url, url)] + path.enumerated().map { (.path($0), $1.value) }
      + query.enumerated().map { (.query($0), $1.value) } + headers.enumerated().map { (.header($0), $1.value) }
      + SettingKey.allCases.map { (.setting($0), self[$0]) } + bodyTexts
  }

  private var bodyTexts: [(DraftField, String)] {
    switch body {
    case .none, .file: []
    case .multipart(let parts): parts.enumerated().map { (.part($0), $1.row.value) }
    case .graphql(let query, let variables): [(.body, query), (.variables, variables)]
    case .json(let text), .text(let text): [(.body, text)]
    case .form(let rows): rows.enumerated().map { (.form($0), $1.value) }
    case .messages(let rows): rows.enumerated().filter(\.element.isSent).map { (.form($0), $1.value) }
    }
  }
}

extension TemplateScope {
  /// - Parameter value: returns the displayed value of a known template.
  func uses(
    of text: String, in field: DraftField, value: (TemplateAnalysis.Use) -> String? = { $0.shownValue }
  ) -> [TemplateUse] {
    let analysis = analysis(of: text)
    let unread = analysis.problems.filter { problem in !analysis.uses.contains { $0.template.range == problem.range } }
    return analysis.uses.map { TemplateUse($0, in: field, value: value($0)) }
      + unread.map { TemplateUse(field: field, range: $0.range, expression: "", problem: $0.sentence) }
  }

  var templateNames: [TemplateName] {
    names.map { name in
      let use = analysis(of: "{{\(name)}}").uses.first
      return TemplateName(name, value: use?.shownValue, source: use?.source.description ?? "")
    } + sharedNames + TemplateFunction.allCases.map { TemplateName($0.usage, source: $0.summary) }
  }

  /// The shared keys that a template can name, as they are shown elsewhere: of those that a cipher hides the value is masked.
  private var sharedNames: [TemplateName] {
    shared.names.filter { Template.canName(sharedKey: $0) && !KeptAnswer.isOne($0) }.map { name in
      let source = ValueSource.shared(name, writer: shared[name]?.writer)
      let value = shared.isSecret(name) && !shared.lacks(name) ? Secrets.mask : shared[name]?.preview
      return TemplateName("shared.\(name)", value: value, source: source.description)
    }
  }

  func previewed(_ written: String, on server: Inherited<ServerDefinition>?) -> String {
    let url = previewed(written)
    guard !url.contains("://") else { return url }
    guard let server else { return TypedAddress(url)?.url ?? url }
    return Server(previewed(server.value.url.value)).url(for: url)
  }

  /// The place of the value that a text gets by a template, if that is another file, and then the place of the text.
  func origin(of text: String, written place: String) -> String {
    let sources = analysis(of: text).uses.map(\.source).filter { $0 != .template }.map(\.description)
    let other = sources.first { source in !place.hasPrefix(String(source.prefix { $0 != ":" })) }
    return other.map { "\($0), by \(place)" } ?? place
  }

  func previewed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for use in analysis(of: text).uses.reversed() {
      if let value = use.shownValue { bytes.replaceSubrange(use.template.range, with: Array(value.utf8)) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension EffectiveRequest {
  fileprivate func inheritedHeaders(_ scope: TemplateScope) -> [InheritedHeader] {
    headers.filter { $0.origin != .request && $0.value.isOn }.map {
      InheritedHeader(
        $0.value.name, scope.previewed($0.value.value),
        from: scope.origin(of: $0.value.value, written: $0.origin.description))
    }
  }
}

extension EffectiveRequest {
  fileprivate var inheritedExpectations: [InheritedHeader] {
    expect.headers.filter { $0.origin != .request && $0.value.isOn }.map {
      InheritedHeader($0.value.name, $0.value.value, from: $0.origin.description)
    }
  }

  fileprivate var inheritedFilters: InheritedSetting? {
    let filters = expect.jq
    guard !filters.value.isEmpty, filters.origin != .request else { return nil }
    return InheritedSetting(filters.value.map(\.value.text).joined(separator: ", "), from: filters.origin.description)
  }

  /// The effective value and the origin of every setting that can be inherited.
  fileprivate func settings(_ scope: TemplateScope) -> [SettingKey: InheritedSetting] {
    var settings: [SettingKey: InheritedSetting] = [:]
    let lines = EffectiveLines(self)
    for key in SettingKey.allCases {
      guard let line = SettingField(key)?.effective(lines), line.origin != .request else { continue }
      settings[key] = InheritedSetting(
        scope.previewed(line.value), from: scope.origin(of: line.value, written: line.origin.description))
    }
    if auth.origin != .request {
      settings[.auth] = InheritedSetting(auth.value.kind, from: auth.origin.description)
    }
    return settings
  }
}

extension TemplateUse {
  fileprivate init(_ use: TemplateAnalysis.Use, in field: DraftField, value: String?) {
    self.init(
      field: field, range: use.template.range, expression: use.template.text, value: value,
      source: use.source.description, isSecret: use.isSecret, problem: use.problem?.sentence)
    isMissing = use.presence == .missing
  }
}

extension TemplateAnalysis.Use {
  /// A secret is masked where there is one: what is asked for when it is sent, or has no value yet, looks like neither.
  var shownValue: String? {
    guard isSecret else { return preview }
    return presence == .present ? Secrets.mask : nil
  }
}

extension TemplateProblem {
  var sentence: String {
    nearest.map { "\(message); did you mean “\($0)”?" } ?? message
  }
}

extension Problem {
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(code: "\(diagnostic.code)", diagnostic.sentence, advice: diagnostic.hint)
  }
}
