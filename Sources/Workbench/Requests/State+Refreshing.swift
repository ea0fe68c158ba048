import TerminalKit
import WorkbenchScreens
import WorkbenchState

extension State {
  /// The command that refreshes what is shown of the cache.
  var refreshOfEntry: CommandID {
    keyContexts.contains(.cacheEntry) ? "cache.entry.askAgain" : "cache.askAgain"
  }

  var whyNoRefresh: String? { commands.table[refreshOfEntry]?.disabledReason(self) }
}
