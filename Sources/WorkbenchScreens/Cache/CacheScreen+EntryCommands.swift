import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchState

// In the entry that is open: what every body can, and what can be done with the entry.
extension CacheScreen {
  static var entryCommands: [CommandRow] {
    BodyBrowser.commands(at: place) + acting + [
      CommandRow(
        .headerMenu, "cache.entry.headerMenu", in: [.cacheHeaders], hint: .init("menu", rank: 15),
        does: .cache(.look(.pick(.menu, line: nil))),
        disabledReason: { $0.cache.opened?.isEmpty == false ? nil : "There is nothing here." }),
      row(.nextTab, "cache.entry.nextTab", in: [.cacheEntry], hint: .init("tabs", rank: 40)) { screen, _ in
        screen.opened?.turnTab(1)
        return []
      },
      row(.previousTab, "cache.entry.previousTab", in: [.cacheEntry]) { screen, _ in
        screen.opened?.turnTab(-1)
        return []
      },
      row(
        .saveBody, "cache.entry.save", in: [.cacheBody],
        disabledReason: { ($0.cache.opened?.browser.pane.page?.total ?? 0) == 0 ? "There is no body." : nil }
      ) { screen, _ in
        screen.opened?.startSaving() ?? []
      },
    ]
  }

  private static var acting: [CommandRow] {
    [
      row(.editEntry, "cache.entry.edit", in: [.cacheEntry], hint: .init("edit", rank: 28)) { screen, context in
        screen.actOnOpened(.edit, in: context)
      },
      row(.expireEntry, "cache.entry.expire", in: [.cacheEntry]) { screen, context in
        screen.actOnOpened(.expire, in: context)
      },
      row(.refreshEntry, "cache.entry.askAgain", in: [.cacheEntry], hint: .init("refresh", rank: 32)) {
        screen, context in
        screen.actOnOpened(.askAgain, in: context)
      },
      row(.compareEntry, "cache.entry.compare", in: [.cacheEntry], hint: .init("compare", rank: 34)) {
        screen, context in
        screen.actOnOpened(.compare, in: context)
      },
      row("entry.remove", "Remove the entry", "Removes the entry.", ["D", "Delete"], in: [.cacheEntry]) {
        screen, context in
        screen.actOnOpened(.remove, in: context)
      },
      row(.pinEntry, "cache.entry.pin", in: [.cacheEntry]) { screen, context in
        screen.actOnOpened(.pin, in: context)
      },
      row(.mockEntry, "cache.entry.mock", in: [.cacheEntry]) { screen, context in
        screen.actOnOpened(.mock, in: context)
      },
      row(.openEntryRequest, "cache.entry.openRequest", in: [.cacheEntry]) { screen, context in
        screen.actOnOpened(.openRequest, in: context)
      },
      row("entry.copyURL", "Copy the URL", "Copies the entry's URL.", ["y u"], in: [.cacheEntry]) { screen, context in
        screen.actOnOpened(.copyURL, in: context)
      },
    ]
  }

  private static var place: BodyBrowser.Place {
    BodyBrowser.Place(
      id: "cache.entry", context: .cacheEntry, body: .cacheBody, prompt: .cachePrompt,
      pageDownKeys: ["Space"], foldAllKeys: ["-"], action: { .cache(.look($0)) },
      browser: { state in state.cache.opened.flatMap { $0.showsBody ? $0.browser : nil } },
      term: { state in state.cache.opened?.term ?? "" },
      whyEmpty: { state in state.cache.opened?.isEmpty == false ? nil : "There is nothing here." }, canSave: true)
  }
}
