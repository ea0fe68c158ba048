import ParleyEngine
import TerminalKit

extension KeyContext {
  /// The body of a response.
  static let responseBody: KeyContext = "answer.body"
  /// The list of what was sent before.
  static let responseHistory: KeyContext = "answer.history"
  /// The line below it, while it takes text.
  static let responsePrompt: KeyContext = "answer.prompt"
}

extension ResponsePane {
  static var commands: [CommandRow] { moving + looking + copying + typing }

  private static var moving: [CommandRow] {
    [
      row("down", "Down", "Moves to the next line.", ["Down", "j"], .move(.lines(1))),
      row("up", "Up", "Moves to the previous line.", ["Up", "k"], .move(.lines(-1))),
      row("pageDown", "Page down", "Moves a page down.", ["PageDown", "Ctrl-D", "Space"], .move(.pages(1))),
      row("pageUp", "Page up", "Moves a page up.", ["PageUp", "Ctrl-U"], .move(.pages(-1))),
      row("first", "First", "Moves to the first line.", ["Home", "g"], .move(.first)),
      row("last", "Last", "Moves to the last line.", ["End", "G"], .move(.last)),
      row("right", "Scroll right", "Scrolls right.", ["Right", "l"], .moveAcross(1)),
      row("left", "Scroll left", "Scrolls left.", ["Left", "h"], .moveAcross(-1)),
      row("nextTab", "Next tab", "Shows the next tab.", ["]"], .turnTab(1)),
      row("previousTab", "Previous tab", "Shows the previous tab.", ["["], .turnTab(-1), hint: .init("tabs", rank: 40)),
      row("body", "Show the body", "Shows the response body.", [], .show(.body)),
      row(
        "headers", "Show the response headers", "Shows the headers in their original order and casing.", [],
        .show(.headers)),
      row("cookies", "Show the cookies", "Shows the cookies the response sets.", [], .show(.cookies)),
      row("history", "Show the history", "Lists the earlier exchanges of the request.", [], .show(.history)),
      row(
        "openPast", "Open the exchange", "Shows the exchange under the cursor.", ["Enter"], .openPast,
        in: [.responseHistory], hint: .init("open", rank: 10),
        disabledReason: { $0.tabs.current?.response.past.isEmpty == false ? nil : "The request has not been sent yet." }
      ),
      row(
        "showCurrent", "Back to the current response", "Goes back from an older response to the current one.",
        ["Backspace"], .showCurrent, hint: .init("current response", rank: 5),
        disabledReason: { $0.tabs.current?.response.isOlder == true ? nil : "The current response is already shown." }),
      row("timing", "Show the timing", "Shows how long each phase took.", [], .show(.timing)),
      row("wire", "Show the wire", "Shows the bytes as sent and received.", [], .show(.wire)),
    ]
  }

  private static var looking: [CommandRow] {
    let inBody: [KeyContext] = [.responseBody]
    return [
      row(
        "fold", "Fold or unfold", "Folds or unfolds the value on the line, or the one around it.", ["Enter", "z"],
        .fold, in: inBody,
        hint: .init("fold", rank: 30), disabledReason: needsJSON),
      row(
        "foldAll", "Fold or unfold all", "Folds everything inside the outermost brackets, or unfolds everything.",
        ["-"],
        .foldAll,
        in: inBody, disabledReason: needsJSON),
      row(
        "mode", "Pretty, raw or hex", "Switches between pretty, raw and hex.", ["m"], .turnMode, in: inBody,
        hint: .init("raw", rank: 35), disabledReason: needsBody),
      row(
        "filter", "Filter",
        "Applies a jq filter to the body as you type. Esc shows the whole body again.",
        ["f"], .startFilter, in: inBody, hint: .init("filter", rank: 25), disabledReason: needsWholeJSON),
      row(
        "search", "Search", "Finds text in the whole body as you type. Lower-case letters match both cases.", ["/"],
        .startSearch, in: inBody, hint: .init("search", rank: 10), disabledReason: needsBody),
      row(
        "nextMatch", "Next match", "Moves to the next match.", ["n"], .step(1), in: inBody,
        disabledReason: needsTerm),
      row(
        "previousMatch", "Previous match", "Moves to the previous match.", ["N"], .step(-1), in: inBody,
        disabledReason: needsTerm),
      row(
        "save", "Save the body to a file", "Writes the body, byte for byte, to a new file.", ["s"],
        .startSaving,
        in: inBody, disabledReason: needsBody),
      row(
        "expect", "Expect this",
        "Adds an expectation for the value or header under the cursor, or for the status.",
        ["a"], .expect, hint: .init("expect", rank: 50), disabledReason: whyNotExpect),
      row(
        "capture", "Capture into shared data",
        "Captures the value under the cursor into a shared key from every successful response.",
        ["c"], .capture, in: inBody, hint: .init("capture", rank: 45),
        disabledReason: { needsJSON($0) ?? ($0.tabs.current?.response.filter?.shown == nil ? nil : ofTheFilter) }),
      row(
        "keepAsMock", "Make a mock of this response",
        "Adds a mock with this response to a file of the workspace. Known secrets are masked.",
        ["K"], .keepAsMock, disabledReason: whyNoMock),
      CommandRow(
        "answer.nextPage", "Next page", help: "Sends the request again for the next page of the list.", keys: [">"],
        in: [.response], does: .sending(.turnPage(1)), disabledReason: whyNoPage(1)),
      CommandRow(
        "answer.previousPage", "Previous page", help: "Sends the request again for the previous page.", keys: ["<"],
        in: [.response], does: .sending(.turnPage(-1)), disabledReason: whyNoPage(-1)),
      row("reveal", "Show or mask secrets", "Reveals the secrets of the request, or masks them.", ["v"], .reveal),
      row(
        "pause", "Pause or resume", "Pauses or resumes the transfer.", ["P"], .pause,
        disabledReason: {
          let pane = $0.tabs.current?.response
          return $0.transfers.contains { $0.id == pane?.exchange } ? nil : "No request is in flight."
        }),
    ]
  }

  private static var copying: [CommandRow] {
    [
      row(
        "copyValue", "Copy the value", "Copies the value, header or line under the cursor.", ["y y", "y v"],
        .copy(.value),
        hint: .init("copy", rank: 20), disabledReason: needsResponse),
      row(
        "copyPath", "Copy the path", "Copies the path of the value, such as `.items[3].id`.", ["y p"], .copy(.path),
        in: [.responseBody], disabledReason: needsJSON),
      row(
        "copyBody", "Copy the body",
        "Copies the whole body, up to 1 MB. More than 75 KB needs wl-copy, xclip, xsel or tmux.", ["y b"], .copy(.body),
        disabledReason: needsBody),
      row(
        "copyURL", "Copy the final URL", "Copies the URL of the response, after redirects.", ["y u"], .copy(.url),
        disabledReason: needsResponse),
      CommandRow(
        "answer.copyCurl", "Copy the request as curl",
        help: "Copies an equivalent curl command with secrets masked.", keys: ["y c"], in: [.response],
        does: .composer(.copy(.curl(showsSecrets: false)))),
      CommandRow(
        "answer.copyWholeCurl", "Copy the request as curl with its secrets",
        help: "Copies it with secrets, tokens and cookies revealed. Asks the questions a send asks.",
        keys: ["y C"], in: [.response], does: .composer(.copy(.curl(showsSecrets: true)))),
    ]
  }

  private static var typing: [CommandRow] {
    [
      row(
        "accept", "Accept", "Goes to the match, keeps the filter, or writes the file.", ["Enter"], .accept,
        in: [.responsePrompt],
        hint: .init("accept", rank: 10)),
      row(
        "leave", "Leave the line", "Discards what was typed.", ["Esc"], .leave, in: [.responsePrompt],
        hint: .init("leave", rank: 20)),
      row(
        "typingNext", "Next match while typing", "Moves to the next match.", ["Down"], .step(1), in: [.responsePrompt],
        disabledReason: needsTerm),
      row(
        "typingPrevious", "Previous match while typing", "Moves to the previous match.", ["Up"], .step(-1),
        in: [.responsePrompt],
        disabledReason: needsTerm),
    ]
  }

  private static func whyNoPage(_ step: Int) -> @Sendable (State) -> String? {
    { state in
      guard let pagination = state.tabs.current?.response.verdict?.pagination, let page = pagination.page else {
        return "The response is not a page of a list."
      }
      if step > 0, let pages = pagination.pages, page >= pages { return "This is the last page." }
      return step < 0 && page <= 1 ? "This is the first page." : nil
    }
  }

  private static let ofTheFilter = "This is the filter's output. Press Esc to return to the body first."

  private static let needsWholeJSON: @Sendable (State) -> String? = {
    guard let pane = $0.tabs.current?.response, pane.response != nil else { return "There is no response yet." }
    return pane.filter == nil && pane.body.page?.kind != .json ? "The body is not JSON." : nil
  }

  private static let whyNotExpect: @Sendable (State) -> String? = {
    guard let pane = $0.tabs.current?.response, pane.tab == .body, let filter = pane.filter, filter.shown != nil,
      filter.count != 1
    else { return needsResponse($0) }
    return "The filter gives \(filter.count == 0 ? "nothing" : "several values"); an expectation needs one value."
  }

  private static let whyNoMock: @Sendable (State) -> String? = {
    guard let pane = $0.tabs.current?.response, pane.response != nil else { return "There is no response yet." }
    if pane.request.isScratch { return "The scratch request belongs to no workspace, so it has no mocks." }
    return pane.head?.isMock == true ? "This response came from a mock." : nil
  }

  private static let needsResponse: @Sendable (State) -> String? = {
    $0.tabs.current?.response.head == nil ? "There is no response yet." : nil
  }

  private static let needsBody: @Sendable (State) -> String? = {
    ($0.tabs.current?.response.body.page?.total ?? 0) == 0 ? "There is no body." : nil
  }

  private static let needsJSON: @Sendable (State) -> String? = {
    let body = $0.tabs.current?.response.body
    guard let body, body.page != nil else { return "There is no body." }
    return body.mode == .pretty ? nil : "Only pretty JSON can be folded; m switches to pretty."
  }

  private static let needsTerm: @Sendable (State) -> String? = {
    $0.tabs.current?.response.body.search.term.isEmpty == false ? nil : "No search yet; / searches."
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Action,
    in contexts: [KeyContext] = [.response], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("answer.\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .response(action),
      disabledReason: disabledReason)
  }
}
