import ParleyEngine
package import TerminalKit
package import WorkbenchServices

/// The lines of a request as it was sent, and the values that stand on them.
package struct RequestLines: Hashable, Sendable {
  /// More of a body is seen on the first screen.
  private static let mostLines = 2000

  package private(set) var lines: [StyledText] = []
  /// Of the body, by their lines.
  package private(set) var values: [Int: PickedValue] = [:]

  /// - Parameter content: with the method and URL and the headers as its lines.
  package init(_ content: StepContent) async throws {
    lines = content.lines.enumerated().map { index, line in index == 0 ? Self.first(line) : Self.header(line) }
    lines += content.added.map { [Span($0, .muted), Span("  ← added when it is sent", .muted)] }
    guard let body = content.body, body.count > 0 else { return }
    lines.append("")
    let view = BodyView(body, contentType: content.contentType, secrets: content.secrets)
    let page = try await view.page(BodyPage.Query(lines: 0..<Self.mostLines))
    for (line, shown) in page.lines.enumerated() {
      values[lines.count] = try await view.pick(line, page.mode, of: nil, isRevealed: false)
      lines.append(shown.drawn)
    }
    if page.total > page.lines.count { lines.append([Span("… \(page.total - page.lines.count) more lines", .muted)]) }
  }

  private static func first(_ line: String) -> StyledText {
    let method = line.prefix { $0 != " " }
    return [Span(String(method), .accent, .bold), Span(String(line.dropFirst(method.count)), .text)]
  }

  private static func header(_ line: String) -> StyledText {
    let name = line.prefix { $0 != ":" }
    return [Span(String(name), .key), Span(String(line.dropFirst(name.count)), .text)]
  }
}
