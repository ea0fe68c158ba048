import ParleyModel
import WorkbenchParts
import WorkbenchServices

/// The usual values of a request's field, and those in the workspace's other requests.
struct FieldWords {
  /// The end of the field's text that a choice takes the place of.
  let typed: String
  let suggestions: [Suggestion]

  /// - Returns: nil for a field in which anything may stand.
  init?(of field: Composer.Field, in composer: Composer) {
    let text = field.area.text
    let words = RequestWords(composer)
    switch field.place {
    case .method: self.init(text, Self.methods)
    case .url: self = words.url(text)
    case .cell(_, .name): self.init(text, words.names(of: composer.tab))
    case .cell(let row, .value):
      guard composer.rows.indices.contains(row) else { return nil }
      self = words.values(of: composer.rows[row].name, in: composer.tab, text)
    case .fixed(.path(let name)): self.init(text, words.values(of: name, in: .path))
    case .fixed(.setting(.fileType)): self.init(text, MediaTypes.all)
    case .fixed(.setting(.keyName)): self.init(text, HeaderWords.names(ofResponse: false))
    case .fixed, .text: return nil
    }
  }

  init(_ typed: String, _ suggestions: [Suggestion]) {
    self.typed = typed
    var seen: Set<String> = []
    self.suggestions = suggestions.filter { seen.insert($0.name).inserted }
  }

  static let methods: [Suggestion] = [
    Suggestion("GET", note: "reads"), Suggestion("POST", note: "creates, or does something"),
    Suggestion("PUT", note: "replaces"), Suggestion("PATCH", note: "changes a part"),
    Suggestion("DELETE", note: "deletes"), Suggestion("HEAD", note: "reads the headers alone"),
    Suggestion("OPTIONS", note: "asks what is possible"), Suggestion("TRACE", note: "gives back what arrived"),
    Suggestion("CONNECT", note: "opens a tunnel"), Suggestion("QUERY", note: "reads, with a body"),
    Suggestion("PROPFIND", note: "reads properties (WebDAV)"), Suggestion("REPORT", note: "searches (WebDAV)"),
    Suggestion("MKCOL", note: "makes a folder (WebDAV)"), Suggestion("COPY", note: "copies (WebDAV)"),
    Suggestion("MOVE", note: "moves (WebDAV)"), Suggestion("LOCK", note: "locks (WebDAV)"),
    Suggestion("UNLOCK", note: "unlocks (WebDAV)"), Suggestion("PURGE", note: "empties a cache"),
  ]
}

/// The words for a request: the usual ones, and those of the workspace.
private struct RequestWords {
  private let vocabulary: RequestVocabulary
  private let operation: OperationWords
  private let names: [TemplateName]
  private let draft: RequestDraft
  private let request: RequestID

  init(_ composer: Composer) {
    vocabulary = composer.knowledge.vocabulary ?? RequestVocabulary()
    operation = composer.knowledge.operation
    (names, draft, request) = (composer.names, composer.draft, composer.request)
  }

  /// A method in capitals, the URL of another request, or a parameter of the query.
  func url(_ text: String) -> FieldWords {
    if let mark = text.lastIndex(where: { $0 == "?" || $0 == "&" }), text.contains("?") {
      return parameter(String(text[text.index(after: mark)...]))
    }
    let isMethod = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isUppercase }
    let methods = isMethod ? FieldWords.methods.map { Suggestion("\($0.name) ", note: $0.note) } : []
    let start = text.lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
    return FieldWords(String(text[start...]), methods + vocabulary.urls(besides: request))
  }

  private func parameter(_ text: String) -> FieldWords {
    guard let sign = text.firstIndex(of: "=") else {
      return FieldWords(
        text, names(in: .query).map { Suggestion("\($0.name)=", note: $0.note) })
    }
    return FieldWords(String(text[text.index(after: sign)...]), values(of: String(text[..<sign]), in: .query))
  }

  func names(of tab: Composer.Tab) -> [Suggestion] {
    switch tab {
    case .headers:
      operation.names(in: .headers) + vocabulary.names(in: .headers, near: draft.url).besidesUsual
        + HeaderWords.names(ofResponse: false)
    case .expect: HeaderWords.names(ofResponse: true)
    case .params: names(in: .query)
    case .body where draft.body.kind == .messages: [Suggestion("send"), Suggestion("wait"), Suggestion("wait 10s")]
    case .body: names(in: .form)
    case .auth, .capture, .options, .docs: []
    }
  }

  /// Those of the description first.
  private func names(in part: RequestVocabulary.Part) -> [Suggestion] {
    operation.names(in: part) + vocabulary.names(in: part, near: draft.url)
  }

  func values(of name: String, in tab: Composer.Tab, _ text: String) -> FieldWords {
    switch tab {
    case .headers: header(name, text)
    case .expect: FieldWords(text, HeaderWords.values(of: name, ofResponse: true))
    case .params: FieldWords(text, values(of: name, in: .query))
    case .body where draft.body.kind == .messages: FieldWords(text, [])
    case .body: FieldWords(text, values(of: name, in: .form))
    case .auth, .capture, .options, .docs: FieldWords(text, [])
    }
  }

  /// Those of the workspace, and a variable of the same name.
  func values(of name: String, in part: RequestVocabulary.Part) -> [Suggestion] {
    let wanted = name.lowercased()
    let variables = names.filter { known in
      let last = known.name.lowercased()
      return last == wanted || last.hasSuffix(".\(wanted)")
    }
    return operation.values(of: name, in: part)
      + variables.map { Suggestion("{{\($0.name)}}", value: $0.value, source: $0.source) }
      + vocabulary.values(of: name, in: part, near: draft.url)
  }

  /// Of a list only its last element is completed.
  private func header(_ name: String, _ text: String) -> FieldWords {
    let known = operation.values(of: name, in: .headers) + vocabulary.values(of: name, in: .headers, near: draft.url)
    let usual = HeaderWords.values(of: name, ofResponse: false)
    guard let comma = text.lastIndex(of: ",") else {
      return FieldWords(text, tokens(for: name) + known + usual)
    }
    return FieldWords(String(text[text.index(after: comma)...].drop { $0 == " " }), usual)
  }

  /// The values that may be the token of a request.
  private func tokens(for header: String) -> [Suggestion] {
    guard header.lowercased() == "authorization" else { return [] }
    return names.filter { $0.name.lowercased().contains("token") && !$0.name.contains("(") }.map {
      Suggestion("Bearer {{\($0.name)}}", value: $0.value, source: $0.source)
    }
  }
}

extension [Suggestion] {
  /// Without the names that every workspace knows.
  fileprivate var besidesUsual: [Suggestion] {
    let usual = Set(HeaderWords.requests.map { $0.name.lowercased() })
    return filter { !usual.contains($0.name.lowercased()) }
  }
}
