import ParleyEngine

/// What is wanted of a body, away from the screen.
struct BodyEffect: ServiceEffect {
  enum Job: Sendable {
    case page(BodyPage.Query)
    case path(Int, BodyMode)
    case fold(Int)
    case foldAll(Int)
    case find(String, number: Int, from: Int, BodyMode)
    case step(BodyView.Found, by: Int, BodyMode, number: Int)
    /// The line of the value at a path.
    case locate(ValuePath)
    case copyValue(Int, BodyMode, isRevealed: Bool)
    case copyBody(isRevealed: Bool)
    /// The value on a line, of what a filter gave; nil is the body itself.
    case pick(Int, BodyMode, of: String?, for: PickPurpose, isRevealed: Bool)
    case save(to: String)
  }

  let job: Job
  let view: BodyView
  let owner: BodyOwner

  var lane: Lane? {
    switch job {
    case .page: Lane("body \(owner.lane)", keepsOnlyNewest: true)
    case .path: Lane("path \(owner.lane)", keepsOnlyNewest: true)
    case .fold, .foldAll, .step, .locate: Lane("cursor \(owner.lane)")
    case .find, .copyValue, .copyBody, .pick, .save: nil
    }
  }

  func perform(with services: any Services) async throws -> [Action] {
    switch job {
    case .save(let path):
      let sentence = try await BodyFileWriter(view.source).write(to: path)
      return [.notice(.done(sentence).logged(of: owner.request))]
    case .pick(let line, let mode, let filter, let purpose, let isRevealed):
      let picked = try await view.pick(line, mode, of: filter, isRevealed: isRevealed)
      return [picked.map { deliver($0, for: purpose) } ?? .notice(.refused(purpose.refusal))]
    default: return try await actions().map { owner.deliver($0) }
    }
  }

  private func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action {
    guard purpose == .menu else { return owner.deliver(picked, for: purpose) }
    var shown = picked
    shown.raw = nil
    return .ask(.value(shown, of: owner))
  }

  private func actions() async throws -> [BodyBrowser.Action] {
    switch job {
    case .page(let query): [.page(try await view.page(query), query)]
    case .path(let line, let mode): [.path(try await view.path(line, mode), line: line)]
    case .fold(let line): [.moved(to: try await view.toggleFold(line))]
    case .foldAll(let line): [.moved(to: try await view.toggleAllFolds(line))]
    case .find(let term, let number, let line, let mode):
      [.found(try await view.find(term, number: number, from: line, mode), number: number)]
    case .step(let found, let steps, let mode, let number):
      [.found(try await view.step(found, by: steps, mode), number: number)]
    case .locate(let path): try await view.line(of: path).map { [.moved(to: $0)] } ?? []
    case .copyValue(let line, let mode, let isRevealed):
      [.copied(view.masked(try await view.value(line, mode), isRevealed), of: try await name(of: line, mode))]
    case .copyBody(let isRevealed):
      [.copied(view.masked(try await view.text(), isRevealed), of: "the body, \(ByteCount.text(view.source.count))")]
    case .pick, .save: []
    }
  }

  /// What people call the value on a line.
  private func name(of line: Int, _ mode: BodyMode) async throws -> String {
    guard let path = try await view.path(line, mode) else { return "the line" }
    return path == "." ? "the value" : path
  }
}
