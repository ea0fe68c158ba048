internal import ParleyFiles
internal import ParleyFormats
import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

// The same as `parley export`.
extension LiveWorkspace {
  package func export(_ export: FormatExport) async throws -> FormatExportOutcome {
    let file = try await exported(export.subject, as: export.format)
    let notes = file.notes.map { "\($0.place): \($0.text)" }
    guard !export.path.isEmpty else { return .text(file.text, notes: notes) }
    let path = personalPath(export.path)
    do {
      return .written(try file.write(to: path, replacing: export.replaces), notes: notes)
    } catch ExportError.exists(let path) {
      return .exists(path: path)
    }
  }

  /// As it is on the screen; a draft that has not been open was kept.
  private func exported(_ subject: FormatExport.Subject, as format: ExportFormat) async throws -> ExportedFile {
    switch subject {
    case .group(let id, let text?): return try await export(format, group: id, saying: text)
    case .group(let id, nil): return try await export(format, group: id, saying: live.groups.loadGroup(id).draft)
    case .request(let id, let draft?): return try await export(format, draft, of: id)
    case .request(let id, nil):
      guard let draft = try await live.requests.load(id).draft else {
        return try await session.exports.file(format, ExportWish([id.rawValue]))
      }
      return try await export(format, draft, of: id)
    }
  }

  private func export(_ format: ExportFormat, group id: String, saying text: String?) async throws -> ExportedFile {
    try await session.exports.file(format, group: id, saying: text.map { GroupText($0, ofGroup: id) })
  }

  private func export(_ format: ExportFormat, _ draft: RequestDraft, of id: RequestID) async throws -> ExportedFile {
    let session = session
    return try await session.exports.file(format, session.definition(draft, of: id.rawValue), as: id.rawValue)
  }
}
