import ParleyEngine
import TerminalKit

// In the entry that is open: what every body can, and what can be done with the entry.
extension CacheScreen {
  static var entryCommands: [CommandRow] {
    BodyBrowser.commands(at: place) + acting + [
      row(
        "entry.headerMenu", "Menu on the header",
        "Lists what can be done with the header under the cursor: copy it, follow a link in it.", ["Enter"],
        .look(.pick(.menu, line: nil)), in: [.cacheHeaders], hint: .init("menu", rank: 15),
        disabledReason: { $0.cache.opened?.isEmpty == false ? nil : "There is nothing here." }),
      row("entry.nextTab", "Next tab", "Shows the next tab.", ["]"], .turnTab(1), in: [.cacheEntry]),
      row(
        "entry.previousTab", "Previous tab", "Shows the previous tab.", ["["], .turnTab(-1), in: [.cacheEntry],
        hint: .init("tabs", rank: 40)),
      row(
        "entry.save", "Save the body to a file", "Writes the body, byte for byte, to a new file.", ["s"], .startSaving,
        in: [.cacheBody],
        disabledReason: { ($0.cache.opened?.browser.pane.page?.total ?? 0) == 0 ? "There is no body." : nil }),
    ]
  }

  private static var acting: [CommandRow] {
    [
      row(
        "entry.edit", "Edit the body in $EDITOR",
        "Opens the body in your editor. Requests get the edited body until the entry expires.", ["e"],
        .actOnOpened(.edit), in: [.cacheEntry], hint: .init("edit", rank: 28)),
      row(
        "entry.expire", "Expire", "Expires the entry: it is revalidated before its next use.", ["x"],
        .actOnOpened(.expire), in: [.cacheEntry]),
      row(
        "entry.askAgain", "Refresh from the server", "Expires the entry and sends its request again.", ["R"],
        .actOnOpened(.askAgain), in: [.cacheEntry], hint: .init("refresh", rank: 32)),
      row(
        "entry.compare", "Compare with the server",
        "Sends the request and compares the response with the entry. Stores nothing.", ["="],
        .actOnOpened(.compare), in: [.cacheEntry], hint: .init("compare", rank: 34)),
      row(
        "entry.remove", "Remove", "Removes the entry.", ["D", "Delete"], .actOnOpened(.remove), in: [.cacheEntry]),
      row(
        "entry.pin", "Pin or unpin", "Keeps the entry even when the cache is full.", ["P"], .actOnOpened(.pin),
        in: [.cacheEntry]),
      row(
        "entry.mock", "Make a mock of the entry",
        "Adds a mock with the entry's response to `mocks/recorded.yaml`, and opens the file.", ["K"],
        .actOnOpened(.mock), in: [.cacheEntry]),
      row(
        "entry.openRequest", "Open the request", "Opens the entry's request.", ["o"], .actOnOpened(.openRequest),
        in: [.cacheEntry]),
      row(
        "entry.copyURL", "Copy the URL", "Copies the entry's URL.", ["y u"], .actOnOpened(.copyURL), in: [.cacheEntry]),
    ]
  }

  private static var place: BodyBrowser.Place {
    BodyBrowser.Place(
      id: "cache.entry", context: .cacheEntry, body: .cacheBody, prompt: .cachePrompt,
      pageDownKeys: ["PageDown", "Ctrl-D", "Space"], foldAllKeys: ["-"], action: { .cache(.look($0)) },
      browser: { state in state.cache.opened.flatMap { $0.showsBody ? $0.browser : nil } },
      term: { state in state.cache.opened?.term ?? "" },
      whyEmpty: { state in state.cache.opened?.isEmpty == false ? nil : "There is nothing here." })
  }
}
