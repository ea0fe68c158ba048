import JQ
import ParleyEngine
import ParleyText
import ParleyWorkspace

extension UsageError {
  /// A filter on the command line that is none: where, and what was expected.
  init(_ mistake: JQCompileError, in filter: String) {
    let line = filter.split(separator: "\n", omittingEmptySubsequences: false)[mistake.line - 1]
    let caret = String(repeating: " ", count: mistake.column - 1) + "^"
    self.init(
      "The filter is wrong in column \(mistake.column)"
        + (mistake.line > 1 ? " of line \(mistake.line)" : "") + ": \(Printable.text(mistake.message.ended))",
      detail: "\(Printable.text(String(line)))\n  \(caret)")
  }
}
