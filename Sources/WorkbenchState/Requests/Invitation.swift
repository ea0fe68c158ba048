import ParleyModel
import TerminalKit
import WorkbenchServices

/// The first sight where there is no workspace: the ways to begin, each a key or a click away.
struct Invitation {
  struct Line {
    var words: StyledText
    /// The effect of a click; nil for a line that only says something.
    var effect: Effect?
  }

  /// The most recent workspaces it lists.
  private static let mostWorkspaces = 5

  let lines: [Line]

  init(_ workspace: WorkspaceSnapshot) {
    var lines = [
      Line(words: [Span("Type or paste a URL or a curl command; F5 sends it.", .text)]),
      Line(words: [Span("Ctrl-S makes a workspace of it: files for git.", .muted)]),
      Line(words: ""),
      Self.command("Alt-a", "imports an API: OpenAPI, Postman, HAR …", .then(.importing(.ask))),
      Self.command("Alt-w", "opens a workspace", .then(.opening(.ask))),
      Self.command("Ctrl-P", "lists every command, as : here", .then(.overlay(.palette))),
      Self.command(":demo", "opens a demo with a tour (parley demo)", .then(.opening(.openDemo))),
    ]
    let recent = workspace.recent.prefix(Self.mostWorkspaces)
    if !recent.isEmpty {
      lines += [Line(words: ""), Line(words: [Span("Workspaces you opened last", .muted)])]
      lines += recent.map { folder in
        Line(words: [Span("  \(folder)", .text)], effect: .then(.opening(.open(folder: folder))))
      }
    }
    self.lines = lines
  }

  private static let keys = 6

  private static func command(_ key: String, _ words: String, _ effect: Effect) -> Line {
    Line(words: [Span(key.padded(to: keys), .hint), Span("  \(words)", .muted)], effect: effect)
  }

  func draw(into frame: inout Frame, in area: Rect) {
    for (row, line) in lines.prefix(area.height).enumerated() {
      frame.put(line.words, at: area.row(row).origin, maxWidth: area.width)
    }
  }

  /// The effect of a click on a line.
  func click(_ row: Int) -> [Effect] {
    lines.indices.contains(row) ? [lines[row].effect].compactMap { $0 } : []
  }
}
