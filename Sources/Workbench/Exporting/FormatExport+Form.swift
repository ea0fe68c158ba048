import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices

extension ExportFormat {
  /// As the form offers it.
  var words: String {
    switch self {
    case .postman: "Postman collection"
    case .openapi: "OpenAPI description"
    default: title
    }
  }
}

extension FormatExport {
  var name: String {
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

  /// The export as typed, with the complete name of the file.
  func action(for answers: [String]) -> Result<Action, FormPurpose.Mistake> {
    var export = self
    export.format = formats.first { $0.words == answers[0] } ?? format
    let path = answers[1].filter { !$0.isNewline }
    guard !path.hasSuffix("/") else { return .failure(.init(sentence: "Name the file, or leave it empty to copy.")) }
    let name = path.split(separator: "/").last ?? ""
    export.path = path.isEmpty || name.dropFirst().contains(".") ? path : path + export.format.ending
    return .success(.exporting(.export(export)))
  }
}

extension FormSheet {
  init(exporting export: FormatExport) {
    self.init(
      "Export or copy \(export.name.fitted(to: 40)) as…",
      note: """
        ← and → choose the format. Without a file the text is copied. The path begins where Parley was started; a name without an ending \
        gets the usual one. Secrets are never written.
        """,
      [Field("as", choices: export.formats.map(\.words), chosen: export.format.words), Field("file", export.path)],
      for: .exportAs(export))
  }
}

extension Confirm {
  static func overwriting(_ path: String, by export: FormatExport) -> Confirm {
    var replacing = export
    replacing.replaces = true
    return Confirm(
      "Overwrite the file?", [StyledText(path), "There is such a file already.", ""],
      choices: [
        .init("n", "keep it"), .init("o", "overwrite", .exporting(.export(replacing)), isDangerous: true),
      ])
  }
}
