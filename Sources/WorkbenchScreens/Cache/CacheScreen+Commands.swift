import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

extension KeyContext {
  package static let cache: KeyContext = "cache"
  package static let cacheFilter: KeyContext = "cache filter"
  package static let cacheCompletion: KeyContext = "cache completion"
  /// On an entry of the list, and on a part of the tree.
  package static let cacheRow: KeyContext = "cache.row"
  package static let cacheBranch: KeyContext = "cache.branch"
  /// In an entry that is open.
  package static let cacheEntry: KeyContext = "cache.entry"
  package static let cacheBody: KeyContext = "cache.entry.body"
  package static let cacheHeaders: KeyContext = "cache.entry.headers"
  package static let cachePrompt: KeyContext = "cache.entry.prompt"
}

extension CacheScreen {
  package static var words: ScreenWords { .cache }

  /// Refreshes what is shown of the cache.
  package static func sending(in state: State) -> SendDeed { .command(refresh(in: state)) }

  package static func whyNotSent(in state: State) -> String? {
    state.commands.table[refresh(in: state)]?.disabledReason(state)
  }

  package static func sendWord(in state: State, room: Int) -> String { "refresh" }

  private static func refresh(in state: State) -> CommandID {
    state.keyContexts.contains(.cacheEntry) ? "cache.entry.askAgain" : "cache.askAgain"
  }

  package mutating func arrange(_ list: ListArrangement) { self.list.arrangement = list }

  package static var keyContextSets: [[KeyContext]] { CacheList.keyContextSets + CacheEntryPane.keyContextSets }

  package static var commands: [CommandRow] {
    let rows: [CommandRow] =
      .moving("cache", in: .cache) { .cache(.move($0)) } + acting + many + arranging + searching
      + .completing("cache.completion", in: .cacheCompletion) { .cache(.complete($0)) } + modeCommands + entryCommands
    return rows.map { isOfNow.contains($0.command.id) ? $0.unlessPast("the cache") : $0 }
  }

  /// Actions on entries as they are now.
  private static let isOfNow: Set<CommandID> = [
    "cache.compare", "cache.edit", "cache.mark", "cache.markAll", "cache.many", "cache.expire", "cache.askAgain",
    "cache.remove", "cache.pin", "cache.mock", "cache.clear", "cache.entry.compare", "cache.entry.edit",
    "cache.entry.expire", "cache.entry.askAgain", "cache.entry.remove", "cache.entry.pin", "cache.entry.mock",
  ]

  static let needsEntry: @Sendable (State) -> String? = {
    $0.cache.selected == nil ? "There is no entry here." : nil
  }

  private static let needsAny: @Sendable (State) -> String? = {
    $0.cache.list.marked.isEmpty && $0.cache.list.here == nil ? "There is no entry here." : nil
  }

  private static var acting: [CommandRow] {
    [
      row(
        "show", "Open the entry",
        "Shows the entry whole: body, headers, and whether the cache would serve it now.", ["Enter"], .open,
        in: [.cacheRow], hint: .init("open", rank: 10), disabledReason: needsEntry),
      row(.compareEntry, "cache.compare", in: [.cache], hint: .init("compare", rank: 35), disabledReason: needsEntry) {
        screen, context in
        screen.act(.compare, in: context)
      },
      row(.editEntry, "cache.edit", in: [.cache], hint: .init("edit", rank: 45), disabledReason: needsEntry) {
        screen, context in
        screen.act(.edit, in: context)
      },
      row(.openEntryRequest, "cache.openRequest", in: [.cache], disabledReason: needsEntry) { screen, context in
        screen.act(.openRequest, in: context)
      },
      row(
        "copy", "Copy the URL", "Copies the URL of the entry under the cursor.", ["y"], in: [.cache],
        disabledReason: needsEntry
      ) { screen, context in
        screen.act(.copyURL, in: context)
      },
    ]
  }

  private static var many: [CommandRow] {
    [
      row(
        "mark", "Mark",
        "Marks the entry (◆), or all below a part of the tree, and goes to the next; again clears the mark. x, R, D, P, K and B act on all marked entries.",
        ["m"], in: [.cache], hint: .init("mark", rank: 34), disabledReason: needsAny
      ) { screen, _ in
        screen.mark()
      },
      row(
        "markAll", "Mark all", "Marks all entries that the filter shows; again clears the marks.", ["*"], in: [.cache],
        disabledReason: { $0.cache.list.window.total == 0 ? "There are no entries." : nil }
      ) { screen, _ in
        [screen.gather("", then: .mark)]
      },
      row(
        "many", "Actions for many entries",
        "Refreshes, expires, pins, mocks or removes all marked entries, or the one under the cursor. Asks before it removes.",
        ["B"],
        in: [.cache], hint: .init("change many", rank: 36), disabledReason: needsAny
      ) { screen, _ in
        screen.menu()
      },
      row(.expireEntry, "cache.expire", in: [.cache], hint: .init("expire", rank: 20), disabledReason: needsAny) {
        screen, context in
        screen.act(.expire, in: context)
      },
      row(.refreshEntry, "cache.askAgain", in: [.cache], hint: .init("refresh", rank: 50), disabledReason: needsAny) {
        screen, context in
        screen.act(.askAgain, in: context)
      },
      row(
        "remove", "Remove the entries",
        "Removes the entry; asks before it removes marked ones. The history keeps the responses.",
        ["D", "Delete"], in: [.cache],
        hint: .init("remove", rank: 40), disabledReason: needsAny
      ) { screen, context in
        screen.act(.remove, in: context)
      },
      row(.pinEntry, "cache.pin", in: [.cache], disabledReason: needsAny) { screen, context in
        screen.act(.pin, in: context)
      },
      row(.mockEntry, "cache.mock", in: [.cache], disabledReason: needsAny) { screen, context in
        screen.act(.mock, in: context)
      },
      row(
        "clear", "Clear the cache",
        "Removes every entry that matches the filter, such as is:stale or is:expired, after asking; without a filter, every entry.",
        ["C"],
        in: [.cache],
        hint: .init("clear", rank: 30),
        disabledReason: { $0.cache.list.window.totals.count == 0 ? "There are no entries to remove." : nil }
      ) { screen, _ in
        screen.askClear()
      },
    ]
  }

  private static var arranging: [CommandRow] {
    [
      row(
        "sort", "Sort the entries",
        "Sorts by name (URL), size, age, hits or expiry, in the tree too, or by use: each time by the next.", [","],
        in: [.cache], hint: .init("sort", rank: 57)
      ) { screen, _ in
        screen.arrange { $0.sortByNext() }
      },
      row(
        "tree", "Tree or list",
        "Shows the entries as a tree by origin and path, with sizes and hit rates, or a line each.", ["t"],
        in: [.cache], hint: .init("tree / list", rank: 55)
      ) { screen, _ in
        screen.arrange { $0.turnTree() }
      },
      row(
        "fold", "Fold or unfold", "Shows or hides the entries below the part.", ["Enter", "z"], in: [.cacheBranch],
        hint: .init("fold", rank: 10)
      ) { screen, _ in
        screen.list.fold(.turn)
        return []
      },
      row(
        "unfold", "Unfold", "Shows the entries below the part.", ["Right", "l"], in: [.cache], disabledReason: needsTree
      ) { screen, _ in
        screen.list.fold(.open)
        return []
      },
      row(
        "leaveBranch", "Fold, or to the part above",
        "Hides the entries below the part, or goes to the part around the entry.", ["Left", "h"], in: [.cache],
        disabledReason: needsTree
      ) { screen, _ in
        screen.list.fold(.close)
        return []
      },
      row(
        "foldAll", "Fold everything", "Hides the entries of all parts.", ["-"], in: [.cache], disabledReason: needsTree
      ) { screen, _ in
        screen.list.fold(.all)
        return []
      },
    ]
  }

  private static let needsTree: @Sendable (State) -> String? = {
    if $0.cache.list.isTree { return nil }
    return $0.cache.list.filter.isEmpty ? "The entries are not shown as a tree: t." : "A filter lists what it finds."
  }

  private static var searching: [CommandRow] {
    [
      row(
        "filter", "Filter",
        "Shows only entries whose method, URL, request or group contains all the words. Fields: `origin:api status:5xx type:json size>10k age>1h hits:0 is:edited`.",
        ["/"], .filter, hint: .init("filter", rank: 60)),
      row(.keepFilter, "cache.endFilter", in: [.cacheFilter], hint: .init("to the list", rank: 10)) { screen, _ in
        screen.list.endFilter()
        return []
      },
    ]
  }
}
