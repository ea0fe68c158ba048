import ParleyModel
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func exporting(_ action: ExportingAction) -> [Effect] {
    switch action {
    case .askRequest(let isListed):
      ask(isListed ? sidebar.selected.map { .request($0, tabs[$0]?.unsaved) } : openSubject)
    case .askGroup(let isListed):
      ask((isListed ? groups.list.selectedGroup : groups.group).map { .group($0, groups.drafts[$0]?.text) })
    case .copy(let format):
      guard let subject = openSubject else { return [] }
      return exporting(.export(FormatExport(subject, as: format)))
    case .export(let export): return [.perform(ExportEffect(export: export))]
    case .exported(let export, .text(let text, let notes)):
      return [.terminal(.copy(text, of: "\(export.name.fitted(to: 40)) as \(export.format.words)"))] + told(notes)
    case .exported(let export, .written(let paths, let notes)):
      let words = "Wrote \(export.name.fitted(to: 40)) to \(paths.joined(separator: ", "))."
      return [.say(Notice.done(words).logged())] + told(notes)
    case .exported(let export, .exists(let path)): popups.push(Popup(Confirm.overwriting(path, by: export)))
    }
    return []
  }

  private var openSubject: FormatExport.Subject? {
    guard let composer, composer.guest == nil else { return nil }
    return .request(composer.request, composer.draft)
  }

  private mutating func ask(_ subject: FormatExport.Subject?) {
    guard let subject else { return }
    ask(FormatExportForm(export: FormatExport(subject, as: .curl)))
  }

  /// Shows what an export left out, if anything.
  private mutating func told(_ notes: [String]) -> [Effect] {
    guard !notes.isEmpty else { return [] }
    popups.push(Popup(ExportNotesSheet(notes)))
    return []
  }
}

/// Asks for an export.
struct ExportEffect: ServiceEffect {
  let export: FormatExport

  func perform(with services: Services) async throws -> [Action] {
    [.exporting(.exported(export, try await services.workspace.export(export)))]
  }
}
