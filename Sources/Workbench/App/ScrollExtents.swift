import TerminalKit
import WorkbenchParts

// What of each pane is in view.

extension Sidebar { var scrollExtent: ScrollExtent? { cursor.extent } }
extension EventsScreen { var scrollExtent: ScrollExtent? { cursor.extent } }
extension CacheList { var scrollExtent: ScrollExtent? { cursor.extent } }
extension SharedList { var scrollExtent: ScrollExtent? { cursor.extent } }
extension SharedHistory { var scrollExtent: ScrollExtent? { cursor.extent } }
extension SharedUses { var scrollExtent: ScrollExtent? { cursor.extent } }
extension HistoryList { var scrollExtent: ScrollExtent? { cursor.extent } }
extension GroupList { var scrollExtent: ScrollExtent? { cursor.extent } }
extension StepTree { var scrollExtent: ScrollExtent? { cursor.extent } }
extension ComparedTree { var scrollExtent: ScrollExtent? { cursor.extent } }
extension ComparedPane { var scrollExtent: ScrollExtent? { cursor.extent } }

extension Composer {
  var scrollExtent: ScrollExtent? {
    guard showsText else { return showsRows ? cursor.extent : nil }
    return field?.area.editor?.extent
      ?? ScrollExtent(first: scroll.top, shown: textHeight, count: textLineCount)
  }
}

extension SharedValuePane {
  var scrollExtent: ScrollExtent? { edit?.editor.extent ?? browser.pane.cursor.extent }
}

extension StepPane {
  var scrollExtent: ScrollExtent? {
    if let request { return request.composer.scrollExtent }
    if let edit { return edit.editor.extent }
    if showsForm {
      return form.overrides?.composer.scrollExtent ?? form.field?.area.editor?.extent ?? form.cursor.extent
    }
    return showsBody ? browser.pane.cursor.extent : lines.cursor.extent
  }
}

extension CacheEntryPane {
  var scrollExtent: ScrollExtent? { showsBody ? browser.pane.cursor.extent : lines.cursor.extent }
}

extension ExchangePane {
  var scrollExtent: ScrollExtent? { showsBody ? browser.pane.cursor.extent : lines.cursor.extent }
}

extension ResponsePane {
  var scrollExtent: ScrollExtent? {
    switch tab {
    case .body: browser.pane.cursor.extent
    case .headers: headers.cursor.extent
    case .timing: timing.cursor.extent
    case .wire: wire.cursor.extent
    case .cookies, .history: self[tab].cursor.extent
    }
  }
}
