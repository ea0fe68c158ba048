import ParleyEngine
import TerminalKit

extension KeyContext {
  /// The body of an answer.
  static let answerBody: KeyContext = "answer.body"
  /// The list of what was sent before.
  static let answerHistory: KeyContext = "answer.history"
  /// The line below it, while it takes text.
  static let answerPrompt: KeyContext = "answer.prompt"
}

extension ResponsePane {
  static var commands: [CommandRow] { moving + looking + copying + typing }

  private static var moving: [CommandRow] {
    [
      row("down", "Down", "Goes to the next line.", ["Down", "j"], .move(.lines(1))),
      row("up", "Up", "Goes to the line before.", ["Up", "k"], .move(.lines(-1))),
      row("pageDown", "Page down", "Goes a page down.", ["PageDown", "Ctrl-D", "Space"], .move(.pages(1))),
      row("pageUp", "Page up", "Goes a page up.", ["PageUp", "Ctrl-U"], .move(.pages(-1))),
      row("first", "First", "Goes to the first line.", ["Home", "g"], .move(.first)),
      row("last", "Last", "Goes to the last line.", ["End", "G"], .move(.last)),
      row("right", "Scroll right", "Shows what is further right.", ["Right", "l"], .moveAcross(1)),
      row("left", "Scroll left", "Shows what is further left.", ["Left", "h"], .moveAcross(-1)),
      row("nextTab", "Next tab", "Shows the next tab.", ["]"], .turnTab(1)),
      row("previousTab", "Previous tab", "Shows the tab before.", ["["], .turnTab(-1), hint: .init("tabs", rank: 40)),
      row("body", "Show the body", "Shows what came back.", [], .show(.body)),
      row("headers", "Show the answer's headers", "In the order and casing they arrived in.", [], .show(.headers)),
      row("cookies", "Show the cookies", "What the answer sets.", [], .show(.cookies)),
      row("history", "Show the history", "When the request was sent before, and what came back.", [], .show(.history)),
      row(
        "openPast", "Open the exchange", "Shows the exchange under the cursor again.", ["Enter"], .openPast,
        in: [.answerHistory], hint: .init("open", rank: 10),
        disabledReason: { $0.desks.current?.answer.past.isEmpty == false ? nil : "It has not been sent yet." }),
      row(
        "showCurrent", "Back to the current response", "Shows the current response again after an older one.",
        ["Backspace"], .showCurrent, hint: .init("current response", rank: 5),
        disabledReason: { $0.desks.current?.answer.isOlder == true ? nil : "The current response is shown." }),
      row("timing", "Show the timing", "How long each phase took.", [], .show(.timing)),
      row("wire", "Show the wire", "The bytes as they were sent and received.", [], .show(.wire)),
    ]
  }

  private static var looking: [CommandRow] {
    let inBody: [KeyContext] = [.answerBody]
    return [
      row(
        "fold", "Fold or unfold", "Folds what the line opens, or what it lies in.", ["Enter", "z"], .fold, in: inBody,
        hint: .init("fold", rank: 30), disabledReason: needsJSON),
      row(
        "foldAll", "Fold or unfold all", "Folds everything inside the outermost brackets, or opens everything.", ["-"],
        .foldAll,
        in: inBody, disabledReason: needsJSON),
      row(
        "mode", "Pretty, raw or hex", "Shows the body in the next of these ways.", ["m"], .turnMode, in: inBody,
        hint: .init("raw", rank: 35), disabledReason: needsBody),
      row(
        "filter", "Filter",
        "Shows what a jq filter makes of the body, while one types. Esc shows the whole body again.",
        ["f"], .startFilter, in: inBody, hint: .init("filter", rank: 25), disabledReason: needsWholeJSON),
      row(
        "search", "Search", "Finds text in the whole body, while one types. Small letters find large ones too.", ["/"],
        .startSearch, in: inBody, hint: .init("search", rank: 10), disabledReason: needsBody),
      row(
        "nextMatch", "Next match", "Goes to the next place the term stands.", ["n"], .step(1), in: inBody,
        disabledReason: needsTerm),
      row(
        "previousMatch", "Match before", "Goes to the place before.", ["N"], .step(-1), in: inBody,
        disabledReason: needsTerm),
      row(
        "save", "Save the body to a file", "Writes the body, byte for byte, to a file that does not exist yet.", ["s"],
        .startSaving,
        in: inBody, disabledReason: needsBody),
      row(
        "expect", "Expect this",
        "Makes the value or header under the cursor, or else the status, an expectation of the request.",
        ["a"], .expect, hint: .init("expect", rank: 50), disabledReason: whyNotExpect),
      row(
        "capture", "Capture into shared data",
        "Lets a shared key take the value under the cursor from every good answer; adds the row to the request.",
        ["c"], .capture, in: inBody, hint: .init("capture", rank: 45),
        disabledReason: { needsJSON($0) ?? ($0.desks.current?.answer.filter?.shown == nil ? nil : ofTheFilter) }),
      row(
        "keepAsMock", "Make a mock of this answer",
        "Adds a mock that gives this answer again to a file of the workspace; what is known to be a secret is masked in it.",
        ["K"], .keepAsMock, disabledReason: whyNoMock),
      CommandRow(
        "answer.nextPage", "Next page", help: "Sends the request again for the next page of the list.", keys: [">"],
        in: [.answer], does: .sending(.turnPage(1)), disabledReason: whyNoPage(1)),
      CommandRow(
        "answer.previousPage", "Page before", help: "Sends the request again for the page before.", keys: ["<"],
        in: [.answer], does: .sending(.turnPage(-1)), disabledReason: whyNoPage(-1)),
      row("reveal", "Show or mask secrets", "Shows what the request carried that is masked.", ["v"], .reveal),
      row(
        "pause", "Pause or go on", "Stops the transfer, or lets it go on.", ["P"], .pause,
        disabledReason: {
          let answer = $0.desks.current?.answer
          return $0.transfers.contains { $0.id == answer?.exchange } ? nil : "Nothing is on its way."
        }),
    ]
  }

  private static var copying: [CommandRow] {
    [
      row(
        "copyValue", "Copy the value", "Copies the value, header or line under the cursor.", ["y y", "y v"],
        .copy(.value),
        hint: .init("copy", rank: 20), disabledReason: needsAnswer),
      row(
        "copyPath", "Copy the path", "Copies the way to the value, such as `.items[3].id`.", ["y p"], .copy(.path),
        in: [.answerBody], disabledReason: needsJSON),
      row(
        "copyBody", "Copy the body",
        "Copies the whole body, up to 1 MB. More than 75 KB needs wl-copy, xclip, xsel or tmux.", ["y b"], .copy(.body),
        disabledReason: needsBody),
      row(
        "copyURL", "Copy the final URL", "Copies the URL that answered.", ["y u"], .copy(.url),
        disabledReason: needsAnswer),
      CommandRow(
        "answer.copyCurl", "Copy the request as curl",
        help: "Copies the curl command that sends the same; secrets are masked in it.", keys: ["y c"], in: [.answer],
        does: .composer(.copy(.curl(showsSecrets: false)))),
      CommandRow(
        "answer.copyWholeCurl", "Copy the request as curl with its secrets",
        help: "The same with secrets, tokens and cookies as they are; asks for what is asked before a send.",
        keys: ["y C"], in: [.answer], does: .composer(.copy(.curl(showsSecrets: true)))),
    ]
  }

  private static var typing: [CommandRow] {
    [
      row(
        "accept", "Take it", "Goes to the match, keeps the filter, or writes the file.", ["Enter"], .accept,
        in: [.answerPrompt],
        hint: .init("take it", rank: 10)),
      row(
        "leave", "Leave the line", "Gives up what was typed.", ["Esc"], .leave, in: [.answerPrompt],
        hint: .init("leave", rank: 20)),
      row(
        "typingNext", "Next match while typing", "Goes to the next match.", ["Down"], .step(1), in: [.answerPrompt],
        disabledReason: needsTerm),
      row(
        "typingPrevious", "Match before while typing", "Goes to the match before.", ["Up"], .step(-1),
        in: [.answerPrompt],
        disabledReason: needsTerm),
    ]
  }

  private static func whyNoPage(_ step: Int) -> @Sendable (State) -> String? {
    { state in
      guard let pagination = state.desks.current?.answer.verdict?.pagination, let page = pagination.page else {
        return "The answer is no page of a list."
      }
      if step > 0, let pages = pagination.pages, page >= pages { return "This is the last page." }
      return step < 0 && page <= 1 ? "This is the first page." : nil
    }
  }

  private static let ofTheFilter = "The filter has made this; Esc shows the body that keys can take values of."

  private static let needsWholeJSON: @Sendable (State) -> String? = {
    guard let answer = $0.desks.current?.answer, answer.response != nil else { return "The answer is not here yet." }
    return answer.filter == nil && answer.body.page?.kind != .json ? "The body is no JSON." : nil
  }

  private static let whyNotExpect: @Sendable (State) -> String? = {
    guard let answer = $0.desks.current?.answer, answer.tab == .body, let filter = answer.filter, filter.shown != nil,
      filter.count != 1
    else { return needsAnswer($0) }
    return "The filter gives \(filter.count == 0 ? "nothing" : "several values"); one value can be expected."
  }

  private static let whyNoMock: @Sendable (State) -> String? = {
    guard let answer = $0.desks.current?.answer, answer.response != nil else { return "The answer is not here yet." }
    if answer.request.isScratch { return "A request of no workspace has no mocks." }
    return answer.head?.isMock == true ? "A mock has given this answer." : nil
  }

  private static let needsAnswer: @Sendable (State) -> String? = {
    $0.desks.current?.answer.head == nil ? "There is no answer yet." : nil
  }

  private static let needsBody: @Sendable (State) -> String? = {
    ($0.desks.current?.answer.body.page?.total ?? 0) == 0 ? "There is no body." : nil
  }

  private static let needsJSON: @Sendable (State) -> String? = {
    let body = $0.desks.current?.answer.body
    guard let body, body.page != nil else { return "There is no body." }
    return body.mode == .pretty ? nil : "Only JSON has values that can be folded and named; m shows it pretty."
  }

  private static let needsTerm: @Sendable (State) -> String? = {
    $0.desks.current?.answer.body.search.term.isEmpty == false ? nil : "Nothing was searched for; / searches."
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Action,
    in contexts: [KeyContext] = [.answer], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("answer.\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .answer(action),
      disabledReason: disabledReason)
  }
}
