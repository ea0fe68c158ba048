internal import ParleyEngine
import ParleyFiles

extension RenderedRequest.Body {
  /// The body as it is written: files by their paths, forms before they are encoded.
  /// - Parameter reveals: whether secrets are shown in it.
  func text(reveals: Bool) -> String {
    switch self {
    case .json(let text), .text(let text): text.text(reveals: reveals)
    case .form(let rows): rows.map { "\($0.name)=\($0.value.text(reveals: reveals))" }.joined(separator: "&")
    case .multipart(let parts):
      parts.map { "\($0.name)=\($0.content.text(reveals: reveals))" }.joined(separator: "\n")
    case .file(let file): "@\(file.path)"
    case .graphql(let query):
      [query.query, query.variables].compactMap { $0?.text(reveals: reveals) }.joined(separator: "\n")
    }
  }
}

extension RenderedRequest.BodyPart.Content {
  fileprivate func text(reveals: Bool) -> String {
    switch self {
    case .text(let text): text.text(reveals: reveals)
    case .file(let path): "@\(path)"
    }
  }
}

extension RenderedText {
  fileprivate func text(reveals: Bool) -> String { reveals ? text : masked }
}
