import ParleyEngine

extension ResponsePane {
  /// What the response wants done with a body, away from the screen.
  struct BodyEffect: ServiceEffect {
    enum Job: Sendable {
      case page(BodyPage.Query)
      case path(Int, BodyMode)
      case fold(Int)
      case foldAll(Int)
      case find(String, number: Int, from: Int, BodyMode)
      case step(BodyView.Found, by: Int, BodyMode, number: Int)
      case copyValue(Int, BodyMode, isRevealed: Bool)
      case copyBody(isRevealed: Bool)
      /// The value on a line, and the way to it.
      case pick(Int)
      /// What is true of the value on a line of what a filter gave; nil is the body itself.
      case expectation(Int, of: String?)
      case save(to: String)
    }

    let job: Job
    let view: BodyView
    let request: RequestID
    let exchange: ExchangeID?

    var lane: Lane? {
      switch job {
      case .page: Lane("body \(key)", keepsOnlyNewest: true)
      case .path: Lane("path \(key)", keepsOnlyNewest: true)
      case .fold, .foldAll, .step: Lane("cursor \(key)")
      case .find, .copyValue, .copyBody, .pick, .expectation, .save: nil
      }
    }

    private var key: String { exchange?.rawValue ?? request.rawValue }

    func perform(with services: any Services) async throws -> [Workbench.Action] {
      switch job {
      case .save(let path):
        let sentence = try await BodyFileWriter(view.source).write(to: path)
        return [.notice(.done(sentence).logged(of: request))]
      case .pick(let line):
        return [deliver(try await view.pick(line).map { .picked($0.path, $0.value) }, or: Self.noValue)]
      case .expectation(let line, let filter):
        return [deliver(try await view.expectation(line, of: filter).map { .expected($0) }, or: Self.notExpected)]
      case .page, .path, .fold, .foldAll, .find, .step, .copyValue, .copyBody:
        return try await actions().map { .response(.of(exchange, $0), of: request) }
      }
    }

    private func deliver(_ action: Action?, or refusal: String) -> Workbench.Action {
      action.map { .response(.of(exchange, $0), of: request) } ?? .notice(.refused(refusal))
    }

    private static let noValue = "There is no value on this line to capture."
    private static let notExpected = "There is no value on this line to expect."

    private func actions() async throws -> [Action] {
      switch job {
      case .page(let query): [.page(try await view.page(query), query)]
      case .path(let line, let mode): [.path(try await view.path(line, mode), line: line)]
      case .fold(let line): [.moved(to: try await view.toggleFold(line))]
      case .foldAll(let line): [.moved(to: try await view.toggleAllFolds(line))]
      case .find(let term, let number, let line, let mode):
        [.found(try await view.find(term, number: number, from: line, mode), number: number)]
      case .step(let found, let steps, let mode, let number):
        [.found(try await view.step(found, by: steps, mode), number: number)]
      case .copyValue(let line, let mode, let isRevealed):
        [
          .copied(
            view.masked(try await view.value(line, mode), isRevealed), of: try await name(of: line, mode))
        ]
      case .copyBody(let isRevealed):
        [.copied(view.masked(try await view.text(), isRevealed), of: "the body, \(ByteCount.text(view.source.count))")]
      case .pick, .expectation, .save: []
      }
    }

    /// What people call the value on a line.
    private func name(of line: Int, _ mode: BodyMode) async throws -> String {
      guard let path = try await view.path(line, mode) else { return "the line" }
      return path == "." ? "the value" : path
    }
  }

  /// Makes the lines of the wire, which may be many.
  struct WireEffect: ServiceEffect {
    let log: WireLog
    /// Nil shows them.
    let secrets: Secrets?
    let request: RequestID
    let exchange: ExchangeID?

    func perform(with services: any Services) async throws -> [Workbench.Action] {
      [.response(.of(exchange, .wire(WireLine.lines(of: log, masking: secrets))), of: request)]
    }
  }

  func effect(_ job: BodyEffect.Job) -> [Effect] {
    guard let view = body.view else { return [] }
    return [.perform(BodyEffect(job: job, view: view, request: request, exchange: exchange))]
  }
}
