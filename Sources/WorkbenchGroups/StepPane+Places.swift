import TerminalKit
import WorkbenchParts
import WorkbenchState

extension StepPane {
  var jumpPoints: [Point] {
    if let request { return request.composer.jumpPoints }
    guard subject != nil, edit == nil, !showsForm else { return [] }
    return tabLine(max(1, size.width - 1)).jumpPoints.map { $0.moved(right: 1) }
  }

  var scrollExtent: ScrollExtent? {
    if let request { return request.composer.scrollExtent }
    if let edit { return edit.editor.extent }
    if showsForm {
      return form.overrides?.composer.scrollExtent ?? form.field?.area.editor?.extent ?? form.cursor.extent
    }
    return showsBody ? browser.pane.cursor.extent : lines.cursor.extent
  }
}
