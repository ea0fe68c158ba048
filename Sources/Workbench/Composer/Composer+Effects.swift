extension Composer {
  /// What the composer wants done.
  enum DraftEffect: ServiceEffect {
    case preview(RequestDraft, of: RequestID)
    /// On disk before the next keystroke's.
    case keep(RequestDraft, of: RequestID)
    case drop(of: RequestID)
    case importCurl(String, of: RequestID)
    case stage(String, suffix: String, of: RequestID)
    case collect(String, of: RequestID)
    /// The files of the workspace.
    case files(of: RequestID)

    var lane: Lane? {
      switch self {
      case .preview(_, let id): Lane("preview \(id)", keepsOnlyNewest: true)
      case .keep(_, let id), .drop(let id): Lane("draft \(id)", keepsOnlyNewest: true, outlivesTheScreen: true)
      case .importCurl, .stage, .collect, .files: nil
      }
    }

    /// A draft that cannot be kept is told in the log and by the mark in the top bar, not at every keystroke.
    var isAskedFor: Bool { false }

    func perform(with services: any Services) async throws -> [Workbench.Action] {
      switch self {
      case .preview(let draft, let id):
        return [.composer(.previewed(await services.preview(draft, of: id)), of: id)]
      case .keep(let draft, let id):
        try await services.keepDraft(draft, of: id)
      case .drop(let id):
        try await services.dropDraft(of: id)
      case .importCurl(let text, let id):
        return [.composer(.imported(try await services.draft(fromCurl: text), pasted: text), of: id)]
      case .stage(let text, let suffix, let id):
        return [.composer(.staged(try await services.stage(text, suffix: suffix, isSecret: false)), of: id)]
      case .files(let id):
        return [.composer(.files(try await services.files()), of: id)]
      case .collect(let path, let id):
        return [.composer(.collected(try await services.collect(path)), of: id)]
      }
      return []
    }
  }
}
