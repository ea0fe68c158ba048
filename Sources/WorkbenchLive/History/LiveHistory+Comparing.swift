import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

// Two responses of the history.
extension LiveHistory {
  package func responses(_ left: ExchangeID, _ right: ExchangeID) async throws -> ComparedResponses {
    var both = (try await keptExchange(left), try await keptExchange(right))
    if both.0.entry.startedAt > both.1.entry.startedAt { both = (both.1, both.0) }
    let (older, newer) = (both.0.exchange, both.1.exchange)
    let compared = (ComparedExchange(older), ComparedExchange(newer))
    var secrets = older.secrets
    secrets.formUnion(newer.secrets)
    let pair = { [secrets] (left: JSONValue?, right: JSONValue?) in
      ComparedParts.Pair(left, right, hiding: secrets)
    }
    var responses = ComparedResponses(both.0.entry, both.1.entry)
    responses.status = pair(older.comparedStatus, newer.comparedStatus)
    responses.headers = pair(compared.0.headers, compared.1.headers)
    if compared.0.isOpaque || compared.1.isOpaque {
      responses.body = pair(try compared.0.fingerprint, try compared.1.fingerprint)
      responses.kind = .bytes
    } else {
      responses.body = pair(compared.0.body, compared.1.body)
      responses.kind = responses.body.left == nil && responses.body.right == nil ? .none : .content
    }
    return responses
  }

  package func sendElsewhere(_ wish: ElsewhereIntent) async throws -> ElsewhereOutcome {
    let other = try await session.opened(in: wish.environment, events: bus)
    do {
      let outcome = try await send(wish, with: other)
      await other.close()
      return outcome
    } catch {
      await other.close()
      throw error
    }
  }

  private func send(_ wish: ElsewhereIntent, with other: Session) async throws -> ElsewhereOutcome {
    let intent = wish.intent
    let definition = try other.definition(intent.draft, of: intent.request.rawValue)
    if let question = Self.confirmation(for: wish, definition, in: other) {
      return .wantsConfirmation(question)
    }
    do {
      let rendered = try await other.sending.render(
        definition, id: intent.request.rawValue, given: intent.answers, prompter: FormAnswers(answers: intent.answers))
      try await other.answers.keep(intent)
      let call = other.sending.call(rendered)
      call.start()
      _ = try? await call.response()
      return .sent(call.id)
    } catch RenderError.nobodyToAsk(let questions) {
      return .asks(questions.map(Question.init))
    } catch RenderError.notTrusted(let items) {
      return .wantsTrust(items)
    }
  }

  /// The question to confirm before sending; nil if none is needed. A request that may change something there is never
  /// sent by the choice alone.
  private static func confirmation(
    for wish: ElsewhereIntent, _ definition: RequestDefinition, in other: Session
  ) -> String? {
    let method = definition.method?.value ?? "GET"
    let isSafe = method == "GET" || method == "HEAD"
    guard !wish.intent.isConfirmed, !isSafe || other.environment?.definition.confirm?.value == true else { return nil }
    return other.question(beforeSending: wish.intent, method, in: wish.environment)
  }
}

extension Exchange {
  fileprivate var comparedStatus: JSONValue? { response.map { .number(JSONNumber($0.status.code)) } }
}
