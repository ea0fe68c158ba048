import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

extension LiveRequests {
  package func explain(_ intent: SendIntent, at moment: ShownMoment?) async throws -> SendingExplained {
    let session = session
    let definition = try session.definition(intent.draft, of: intent.request.rawValue)
    if let moment { return try await explain(definition, intent, at: moment, in: session) }
    let rendered = try await rendered(definition, intent, in: session)
    var explained = SendingExplained(
      rendered, try session.client.explain(rendered.request), values: session.sending.scope)
    explained.stages.append(try .init(addedTo: rendered.request, by: session.client))
    let decision = try await session.cache.decision(for: rendered)
    explained.stages.append(.init("If it were sent now", [.init("cache", decision.summary)]))
    return explained
  }

  private func explain(
    _ definition: RequestDefinition, _ intent: SendIntent, at moment: ShownMoment, in session: Session
  ) async throws -> SendingExplained {
    let then = try await session.sharedKeys.then(moment)
    let rendered = try await masking(intent) { given in
      try await session.sending.render(definition, id: intent.request.rawValue, given: given, asOf: then)
    }
    var explained = SendingExplained(
      rendered, try session.client.explain(rendered.request), values: session.sending.scope(asOf: then))
    let summary = try await session.cache.summary(for: rendered, asOf: moment.time)
    explained.stages.append(.init("If it had been sent \(moment.words)", [.init("cache", summary)]))
    return explained
  }

  package func curl(_ wish: CurlExport) async throws -> CurlExportOutcome {
    let (session, intent) = (session, wish.intent)
    let definition = try session.definition(intent.draft, of: intent.request.rawValue)
    guard wish.showsSecrets else {
      return .text(try await session.sending.curl(try await rendered(definition, intent, in: session)))
    }
    do {
      let rendered = try await session.sending.render(
        definition, id: intent.request.rawValue, given: intent.answers, prompter: FormAnswers(answers: intent.answers))
      try await session.answers.keep(intent)
      return .text(try await session.sending.curl(rendered, showsSecrets: true))
    } catch RenderError.nobodyToAsk(let questions) {
      return .asks(questions.map(Question.init))
    }
  }

  /// The rendered request. Values that would have to be asked for are masked.
  private func rendered(
    _ definition: RequestDefinition, _ intent: SendIntent, in session: Session
  ) async throws -> RenderedRequest {
    try await masking(intent) { try await session.sending.render(definition, id: intent.request.rawValue, given: $0) }
  }

  private func masking(
    _ intent: SendIntent, _ render: ([String: String]) async throws -> RenderedRequest
  ) async throws -> RenderedRequest {
    do {
      return try await render(intent.answers)
    } catch RenderError.nobodyToAsk(let questions) {
      return try await render(Dictionary(questions.map { ($0.name, Secrets.mask) }) { first, _ in first })
    }
  }
}

extension SharedKeys {
  /// The shared keys of the moment that is shown.
  func then(_ moment: ShownMoment) async throws -> SharedThen {
    try await then(asOf: moment.time, in: moment.environment, knowing: moment.known)
  }
}

extension SendingExplained {
  /// Lists the workspace's part first, then that of the engine.
  /// - Parameter scope: knows the values of templates.
  init(_ rendered: RenderedRequest, _ explanation: Explanation, values scope: TemplateScope) {
    let said = [("The request's settings, own and inherited", Self.said(rendered.effective))]
    let filled = [("Templates resolved", Self.filled(rendered, scope))]
    let names = Set(said.flatMap(\.1).map(\.name))
    let made = explanation.parts.map { part in
      // A route is known by the request's own name.
      let lines = part.lines.filter { part.stage != .route || $0.name != "key" }
      // The level that says a setting is named above.
      return (part.stage.title, lines.map { Line($0, isNamedAbove: part.stage == .options && names.contains($0.name)) })
    }
    let stages = (said + filled + made).filter { !$0.1.isEmpty }
    self.init(stages.enumerated().map { Stage("\($0 + 1)  \($1.0)", $1.1) })
  }

  private static func said(_ effective: EffectiveRequest) -> [Line] {
    let server = effective.server.map { Line("server", $0.value.name.value, from: $0.origin.description) }
    let auth = Line("auth", effective.auth.value.kind, from: effective.auth.origin.description)
    let headers = effective.sentHeaders.map {
      Line("header \($0.value.name)", $0.value.value, from: $0.origin.description)
    }
    return [server, auth].compactMap(\.self) + headers + settings(effective)
  }

  /// Those that somebody has said something about.
  private static func settings(_ effective: EffectiveRequest) -> [Line] {
    let lines = EffectiveLines(effective)
    return SettingKey.allCases.compactMap { key in
      guard let line = SettingField(key)?.effective(lines), !line.value.isEmpty, line.origin != .standard else {
        return nil
      }
      return Line(key.label, line.value, from: line.origin.description)
    }
  }

  /// The value of each template first, then its place.
  private static func filled(_ rendered: RenderedRequest, _ scope: TemplateScope) -> [Line] {
    rendered.parts.flatMap { part in
      part.fills.map { fill in
        let template = "{{\(fill.template)}}"
        let known = fill.isSecret ? Secrets.mask : scope.uses(of: template, in: .url).first?.value
        let value = known.map { "\($0.prefix(longestValue))  " } ?? ""
        let others = scope.overriddenPlaces(of: fill.template).map(\.description)
        let also = others.isEmpty ? "" : "; also set in \(others.joined(separator: " and ")), overridden"
        return Line(template, "\(value)in \(part.name)", from: "\(fill.source)\(also)")
      }
    }.reduce(into: []) { lines, line in if !lines.contains(line) { lines.append(line) } }
  }
}

extension SendingExplained {
  private static let longestValue = 200
}

extension SendingExplained.Stage {
  /// The headers that a request gets on its way.
  fileprivate init(addedTo request: Request, by client: Client) throws {
    let lines = try client.headersAdded(to: request).map { line in
      let name = line.prefix { $0 != ":" }
      return SendingExplained.Line(
        String(name), request.secrets.masking(String(line.dropFirst(name.count + 2))), from: "added when it is sent")
    }
    self.init("Headers added", lines)
  }
}

extension SendingExplained.Line {
  /// A line without its origin if that is the request itself: its origin is named above.
  fileprivate init(_ line: Explanation.Line, isNamedAbove: Bool) {
    // As the composer calls it.
    let name = line.name == "codec" ? SettingKey.codec.label : line.name
    self.init(name, line.value, from: isNamedAbove ? "" : line.origin.words)
  }
}

extension Explanation.Origin {
  /// One word for all that nobody says in a file, whichever part of the program has it.
  fileprivate var words: String {
    switch self {
    case .request: ""
    case .standard, .client: "\(ValueOrigin.standard)"
    case .codec: SettingKey.codec.label
    case .model, .route, .body, .authorization: rawValue
    }
  }
}

extension Explanation.Stage {
  fileprivate var title: String {
    switch self {
    case .route: "Route"
    case .url: "URL"
    case .headers: "Headers"
    case .body: "Body"
    case .cache: "Cache"
    case .duplicates: "Duplicates in flight"
    case .authorization: "Authentication"
    case .hooks: "Hooks"
    case .options: "Options"
    case .retry: "Retry"
    case .reading: "Reading the response"
    case .validation: "Expectations"
    }
  }
}
