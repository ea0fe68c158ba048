import ParleyEngine
import TerminalKit
import WorkbenchParts

// In the entry that is open: what every body can, and what can be done with the entry.
extension CacheScreen {
  static var entryCommands: [CommandRow] {
    BodyBrowser.commands(at: place) + acting + [
      CommandRow(
        .headerMenu, "cache.entry.headerMenu", in: [.cacheHeaders], hint: .init("menu", rank: 15),
        does: .cache(.look(.pick(.menu, line: nil))),
        disabledReason: { $0.cache.opened?.isEmpty == false ? nil : "There is nothing here." }),
      CommandRow(.nextTab, "cache.entry.nextTab", in: [.cacheEntry], does: .cache(.turnTab(1))),
      CommandRow(
        .previousTab, "cache.entry.previousTab", in: [.cacheEntry], hint: .init("tabs", rank: 40),
        does: .cache(.turnTab(-1))),
      CommandRow(
        .saveBody, "cache.entry.save", in: [.cacheBody], does: .cache(.startSaving),
        disabledReason: { ($0.cache.opened?.browser.pane.page?.total ?? 0) == 0 ? "There is no body." : nil }),
    ]
  }

  private static var acting: [CommandRow] {
    [
      CommandRow(
        .editEntry, "cache.entry.edit", in: [.cacheEntry], hint: .init("edit", rank: 28),
        does: .cache(.actOnOpened(.edit))),
      CommandRow(.expireEntry, "cache.entry.expire", in: [.cacheEntry], does: .cache(.actOnOpened(.expire))),
      CommandRow(
        .refreshEntry, "cache.entry.askAgain", in: [.cacheEntry], hint: .init("refresh", rank: 32),
        does: .cache(.actOnOpened(.askAgain))),
      CommandRow(
        .compareEntry, "cache.entry.compare", in: [.cacheEntry], hint: .init("compare", rank: 34),
        does: .cache(.actOnOpened(.compare))),
      row(
        "entry.remove", "Remove", "Removes the entry.", ["D", "Delete"], .actOnOpened(.remove), in: [.cacheEntry]),
      CommandRow(.pinEntry, "cache.entry.pin", in: [.cacheEntry], does: .cache(.actOnOpened(.pin))),
      CommandRow(.mockEntry, "cache.entry.mock", in: [.cacheEntry], does: .cache(.actOnOpened(.mock))),
      CommandRow(
        .openEntryRequest, "cache.entry.openRequest", in: [.cacheEntry], does: .cache(.actOnOpened(.openRequest))),
      row(
        "entry.copyURL", "Copy the URL", "Copies the entry's URL.", ["y u"], .actOnOpened(.copyURL), in: [.cacheEntry]),
    ]
  }

  private static var place: BodyBrowser.Place {
    BodyBrowser.Place(
      id: "cache.entry", context: .cacheEntry, body: .cacheBody, prompt: .cachePrompt,
      pageDownKeys: ["Space"], foldAllKeys: ["-"], action: { .cache(.look($0)) },
      browser: { state in state.cache.opened.flatMap { $0.showsBody ? $0.browser : nil } },
      term: { state in state.cache.opened?.term ?? "" },
      whyEmpty: { state in state.cache.opened?.isEmpty == false ? nil : "There is nothing here." })
  }
}
