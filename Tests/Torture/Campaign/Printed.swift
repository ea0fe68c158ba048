import TerminalKit

/// What was found must not do to this terminal what it did to another.
enum Printed {
  static func safe(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Sanitizer.visible(String($0)) }
      .joined(separator: "\n")
  }
}
