package import TerminalKit
package import WorkbenchParts

/// How texts of many lines are edited, and what outlives a field.
package struct EditingStyle: Sendable {
  /// Whether they have the keys of vi.
  package var usesVi = false
  package var memory = ViEditing.Memory()
}

extension TextField {
  /// The editor of many lines.
  package var editor: TextEditor? {
    if case .text(let editor) = self { editor } else { nil }
  }

  package mutating func changeEditor(_ body: (inout TextEditor) -> Void) {
    guard case .text(var editor) = self else { return }
    body(&editor)
    self = .text(editor)
  }

  /// Whether letters are commands, not text.
  var isCommanding: Bool { editor?.vi?.isInserting == false }
}
