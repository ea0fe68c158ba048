import ParleyEngine
import ParleyText
import WorkbenchParts
import WorkbenchServices

/// Work on a body, done away from the screen.
struct BodyEffect: ServiceEffect {
  enum Job: Sendable {
    case page(BodyPage.Query)
    case path(Int, BodyMode, TableCell?)
    case fold(Int)
    case foldAll(Int)
    case find(String, number: Int, from: Int, BodyMode)
    case step(BodyView.Found, by: Int, BodyMode, number: Int)
    /// The line of the value at a path.
    case locate(ValuePath)
    case copyValue(PickedPlace)
    case copyBody(isRevealed: Bool, isResult: Bool)
    case pick(PickedPlace, for: PickPurpose)
    /// - isResult: whether it is what a filter gave, and not the body.
    case save(to: String, isResult: Bool)
    case copyTable(TableLook, isRevealed: Bool)
    case saveTable(TableLook, to: String, isRevealed: Bool)
  }

  let job: Job
  let view: BodyView
  let owner: any BodyOwner

  var lane: Lane? {
    switch job {
    case .page: Lane("body \(owner.lane)", keepsOnlyNewest: true)
    case .path: Lane("path \(owner.lane)", keepsOnlyNewest: true)
    case .fold, .foldAll, .step, .locate: Lane("cursor \(owner.lane)")
    case .find, .copyValue, .copyBody, .pick, .save, .copyTable, .saveTable: nil
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch job {
    case .save(let path, let isResult):
      do {
        let sentence = try await BodyFileWriter(view.source).write(to: path)
        return [
          .notice(.done(isResult ? "The filter's result: \(sentence)" : sentence).logged(of: owner.loggedRequest))
        ]
      } catch let problem as Problem where problem.code == BodyFileWriter.exists {
        return [
          owner.deliver(.startSaving(as: path)), .notice(.refused("\(path) exists already: choose another name.")),
        ]
      }
    case .pick(let place, let purpose):
      let picked = try await place.pick(in: view, with: services)
      return [picked.map { deliver($0, for: purpose) } ?? .notice(.refused(purpose.refusal))]
    case .saveTable(let look, let path, let isRevealed):
      guard let text = try await view.delimited(look, isRevealed: isRevealed) else { return [] }
      let sentence = try await BodyFileWriter(InMemoryBytes(text)).write(to: path)
      return [.notice(.done(sentence).logged(of: owner.loggedRequest))]
    case .page(let query):
      return [owner.deliver(.page(try await page(query, with: services), query))]
    case .copyValue(let place) where place.filter != nil || place.cell != nil:
      let picked = try await place.pick(in: view, with: services)
      return [owner.deliver(.copied(picked?.text, of: picked?.path.map { "\($0)" } ?? "the value"))]
    default: return try await actions().map { owner.deliver($0) }
    }
  }

  private func page(_ query: BodyPage.Query, with services: Services) async throws -> BodyPage {
    guard let filter = query.filter else { return try await view.page(query) }
    return try await filter.page(query, of: view, with: services)
  }

  private func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action {
    if purpose == .decode { return picked.text.map { .value(.decode($0)) } ?? .notice(.refused(purpose.refusal)) }
    guard purpose == .menu else { return owner.deliver(picked, for: purpose) }
    var shown = picked
    if let raw = picked.raw, !raw.contains(Secrets.mask) { shown.isDecodable = DecodedValue(.text(raw)) != nil }
    shown.raw = nil
    return .ask(ValueQuestion(value: shown, owner: owner))
  }

  private func actions() async throws -> [BodyBrowser.Action] {
    switch job {
    case .path(let line, let mode, let cell): [.path(try await view.path(line, mode, cell), line: line)]
    case .fold(let line): [.moved(to: try await view.toggleFold(line))]
    case .foldAll(let line): [.moved(to: try await view.toggleAllFolds(line))]
    case .find(let term, let number, let line, let mode):
      [.found(try await view.find(term, number: number, from: line, mode), number: number)]
    case .step(let found, let steps, let mode, let number):
      [.found(try await view.step(found, by: steps, mode), number: number)]
    case .locate(let path): try await view.line(of: path).map { [.moved(to: $0)] } ?? []
    case .copyValue(let place):
      [
        .copied(
          view.masked(try await view.value(place.line, place.mode), place.isRevealed),
          of: try await name(of: place.line, place.mode))
      ]
    case .copyTable(let look, let isRevealed):
      [.copied(try await view.delimited(look, isRevealed: isRevealed), of: "the table as CSV")]
    case .copyBody(let isRevealed, let isResult):
      [
        .copied(
          view.masked(try await view.text(), isRevealed),
          of: "\(isResult ? "the filter's result" : "the body"), \(ByteCount.text(view.source.count))")
      ]
    case .page, .pick, .save, .saveTable: []
    }
  }

  /// The name shown to people for the value on a line.
  private func name(of line: Int, _ mode: BodyMode) async throws -> String {
    guard let path = try await view.path(line, mode) else { return "the line" }
    return path == "." ? "the value" : path
  }
}

/// The place of a picked value in a body.
struct PickedPlace: Sendable {
  let line: Int
  let mode: BodyMode
  /// Of a table.
  let cell: TableCell?
  /// The events that are shown, of a stream.
  let filter: StreamFilter?
  /// By which filter the lines were made; nil for the body itself.
  let made: String?
  let isRevealed: Bool

  func pick(in view: BodyView, with services: Services) async throws -> PickedValue? {
    if let filter { return try await filter.pick(line, of: view, with: services) }
    return try await view.pick(line, mode, cell, of: made, isRevealed: isRevealed)
  }
}
