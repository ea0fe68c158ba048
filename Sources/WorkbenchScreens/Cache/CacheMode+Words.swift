import ParleyEngine
import TerminalKit
import WorkbenchState

extension CacheMode {
  /// In the first line; nil where there is nothing to say.
  package var badge: String? {
    switch self {
    case .automatic: nil
    case .bypass: "CACHE BYPASSED"
    case .onlyCache: "ONLY CACHE"
    case .offline: "OFFLINE"
    }
  }

  var notice: String {
    switch self {
    case .automatic: "Requests use cache and network as they say."
    case .bypass: "Requests of this session bypass the cache."
    case .onlyCache: "Only fresh responses of the cache are given; nothing is sent."
    case .offline: "Offline: the cache gives its responses, however old; nothing is sent."
    }
  }
}

extension CacheScreen {
  /// The same again turns it off.
  static var modeCommands: [CommandRow] {
    [
      row(
        .bypass, "Bypass the cache", "Makes requests of this session bypass the cache, or not.", "b",
        hint: .init("bypass", rank: 51)),
      row(
        .onlyCache, "Only from the cache",
        "Gives only fresh responses of the cache in this session and sends nothing, or not.", "c",
        hint: .init("only cache", rank: 52)),
      row(
        .offline, "Offline",
        "Gives responses of the cache, however old, in this session and sends nothing, or not.", "O",
        hint: .init("offline", rank: 53)),
    ]
  }

  private static func row(
    _ mode: CacheMode, _ title: String, _ help: String, _ key: String, hint: Command<State>.Hint
  ) -> CommandRow {
    CommandRow(
      CommandID("cache.\(mode.rawValue)"), title, help: help, keys: [key], in: [.cache], hint: hint,
      does: .cache(.turn(mode)))
  }
}
