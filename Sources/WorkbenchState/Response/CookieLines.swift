import ParleyEngine
import TerminalKit

/// The cookies that a response sets, with what goes along with each.
struct CookieLines {
  private(set) var lines: [StyledText] = []
  /// The clipboard text of each cookie.
  private(set) var copies: [Int: String] = [:]

  /// Their values are secrets.
  init(_ head: ResponseOverview, isRevealed: Bool = false) {
    let set = head.headers.filter { $0.name.lowercased() == "set-cookie" }.map { $0.value.split(separator: ";") }
    let names = set.map { CellWidth.columns(of: Sanitizer.visible(Self.name(of: $0))) }
    let width = min(24, names.max() ?? 0)
    for parts in set {
      copies[lines.count] = "\(Self.name(of: parts)): \(Self.value(of: parts, isRevealed))"
      lines.append(Self.line(parts, width, isRevealed))
    }
  }

  private static func line(_ parts: [Substring], _ width: Int, _ isRevealed: Bool) -> StyledText {
    let name = name(of: parts)
    let gap = String(repeating: " ", count: max(0, width - CellWidth.columns(of: Sanitizer.visible(name))) + 2)
    let attributes = parts.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: "; ")
    return [
      Span(name, .key), Span(gap + value(of: parts, isRevealed)),
      Span(attributes.isEmpty ? "" : "   \(attributes)", .muted),
    ]
  }

  private static func value(of parts: [Substring], _ isRevealed: Bool) -> String {
    let value = (parts.first ?? "").drop { $0 != "=" }.dropFirst()
    return isRevealed || value.isEmpty ? String(value) : Secrets.mask
  }

  private static func name(of parts: [Substring]) -> String {
    String((parts.first ?? "").prefix { $0 != "=" })
  }
}
