import HTTPTypes
import ParleyEngine
import TerminalKit

/// From the key that sends to what comes back.
enum SendingAction: Sendable {
  case send
  case order(SendIntent)
  /// Sends it after having allowed what it needs.
  case trustAndSend([TrustItem], SendIntent)
  case answered(SendIntent, SendOutcome)
  /// It cannot be sent as it is.
  case refused(SendIntent, Problem)
  /// The next page of a list, or the one before.
  case turnPage(Int)
  case explained(RequestID, SendingExplained)
  case pickFile([String])
  /// What must be known for a curl command with its secrets.
  case askForCurl(CurlExport, [Question])
  case curl(CurlExport)
  /// An answer is given again by a mock of that file.
  case keptMock(RequestID, file: String)
}

// Sending, from the key to the answer.
extension State {
  mutating func send(_ action: SendingAction) -> [Effect] {
    switch action {
    case .send: sendOpen()
    case .order(let order): [.perform(SendEffect(order: order))]
    case .trustAndSend(let items, let order): [.perform(SendEffect(order: order, trusting: items))]
    case .answered(let order, let answer): answered(order, answer)
    case .refused(let order, let problem): refused(order, problem)
    case .turnPage(let step): turnPage(step)
    case .explained(let id, let explanation): push(ExplanationSheet(id, explanation))
    case .pickFile(let files): push(Picker(files: files))
    case .askForCurl(let order, let questions):
      push(
        FormSheet("Before copying \(order.order.request)", asking: questions, for: .curl(order, questions)))
    case .curl(let order): [.perform(CurlExportEffect(order: order))]
    case .keptMock(let request, let file):
      push(Confirm(kept: request, in: file, isMocking: workspace?.isMocking == true))
    }
  }

  /// The draft stays as it is: only this once another page is asked for.
  private func turnPage(_ step: Int) -> [Effect] {
    guard let desk = desks.current, let page = desk.answer.verdict?.pagination?.page else { return [] }
    var draft = desk.composer.draft
    draft.changeParameters { rows in
      let place = rows.firstIndex { Self.pageNames.contains($0.name) } ?? rows.count
      if place == rows.count { rows.append(DraftRow("page", "")) }
      rows[place] = DraftRow(rows[place].name, "\(page + step)")
    }
    return [.perform(SendEffect(order: SendIntent(desk.composer.request, draft)))]
  }

  /// What APIs call the number of a page in a query.
  private static let pageNames: Set<String> = ["page", "p", "pageNumber", "page[number]", "currentPage"]

  private mutating func push(_ sheet: some Sheet) -> [Effect] {
    popups.push(Popup(sheet))
    return []
  }

  /// What is displayed is sent, wherever the cursor is.
  private mutating func sendOpen() -> [Effect] {
    if screen == .groups { return [.then(.groups(.run(.start(isPaused: false))))] }
    desks.change { $0.isOnlySeen = false }
    guard let desk = desks.current else { return [] }
    guard desk.isLoaded else {
      sendsWhenLoaded = desk.composer.request
      return []
    }
    return [.perform(SendEffect(order: SendIntent(desk.composer.request, desk.composer.draft)))]
  }

  private mutating func answered(_ order: SendIntent, _ answer: SendOutcome) -> [Effect] {
    switch answer {
    case .started(let call, let hold, let outline): return began(order, call, hold, outline)
    case .asks(let questions):
      popups.push(Popup(FormSheet("Before sending \(order.request)", asking: questions, for: .send(order, questions))))
    case .wantsConfirmation(let sentence): popups.push(Popup(Confirm.sending(order, sentence)))
    case .wantsTrust(let items):
      popups.push(Popup(Confirm.trust(items, before: order)))
      return refused(order, .notTrusted(items))
    }
    return []
  }

  /// A card in the answer's pane, a row in the log, and whole under `!`.
  private mutating func refused(_ order: SendIntent, _ problem: Problem) -> [Effect] {
    lastProblem = problem
    showAnswer(of: order.request)
    hasSeenProblem = desks.open == order.request && arrangement.panes[.answer] != nil
    return updateAnswer(order.request, .refused(problem)) + [
      .perform(WorkspaceEffect.report(problem, of: order.request))
    ]
  }

  /// Where only one pane has room, what comes of sending is what one wants to see.
  private mutating func showAnswer(of request: RequestID) {
    guard !isZoomed, screen == .requests, desks.open == request else { return }
    if arrangement.panes[.answer] == nil { focus = .answer }
  }

  private mutating func began(
    _ order: SendIntent, _ call: Call, _ hold: Duration?, _ outline: SendingOutline
  ) -> [Effect] {
    var transfer = ActiveTransfer(
      id: call.id, request: order.request, method: call.request.method?.rawValue ?? "GET", startedAt: now)
    (transfer.hold, transfer.outline) = (hold, outline)
    transfers.append(transfer)
    showAnswer(of: order.request)
    var (secrets, endpoint) = (call.request.secrets, call.request.endpoint)
    endpoint = secrets.masking(endpoint)
    secrets.formUnion(call.knownSecrets)
    let began = ResponsePane.Action.began(
      transfer, secrets: secrets, url: endpoint, hidesAnswer: call.request.hidesAnswer)
    return updateAnswer(order.request, began) + [.follow(call)]
  }

  mutating func transferred(_ id: ExchangeID, _ news: TransferNews) -> [Effect] {
    guard let place = transfers.firstIndex(where: { $0.id == id }) else { return [] }
    let (request, outline) = (transfers[place].request, transfers[place].outline)
    var said: [Effect] = []
    switch news {
    case .progressed(let progress, _, _, let isPaused):
      transfers[place].progress = progress
      transfers[place].isPaused = isPaused
    case .failed(let error, _):
      // Its card is in the answer's pane, and the engine has told the log.
      lastProblem = Problem(error)
      transfers.remove(at: place)
    case .completed(let response):
      transfers.remove(at: place)
      said = confirm(response, of: request, outline)
    case .cancelled: transfers.remove(at: place)
    }
    return updateAnswer(request, .news(id, news)) + said
  }

  /// What does not show in the response itself. Of a request that is not looked at only the log is told.
  private func confirm(_ response: Response, of request: RequestID, _ outline: SendingOutline) -> [Effect] {
    guard let notice = Notice(response, outline, of: request) else { return [] }
    let isSeen = screen == .requests && desks.open == request
    if isSeen { return [.say(notice)] }
    return notice.isLogged ? [.perform(WorkspaceEffect.log(notice))] : []
  }
}

extension Notice {
  /// `3 of 3 expectations met · captured token · downloaded to out/film.mp4 (1.2 MB)`
  fileprivate init?(_ response: Response, _ outline: SendingOutline, of request: RequestID) {
    var parts: [String] = []
    if response.succeeded {
      let count = outline.expectations
      if count > 0 { parts.append("\(count) of \(count.counted("expectation")) met") }
      if !outline.captures.isEmpty { parts.append("captured \(outline.captures.joined(separator: ", "))") }
    }
    if let download = response.download {
      parts.append("downloaded to \(download.path) (\(response.body.count.asBytes))")
    }
    guard !parts.isEmpty else { return nil }
    let notice = Notice.done(parts.joined(separator: " · "))
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
      detail: items.map(\.text).joined(separator: "\n"),
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

  fileprivate static func sending(_ order: SendIntent, _ sentence: String) -> Confirm {
    var order = order
    order.isConfirmed = true
    return Confirm(
      "Send \(order.request)?", [StyledText(sentence), ""],
      choices: [.init("n", "cancel"), .init("y", "send", .sending(.order(order)), isDangerous: true)])
  }
}
