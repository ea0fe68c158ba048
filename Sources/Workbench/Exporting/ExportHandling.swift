import ParleyModel
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// Exporting a request or a group to another format.
enum ExportHandling {
  static func handle(_ action: ExportingAction, in state: inout State) -> [Effect] {
    switch action {
    case .askRequest(let isListed):
      ask(
        isListed ? state.sidebar.selected.map { .request($0, state.tabs[$0]?.unsaved) } : openSubject(in: state),
        in: &state)
    case .askGroup(let isListed):
      ask(
        (isListed ? state.groups.list.selectedGroup : state.groups.group).map {
          .group($0, state.groups.drafts[$0]?.text)
        }, in: &state)
    case .copy(let format):
      guard let subject = openSubject(in: state) else { return [] }
      return handle(.export(FormatExport(subject, as: format)), in: &state)
    case .export(let export): return [.perform(ExportEffect(export: export))]
    case .exported(let export, .text(let text, let notes)):
      return [.terminal(.copy(text, of: "\(export.name.fitted(to: 40)) as \(export.format.words)"))]
        + told(notes, in: &state)
    case .exported(let export, .written(let paths, let notes)):
      let words = "Wrote \(export.name.fitted(to: 40)) to \(paths.joined(separator: ", "))."
      return [.say(Notice.done(words).logged())] + told(notes, in: &state)
    case .exported(let export, .exists(let path)): state.popups.push(Popup(Confirm.overwriting(path, by: export)))
    }
    return []
  }

  private static func openSubject(in state: State) -> FormatExport.Subject? {
    guard let composer = state.composer, composer.guest == nil else { return nil }
    return .request(composer.request, composer.draft)
  }

  private static func ask(_ subject: FormatExport.Subject?, in state: inout State) {
    guard let subject else { return }
    state.ask(FormatExportForm(export: FormatExport(subject, as: .curl)))
  }

  /// Shows what an export left out, if anything.
  private static func told(_ notes: [String], in state: inout State) -> [Effect] {
    guard !notes.isEmpty else { return [] }
    state.popups.push(Popup(ExportNotesSheet(notes)))
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
