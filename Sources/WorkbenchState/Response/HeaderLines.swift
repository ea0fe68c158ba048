package import HTTPTypes
package import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Headers in the order and casing they arrived in, those of redirects first, and trailers last.
package struct HeaderLines {
  package private(set) var lines: [StyledText] = []
  /// The clipboard text of each header.
  package private(set) var copies: [Int: String] = [:]
  /// Those of the response itself, not of redirects.
  private(set) var fields: [Int: DraftRow] = [:]
  private let secrets: Secrets
  private let isRevealed: Bool

  package init(
    _ head: ResponseOverview, hops: [Hop], sentAs method: String = "", trailers: HTTPFields = [:],
    masking secrets: Secrets, isRevealed: Bool = false
  ) {
    self.secrets = isRevealed ? Secrets() : secrets
    self.isRevealed = isRevealed
    let names = head.headers.map(\.name) + (hops.map(\.headers) + [trailers]).flatMap { $0.map(\.name.rawName) }
    let width = min(24, names.reduce(0) { max($0, CellWidth.columns(of: Sanitizer.visible($1))) })
    var method = method
    if !hops.isEmpty { lines.append([Span(hops.count.counted("redirect"), .info, .bold)]) }
    for hop in hops {
      add(hop, sentAs: method, width)
      method = hop.next(after: method)
    }
    if !hops.isEmpty { lines.append(address(method, head.url)) }
    lines.append([
      Span("\(head.version) ", .muted), Span(head.statusLine, StatusStyle.style(head.status, isMissed: false)),
    ])
    for field in head.headers {
      // It may become an expectation, which stands in a file.
      if shown(field.name, field.value) == field.value { fields[lines.count] = DraftRow(field.name, field.value) }
      add(field.name, field.value, width)
    }
    add(trailers: trailers, width)
  }

  private mutating func add(trailers: HTTPFields, _ width: Int) {
    guard !trailers.isEmpty else { return }
    lines.append("")
    lines.append([Span("trailers, sent after the body", .muted)])
    for field in trailers {
      if shown(field.name.rawName, field.value) == field.value {
        fields[lines.count] = DraftRow(field.name.rawName, field.value)
      }
      add(field.name.rawName, field.value, width)
    }
  }

  /// `GET http://127.0.0.1:8080/old`
  private func address(_ method: String, _ url: String) -> StyledText {
    [Span(method.isEmpty ? "" : "\(method) ", MethodStyle.style(method)), Span(secrets.masking(url), .muted)]
  }

  private mutating func add(_ hop: Hop, sentAs method: String, _ width: Int) {
    lines.append(address(method, hop.url))
    lines.append([Span("\(hop.status)", .info, .bold), Span(" → \(secrets.masking(hop.location))")])
    for field in hop.headers { add(field.name.rawName, field.value, width) }
    if !hop.droppedHeaders.isEmpty {
      lines.append([Span("not sent to another origin: \(hop.droppedHeaders.joined(separator: ", "))", .warning)])
    }
    lines.append("")
  }

  private mutating func add(_ name: String, _ value: String, _ width: Int) {
    let gap = String(repeating: " ", count: max(0, width - CellWidth.columns(of: Sanitizer.visible(name))) + 2)
    let shown = shown(name, value)
    copies[lines.count] = "\(name): \(shown)"
    lines.append([Span(name, .key), Span(gap + shown)])
  }

  private func shown(_ name: String, _ value: String) -> String {
    guard !isRevealed, let name = HTTPField.Name(name) else { return secrets.maskingForeign(value) }
    return secrets.maskingForeign(Secrets.maskingCookies(in: HTTPField(name: name, value: value)))
  }
}

extension Hop {
  /// The method of the request that follows it.
  fileprivate func next(after method: String) -> String {
    switch status {
    case 303: method == "HEAD" ? method : "GET"
    case 301, 302: method == "POST" ? "GET" : method
    default: method
    }
  }
}
