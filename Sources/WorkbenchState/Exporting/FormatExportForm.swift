import ParleyEngine
import ParleyModel
import TerminalKit
package import WorkbenchServices

extension ExportFormat {
  /// As the form offers it.
  package var words: String {
    switch self {
    case .postman: "Postman collection"
    case .openapi: "OpenAPI description"
    default: title
    }
  }
}

extension FormatExport {
  package var name: String {
    switch subject {
    case .request(let id, _): id.isScratch ? "request" : id.rawValue
    case .group(let id, _): id
    }
  }

  /// Formats that can say it: a group is steps, which collections do not have.
  var formats: [ExportFormat] {
    let code: [ExportFormat] = [.curl, .swift, .python, .javascript, .go, .k6]
    if case .group = subject { return code + [.markdown] }
    return code + [.http, .postman, .openapi, .markdown]
  }
}

/// Asks as what a request or group is exported, and into which file.
package struct FormatExportForm: PopupForm {
  let export: FormatExport

  package init(export: FormatExport) {
    self.export = export
  }

  package var title: String { "Export or copy \(export.name.fitted(to: 40)) as…" }
  package var note: String {
    """
    ← and → choose the format. Without a file the text is copied. The path begins where Parley was started; a name without an ending \
    gets the usual one. Secrets are never written.
    """
  }
  package var fields: [FormField] {
    [
      FormField("as", choices: export.formats.map(\.words), chosen: export.format.words),
      FormField("file", export.path),
    ]
  }

  /// The export as typed, with the complete name of the file.
  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    var export = export
    export.format = export.formats.first { $0.words == answers[0] } ?? export.format
    let path = answers[1].filter { !$0.isNewline }
    guard !path.hasSuffix("/") else { throw FormMistake("Name the file, or leave it empty to copy.") }
    let name = path.split(separator: "/").last ?? ""
    export.path = path.isEmpty || name.dropFirst().contains(".") ? path : path + export.format.ending
    return .exporting(.export(export))
  }
}

extension Confirm {
  package static func overwriting(_ path: String, by export: FormatExport) -> Confirm {
    var replacing = export
    replacing.replaces = true
    return Confirm(
      "Overwrite the file?", [StyledText(path), "There is such a file already.", ""],
      choices: [
        .init("n", "keep it"), .init("o", "overwrite", .exporting(.export(replacing)), isDangerous: true),
      ])
  }
}
