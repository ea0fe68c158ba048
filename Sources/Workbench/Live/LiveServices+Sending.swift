public import ParleyEngine
import ParleyStore
import ParleyWorkspace

extension LiveServices {
  public func send(_ order: SendOrder) async throws -> SendAnswer {
    let definition = try session.definition(order.draft, of: order.request.rawValue)
    if let question = confirmation(for: order, definition) { return .wantsConfirmation(question) }
    do {
      let rendered = try await session.render(definition, id: order.request.rawValue, given: order.answers)
      return .started(start(rendered))
    } catch RenderError.nobodyToAsk(let questions) {
      return .asks(questions.map { Question($0.name, label: $0.name, isSecret: $0.isSecret) })
    } catch RenderError.notTrusted(let items) {
      return .wantsTrust(items.map(TrustItem.init))
    }
  }

  public func exchange(_ id: ExchangeID) async throws -> KeptExchange {
    guard let kept = try await session.store.history.exchange(id) else {
      throw Problem(code: "history.gone", "This exchange is no longer in the history.")
    }
    return KeptExchange(
      id: id, request: kept.exchange.name.map { RequestID(rawValue: $0) }, sent: kept.exchange.request,
      startedAt: kept.exchange.startedAt, outcome: kept.exchange.outcome)
  }

  private func start(_ rendered: RenderedRequest) -> Call {
    let call = session.call(rendered) { options in
      options.recordsWire = true
      options.progressInterval = .milliseconds(100)
    }
    call.start()
    return call
  }

  private func confirmation(for order: SendOrder, _ definition: RequestDefinition) -> String? {
    guard !order.isConfirmed, let environment = session.environment, environment.definition.confirm?.value == true
    else { return nil }
    let method = definition.method?.value ?? "GET"
    return method == "GET" ? nil : "Send \(method) \(definition.url.value) in \(environment.name)?"
  }
}
