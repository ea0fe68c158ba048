import ParleyEngine
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
  /// Its parts, for a recording. Secrets are masked in it.
  var asRecorded: JSONValue {
    var members: [(String, JSONValue)] = [
      ("method", .string(method)), ("url", .string(Parameters.url(of: self))),
      ("headers", .object(JSONObject(headers.filter(\.isOn).map { ($0.name, .string($0.value)) }))),
    ]
    if let text = body.written { members.append(("body", .string(text))) }
    return .object(JSONObject(members))
  }
}

extension DraftBody {
  /// As one text, where it is one.
  fileprivate var written: String? {
    switch self {
    case .json(let text), .text(let text): text
    case .form(let rows): rows.filter(\.isOn).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    case .none, .multipart, .file, .graphql: nil
    }
  }
}
