import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchState

extension KeyContext {
  /// Every set of contexts that can be active at once, for the test that no key has two meanings.
  static let active: [[KeyContext]] =
    Screens.all.flatMap { $0.keyContextSets } + LogStrip.keyContextSets
    + [
      [.popup], [.popup, .sheet], [.popup, .variables, .sheet], [.popup, .importing, .sheet],
      [.popup, .signIn, .sheet], [.popup, .form], [.popup, .form, .question],
      [.popup, .sheet, .danger],
    ]
}

extension KeyContext {
  /// The title of its keys, in the help and in the key reference.
  var heading: String { Self.headings[self] ?? name }

  /// The pane's purpose, in a sentence or two; nil where the keys say it themselves.
  var purpose: String? { Self.purposes[self] }

  private static let purposes: [KeyContext: String] = [
    .sidebar: "The requests of the workspace, one file each. The one under the cursor is shown beside the list.",
    .composer:
      "The request that F5 sends. Each tab is a part of it; muted rows are inherited. Edits are kept as a draft (✎) until Ctrl-S "
      + "saves them to the file.",
    .composerFaulty:
      "The file is not YAML, so that nothing is known of the request. It is read again when you have saved it.",
    .response:
      "The response that came last. Its tabs also show what was sent, how long each phase took, and earlier responses.",
    .responseBody: "The body, laid out by its content type. Enter on a value lists everything you can do with it.",
    .strip: "The newest events: those of the open request, or all. Enter opens what a line is about.",
    .events: "Everything that happened, one line each, the newest last. The log is kept across sessions. "
      + "failed: network, TLS, auth and server name the part that failed; failed alone is anything else, such as a response that was not expected.",
    .cache: "Responses that were stored, and are used again without asking the server for as long as they are fresh.",
    .shared:
      "Values that requests and groups pass on: captured from responses, or written by hand. A ● marks a key that somebody "
      + "else has changed since you looked at it, a ◆ one that you marked.",
    .history: "Every request you sent and the response to it. A filter searches bodies, too.",
    .groupList:
      "Groups run several requests and steps, one after the other or at the same time. Their runs are below them. "
      + "▃█▁▆ behind a group: how long its last runs took.",
    .groupSteps:
      "The steps of the group, or of its run. A breakpoint pauses the run before a step. ▲ and ▼ behind a time: so much longer or "
      + "shorter than usual. ◂ marks the steps from which the one under the cursor takes values, ▸ those that take from it. "
      + "The time axis skips the times in which nothing was in flight, so it can be shorter than the run.",
    .groupStep: "The step under the cursor: its parts, where its values come from, and its attempts.",
    .variables: "The values that {{name}} stands for, one column for each environment.",
    .importing: "The files that the import would write. Nothing is written before you accept.",
  ]

  static let headings: [KeyContext: String] = [
    .always: "Everywhere, even while typing",
    .browsing: "Everywhere",
    .typing: "While typing",
    .popup: "In pop-ups",
    .sheet: "In pop-ups without a text field",
    .form: "In forms",
    .question: "In the question",
    .danger: "In questions about what cannot be undone",
    .strip: "In the log strip",
    .sidebar: "In the list of requests",
    .sidebarFilter: "While filtering requests",
    .composer: "In the composer",
    .events: "In the event log",
    .eventsFilter: "While filtering events",
    .cache: "In the cache",
    .cacheFilter: "While filtering cache entries",
    .cacheCompletion: "In the list of fields to filter cache entries by",
    .cacheRow: "On an entry of the cache", .cacheBranch: "On a part of the tree of the cache",
    .cacheEntry: "In an entry of the cache", .cacheBody: "In the body of a cache entry",
    .cacheHeaders: "In the headers of a cache entry",
    .cachePrompt: "While searching, filtering or saving the body of a cache entry",
    .eventsCompletion: "In the list of filter completions",
    .shared: "On the Shared data screen",
    .sharedKeys: "In the list of keys",
    .sharedEntry: "On a key of the list",
    .sharedGroup: "On a group of keys",
    .sharedStructure: "In the structure of a value",
    .sharedFilter: "While filtering keys",
    .sharedCompletion: "In the list of fields to filter keys by",
    .sharedValue: "In the value of a key", .sharedBody: "In the value of a key that is shown",
    .sharedMasked: "In the value of a key that is masked",
    .sharedPrompt: "In the line below a value (search, filter)",
    .sharedEditor: "While editing a value",
    .sharedHistory: "In the history of a key",
    .sharedUses: "In the list of places that use a key",
    .comparedShared: "In the comparison of shared keys",
    .composerField: "In a field of the composer",
    .composerText: "In a text of the composer",
    .composerCompletion: "In the list of names to complete",
    .composerFaulty: "On a request whose file is not YAML",
    .composerMenu: "In a menu of the composer",
    .response: "In the response",
    .responseBody: "In the response body",
    .responseStream: "In the events of a stream",
    .responseHeaders: "In the headers of a response",
    .responseHistory: "In the history of a request",
    .responsePrompt: "While searching, filtering or saving a body",
    .messageLine: "While writing a message to a WebSocket",
    .groups: "On the Groups screen",
    .groupRun: "In the steps of a run",
    .groupFile: "In the steps of a group",
    .groupList: "In the list of groups",
    .groupListFilter: "While filtering groups",
    .groupSteps: "In the tree of steps",
    .groupStep: "In a step",
    .stepForm: "In the fields of a step",
    .stepFormField: "In a field of a step",
    .stepFormText: "In a text of a step",
    .stepFormChoices: "In a list of choices for a step",
    .stepOverrides: "In the rows over a step's request",
    .groupPart: "In a part of a step",
    .groupValue: "In a value of a step", .groupDefinition: "In the definition of a step",
    .groupPrompt: "While searching or filtering a part of a step",
    .groupEditor: "While editing a step",
    .groupFinder: "While filtering or finding steps",
    .groupFinderText: "While finding a step",
    .groupFinderCompletion: "In the list of fields to filter steps by",
    .breakpoints: "In the list of breakpoints",
    .why: "In the answer to Why?",
    .comparison: "In a comparison of runs", .comparedSteps: "In the steps of compared runs",
    .comparedStep: "In a step of compared runs",
    .history: "In the history", .historyFilter: "While searching the history",
    .historyCompletion: "In the list of fields to search the history by",
    .exchange: "In an exchange of the history", .exchangeBody: "In the response of an older exchange",
    .exchangeHeaders: "In the headers of an older exchange",
    .exchangePrompt: "While searching, filtering or saving an older response",
    .comparedResponses: "In the comparison of two responses",
    .chain: "In the steps and links of a new group",
    .importing: "In what an import would make",
    .variables: "In the table of variables",
    .signIn: "While you sign in",
  ]
}
