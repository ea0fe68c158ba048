import ParleyWorkspace
package import Workbench

// The same as `parley export`.
extension LiveServices {
  package func export(_ export: FormatExport) async throws -> FormatExportOutcome {
    guard let format = ExportFormat(rawValue: export.format.rawValue) else { return .text("", notes: []) }
    let session = session
    let file: ExportedFile
    switch export.subject {
    case .group(let id): file = try await session.export(format, ExportWish([id]))
    case .request(let id, nil): file = try await session.export(format, ExportWish([id.rawValue]))
    case .request(let id, let draft?):
      let definition = try session.definition(draft, of: id.rawValue)
      file = try await session.export(format, definition, as: id.rawValue)
    }
    let notes = file.notes.map { "\($0.place): \($0.text)" }
    guard !export.path.isEmpty else { return .text(file.text, notes: notes) }
    let path = personalPath(export.path)
    do {
      return .written(try file.write(to: path, replacing: export.replaces), notes: notes)
    } catch ExportError.exists(let path) {
      return .exists(path: path)
    }
  }
}
