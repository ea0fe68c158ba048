package import ParleyModel
import ParleyText

/// A request as a person edits it: everything as typed, templates and mistakes included.
package struct RequestDraft: Hashable, Sendable, Codable {
  /// Empty means that the file names none, which is `GET`.
  package var method: String
  /// A path on the server, or a whole URL.
  package var url: String
  /// The key of the server; nil is the folder's or the workspace's default.
  package var server: String?
  /// Values for the variables of the path.
  package var path: [DraftRow]
  package var query: [DraftRow]
  package var headers: [DraftRow]
  package var body: DraftBody
  /// Headers that the response must have.
  package var expectedHeaders: [DraftRow]
  /// Filters that must be true of the response; empty ones say nothing.
  package var expectedFilters: [String]
  /// Shared keys, and the paths of the values in a successful response that they take.
  package var captures: [DraftRow]
  package var docs: String
  /// The settings written as a word or a line, by the names of their keys; absent ones are not set.
  private var settings: [String: String] = [:]

  package init(
    method: String = "", url: String = "", server: String? = nil, path: [DraftRow] = [], query: [DraftRow] = [],
    headers: [DraftRow] = [], body: DraftBody = .none, expectedHeaders: [DraftRow] = [],
    expectedFilters: [String] = [], captures: [DraftRow] = [], docs: String = "",
    settings: [SettingKey: String] = [:]
  ) {
    self.method = method
    self.url = url
    self.server = server
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.expectedHeaders = expectedHeaders
    self.expectedFilters = expectedFilters
    self.captures = captures
    self.docs = docs
    for (key, text) in settings { self[key] = text }
  }

  /// Empty where nothing is said.
  package subscript(key: SettingKey) -> String {
    get { settings[key.rawValue] ?? "" }
    set { settings[key.rawValue] = newValue.isEmpty ? nil : newValue }
  }
}

/// One line of headers, query or form.
package struct DraftRow: Hashable, Sendable, Codable {
  package var name: String
  package var value: String
  /// A row that is off is kept and not sent.
  package var isOn: Bool

  package init(_ name: String, _ value: String, isOn: Bool = true) {
    self.name = name
    self.value = value
    self.isOn = isOn
  }
}

extension DraftRow {
  /// Of a message: whether it is sent, so that its value is a text; otherwise it is a filter.
  package var isSent: Bool { name == "send" }
}

/// One part of a multipart body: a field, or a file.
package struct DraftPart: Hashable, Sendable, Codable {
  /// Of a file the value is its path.
  package var row: DraftRow
  package var isFile: Bool
  /// Its content type; empty where it is not said.
  package var type: String
  /// The file name sent to the server; empty for the file's own name.
  package var fileName: String

  package init(_ row: DraftRow, isFile: Bool = false, type: String = "", fileName: String = "") {
    self.row = row
    self.isFile = isFile
    self.type = type
    self.fileName = fileName
  }
}

package enum DraftBody: Hashable, Sendable, Codable {
  case none
  case json(String)
  case text(String)
  case form([DraftRow])
  case multipart([DraftPart])
  /// A file is the whole body; which one is in the settings.
  case file
  /// Variables are JSON as text.
  case graphql(query: String, variables: String)
  /// The steps on a WebSocket, in order: `send` and a text, or `wait` (`wait 5s`) and a filter.
  case messages([DraftRow])
}

/// A request as it comes from disk.
package struct LoadedRequest: Hashable, Sendable {
  /// The content of its file.
  package var saved: RequestDraft
  /// The unsaved draft; nil if there is none.
  package var draft: RequestDraft?
  /// The content that the draft was made from, if the file has changed since; nil otherwise.
  package var base: RequestDraft?
  /// The keys of the servers it can go to, the default first.
  package var servers: [String]
  /// Relative to the workspace.
  package var file: String
  /// Of two, the one with the higher number is newer.
  package var taking = 0
  /// The file as it stands, if it is not YAML, so that nothing of the request is known.
  package var faulty: FaultyFile?

  package init(saved: RequestDraft, draft: RequestDraft? = nil, servers: [String] = [], file: String = "") {
    self.saved = saved
    self.draft = draft
    self.servers = servers
    self.file = file
  }
}

/// A file that cannot be read as YAML.
package struct FaultyFile: Hashable, Sendable {
  package var text: String
  package var mistake: FileMistake

  package init(_ text: String, _ mistake: FileMistake) {
    self.text = text
    self.mistake = mistake
  }
}

package indirect enum SaveOutcome: Hashable, Sendable {
  case saved(LoadedRequest, WorkspaceSnapshot)
  /// The file says this by now, which is neither what the draft was made from nor the draft.
  case changedOnDisk(LoadedRequest)
  /// The change cannot be made without rewriting more of the file; a person looks at it first.
  case wantsRewrite(FileRewrite)
}

/// A rewrite of a whole file, for a change that cannot be made value by value.
package struct FileRewrite: Hashable, Sendable {
  /// Relative to the workspace.
  package var file: String
  /// The reason for the rewrite, in a sentence.
  package var reason: String
  /// The whole file as it is.
  package var before: String
  /// The whole file as it would be.
  package var after: String

  package init(file: String, reason: String, before: String, after: String) {
    self.file = file
    self.reason = reason
    self.before = before
    self.after = after
  }
}

// What a draft asks for by `{{secret("…")}}`.
extension RequestDraft {
  /// Each once, in the order of the draft.
  package var secretQuestions: [String] {
    var questions: [String] = []
    _ = mapTexts { text in
      questions += SecretTemplates(in: text).questions
      return text
    }
    return questions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// With another template in the place of one of them.
  package func replacingSecret(_ question: String, with template: String) -> RequestDraft {
    mapTexts { SecretTemplates(in: $0).replacing(question, with: template) }
  }

  package func mapTexts(_ change: (String) -> String) -> RequestDraft {
    var copy = self
    copy.url = change(url)
    copy.path = path.mapValues(change)
    copy.query = query.mapValues(change)
    copy.headers = headers.mapValues(change)
    for key in SettingKey.allCases where !self[key].isEmpty { copy[key] = change(self[key]) }
    copy.body = body.mapTexts(change)
    return copy
  }
}

extension DraftBody {
  fileprivate func mapTexts(_ change: (String) -> String) -> DraftBody {
    switch self {
    case .none, .file: self
    case .json(let text): .json(change(text))
    case .text(let text): .text(change(text))
    case .form(let rows): .form(rows.mapValues(change))
    case .multipart(let parts):
      .multipart(
        parts.map { part in
          var part = part
          part.row.value = change(part.row.value)
          return part
        })
    case .graphql(let query, let variables): .graphql(query: change(query), variables: change(variables))
    case .messages(let rows):
      .messages(rows.map { $0.isSent ? DraftRow($0.name, change($0.value), isOn: $0.isOn) : $0 })
    }
  }
}

extension [DraftRow] {
  fileprivate func mapValues(_ change: (String) -> String) -> [DraftRow] {
    map { DraftRow($0.name, change($0.value), isOn: $0.isOn) }
  }
}

extension RequestDraft {
  /// The initial content of a new request.
  package static let new = RequestDraft(url: "/")

  /// With the method that is being typed in front of the URL, and without what is typed behind it.
  package var meant: RequestDraft {
    guard let (method, url) = RequestText.address(in: url) else { return self }
    var draft = self
    (draft.method, draft.url) = (method ?? self.method, url)
    return draft
  }
}
