package import ParleyEngine
import ParleyModel
import TerminalKit

/// The request of a step that waits, under edit in the rows of a composer.
struct RequestEdit: Sendable {
  let run: String
  let path: NodePath
  let name: String
  /// As it would be sent; secrets are masked.
  let original: RequestDraft
  var composer: Composer

  init(_ original: RequestDraft, of stop: Debugger.Stop, in run: String) {
    self.run = run
    (path, name) = (stop.node.path, stop.node.name)
    self.original = original
    composer = Composer(
      RequestID(rawValue: stop.node.name), draft: original, as: Composer.Guest(tabs: [.params, .headers, .body]))
  }

  var hasChanged: Bool { composer.draft != original }
  var title: String { "the request of \(name.fitted(to: 40))" }
}

extension RequestDraft {
  /// As texts, with what is off left out. A body of files, and what is made for GraphQL, is none.
  package var parts: RequestParts {
    RequestParts(
      method: method, url: Parameters.url(of: self),
      headers: headers.filter { $0.isOn && !$0.name.isEmpty }.map { RequestParts.Row($0.name, $0.value) },
      body: body.part)
  }
}

extension DraftBody {
  fileprivate var part: RequestParts.Body {
    switch self {
    case .json(let text), .text(let text): text.isEmpty ? .none : .text(text)
    case .form(let rows): .form(rows.filter(\.isOn).map { RequestParts.Row($0.name, $0.value) })
    case .none, .multipart, .file, .graphql, .messages: .none
    }
  }
}
