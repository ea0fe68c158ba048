import ParleyEngine
import TerminalKit

extension CacheScreen {
  private static let needsEntry: @Sendable (State) -> String? = {
    $0.cache.selected == nil ? "There is no entry here." : nil
  }

  static var commands: [CommandRow] { moving + acting + modeCommands }

  private static var acting: [CommandRow] {
    [
      CommandRow(
        "cache.show", "Show the entry", help: "Shows the entry, and whether the cache would serve it now.",
        keys: ["Enter"], in: [.cache], hint: .init("entry and why", rank: 10), does: .cache(.show),
        disabledReason: needsEntry),
      CommandRow(
        "cache.expire", "Expire", help: "Expires the entry: it is revalidated before its next use.", keys: ["x"],
        in: [.cache],
        hint: .init("expire", rank: 20), does: .cache(.expire), disabledReason: needsEntry),
      CommandRow(
        "cache.askAgain", "Refresh from the server",
        help: "Expires the entry and sends its request again.",
        keys: ["R"], in: [.cache], hint: .init("refresh", rank: 30), does: .cache(.askAgain),
        disabledReason: needsEntry),
      CommandRow(
        "cache.compare", "Compare with the server",
        help: "Sends the request and compares the response with the entry. Stores nothing.", keys: ["="],
        in: [.cache], hint: .init("compare", rank: 35), does: .cache(.compare), disabledReason: needsEntry),
      CommandRow(
        "cache.edit", "Edit the body in $EDITOR",
        help: "Opens the body in your editor. Requests get the edited body until the entry expires.", keys: ["e"],
        in: [.cache], hint: .init("edit", rank: 45), does: .cache(.edit), disabledReason: needsEntry),
      CommandRow(
        "cache.remove", "Remove", help: "Removes the entry.", keys: ["D", "Delete"], in: [.cache],
        hint: .init("remove", rank: 40), does: .cache(.remove), disabledReason: needsEntry),
      CommandRow(
        "cache.clear", "Clear", help: "Removes every entry that matches the filter, after asking.", keys: ["C"],
        in: [.cache], hint: .init("clear", rank: 50), does: .cache(.askClear),
        disabledReason: { $0.cache.page.count == 0 ? "There are no entries to remove." : nil }),
      CommandRow(
        "cache.pin", "Pin or unpin", help: "Keeps the entry even when the cache is full.", keys: ["P"],
        in: [.cache], does: .cache(.pin), disabledReason: needsEntry),
      CommandRow(
        "cache.mock", "Make a mock of the entry",
        help: "Adds a mock with the entry's response to `mocks/recorded.yaml`, and opens the file.", keys: ["K"],
        in: [.cache], does: .cache(.keepAsMock), disabledReason: needsEntry),
      CommandRow(
        "cache.filter", "Filter",
        help: "Shows only entries whose method, URL, request or group contains all the words.",
        keys: ["/"], in: [.cache], hint: .init("filter", rank: 60), does: .cache(.filter)),
      CommandRow(
        "cache.endFilter", "Keep the filter", help: "Keeps the filter and moves to the list.",
        keys: ["Enter", "Down"], in: [.cacheFilter], hint: .init("to the list", rank: 10), does: .cache(.endFilter)),
      CommandRow(
        "cache.openRequest", "Open the request", help: "Opens the entry's request.", keys: ["o"],
        in: [.cache], does: .cache(.openRequest), disabledReason: needsEntry),
      CommandRow(
        "cache.copy", "Copy the URL", help: "Copies the entry's URL.", keys: ["y"], in: [.cache],
        does: .cache(.copyURL), disabledReason: needsEntry),
    ]
  }

  private static var moving: [CommandRow] {
    [
      CommandRow(
        "cache.down", "Down", help: "Moves to the next entry.", keys: ["Down", "j"], in: [.cache],
        does: .cache(.move(.lines(1)))),
      CommandRow(
        "cache.up", "Up", help: "Moves to the previous entry.", keys: ["Up", "k"], in: [.cache],
        does: .cache(.move(.lines(-1)))),
      CommandRow(
        "cache.pageDown", "Page down", help: "Moves a page down.", keys: ["PageDown", "Ctrl-D"], in: [.cache],
        does: .cache(.move(.pages(1)))),
      CommandRow(
        "cache.pageUp", "Page up", help: "Moves a page up.", keys: ["PageUp", "Ctrl-U"], in: [.cache],
        does: .cache(.move(.pages(-1)))),
      CommandRow(
        "cache.first", "First", help: "Moves to the most recently used entry.", keys: ["Home", "g"], in: [.cache],
        does: .cache(.move(.first))),
      CommandRow(
        "cache.last", "Last", help: "Moves to the least recently used entry.", keys: ["End", "G"],
        in: [.cache], does: .cache(.move(.last))),
    ]
  }
}
