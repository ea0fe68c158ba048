package import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// An action on a list of objects shown as a table.
package enum TableAction: Hashable, Sendable {
  /// Shows it, or the body again.
  case turn
  /// Shows the list at a path.
  case show(ValuePath)
  /// Sorts by the column of the cursor; again, the other way; again, as the body has it.
  case sort
  case hideColumn
  /// Asks which columns are shown.
  case chooseColumns
  /// Nil shows all.
  case setColumns([String]?)
  case copy
  case startSaving
}

extension BodyBrowser {
  mutating func table(_ action: TableAction, _ owner: any BodyOwner) -> [Effect] {
    switch action {
    case .turn: return turnTable(owner)
    case .show(let path):
      pane.table = TableLook(path: path)
      return show(.table, owner)
    case .sort: return changeLook(owner) { look, cell in look.turnSort(by: cell.name) }
    case .hideColumn:
      let shown = pane.page?.table?.columns.map(\.name) ?? []
      guard shown.count > 1 else { return [.say(.refused("One column stays."))] }
      return changeLook(owner) { look, cell in look.columns = shown.filter { !$0.isIdentical(to: cell.name) } }
    case .chooseColumns: return chooseColumns(owner)
    case .setColumns(let names): return changeLook(owner) { look, _ in look.columns = names }
    case .copy: return effect(.copyTable(pane.table, isRevealed: isRevealed), owner)
    case .startSaving:
      prompt = BodyPrompt(purpose: .saveTable, area: .opened("table.csv"))
      return []
    }
  }

  private mutating func turnTable(_ owner: any BodyOwner) -> [Effect] {
    let usual = pane.page?.kind.mode ?? .raw
    pane.table.path = nil
    return show(pane.mode == .table ? usual == .table ? .raw : usual : .table, owner)
  }

  /// The page that is held is of another look from now on.
  private mutating func changeLook(_ owner: any BodyOwner, _ change: (inout TableLook, TableCell) -> Void) -> [Effect] {
    guard let cell = pane.cell else { return [] }
    change(&pane.table, cell)
    return renew(owner) + showPath(owner)
  }

  private func chooseColumns(_ owner: any BodyOwner) -> [Effect] {
    guard let head = pane.page?.table else { return [] }
    let sheet = ColumnSheet(head, shown: pane.table.columns) { owner.deliver(.table(.setColumns($0))) }
    return [.ask(sheet)]
  }
}

extension BodyBrowser.Place {
  var asTable: [CommandRow] {
    [
      row(
        "table", "Show as a table",
        "Shows a list of objects, CSV or JSON lines as a table, or the body again.", ["Alt-t"], .table(.turn), in: body,
        hint: .init("table", rank: 16),
        disabledReason: needsList),
      row(
        "sort", "Sort the table",
        "Sorts by the column under the cursor: first upwards, then downwards, then as it came.", [","], .table(.sort),
        in: body, disabledReason: needsTable),
      row(
        "columns", "Choose columns", "Chooses which columns the table shows, and in which order.", ["|"],
        .table(.chooseColumns), in: body, disabledReason: needsTable),
      row(
        "hideColumn", "Hide the column", "Hides the column under the cursor.", [], .table(.hideColumn), in: body,
        disabledReason: needsTable),
      row(
        "copyTable", "Copy as CSV", "Copies the rows and columns shown as CSV. Secrets stay masked.", ["y ,"],
        .table(.copy), in: body, disabledReason: needsTable),
      row(
        "saveTable", "Write as CSV", "Writes the rows and columns shown to a new CSV file. Secrets stay masked.", [],
        .table(.startSaving), in: body, disabledReason: needsTable),
    ]
  }

  private var needsList: @Sendable (State) -> String? {
    { [browser] state in
      guard let page = browser(state)?.pane.page else { return "There is no body." }
      if page.mode == .table { return nil }
      if browser(state)?.pane.isComplete == false { return "The body is still arriving." }
      return page.kind.hasTable ? nil : "A table needs JSON, JSON lines or CSV."
    }
  }

  private var needsTable: @Sendable (State) -> String? {
    { [browser] state in
      browser(state)?.pane.hasHead == true ? nil : "There is no table; Alt-t shows a list of objects as one."
    }
  }
}
