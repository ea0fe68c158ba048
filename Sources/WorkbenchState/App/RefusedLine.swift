package import TerminalKit
package import WorkbenchServices

/// A line to type in that was asked for, and refused. The word that a person types for it would do anything, key by key.
package struct RefusedLine: Hashable, Sendable {
  package let pane: Pane
  package let notice: Notice

  /// - Parameter reason: a sentence.
  package init(in pane: Pane, because reason: String) {
    self.pane = pane
    notice = .refused("\(reason) Esc, then letters act again.")
  }

  /// Whether a key belongs to the word, or ends it.
  package func takes(_ key: Key) -> Bool { key.typed != nil || key.code == .backspace || ends(with: key) }

  /// Whether a key ends the word.
  package func ends(with key: Key) -> Bool { key == .enter || key == .escape }
}
