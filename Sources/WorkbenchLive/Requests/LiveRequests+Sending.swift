internal import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveRequests {
  package func send(_ intent: SendIntent) async throws -> SendOutcome {
    let definition = try session.definition(intent.draft, of: intent.request.rawValue)
    if let question = confirmation(for: intent, definition) { return .wantsConfirmation(question) }
    do {
      var rendered = try await session.sending.render(
        definition, id: intent.request.rawValue, given: intent.answers, prompter: FormAnswers(answers: intent.answers))
      // The cache answers no other requests.
      if intent.asksServer, ["GET", "HEAD"].contains(definition.method?.value ?? "GET"),
        !rendered.request.headers.contains(.cacheControl)
      {
        // As a browser that reloads a page (RFC 9111, section 5.2.1.4): caches on the way ask as well.
        rendered.request.headers[.cacheControl] = "no-cache"
      }
      // An answer entered for this very send can be refused, too.
      rendered.askedQuestions = Set(rendered.askedQuestions).union(intent.answers.keys).sorted()
      try await session.answers.keep(intent)
      if let repetition = intent.repetition { return .repeats(sends(rendered, repetition, definition, intent)) }
      var outline = SendingOutline(rendered.effective)
      outline.warnings = rendered.warnings + session.leftOut(of: intent.request.rawValue).map(\.sentence)
      let kept = session.answers.kept
      outline.asked = rendered.askedQuestions.filter { kept[$0] != .machine }
      outline.logsIn = await rendered.request.logsIn
      try Task.checkCancellation()
      return .started(
        start(rendered, checked: !intent.skipsCertificateCheck), hold: rendered.effective.hold.value, outline)
    } catch RenderError.nobodyToAsk(let questions) {
      return .asks([Question](questions, for: intent.request.description, in: session))
    } catch RenderError.notTrusted(let items) {
      return .wantsTrust(items)
    } catch let error as RenderError where isOfDraft(error, intent) {
      var problem = Problem(error)
      problem.place = "the unsaved edits of \(intent.request)"
      throw problem
    }
  }

  /// Whether the file does not have what is wrong: a value that was only typed stands at no place in it.
  private func isOfDraft(_ error: RenderError, _ intent: SendIntent) -> Bool {
    let id = intent.request
    guard case .mistakes(let found) = error, !id.isScratch,
      found.first?.place == .start(of: WorkspacePaths.file(ofRequest: id.rawValue))
    else { return false }
    return session.workspace.request(id.rawValue).map { RequestDraft($0.definition) } != intent.draft
  }

  package var cookies: (any CookieStorage)? { session.client.configuration.cookies }

  /// Templates are filled in anew for every send but the first.
  private func sends(
    _ rendered: RenderedRequest, _ repetition: SendIntent.Repetition, _ definition: RequestDefinition,
    _ intent: SendIntent
  ) -> RepeatedSend {
    let session = session
    let unsent = Lock(Optional(rendered))
    return RepeatedSend(count: repetition.count, atOnce: repetition.atOnce) {
      if let rendered = unsent.withLock({ $0.take() }) { return Self.separateCall(rendered, in: session) }
      let rendered = try await session.sending.render(
        definition, id: intent.request.rawValue, given: intent.answers, prompter: FormAnswers(answers: intent.answers))
      return Self.separateCall(rendered, in: session)
    }
  }

  private static func separateCall(_ rendered: RenderedRequest, in session: Session) -> Call {
    session.sending.separateCall(rendered) { $0.recordsWire = true }
  }

  private func start(_ rendered: RenderedRequest, checked: Bool) -> Call {
    let call = session.sending.call(rendered) { options in
      if !checked { options.verifiesCertificate = false }
      options.recordsWire = true
      options.progressInterval = .milliseconds(100)
    }
    for warning in rendered.warnings {
      session.client.events.post(warning: warning, about: rendered.request.displayName)
    }
    call.start()
    return call
  }

  private func confirmation(for intent: SendIntent, _ definition: RequestDefinition) -> String? {
    guard !intent.isConfirmed, let environment = session.environment, environment.definition.confirm?.value == true
    else { return nil }
    let method = definition.method?.value ?? "GET"
    guard method != "GET" else { return nil }
    return session.question(beforeSending: intent, method, in: environment.name)
  }
}

extension SendingOutline {
  fileprivate init(_ effective: EffectiveRequest) {
    let expect = effective.expect
    let isStatusNamed = expect.status.origin != .standard && expect.status.value != .any
    self.init(
      expectations: (isStatusNamed ? 1 : 0) + expect.headers.count(where: \.value.isOn)
        + (expect.within.value == nil ? 0 : 1) + expect.jq.value.count + (expect.schema.value == nil ? 0 : 1),
      captures: effective.definition.capture.filter(\.isOn).map(\.key.value))
  }
}

extension KeptAnswers {
  /// Keeps what was answered as long as the person said.
  func keep(_ intent: SendIntent) async throws {
    for (question, keeping) in intent.keeping {
      guard let answer = intent.answers[question] else { continue }
      try await keep(answer, to: question, keeping)
    }
  }
}

/// Answers with what the form has taken so far; the rest is asked by a form, and what was mistaken once more.
struct FormAnswers: Prompter {
  let answers: [String: String]

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    let open = questions.filter { answers[$0.name] == nil || $0.mistake != nil }
    guard open.isEmpty else { throw RenderError.nobodyToAsk(open) }
    return questions.compactMap { answers[$0.name].map { PromptAnswer($0) } }
  }

  var asksAgain: Bool { true }
}

extension Request {
  /// Whether a login gets its token first, and so may ask something.
  fileprivate var logsIn: Bool {
    get async {
      guard case .supplied(let supply)? = authorization else { return false }
      return (try? await supply.known()) == nil
    }
  }
}
