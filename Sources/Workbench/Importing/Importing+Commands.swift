import ParleyModel
import TerminalKit
import WorkbenchState

extension CommandRow {
  /// Everywhere.
  static var importing: CommandRow {
    CommandRow(
      "import.ask", "Import an API",
      help: "Imports \(ImportFormat.titles): from a file, a URL, or pasted.",
      keys: ["Alt-a"], in: [.always], does: .importing(.ask),
      disabledReason: { $0.workspace == nil ? "The workspace is still being read." : nil })
  }
}

extension ImportSheet {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "import.toggle", "Take or leave", help: "Takes or leaves the line; a folder with everything in it.",
        keys: ["Space"], in: [.importing], hint: .init("take or leave out", rank: 0), does: .importing(.toggle)),
      CommandRow(
        "import.toggleAll", "Take or leave all", help: "Leaves everything out, or takes everything again.", keys: ["*"],
        in: [.importing], hint: .init("all", rank: 1)
      ) { state in
        state.imports.draft?.toggleAll()
        return []
      },
      CommandRow(
        "import.notes", "What is not taken over", help: "Lists what cannot be taken over, and why.", keys: ["n"],
        in: [.importing], hint: .init("notes", rank: 3)
      ) { state in
        ImportHandling.showNotes(in: &state)
        return []
      },
      CommandRow(
        "import.target", "Where it goes", help: "Chooses the folder that the requests go into.", keys: ["i"],
        in: [.importing], hint: .init("folder", rank: 2)
      ) { state in
        ImportHandling.askTarget(in: &state)
        return []
      },
    ]
  }
}
