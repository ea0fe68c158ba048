import TerminalKit

/// Edits one request.
struct Composer: Component {
  enum Action: Sendable {
    /// The request came from disk; nil is an answer without content, such as the one of a scratch.
    case loaded(LoadedRequest)
    case previewed(Preview)
  }

  let request: RequestID
  /// What the file says.
  var saved: RequestDraft
  /// What stands in the fields.
  var draft: RequestDraft
  var preview = Preview()

  init(_ request: RequestID, draft: RequestDraft = RequestDraft()) {
    self.request = request
    self.saved = draft
    self.draft = draft
  }

  var isDirty: Bool { draft != saved }
  var keyContexts: [KeyContext] { [.composer] }
}
