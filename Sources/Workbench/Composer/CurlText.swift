/// A draft as a curl command, templates and all: what can be pasted into documentation, or back into Parley.
struct CurlText {
  private let draft: RequestDraft
  private let url: String

  /// - Parameter url: the whole URL where it is known; else the draft's own is written.
  init(_ draft: RequestDraft, url: String) {
    self.draft = draft
    self.url = url.isEmpty ? Parameters.url(of: draft) : url
  }

  var text: String {
    (["curl \(Self.quoted(url))"] + method + headers + data).joined(separator: " \\\n  ")
  }

  private var method: [String] {
    let implied = draft.body == .none ? "GET" : "POST"
    switch draft.method {
    case "", implied, "none": return draft.method.isEmpty && draft.body != .none ? ["-X GET"] : []
    case "HEAD": return ["-I"]
    default: return ["-X \(Self.quoted(draft.method))"]
    }
  }

  private var headers: [String] {
    let isJSON = [.json, .graphql].contains(draft.body.kind)
    let named = draft.headers.contains { $0.isOn && $0.name.lowercased() == "content-type" }
    let own = draft.headers.filter(\.isOn).map { "-H \(Self.quoted("\($0.name): \($0.value)"))" }
    return own + authorization + (isJSON && !named ? ["-H 'Content-Type: application/json'"] : [])
  }

  private var authorization: [String] {
    switch draft[.auth] {
    case "basic": ["-u \(Self.quoted("\(draft[.user]):\(draft[.password])"))"]
    case "digest": ["--digest -u \(Self.quoted("\(draft[.user]):\(draft[.password])"))"]
    case "bearer": ["-H \(Self.quoted("Authorization: Bearer \(draft[.token])"))"]
    case "apiKey" where draft[.keyPlace] != "query": ["-H \(Self.quoted("\(draft[.keyName]): \(draft[.keyValue])"))"]
    default: []
    }
  }

  private var data: [String] {
    switch draft.body {
    case .none: []
    case .file: ["--data-binary \(Self.quoted("@\(draft[.filePath])"))"]
    case .multipart(let parts):
      parts.filter(\.row.isOn).map { "--form \(Self.quoted(Self.written($0)))" }
    case .graphql(let query, let variables):
      ["--data-raw \(Self.quoted(GraphQLText.json(query: query, variables: variables)))"]
    case .json(let text), .text(let text): ["--data-raw \(Self.quoted(text))"]
    case .form(let rows):
      rows.filter(\.isOn).map { "--data-urlencode \(Self.quoted("\($0.name)=\($0.value)"))" }
    }
  }

  private static func written(_ part: DraftPart) -> String {
    let type = part.type.isEmpty ? "" : ";type=\(part.type)"
    return "\(part.row.name)=\(part.isFile ? "@" : "")\(part.row.value)\(type)"
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
