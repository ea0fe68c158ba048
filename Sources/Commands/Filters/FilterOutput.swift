import ParleyEngine
import ParleyWorkspace

/// How the values that a filter gives are written.
package struct FilterOutput: Sendable, Hashable {
  /// Spaces for each level; nil for one line.
  package var indent: Int?
  /// Strings are written as they are, without quotes.
  package var writesRawStrings: Bool

  package init(indent: Int? = 2, writesRawStrings: Bool = false) {
    (self.indent, self.writesRawStrings) = (indent, writesRawStrings)
  }

  func write(_ value: JSONValue, to console: any Console) {
    if writesRawStrings, let text = value.string { return console.pass(Array((text + "\n").utf8)) }
    console.print(value, by: JSONPrinter(indent: indent))
  }
}
