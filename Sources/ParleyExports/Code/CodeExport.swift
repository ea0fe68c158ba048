import ParleyModel

/// Writes requests and groups as a program in one of the languages.
struct CodeExport {
  private let api: ExportedAPI
  private let format: ExportFormat

  init(_ api: ExportedAPI, as format: ExportFormat) { (self.api, self.format) = (api, format) }

  package func file() throws(ExportError) -> ExportedFile {
    guard !api.selection.names.isEmpty else { throw .namesNothing(format: format.title) }
    switch format {
    case .curl: return written(by: ShellScript.self)
    case .swift: return written(by: SwiftScript.self)
    case .python: return written(by: PythonScript.self)
    case .javascript: return written(by: JavaScriptScript.self)
    case .go: return written(by: GoScript.self)
    case .k6: return written(by: K6Script.self)
    case .har, .http, .postman, .openapi, .markdown: throw .namesNothing(format: format.title)
    }
  }

  private func written<Writer: ScriptWriter>(by type: Writer.Type) -> ExportedFile {
    var builder = ScriptBuilder(api, reserved: Writer.reserved)
    let script = builder.build()
    var writer = Writer(script)
    return ExportedFile(writer.program(), notes: script.notes + unsupported(script))
  }

  /// Notes on the features that the language does not support.
  private func unsupported(_ script: Script) -> [ExportNote] {
    var notes: [ExportNote] = []
    if format == .k6 {
      notes += K6Script.unknownFilters(in: script).map {
        ExportNote(api.title, "k6 cannot do \($0): the script ends there until you write it in JavaScript.")
      }
    }
    for auth in script.authentications where !auth.isKnown(in: format) {
      notes.append(ExportNote(api.title, "\(auth.words) is not exported to \(format.title)."))
    }
    return notes
  }
}

extension Script {
  fileprivate var authentications: [Send.Auth] {
    func look(_ steps: [Step]) -> [Send.Auth] {
      steps.flatMap { step -> [Send.Auth] in
        if case .send(let send) = step { return send.auth.map { [$0] } ?? [] }
        return look(step.inner)
      }
    }
    return look(steps)
  }
}

extension Script.Send.Auth {
  fileprivate var words: String {
    switch self {
    case .digest: "Digest authentication"
    case .aws: "An AWS signature"
    }
  }

  fileprivate func isKnown(in format: ExportFormat) -> Bool {
    switch self {
    case .digest: [.curl, .swift, .python].contains(format)
    case .aws: [.curl, .swift].contains(format)
    }
  }
}
