package import ParleyEngine

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
