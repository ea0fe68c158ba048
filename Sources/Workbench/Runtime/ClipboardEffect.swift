import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Gives what the terminal does not copy to a program that takes it.
struct ClipboardEffect: ServiceEffect {
  let text: String
  /// The name of the text, as shown to people.
  let name: String

  var lane: Lane? { Lane("clipboard", keepsOnlyNewest: true) }
  var failureHeading: String? { "not copied" }

  func perform(with services: Services) async throws -> [Action] {
    let program = try await services.person.copy(text)
    return [.notice(.copied(text, of: name, by: program))]
  }
}

extension Notice {
  /// A notice of a copy, which says so if secrets in it are masked.
  /// - Parameter program: the program that took the text; nil for the terminal.
  static func copied(_ text: String, of name: String, by program: String? = nil) -> Notice {
    let taker = program.map { ", by \($0)" } ?? ""
    let way = name.contains("curl") ? "; y C copies them too" : name.hasPrefix("the ") ? "; v reveals them" : ""
    let masked = text.contains(Secrets.mask) ? " Its secrets are masked\(way)." : ""
    // The path of the whole body is a full stop itself.
    let end = taker.isEmpty && name.hasSuffix(" .") ? ", of the whole body." : "\(taker)."
    return .done("Copied \(name.fitted(to: 120))\(end)\(masked)")
  }
}
