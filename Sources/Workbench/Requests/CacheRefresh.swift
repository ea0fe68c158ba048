import TerminalKit
import WorkbenchScreens
import WorkbenchState

/// Refreshing what is shown of the cache.
enum CacheRefresh {
  /// The command that refreshes what is shown of the cache.
  static func command(in state: State) -> CommandID {
    state.keyContexts.contains(.cacheEntry) ? "cache.entry.askAgain" : "cache.askAgain"
  }

  /// The reason why it does nothing now.
  static func whyNot(in state: State) -> String? { state.commands.table[command(in: state)]?.disabledReason(state) }
}
