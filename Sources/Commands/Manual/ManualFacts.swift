/// The facts of the manual that the argument parser does not know.
enum ManualFacts {
  struct Variable {
    let names: [String]
    let text: String
    /// Those whose pages have it too; all are on that of `parley`.
    var commands: Set<String> = []
  }

  static let description = """
    `parley` composes HTTP requests, sends them, and shows the responses. Requests, environments and groups are plain YAML files in a \
    folder, the workspace; what was sent and what came back is kept on this machine, with everything that contains a secret encrypted.
    """

  /// The sentence that a page of a command begins with.
  static func opening(of command: CommandDescription) -> String {
    let title = command.title.prefix(1).uppercased() + command.title.dropFirst()
    return "\(title)."
  }

  static let variables: [Variable] = [
    Variable(
      names: ["PARLEY_RUN_PASSPHRASE"],
      text: "The passphrase of secrets in an exported run, so that nobody has to be asked.", commands: ["runs"]),
    Variable(
      names: ["PARLEY_SHARED_PASSPHRASE"],
      text: "The passphrase of secrets in a file of shared keys, so that nobody has to be asked.", commands: ["shared"]),
    Variable(
      names: ["PARLEY_THEME"], text: "The theme of the workbench, unless `--theme` names one.",
      commands: ["open", "demo"]),
    Variable(
      names: ["NO_COLOR"], text: "If it is set and not empty, nothing is colored.",
      commands: ["open", "demo", "list", "history", "runs", "shared", "cache"]),
    Variable(
      names: ["PARLEY_MEMORY_DUMPS"],
      text: "Set to 1, allows core dumps and debuggers, which are refused because memory contains secrets."),
    Variable(
      names: ["VISUAL", "EDITOR"], text: "The editor for a body or a file. (default: vi)", commands: ["open"]),
    Variable(names: ["PAGER"], text: "The pager for a body. (default: less)", commands: ["open"]),
    Variable(
      names: ["BROWSER"], text: "The browser in which you sign in with OAuth 2.", commands: ["open", "send", "run"]),
    Variable(
      names: ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"],
      text:
        "Where settings, the copy of the demo workspace and stored data are, in place of ~/.config, ~/.local/share and ~/.local/state.",
      commands: ["demo", "store"]),
  ]

  static let files: [(path: String, text: String)] = [
    ("parley.yaml", "Makes a folder a workspace, and holds its servers, defaults and variables."),
    (
      "requests/, environments/, groups/, mocks/",
      "The files of a workspace. A request is named by its path: `user/login` is requests/user/login.yaml."
    ),
    ("~/.config/parley/settings", "The theme and the way of editing."),
    ("~/.config/parley/keybindings", "Keys of your own for commands of the workbench."),
    ("~/.config/parley/themes/NAME.theme", "Themes of your own."),
    (
      "~/.local/state/parley/stores/",
      "History, drafts, shared data, runs and cached responses: a folder for each workspace."
    ),
    (
      "~/.local/state/parley/keys/machine.key",
      "The key of everything that is encrypted. Keep a copy: without it, encrypted data cannot be read."
    ),
    ("~/.local/share/parley/demo/", "Your copy of the demo workspace, made by `parley demo`."),
  ]

  /// Commands that a reader of a page may have meant, or needs next.
  static let related: [String: [String]] = [
    "open": ["demo", "new", "send"],
    "send": ["cache", "history", "jq", "run", "trust"],
    "run": ["runs", "send", "trust"],
    "runs": ["history", "run"],
    "history": ["export", "runs", "send"],
    "shared": ["key", "send"],
    "cache": ["send", "store"],
    "key": ["shared", "store"],
    "store": ["cache", "history", "key"],
    "list": ["check", "history", "runs", "send", "shared"],
    "certificate": ["send", "trust"],
    "check": ["run", "trust"],
    "trust": ["check", "run"],
    "jq": ["send"],
    "new": ["demo", "import", "open"],
    "import": ["check", "export", "new"],
    "export": ["history", "import", "runs"],
    "mock": ["demo", "import", "send"],
    "demo": ["new", "open"],
  ]
}
