/// Words that somebody tries as a command, and the commands that do what they mean.
enum OtherCommandWords {
  /// The command of these that a word means.
  static func name(for word: String, among names: [String]) -> String? {
    names.first { meanings[$0]?.contains(word) == true }
  }

  /// The words of a command elsewhere that does it.
  /// - Parameter family: the words before it; empty for `parley` itself.
  static func command(for word: String, of family: String) -> String? {
    elsewhere[family]?.first { $0.words.contains(word) }?.command
  }

  private static let reading: Set<String> = ["show", "get", "cat", "view", "print", "open", "read", "inspect", "info"]
  private static let removing: Set<String> = [
    "delete", "remove", "clear", "rm", "del", "clean", "prune", "purge", "erase", "drop", "unset",
  ]
  private static let finding: Set<String> = ["find", "search", "grep", "filter"]

  /// By the name of a command, in whichever family.
  private static let meanings: [String: Set<String>] = [
    "list": ["ls", "all"], "show": reading, "get": reading, "delete": removing, "remove": removing, "clear": removing,
    "search": finding, "find": finding, "compare": ["diff"], "export": ["save", "dump", "download", "har"],
    "import": ["load"], "set": ["put", "add", "write", "edit", "update"], "new": ["init", "create", "add", "generate"],
    "init": ["new", "create", "add", "invite", "join"], "rename": ["mv"], "move": ["mv"], "copy": ["cp"],
    "pin": ["keep"], "check": ["verify", "validate", "lint", "doctor"], "why": ["explain"],
    "status": reading.union(["list", "ls", "members"]), "refresh": ["reload", "revalidate", "update"],
    "watch": ["tail", "follow"], "expire": ["ttl", "invalidate"], "undo": ["revert", "rollback"],
    "take": ["save", "create", "new", "add", "make"],
    "publish": ["share", "push"], "uses": ["refs", "references"], "history": ["log", "logs"],
    "change": ["rotate", "passwd"], "migrate": ["upgrade"], "size": ["usage", "stats", "du"],
    "send": ["curl", "fetch", "http", "request", "call"], "run": ["test", "exec", "start"],
    "open": ["ui", "tui", "workbench"], "certificate": ["cert", "certs", "tls", "ssl"],
    "trust": ["allow", "permissions"], "demo": ["example", "sample", "tutorial"], "mock": ["serve", "server", "stub"],
    "shared": ["vars", "variables"],
  ]

  private static let elsewhere: [String: [(words: Set<String>, command: String)]] = [
    "": [
      (["requests", "ls"], "list requests"), (["groups"], "list groups"), (["ciphers"], "list ciphers"),
      (["environments", "environment", "envs", "env"], "list environments"), (["har"], "export har"),
      (["diff", "compare"], "runs compare"), (finding, "history search"),
      (["snapshot", "snapshots"], "shared snapshot"),
      (["report", "reports", "results"], "runs list"), (["coverage"], "api coverage"), (["drift"], "api drift"),
    ],
    "history": [
      (["export", "har", "save", "dump", "download"], "export har"),
      (["replay", "resend", "repeat", "rerun", "send", "run"], "send"),
    ],
    "runs": [(["run", "replay", "rerun", "start"], "run")],
    "cache": [(finding, "cache list")],
    "team": [(["publish", "push", "share"], "runs publish"), (["keys"], "shared list")],
    "key": [(["list", "ls", "show"], "list ciphers")],
    "shared": [(finding, "shared list"), (["snapshots", "restore"], "shared snapshot")],
    "api": [(["diff", "compare", "check"], "api drift"), (["list", "ls", "missing"], "api coverage")],
  ]
}
