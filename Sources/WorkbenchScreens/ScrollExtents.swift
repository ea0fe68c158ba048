package import TerminalKit
import WorkbenchParts
import WorkbenchState

// The part of each pane that is in view.

extension EventsScreen { package var scrollExtent: ScrollExtent? { cursor.extent } }
extension CacheList { var scrollExtent: ScrollExtent? { cursor.extent } }
extension SharedList { package var scrollExtent: ScrollExtent? { cursor.extent } }
extension SharedHistory { var scrollExtent: ScrollExtent? { cursor.extent } }
extension SharedUses { var scrollExtent: ScrollExtent? { cursor.extent } }
extension HistoryList { var scrollExtent: ScrollExtent? { cursor.extent } }

extension SharedValuePane {
  package var scrollExtent: ScrollExtent? { edit?.editor.extent ?? browser.pane.cursor.extent }
}

extension CacheEntryPane {
  var scrollExtent: ScrollExtent? { showsBody ? browser.pane.cursor.extent : lines.cursor.extent }
}

extension ExchangePane {
  var scrollExtent: ScrollExtent? { showsBody ? browser.pane.cursor.extent : lines.cursor.extent }
}
