import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace

/// `parley send REQUEST`: the body on standard output, everything else on standard error; with `--json` one object.
package struct SendCommand: Sendable {
  package var arguments: SessionArguments
  package var request: String
  package var printsJSON: Bool
  /// Prints it as a curl command in place of sending it.
  package var curl: CurlWish
  /// Nothing is sent: the response is what the cache has, and nothing where it has nothing.
  package var asksOnlyCache: Bool
  /// Whether JSON and heads hold secrets; the body alone is always printed as it came.
  package var reveals: Bool

  /// A filter whose values are printed in place of the body; nil for none.
  package var filter: Filter?
  /// For a WebSocket.
  package var webSocket: WebSocketWish

  /// The snapshot that is restored first; nil for none.
  package var snapshot: SnapshotWish?

  /// The typed request, where it may be none of the workspace; nil for one of the workspace.
  package var typed: TypedSend?

  /// Sent more than once, and reported as a whole in place of a body.
  package var repetition: Repetition?

  package struct Repetition: Sendable, Hashable {
    let count: Int
    let atOnce: Int

    package init(count: Int, atOnce: Int) {
      (self.count, self.atOnce) = (count, atOnce)
    }
  }

  package struct Filter: Sendable, Hashable {
    let text: String
    let output: FilterOutput

    package init(_ text: String, _ output: FilterOutput) {
      (self.text, self.output) = (text, output)
    }
  }

  /// Whether the request is wanted as a curl command.
  package enum CurlWish: Sendable, Hashable {
    case no, masked, withSecrets
  }

  package init(
    _ request: String, _ arguments: SessionArguments, printsJSON: Bool = false, curl: CurlWish = .no,
    asksOnlyCache: Bool = false, reveals: Bool = false, filter: Filter? = nil,
    repetition: Repetition? = nil, webSocket: WebSocketWish = WebSocketWish()
  ) {
    self.request = request
    self.arguments = arguments
    self.printsJSON = printsJSON
    self.curl = curl
    self.asksOnlyCache = asksOnlyCache
    self.reveals = reveals
    self.filter = filter
    self.repetition = repetition
    self.webSocket = webSocket
  }

  /// - Parameter onStart: handed what cancels it, once there is something to cancel, for a signal.
  package func run(
    on console: any Console, onStart: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) async -> ExitStatus {
    var arguments = arguments
    if let path = PathForName.mistake(request, asNameOf: .request, arguments) {
      return console.fail(path, asJSON: printsJSON)
    }
    // Outside of a workspace, an address is sent from the one that everybody has.
    if typed?.line.mayBeAddress == true || typed?.line.words == ["-"] { arguments.scratch = .silently }
    // Without a workspace, no request can have that name.
    if let slip = typed?.slip, (try? arguments.folder()) == nil { return console.fail(slip, asJSON: printsJSON) }
    return await arguments.withSession(on: console, needing: .data, printsJSON: printsJSON) {
      try await send(by: $0, on: $1, onStart)
    }
  }

  private func send(
    by session: Session, on console: any Console, _ onStart: @Sendable (@escaping @Sendable () -> Void) -> Void
  ) async throws -> ExitStatus {
    let filter = try self.filter.map { filter in try ResponseFilter(filter, session) }
    if reveals, printsJSON || curl == .withSecrets || typed?.showsHeads == true { console.noteRevealing() }
    if let snapshot { try await session.restore(snapshot, telling: console) }
    if let repetition {
      return try await RepeatedSendTask(request, repetition, session, printsJSON: printsJSON).run(on: console, onStart)
    }
    var rendered = try await rendered(by: session, on: console)
    let output = try typed?.output.flatMap { $0 == "-" ? nil : $0 }.map(path(ofOutput:))
    // With a filter, what that gives is saved.
    if let output, filter == nil { rendered = rendered.saved(to: output) }
    guard curl == .no else {
      let console = curl == .withSecrets ? console.unmasked : console
      let command = try await session.sending.curl(rendered, showsSecrets: curl == .withSecrets)
      console.print(command: command)
      if curl == .masked, command.contains(Secrets.mask) {
        console.note("Secrets are masked, so the command does not work as it is: --show-secrets reveals them.")
      }
      return .good
    }
    if asksOnlyCache { return try await answer(rendered, filter, to: output, fromCacheOf: session, on: console) }
    for warning in rendered.warnings { console.note("⚠ \(Printable.text(warning))") }
    let events = session.client.events.subscribe()
    let transfer = try typed?.transfer
    let call = session.sending.call(rendered) {
      transfer?(&$0)
      // The object names the headers that were added on the way.
      if printsJSON { $0.recordsWire = true }
    }
    onStart { call.stop() }
    let revealedURL = reveals ? try? session.client.preview(rendered.request).url : nil
    if typed?.isVerbose == true { console.note("* environment: \(session.environments.words)") }
    if let channel = call.request.webSocket {
      let dialogue = WebSocketDialogue(
        session: session, call: call, channel: channel, wish: webSocket, printsJSON: printsJSON, reveals: reveals,
        filter: filter, console: console)
      onStart { dialogue.stop() }
      var report = SendReport(rendered, await dialogue.run(), events: [], reveals: reveals)
      report.revealedURL = revealedURL
      report.writeEnd(to: console, asJSON: printsJSON)
      return status(of: report)
    }
    let progress = console.notesToTerminal ? ProgressLine(of: call, on: console) : nil
    let result = await Self.result(of: call)
    await progress?.end()
    var report = SendReport(rendered, result, events: events.takeAvailable(), reveals: reveals)
    report.brokenOff = call.brokenOff
    (report.includesHead, report.isVerbose) = (typed?.includesHead == true, typed?.isVerbose == true)
    report.revealedURL = revealedURL
    report.usesCacheUnasked = arguments.cacheMode == .automatic
    return try await self.report(report, filter, to: output, on: console)
  }

  /// As with curl, a folder that is not there is more likely a slip of the fingers than one to be made.
  private func path(ofOutput file: String) throws -> String {
    let path = arguments.path(of: file)
    guard FileSystem.kind(ofTarget: path.parentPath) == .directory else {
      throw UsageError(
        "There is no folder \(Printable.quoted(path.parentPath)) to save to.",
        advice: "Make it first. Nothing was sent.")
    }
    // A `..` behind a link leads elsewhere than its letters say.
    guard path.split(separator: "/").contains(".."), let folder = try? FileSystem.realPath(path.parentPath) else {
      return path
    }
    return folder.appendingPath(path.lastPathPart)
  }

  /// A request of the workspace, or what is typed where there is none of that name.
  private func rendered(by session: Session, on console: any Console) async throws -> RenderedRequest {
    let prompter: any Prompter =
      curl == .masked ? MaskingPrompter(console: console) : ConsolePrompter(console: console)
    guard let typed else { return try await session.sending.render(request, prompter: prompter) }
    if session.workspace.request(request) != nil {
      guard typed.line.words.count == 1, typed.line.options.isEmpty, typed.line.json == nil else {
        throw UsageError(
          "\(Printable.text(request)) is sent as its file says: method, headers and body on the command line are for a URL.",
          advice: "--set NAME=VALUE sets the variables of its templates; parameters stand in its file.")
      }
      return try await session.sending.render(request, prompter: prompter)
    }
    guard typed.line.mayBeAddress || typed.line.words == ["-"] else {
      throw try typed.slip ?? session.files.unknown(request)
    }
    let definition = try await typed.request(in: session, directory: arguments.directory, on: console)
    if session.workspace.definition.servers.isEmpty, definition.server == nil, definition.needsServer {
      throw UsageError(
        "\(Printable.quoted(definition.url.value)) is a path, and no server is known for it.",
        advice: "Write a whole URL, such as localhost:8080/items. A path alone needs a workspace that names servers.")
    }
    return try await session.sending.render(definition, id: RequestID.scratch.rawValue, prompter: prompter)
  }

  /// Nothing is no error, so that the status is good either way.
  private func answer(
    _ rendered: RenderedRequest, _ filter: ResponseFilter?, to output: String?, fromCacheOf session: Session,
    on console: any Console
  ) async throws -> ExitStatus {
    if let response = try await session.cache.response(to: rendered) {
      let report = SendReport(rendered, .success(response), events: [], reveals: reveals)
      return try await self.report(report, filter, to: output, on: console)
    }
    let decision = try await session.cache.decision(for: rendered, onlyCache: true)
    console.note("Nothing in the cache: \(decision.summary)")
    if printsJSON { console.print(["cached": decision.json]) }
    return .good
  }

  private static func result(of call: Call) async -> Result<Response, RequestError> {
    do throws(RequestError) {
      return .success(try await call.response())
    } catch {
      return .failure(error)
    }
  }

  /// - Parameter output: the file for the body, or for what the filter gives; nil for standard output.
  private func report(
    _ report: SendReport, _ filter: ResponseFilter?, to output: String?, on console: any Console
  ) async throws -> ExitStatus {
    var report = report
    if filter == nil, let output { try report.save(to: output) }
    if printsJSON {
      report.writeJSON(to: reveals ? console.unmasked : console)
    } else if let filter {
      guard try await report.write(to: console, by: filter, savingTo: output) else { return .expectationMissed }
    } else {
      report.write(to: console)
    }
    return status(of: report)
  }

  private func status(of report: SendReport) -> ExitStatus {
    switch report.result {
    case .success(let response): response.isAccepted ? .good : .expectationMissed
    // A request of the command line is made of the arguments: its mistakes are theirs.
    case .failure(.invalid) where report.isOfCommandLine: .usage
    case .failure(let error): ExitStatus(error)
    }
  }
}
