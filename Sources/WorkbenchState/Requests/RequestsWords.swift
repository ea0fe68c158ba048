import TerminalKit

extension ScreenWords {
  static let requests = ScreenWords(
    headings: [
      .sidebar: Heading(
        "In the list of requests",
        purpose: "The requests of the workspace, one file each. The one under the cursor is shown beside the list.",
        signs: [
          "●": "The request that is shown beside the list.",
          "◆": "A marked request; in the title, how many there are.",
          "⇅": "The request is in flight.",
        ]),
      .sidebarFilter: "While filtering requests",
      .composer: Heading(
        "In the composer",
        purpose:
          "The request that F5 sends. Each tab is a part of it. "
          + "Edits are kept as a draft (✎) until Ctrl-S saves them to the file.",
        signs: [
          "✓ ~": "The row is sent; it is off.",
          "•": "The request sets the option.",
          "·": "Inherited, or the default.",
          "–": "Inherited, but overridden here; as a value, none.",
          "☐ ☑": "In the notes: a task that is open, or done.",
        ]),
      .composerField: "In a field of the composer",
      .composerText: "In a text of the composer",
      .composerCompletion: "In the list of names to complete",
      .composerFaulty: Heading(
        "On a request whose file is not YAML",
        purpose:
          "The file is not YAML, so that nothing is known of the request. It is read again when you have saved it."),
      .composerMenu: "In a menu of the composer",
      .response: Heading(
        "In the response",
        purpose:
          "The response that came last. Its tabs also show what was sent, how long each phase took, and earlier responses.",
        signs: [
          "● ◌": "A stream or a WebSocket that is open, or closing.",
          "→ ←": "A message to the server, or from it; after a status, the place of a redirect.",
        ]),
      .responseBody: Heading(
        "In the response body",
        purpose: "The body, laid out by its content type. Enter on a value lists everything you can do with it."),
      .responseStream: "In the events of a stream",
      .responseHeaders: "In the headers of a response",
      .responseHistory: Heading(
        "In the history of a request",
        signs: [
          "●": "The response that is shown.",
          "◆": "A response that you marked.",
          "▪": "In a list of responses to choose from: a pinned one.",
        ]),
      .responsePrompt: "While searching, filtering or saving a body",
      .responseWebSocket: "In the response of a WebSocket",
      .messageLine: "While writing a message to a WebSocket",
    ],
    palette: [
      "screen.requests": "home main",
      "sidebar.undo": "restore undelete put back bring back recover trash",
      "sidebar.delete": "remove rm trash",
      "sidebar.edited": "edited unsaved drafts draft modified changed dirty",
      "sidebar.rename": "move mv",
      "sidebar.new": "create add new tab",
      "composer.params": "params parameters query path",
      "composer.headers": "header user agent user-agent accept content-type",
      "composer.auth": "authorization login token bearer basic",
      "composer.body": "payload data json form",
      "composer.expect": "assert tests expectations checks",
      "composer.capture": "extract shared",
      "composer.options": "settings timeout tls proxy retry",
      "composer.compare": "diff difference unsaved changes edits compare",
      "composer.docs": "docs notes description documentation",
      "composer.toggle": "disable enable deactivate activate",
      "answer.body": "response payload decode jwt base64 reveal",
      "answer.menu": "decode jwt base64 reveal",
      "answer.headers": "response header",
      "answer.redirects": "redirect hops location chain follow 301 302",
      "answer.timing": "time phases latency dns connect duration",
      "answer.wire": "raw bytes traffic http",
      "answer.history": "earlier exchanges past responses",
      "answer.compare": "diff difference",
      "answer.cookies": "set-cookie",
    ])
}
