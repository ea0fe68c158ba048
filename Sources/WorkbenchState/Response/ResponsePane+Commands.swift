import ParleyEngine
import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension KeyContext {
  /// The body of a response.
  package static let responseBody: KeyContext = "answer.body"
  /// The events of a stream.
  package static let responseStream: KeyContext = "answer.stream"
  /// The response of a WebSocket, open or closed: its keys count before those of any response.
  package static let responseWebSocket: KeyContext = "answer.webSocket"
  /// The headers of a response.
  package static let responseHeaders: KeyContext = "answer.headers"
  /// The list of what was sent before.
  package static let responseHistory: KeyContext = "answer.history"
  /// The line below it, while it takes text.
  package static let responsePrompt: KeyContext = "answer.prompt"
}

extension ResponsePane: CommandTarget {
  package static let commandName = "answer"

  package static func action(_ body: @escaping CommandBody) -> WorkbenchState.Action { .response(.perform(body)) }
}

extension ResponsePane {
  package static var commands: [CommandRow] {
    BodyBrowser.commands(at: place) + moving + looking + streaming + copying + MessageLine.commands
  }

  private static var place: BodyBrowser.Place {
    BodyBrowser.Place(
      id: "answer", context: .response, body: .responseBody, prompt: .responsePrompt,
      pageDownKeys: ["Space"], foldAllKeys: ["-"], action: { .response(.look($0)) },
      browser: { state in state.tabs.current?.response.shownBody },
      term: { state in state.tabs.current?.response.term ?? "" }, whyEmpty: needsSomething,
      whyNoSearch: { $0.tabs.current?.response.canSearch == true ? nil : needsSomething($0) }, canSave: true)
  }

  private static var moving: [CommandRow] {
    [
      row(.nextTab, "answer.nextTab", in: [.response], hint: .init("tabs", rank: 14)) { pane, _ in
        pane.turnTab(1)
      },
      row(.previousTab, "answer.previousTab", in: [.response]) { pane, _ in
        pane.turnTab(-1)
      },
      row("body", "Show the body", "Shows the response body.", [], .show(.body)),
      row(
        "headers", "Show the response headers", "Shows the headers in their original order and casing.", [],
        .show(.headers)),
      row(
        "redirects", "Show the redirects",
        "Shows the redirects on the way to the response: method, URL and status of each.",
        ["r"], .showRedirects, hint: .init("redirects", rank: 9),
        disabledReason: whyNoRedirects),
      row("cookies", "Show the cookies", "Shows the cookies the response sets.", [], .show(.cookies)),
      row("history", "Show the history", "Lists the earlier exchanges of the request.", [], .show(.history)),
      row(
        "openPast", "Open the exchange", "Shows the exchange under the cursor.", ["Enter"], in: [.responseHistory],
        hint: .init("open", rank: 10),
        disabledReason: { $0.tabs.current?.response.past.isEmpty == false ? nil : "The request has not been sent yet." }
      ) { pane, _ in
        pane.openPast()
      },
      row(
        "showCurrent", "Back to the current response", "Goes back from an older response to the current one.",
        ["Backspace"], .showCurrent, hint: .init("current response", rank: 5),
        disabledReason: { $0.tabs.current?.response.isOlder == true ? nil : "The current response is already shown." }),
      // The field of the composer above, without going there first.
      CommandRow(
        .editURL, "answer.editURL", in: [.response],
        does: .change { _ in [.then(.navigation(.focus(.composer))), .then(.composer(.change(.editURL)))] },
        disabledReason: Composer.needsAddress),
      row("timing", "Show the timing", "Shows how long each phase took.", [], .show(.timing)),
      row("wire", "Show the wire", "Shows the bytes as sent and received.", [], .show(.wire)),
    ]
  }

  private static var looking: [CommandRow] {
    let inBody: [KeyContext] = [.responseBody]
    return [
      row(.saveBody, "answer.save", in: inBody, disabledReason: needsBody) { pane, _ in
        pane.browser.update(.startSaving(as: pane.suggestedFileName), of: pane.owner)
      },
      row(
        "expect", "Expect this", "Adds an expectation for the value or header under the cursor, or for the status.",
        ["a"], in: [.response], hint: .init("expect", rank: 50), disabledReason: whyNotExpect
      ) { pane, _ in
        pane.expect()
      },
      row(
        "capture", "Capture into shared data",
        "Captures the value under the cursor into a shared key from every successful response.", ["c"], in: inBody,
        hint: .init("capture", rank: 45),
        disabledReason: {
          needsJSON($0) ?? ($0.tabs.current?.response.browser.filter?.shown == nil ? nil : ofTheFilter)
        }
      ) { pane, _ in
        pane.browser.update(.pick(.capture, line: nil), of: pane.owner)
      },
      row(
        "keepAsMock", "Make a mock of this response",
        "Adds a mock with this response to a file of the workspace. Known secrets are masked.", ["K"], in: [.response],
        disabledReason: whyNoMock
      ) { pane, _ in
        pane.keepAsMock()
      },
      CommandRow(
        "answer.nextPage", "Next page", help: "Sends the request again for the next page of the list.", keys: [">"],
        in: [.response], does: .sending(.turnPage(1)), disabledReason: whyNoPage(1)),
      CommandRow(
        "answer.previousPage", "Previous page", help: "Sends the request again for the previous page.", keys: ["<"],
        in: [.response], does: .sending(.turnPage(-1)), disabledReason: whyNoPage(-1)),
      CommandRow(
        "answer.compare", "Compare with another response",
        help:
          "Shows the differences (a diff) to the one before, a pinned one, or another environment's response; in the history, to that under the cursor.",
        keys: ["="], in: [.response], hint: .init("compare", rank: 18),
        disabledReason: { ComparingHandling.whyNotCompare(in: $0) }
      ) { state in
        ComparingHandling.begin(in: state)
      },
      row(
        "reveal", "Show or mask secrets", "Reveals the secrets of the request, or masks them.", ["v"], in: [.response]
      ) { pane, _ in
        pane.reveal()
      },
      row(
        "pause", "Pause or resume", "Pauses or resumes the transfer.", ["P"], in: [.response],
        disabledReason: {
          let pane = $0.tabs.current?.response
          return $0.transfers.contains { $0.id == pane?.exchange } ? nil : "No request is in flight."
        }
      ) { pane, context in
        pane.pause(in: context)
      },
    ]
  }

  private static var streaming: [CommandRow] {
    [
      CommandRow(
        .headerMenu, "answer.headerMenu", in: [.responseHeaders], hint: .init("menu", rank: 15),
        does: .response(.look(.pick(.menu, line: nil))), disabledReason: needsResponse),
      row(
        "follow", "Follow or hold", "Follows new events of the stream, or stays where it is while they come.",
        ["F"], .look(.stream(.follow)), in: [.responseStream], hint: .init("follow/hold", rank: 12)),
      row(
        "joinEvents", "Show the text of the stream",
        "Joins the texts of the events, or what the filter gives for them, such as a language model's answer.",
        ["Alt-j"], .look(.stream(.join)), in: [.responseStream], hint: .init("text", rank: 28)),
    ]
  }

  private static var copying: [CommandRow] {
    [
      row(
        "copyURL", "Copy the final URL", "Copies the URL of the response, after redirects.", ["y u"], in: [.response],
        disabledReason: needsResponse
      ) { pane, _ in
        pane.copyURL()
      },
      CommandRow(.copyCurl, "answer.copyCurl", in: [.response], does: .composer(.copy(.curl(showsSecrets: false)))),
      CommandRow(
        .copyWholeCurl, "answer.copyWholeCurl", in: [.response], does: .composer(.copy(.curl(showsSecrets: true)))),
    ]
  }

  private static let whyNoRedirects: @Sendable (State) -> String? = {
    guard let summary = $0.tabs.current?.response.summary else { return needsResponse($0) ?? "It is still arriving." }
    return summary.hops.isEmpty ? "The response came without redirects." : nil
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

  private static let whyNotExpect: @Sendable (State) -> String? = {
    guard let pane = $0.tabs.current?.response, pane.tab == .body, let filter = pane.browser.filter,
      filter.shown != nil,
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
    return body.mode == .pretty ? nil : "Only values of pretty JSON can be captured; m switches to pretty."
  }

  /// Something that can be looked through: the body, or the lines of another tab.
  private static let needsSomething: @Sendable (State) -> String? = {
    guard let pane = $0.tabs.current?.response, pane.tab != .body else { return needsBody($0) }
    return pane[pane.tab].lines.isEmpty ? "There is nothing here." : nil
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

extension ResponsePane {
  /// The body, where that is what is shown.
  var shownBody: BodyBrowser? { tab == .body ? browser : nil }
  var term: String { tab == .body ? body.search.term : self[tab].search.term }
}
