import ParleyModel
package import TerminalKit
package import WorkbenchServices

/// The differences between two versions of a request, part by part.
package enum DraftDifference {
  package struct Part: Hashable, Sendable {
    package let name: String
    package let mine: String
    package let theirs: String
  }

  package static func parts(_ mine: RequestDraft, _ theirs: RequestDraft) -> [Part] {
    let (mine, theirs) = (texts(of: mine), texts(of: theirs))
    return zip(mine, theirs).map { Part(name: $0.name, mine: $0.text, theirs: $1.text) }.filter { $0.mine != $0.theirs }
  }

  /// The lines of a pop-up: both values of every part that differs.
  package static func lines(_ mine: RequestDraft, _ theirs: RequestDraft) -> [StyledText] {
    parts(mine, theirs).flatMap { part -> [StyledText] in
      [
        StyledText(part.name, Style(.title)),
        [Span("  yours  ", .muted), Span(oneLine(part.mine))],
        [Span("  file   ", .muted), Span(oneLine(part.theirs))],
      ]
    }
  }

  private static func texts(of draft: RequestDraft) -> [(name: String, text: String)] {
    [
      ("method", draft.method), ("url", draft.url), ("server", draft.server ?? ""), ("path", text(draft.path)),
      ("query", text(draft.query)), ("headers", text(draft.headers)), ("body", text(draft.body)),
      ("expected headers", text(draft.expectedHeaders)),
      ("expected by jq", draft.expectedFilters.joined(separator: "\n")), ("capture", text(draft.captures)),
      ("docs", draft.docs),
    ] + SettingKey.allCases.map { ($0.label, draft[$0]) }
  }

  private static func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
    return line.isEmpty ? "–" : line.fitted(to: 60)
  }

  private static func text(_ rows: [DraftRow]) -> String {
    rows.map { "\($0.isOn ? "" : "~")\($0.name): \($0.value)" }.joined(separator: "\n")
  }

  private static func text(_ body: DraftBody) -> String {
    switch body {
    case .none: ""
    case .json(let text), .text(let text): text
    case .form(let rows), .messages(let rows): text(rows)
    case .multipart(let parts): text(parts.map(\.row))
    case .file: "a file"
    case .graphql(let query, let variables): [query, variables].filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }
}
