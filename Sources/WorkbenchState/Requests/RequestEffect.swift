package import ParleyEngine
package import ParleyModel
package import WorkbenchServices

/// Effects of the shell on a single request.
package indirect enum RequestEffect: ServiceEffect {
  case load(RequestID)
  /// Looks whether the file has changed.
  case reload(RequestID)
  case save(RequestDraft, of: RequestID, over: RequestDraft)
  /// The draft is what the person saved when it was shown.
  case rewrite(FileRewrite, RequestDraft, of: RequestID)
  case place([SecretPlacement], RequestDraft, of: RequestID)
  case forgetAnswers
  case openInEditor(RequestID, line: Int? = nil)
  case exchange(ExchangeID)

  package var lane: Lane? {
    switch self {
    case .load, .openInEditor, .exchange: nil
    case .forgetAnswers: Lane("answers", outlivesTheScreen: true)
    case .reload: .openFiles
    case .save(_, let id, _), .rewrite(_, _, let id), .place(_, _, let id): Lane("draft \(id)", outlivesTheScreen: true)
    }
  }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .load(let id): [.request(.loaded(id, try await services.requests.load(id)))]
    // A file that is gone, or cannot be read any more, is seen in the tree.
    case .reload(let id): (try? await services.requests.load(id)).map { [.request(.reloaded(id, $0))] } ?? []
    case .save(let draft, let id, let base):
      [.request(.saved(id, draft, try await services.requests.save(draft, of: id, over: base)))]
    case .rewrite(let rewrite, let draft, let id):
      [.request(.saved(id, draft, try await services.requests.rewrite(rewrite, of: id)))]
    case .place(let secrets, let draft, let id):
      [.request(.placed(id, try await services.requests.place(secrets, in: draft, of: id)))]
    case .forgetAnswers:
      [.request(.forgotAnswers(try await services.requests.forgetAnswers()))]
    case .openInEditor(let id, let line):
      [.terminal(.edit(file: try await services.requests.file(of: id), line: line))]
    case .exchange(let id): [.log(.opened(try await services.history.exchange(id)))]
    }
  }
}
