import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// The uses of the cell under the cursor.
extension VariableGrid {
  /// Asks something about the variable under the cursor.
  func ask(_ question: (VariableRow, VariableHome) -> any ScreenQuestion) -> [Effect] {
    guard let selected, let home else { return [] }
    return [.then(.ask(question(selected, home)))]
  }

  func copy() -> [Effect] {
    guard let selected, case .text(let text, isMasked: false)? = cell else {
      return [.say(.refused("Only a text can be copied; secrets stay where they come from."))]
    }
    return [.terminal(.copy(text, of: selected.name))]
  }

  /// Makes the environment of the column the active one.
  func useEnvironment() -> [Effect] {
    guard let environment else {
      return [.say(.refused("The defaults hold in every environment: move to the column of one."))]
    }
    return [.perform(WorkspaceEffect.select(environment.name))]
  }

  /// The cursor goes to what is new.
  mutating func follow(_ change: EnvironmentEdit) {
    switch change {
    case .set(let name, _, let home):
      select(name)
      select(home)
    case .copy(_, let new), .rename(_, let new): select(new)
    case .create(let new), .describe(_, let new): select(.environment(new.name))
    case .duplicate(_, let new): select(.environment(new))
    case .remove, .delete: break
    }
  }
}
