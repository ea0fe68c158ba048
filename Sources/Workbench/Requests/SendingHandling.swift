import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Sending a request, from the key to the outcome.
enum SendingHandling {
  /// The key that sends, whatever is shown.
  static let sendCommand = CommandRow(
    "request.send", "Send the request",
    help:
      "Sends (or resends) the request on screen: on screen 6 that of the exchange, as its file is now, or the exchange again where there is none; on screen 2, runs the group; on screen 4, refreshes the entry. The hint line names it. What is not shown is never sent.",
    keys: ["F5", "Alt-Enter"],
    in: [.always], hint: .init("send"), does: .sending(.send),
    disabledReason: { $0.screen.type.whyNotSent(in: $0) })

  /// Beside it, the key that asks the server where the cache would do.
  static let askServerCommand = CommandRow(
    "request.askServer", "Send to the server, not the cache",
    help:
      "Sends the open request (GET or HEAD) to the server even if the cache has a fresh response, and stores the new one.",
    keys: ["Shift-F5"], in: [.always],
    disabledReason: {
      if let reason = SeenRequest.whyNotSent(in: $0) { return reason }
      if $0.tabs.open?.defaults != nil { return DefaultsPlace.notSent }
      return $0.tabs.current?.isLoaded == true ? nil : "No request is open."
    }
  ) { state in
    askServer(in: &state)
  }

  static func handle(_ action: SendingAction, in state: inout State) -> [Effect] {
    switch action {
    case .send: sendOpen(in: &state)
    case .repeated(let sends, let tally, let isOver):
      RepeatedSendHandling.take(tally, of: sends, isOver: isOver, in: &state)
    case .stopRepeated(let sends): [.perform(RepeatedSendEffect.stop(sends))]
    case .intent(let intent): send(intent, in: &state)
    case .trustAndSend(let items, let intent): [.perform(SendEffect(intent: intent, trusting: items))]
    case .answered(let intent, let outcome): answered(intent, outcome, in: &state)
    case .refused(let intent, let problem): refused(intent, problem, in: &state)
    case .turnPage(let step): turnPage(step, in: state)
    case .explained(let id, let explanation, let moment): state.ask(ExplanationSheet(id, explanation, at: moment))
    case .pickFile(let files): state.ask(Picker(files: files))
    case .askForCurl(let intent, let questions):
      state.ask(CurlQuestionsForm(export: intent, questions: questions))
    case .curl(let intent): [.perform(CurlExportEffect(intent: intent))]
    case .keptMock(let request, let file):
      state.ask(Confirm(kept: request, in: file, isMocking: state.workspace?.isMocking == true))
    }
  }

  /// The draft stays as it is: only this once another page is asked for.
  private static func turnPage(_ step: Int, in state: State) -> [Effect] {
    guard let tab = state.tabs.current, let page = tab.response.verdict?.pagination?.page else { return [] }
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
  private static func sendOpen(in state: inout State) -> [Effect] {
    var wayBack: [Effect] = []
    switch state.screen.type.sending(in: state) {
    case .effects(let effects): return effects
    case .command(let id): return state.perform(id)
    case .request(let request):
      wayBack = [.say(.done("Sent from the history: Esc goes back to it."))]
      _ = RequestHandling.open(request, focus: .response, in: &state)
    case .open: break
    }
    state.tabs.change { $0.isOnlySeen = false }
    guard let open = state.tabs.current else { return [] }
    state.sidebar.stay(on: open.composer.request)
    let keeping = RequestHandling.keepLast(open.composer.request, in: &state)
    guard open.isLoaded else {
      state.opening.send(open.composer.request)
      return keeping + wayBack + [.perform(RequestEffect.load(open.composer.request))]
    }
    guard state.files.isShown else {
      state.files.send(open.composer.request)
      state.input.held.wait(for: .reading(open.composer.request), at: state.now)
      return keeping + [.say(.done("It is sent as soon as the files, which are being written, have been read."))]
    }
    return keeping + wayBack + send(open.composer.request, in: &state)
  }

  /// Sends the open request, whatever the cache has.
  private static func askServer(in state: inout State) -> [Effect] {
    guard let id = state.tabs.current?.composer.request, state.tabs.current?.isLoaded == true else { return [] }
    state.sidebar.stay(on: id)
    let settled = state.updateComposer(id, .settle)
    guard let composer = state.tabs[id]?.composer else { return settled }
    var intent = SendIntent(composer.request, composer.draft)
    intent.asksServer = true
    return settled + [.perform(SendEffect(intent: intent))]
  }

  /// As it is on screen.
  static func send(_ id: RequestID, in state: inout State) -> [Effect] {
    let settled = state.updateComposer(id, .settle)
    guard let composer = state.tabs[id]?.composer else { return settled }
    if composer.saysMoreThanURL {
      return settled + [.perform(Composer.DraftEffect.read(composer.url, of: composer.address, sends: true))]
    }
    return settled + [.perform(SendEffect(intent: SendIntent(composer.request, composer.draft)))]
  }

  private static func answered(_ intent: SendIntent, _ outcome: SendOutcome, in state: inout State) -> [Effect] {
    switch outcome {
    case .started(let call, let hold, let outline): return began(intent, call, hold, outline, in: &state)
    case .repeats(let sends): return RepeatedSendHandling.show(sends, of: intent.request, in: &state)
    case .asks(let questions): state.ask(SendQuestionsForm(intent: intent, questions: questions))
    case .wantsConfirmation(let sentence): state.popups.push(Popup(Confirm.sending(intent, sentence)))
    case .wantsTrust(let items):
      state.popups.push(Popup(Confirm.trust(items, before: intent)))
      return refused(intent, .notTrusted(items), in: &state)
    }
    return []
  }

  private static func send(_ intent: SendIntent, in state: inout State) -> [Effect] {
    AutoRepeatHandling.note(intent, in: &state)
    return [.perform(SendEffect(intent: intent))]
  }

  /// A card in the response's pane, a row in the log, and whole under `!`.
  private static func refused(_ intent: SendIntent, _ problem: Problem, in state: inout State) -> [Effect] {
    AutoRepeatHandling.refuse(intent.request, in: &state)
    // Nobody meant this by what they typed ahead.
    state.input.held.drop()
    showResponse(of: intent.request, in: &state)
    state.failure.note(problem, isSeen: state.tabs.open == intent.request && state.arrangement.panes[.response] != nil)
    return state.updateResponse(intent.request, .refused(problem)) + [
      .perform(WorkspaceEffect.report(problem, of: intent.request))
    ]
  }

  /// Shows the response if there is room for one pane only, because that is what one wants to see after sending.
  private static func showResponse(of request: RequestID, in state: inout State) {
    guard !state.isZoomed, state.screen == .requests, state.tabs.open == request else { return }
    if state.arrangement.panes[.response] == nil { state.navigation.enter(.response) }
  }

  private static func began(
    _ intent: SendIntent, _ call: Call, _ hold: Duration?, _ outline: SendingOutline, in state: inout State
  ) -> [Effect] {
    var transfer = ActiveTransfer(
      id: call.id, request: intent.request, method: call.request.method?.rawValue ?? "GET", startedAt: state.now)
    (transfer.hold, transfer.outline, transfer.intent) = (hold, outline, intent)
    transfer.options = call.request.options
    transfer.webSocket = call.request.webSocket
    // A WebSocket that nobody would see any more is closed.
    for other in state.transfers where other.request == intent.request { other.webSocket?.postClose() }
    if outline.logsIn { state.input.held.wait(for: .call(call.id), at: state.now) }
    showResponse(of: intent.request, in: &state)
    if transfer.webSocket != nil, state.screen == .requests, state.tabs.open == intent.request {
      state.navigation.enter(.response)
    }
    var (secrets, endpoint) = (call.request.secrets, call.request.endpoint)
    secrets.formUnion(call.knownSecrets)
    endpoint = secrets.masking(endpoint)
    transfer.url = endpoint
    state.transfers.begin(transfer)
    let began = ResponsePane.Action.began(
      transfer, secrets: secrets, url: endpoint, hidesResponse: call.request.hidesResponse)
    let warning = outline.warnings.first.map { [Effect.say(.refused($0))] } ?? []
    return state.updateResponse(intent.request, began) + [.follow(call)] + warning
  }

  static func transferred(_ id: ExchangeID, _ news: TransferNews, in state: inout State) -> [Effect] {
    guard let transfer = state.transfers[id] else { return [] }
    let request = transfer.request
    var said: [Effect] = []
    switch news {
    case .progressed(let progress, let head, _, let isPaused):
      state.transfers.progress(id, to: progress, isPaused: isPaused, isAnswered: head != nil)
    case .failed(let error, _):
      // Its card is in the response's pane, and the engine has told the log.
      state.failure.note(shown: Problem(error))
      said = CertificateHandling.certificates(after: error, of: transfer, in: state)
      state.transfers.end(id)
    case .completed(let response):
      if let error = response.error { state.failure.note(shown: Problem(error)) }
      state.transfers.end(id)
      said = confirm(response, of: request, transfer.outline, in: state)
    case .cancelled: state.transfers.end(id)
    }
    return state.updateResponse(request, .news(id, news)) + said
      + AutoRepeatHandling.hear(news, of: id, request, in: &state)
  }

  /// Confirms the effects of a response that are not visible in it. For a request that is not shown, the confirmation
  /// only goes to the log.
  private static func confirm(_ response: Response, of request: RequestID, _ outline: SendingOutline, in state: State)
    -> [Effect]
  {
    let hasEdits = state.tabs[request]?.composer.isDirty == true
    guard let notice = Notice(response, outline, of: request, hasEdits: hasEdits) else { return [] }
    let isSeen = state.screen == .requests && state.tabs.open == request
    if isSeen { return [.say(notice)] }
    return notice.isLogged ? [.perform(WorkspaceEffect.log(notice))] : []
  }
}

extension Notice {
  /// `3 of 3 expectations met · captured token · downloaded to out/film.mp4 (1.2 MB)`
  fileprivate init?(_ response: Response, _ outline: SendingOutline, of request: RequestID, hasEdits: Bool) {
    let isCached = response.cached?.source == .kept
    // The cache tells requests apart by less than one can edit: by few of their headers.
    let unsent = isCached && hasEdits ? "nothing was sent, nor were your edits: Shift-F5 sends the request" : nil
    let refused = response.hasRefused(outline.asked)
    var parts = outline.warnings + [response.adviceOfTLS, unsent, refused].compactMap(\.self)
    let isWarning = !parts.isEmpty
    if response.isAccepted {
      let count = outline.expectations
      let place = isCached ? " by the cached response" : ""
      if count > 0 { parts.append("\(count) of \(count.counted("expectation")) met\(place)") }
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

extension Response {
  /// Said where what was entered was refused: it is not kept, as nobody would find out why else it is asked again.
  fileprivate func hasRefused(_ asked: [String]) -> String? {
    guard !asked.isEmpty, !isAccepted, [401, 403].contains(status.code) else { return nil }
    let names = asked.map { $0.fitted(to: 30) }.joined(separator: ", ")
    return asked.count == 1
      ? "\(names) was refused and is not kept: the next send asks for it"
      : "\(names) were refused and are not kept: the next send asks for them"
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
      choices: [.init("n", "cancel"), .init("y", "send", .sending(.intent(intent)), isDangerous: true)],
      comesUnasked: true)
  }
}
