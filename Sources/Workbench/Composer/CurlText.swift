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
    let isJSON = draft.body.kind == .json
    let named = draft.headers.contains { $0.isOn && $0.name.lowercased() == "content-type" }
    let own = draft.headers.filter(\.isOn).map { "-H \(Self.quoted("\($0.name): \($0.value)"))" }
    return own + (isJSON && !named ? ["-H 'Content-Type: application/json'"] : [])
  }

  private var data: [String] {
    switch draft.body {
    case .none, .kept: []
    case .json(let text), .text(let text): ["--data-raw \(Self.quoted(text))"]
    case .form(let rows):
      rows.filter(\.isOn).map { "--data-urlencode \(Self.quoted("\($0.name)=\($0.value)"))" }
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
