import ParleyEngine
import TerminalKit

extension CacheScreen {
  private static let needsEntry: @Sendable (State) -> String? = {
    $0.cache.selected == nil ? "There is no entry here." : nil
  }

  static var commands: [CommandRow] { moving + acting }

  private static var acting: [CommandRow] {
    [
      CommandRow(
        "cache.show", "Show the entry", help: "Shows the entry, and why it would or would not be used now.",
        keys: ["Enter"], in: [.cache], hint: .init("entry and why", rank: 10), does: .cache(.show),
        disabledReason: needsEntry),
      CommandRow(
        "cache.expire", "Let it expire", help: "Before its next use the server is asked.", keys: ["x"], in: [.cache],
        hint: .init("expire", rank: 20), does: .cache(.expire), disabledReason: needsEntry),
      CommandRow(
        "cache.askAgain", "Ask the server again",
        help: "Lets the entry expire, and sends its request as its file has it.",
        keys: ["R"], in: [.cache], hint: .init("refresh", rank: 30), does: .cache(.askAgain),
        disabledReason: needsEntry),
      CommandRow(
        "cache.compare", "Compare with the server",
        help: "Sends the request once more, and lays the entry beside what comes; nothing is kept of it.", keys: ["="],
        in: [.cache], hint: .init("compare", rank: 35), does: .cache(.compare), disabledReason: needsEntry),
      CommandRow(
        "cache.edit", "Edit the body in $EDITOR",
        help: "Opens the body in your editor. What you make of it is what requests get until it expires.", keys: ["e"],
        in: [.cache], hint: .init("edit", rank: 45), does: .cache(.edit), disabledReason: needsEntry),
      CommandRow(
        "cache.remove", "Remove", help: "Removes the entry.", keys: ["D", "Delete"], in: [.cache],
        hint: .init("remove", rank: 40), does: .cache(.remove), disabledReason: needsEntry),
      CommandRow(
        "cache.clear", "Clear", help: "Removes every entry that the filter shows, after asking.", keys: ["C"],
        in: [.cache], hint: .init("clear", rank: 50), does: .cache(.askClear),
        disabledReason: { $0.cache.page.count == 0 ? "There is nothing to remove." : nil }),
      CommandRow(
        "cache.pin", "Pin", help: "Keeps the entry however full the cache gets, or no longer.", keys: ["P"],
        in: [.cache], does: .cache(.pin), disabledReason: needsEntry),
      CommandRow(
        "cache.filter", "Filter",
        help: "Shows only entries whose method, address, request and group hold all the words.",
        keys: ["/"], in: [.cache], hint: .init("filter", rank: 60), does: .cache(.filter)),
      CommandRow(
        "cache.endFilter", "Keep the filter", help: "Leaves the filter as it is, and goes to the list.",
        keys: ["Enter", "Down"], in: [.cacheFilter], hint: .init("to the list", rank: 10), does: .cache(.endFilter)),
      CommandRow(
        "cache.openRequest", "Open the request", help: "Opens the request that the entry is of.", keys: ["o"],
        in: [.cache], does: .cache(.openRequest), disabledReason: needsEntry),
      CommandRow(
        "cache.copy", "Copy the address", help: "Copies the address of the entry.", keys: ["y"], in: [.cache],
        does: .cache(.copyURL), disabledReason: needsEntry),
    ]
  }

  private static var moving: [CommandRow] {
    [
      CommandRow(
        "cache.down", "Down", help: "Goes to the next entry.", keys: ["Down", "j"], in: [.cache],
        does: .cache(.move(.lines(1)))),
      CommandRow(
        "cache.up", "Up", help: "Goes to the entry before.", keys: ["Up", "k"], in: [.cache],
        does: .cache(.move(.lines(-1)))),
      CommandRow(
        "cache.pageDown", "Page down", help: "Goes a page down.", keys: ["PageDown", "Ctrl-D"], in: [.cache],
        does: .cache(.move(.pages(1)))),
      CommandRow(
        "cache.pageUp", "Page up", help: "Goes a page up.", keys: ["PageUp", "Ctrl-U"], in: [.cache],
        does: .cache(.move(.pages(-1)))),
      CommandRow(
        "cache.first", "First", help: "Goes to the entry that was used last.", keys: ["Home", "g"], in: [.cache],
        does: .cache(.move(.first))),
      CommandRow(
        "cache.last", "Last", help: "Goes to the entry that was not used for longest.", keys: ["End", "G"],
        in: [.cache], does: .cache(.move(.last))),
    ]
  }
}
