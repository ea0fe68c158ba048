import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

extension State {
  /// The key that sends, whatever is shown.
  static let sendCommand = CommandRow(
    "request.send", "Send the request",
    help:
      "Sends (or resends) the request on screen: on screen 6 that of the exchange, as its file is now, or the exchange again where there is none; on screen 2, runs the group; on screen 4, refreshes the entry. The hint line names it. What is not shown is never sent.",
    keys: ["F5", "Alt-Enter"],
    in: [.always], hint: .init("send"), does: .sending(.send),
    disabledReason: {
      if $0.screen == .groups { return $0.whyNoRun }
      if $0.screen == .history { return HistoryList.needsExchange($0) }
      if $0.screen == .cache { return $0.whyNoRefresh }
      if $0.screen != .requests { return $0.unseenRequest }
      if $0.tabs.open?.defaults != nil { return DefaultsPlace.notSent }
      return $0.tabs.open == nil ? "No request is open." : $0.unseenRequest
    })
}

extension State {
  /// Beside it, the key that asks the server where the cache would do.
  static let askServerCommand = CommandRow(
    "request.askServer", "Send to the server, not the cache",
    help:
      "Sends the open request (GET or HEAD) to the server even if the cache has a fresh response, and stores the new one.",
    keys: ["Shift-F5"], in: [.always],
    disabledReason: {
      if let reason = $0.unseenRequest { return reason }
      if $0.tabs.open?.defaults != nil { return DefaultsPlace.notSent }
      return $0.tabs.current?.isLoaded == true ? nil : "No request is open."
    }
  ) { state in
    state.askServer()
  }
}

// Sending, from the key to the response.
extension State {
  mutating func send(_ action: SendingAction) -> [Effect] {
    switch action {
    case .send: sendOpen()
    case .repeated(let sends, let tally, let isOver): take(tally, of: sends, isOver: isOver)
    case .stopRepeated(let sends): [.perform(RepeatedSendEffect.stop(sends))]
    case .intent(let intent): send(intent)
    case .trustAndSend(let items, let intent): [.perform(SendEffect(intent: intent, trusting: items))]
    case .answered(let intent, let outcome): answered(intent, outcome)
    case .refused(let intent, let problem): refused(intent, problem)
    case .turnPage(let step): turnPage(step)
    case .explained(let id, let explanation, let moment): ask(ExplanationSheet(id, explanation, at: moment))
    case .pickFile(let files): ask(Picker(files: files))
    case .askForCurl(let intent, let questions):
      ask(CurlQuestionsForm(export: intent, questions: questions))
    case .curl(let intent): [.perform(CurlExportEffect(intent: intent))]
    case .keptMock(let request, let file):
      ask(Confirm(kept: request, in: file, isMocking: workspace?.isMocking == true))
    }
  }

  /// The draft stays as it is: only this once another page is asked for.
  private func turnPage(_ step: Int) -> [Effect] {
    guard let tab = tabs.current, let page = tab.response.verdict?.pagination?.page else { return [] }
    var draft = tab.composer.draft
    draft.changeParameters { rows in
      let place = rows.firstIndex { Self.pageNames.contains($0.name) } ?? rows.count
      if place == rows.count { rows.append(DraftRow("page", "")) }
      rows[place] = DraftRow(rows[place].name, "\(page + step)")
    }
    return [.perform(SendEffect(intent: SendIntent(tab.composer.request, draft)))]
  }

  /// The names that APIs use for the number of a page in a query.
  private static let pageNames: Set<String> = ["page", "p", "pageNumber", "page[number]", "currentPage"]

  /// Sends what is displayed, wherever the cursor is.
  private mutating func sendOpen() -> [Effect] {
    if screen == .groups { return [.then(.groups(.run(.start(isPaused: false))))] }
    if screen == .cache { return perform(refreshOfEntry) }
    if screen == .history, let exchange = history.selected {
      guard let request = exchange.request, HistoryList.needsRequest(self) == nil else {
        return [.perform(HistoryEffect.sendAgain(exchange.id))]
      }
      _ = open(request, focus: .response)
    }
    tabs.change { $0.isOnlySeen = false }
    guard let open = tabs.current else { return [] }
    guard open.isLoaded else {
      opening.send(open.composer.request)
      return [.perform(RequestEffect.load(open.composer.request))]
    }
    guard files.isShown else {
      files.send(open.composer.request)
      held.wait(for: .reading(open.composer.request), at: now)
      return [.say(.done("It is sent as soon as the files, which are being written, have been read."))]
    }
    return send(open.composer.request)
  }

  /// Sends the open request, whatever the cache has.
  private mutating func askServer() -> [Effect] {
    guard let id = tabs.current?.composer.request, tabs.current?.isLoaded == true else { return [] }
    let settled = updateComposer(id, .settle)
    guard let composer = tabs[id]?.composer else { return settled }
    var intent = SendIntent(composer.request, composer.draft)
    intent.asksServer = true
    return settled + [.perform(SendEffect(intent: intent))]
  }

  /// As it is on screen.
  mutating func send(_ id: RequestID) -> [Effect] {
    let settled = updateComposer(id, .settle)
    guard let composer = tabs[id]?.composer else { return settled }
    if composer.saysMoreThanURL {
      return settled + [.perform(Composer.DraftEffect.read(composer.url, of: composer.address, sends: true))]
    }
    return settled + [.perform(SendEffect(intent: SendIntent(composer.request, composer.draft)))]
  }

  private mutating func answered(_ intent: SendIntent, _ outcome: SendOutcome) -> [Effect] {
    switch outcome {
    case .started(let call, let hold, let outline): return began(intent, call, hold, outline)
    case .repeats(let sends): return show(sends, of: intent.request)
    case .asks(let questions): ask(SendQuestionsForm(intent: intent, questions: questions))
    case .wantsConfirmation(let sentence): popups.push(Popup(Confirm.sending(intent, sentence)))
    case .wantsTrust(let items):
      popups.push(Popup(Confirm.trust(items, before: intent)))
      return refused(intent, .notTrusted(items))
    }
    return []
  }

  private mutating func send(_ intent: SendIntent) -> [Effect] {
    repeatNotes(intent)
    return [.perform(SendEffect(intent: intent))]
  }

  /// A card in the response's pane, a row in the log, and whole under `!`.
  private mutating func refused(_ intent: SendIntent, _ problem: Problem) -> [Effect] {
    repeatRefused(intent.request)
    // Nobody meant this by what they typed ahead.
    held.drop()
    showResponse(of: intent.request)
    failure.note(problem, isSeen: tabs.open == intent.request && arrangement.panes[.response] != nil)
    return updateResponse(intent.request, .refused(problem)) + [
      .perform(WorkspaceEffect.report(problem, of: intent.request))
    ]
  }

  /// Shows the response if there is room for one pane only, because that is what one wants to see after sending.
  private mutating func showResponse(of request: RequestID) {
    guard !isZoomed, screen == .requests, tabs.open == request else { return }
    if arrangement.panes[.response] == nil { navigation.enter(.response) }
  }

  private mutating func began(
    _ intent: SendIntent, _ call: Call, _ hold: Duration?, _ outline: SendingOutline
  ) -> [Effect] {
    var transfer = ActiveTransfer(
      id: call.id, request: intent.request, method: call.request.method?.rawValue ?? "GET", startedAt: now)
    (transfer.hold, transfer.outline, transfer.intent) = (hold, outline, intent)
    transfer.options = call.request.options
    transfer.webSocket = call.request.webSocket
    // A WebSocket that nobody would see any more is closed.
    for other in transfers where other.request == intent.request { other.webSocket?.postClose() }
    if outline.logsIn { held.wait(for: .call(call.id), at: now) }
    showResponse(of: intent.request)
    if transfer.webSocket != nil, screen == .requests, tabs.open == intent.request { navigation.enter(.response) }
    var (secrets, endpoint) = (call.request.secrets, call.request.endpoint)
    secrets.formUnion(call.knownSecrets)
    endpoint = secrets.masking(endpoint)
    transfer.url = endpoint
    transfers.begin(transfer)
    let began = ResponsePane.Action.began(
      transfer, secrets: secrets, url: endpoint, hidesResponse: call.request.hidesResponse)
    let warning = outline.warnings.first.map { [Effect.say(.refused($0))] } ?? []
    return updateResponse(intent.request, began) + [.follow(call)] + warning
  }

  mutating func transferred(_ id: ExchangeID, _ news: TransferNews) -> [Effect] {
    guard let transfer = transfers[id] else { return [] }
    let request = transfer.request
    var said: [Effect] = []
    switch news {
    case .progressed(let progress, let head, _, let isPaused):
      transfers.progress(id, to: progress, isPaused: isPaused, isAnswered: head != nil)
    case .failed(let error, _):
      // Its card is in the response's pane, and the engine has told the log.
      failure.note(shown: Problem(error))
      said = certificates(after: error, of: transfer)
      transfers.end(id)
    case .completed(let response):
      if let error = response.error { failure.note(shown: Problem(error)) }
      transfers.end(id)
      said = confirm(response, of: request, transfer.outline)
    case .cancelled: transfers.end(id)
    }
    return updateResponse(request, .news(id, news)) + said + repeatHears(news, of: id, request)
  }

  /// Confirms the effects of a response that are not visible in it. For a request that is not shown, the confirmation
  /// only goes to the log.
  private func confirm(_ response: Response, of request: RequestID, _ outline: SendingOutline) -> [Effect] {
    guard let notice = Notice(response, outline, of: request) else { return [] }
    let isSeen = screen == .requests && tabs.open == request
    if isSeen { return [.say(notice)] }
    return notice.isLogged ? [.perform(WorkspaceEffect.log(notice))] : []
  }
}

extension Notice {
  /// `3 of 3 expectations met · captured token · downloaded to out/film.mp4 (1.2 MB)`
  fileprivate init?(_ response: Response, _ outline: SendingOutline, of request: RequestID) {
    var parts = outline.warnings + [response.adviceOfTLS].compactMap(\.self)
    let isWarning = !parts.isEmpty
    if response.isAccepted {
      let count = outline.expectations
      if count > 0 { parts.append("\(count) of \(count.counted("expectation")) met") }
      if !outline.captures.isEmpty { parts.append("captured \(outline.captures.joined(separator: ", "))") }
    }
    if let download = response.download {
      parts.append("downloaded to \(download.path) (\(ByteCount.text(response.body.count)))")
    }
    guard !parts.isEmpty else { return nil }
    let text = parts.joined(separator: " · ")
    let notice = isWarning ? Notice.refused(text) : .done(text)
    self = response.download == nil ? notice : notice.logged(of: request)
  }
}

extension Picker {
  fileprivate init(files: [String]) {
    let items = files.map { Item(text: $0, action: .composer(.change(.take(file: $0)))) }
    self.init("A file of the workspace", items, whenEmpty: "The workspace's folder holds no files.")
  }
}

extension Problem {
  fileprivate static func notTrusted(_ items: [TrustItem]) -> Problem {
    Problem(
      code: "trust.missing", "The request needs a permission that this workspace does not have.",
      detail: items.map(\.description).joined(separator: "\n"),
      advice: "Send it again, or use the command “Trust this workspace”.")
  }
}

extension Confirm {
  fileprivate init(kept request: RequestID, in file: String, isMocking: Bool) {
    let turn = Choice("m", "turn mocks on", .workspace(.turnMocks))
    self.init(
      "A mock of \(request)",
      [
        StyledText("The response was added to the end of \(file)."),
        StyledText("The first matching mock replies; M turns mocks on or off."), "",
      ],
      choices: [Choice("o", "ok"), Choice("e", "edit the file", .terminal(.edit(file: file, line: nil)))]
        + (isMocking ? [] : [turn]))
  }

  fileprivate static func sending(_ intent: SendIntent, _ sentence: String) -> Confirm {
    var intent = intent
    intent.isConfirmed = true
    return Confirm(
      "Send \(intent.request)?", [StyledText(sentence), ""],
      choices: [.init("n", "cancel"), .init("y", "send", .sending(.intent(intent)), isDangerous: true)])
  }
}
