import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Runs `parley shared` with an open session.
struct SharedDataTask: Sendable {
  let action: SharedCommand.Action
  let report: SharedReport
  let session: Session
  let console: any Console
  /// Questions that come while a line of progress stands take its place.
  private let asking: RunConsole

  init(_ command: SharedCommand, _ session: Session, _ console: any Console) {
    action = command.action
    report = SharedReport(
      printsJSON: command.printsJSON, reveals: command.reveals,
      console: command.reveals ? console.unmasked : console)
    self.session = session
    self.console = console
    asking = RunConsole(console)
  }

  var shared: SharedData { session.shared }
  var prompter: ConsolePrompter { ConsolePrompter(console: asking) }

  /// - Returns: whether what was compared is the same.
  func run(
    input: SharedValue?, onInterruption: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  ) async throws -> ExitStatus {
    if report.reveals { console.noteRevealing() }
    let progress = SharedProgressLine.progress(on: asking)
    onInterruption?({ progress.stop() })
    defer { hideProgress() }
    do {
      return try await SharedProgress.$current.withValue(progress) { try await act(input) }
    } catch is CancellationError {
      return .interrupted
    }
  }

  private func act(_ input: SharedValue?) async throws -> ExitStatus {
    switch action {
    case .compare(let wish): return try await compare(wish)
    case .get(let name, let decodes): return try await get(name, decodes: decodes) ? .expectationMissed : .good
    case .snapshot(let action): return try await carryOut(action)
    default:
      try await work(input)
      return .good
    }
  }

  private func work(_ input: SharedValue?) async throws {
    switch action {
    case .compare, .snapshot, .get: return
    case .list(let filter, let sort):
      let entries = try await SharedListing(self, filter, sort).entries()
      if entries.isEmpty, !report.printsJSON {
        console.note(filter.isEmpty ? "There are no keys." : "Nothing matches.")
      }
      report.list(entries)
    case .set(let name, let kind, let words):
      if let input { try await set(name, kind == nil ? asBefore(input, of: name) : input, expiring: words) }
    case .expire(let name, let words):
      guard let entry = try await session.sharedKeys.expire(name, at: try moment(words), by: prompter) else {
        throw missing(name)
      }
      report.entry(entry)
    case .renew(let name): report.entry(try await session.sharedKeys.renew(name, by: prompter))
    case .remove(let name):
      guard try await !session.sharedKeys.remove([name], by: prompter).isEmpty else { throw missing(name) }
    case .removeAll: console.note("Removed \(try await shared.removeAll(writer: SharedKeys.byHand).counted("key")).")
    case .watch(let subject): try await watch(subject)
    case .history(let name, let limit): try await history(of: name, limit)
    case .uses(let name): await SharedUsesReport(session, console, printsJSON: report.printsJSON).uses(of: name)
    case .usesOfRequest(let id):
      try await SharedUsesReport(session, console, printsJSON: report.printsJSON).keys(ofRequest: id)
    case .rename(let name, let new, let isDry):
      try await SharedUsesReport(session, console, printsJSON: report.printsJSON).rename(
        name, to: new, isDry: isDry, by: prompter)
    case .undo(let name): tell(try await SharedUndo(session).undo(name, by: prompter), of: name)
    case .batch(let action): try await carryOut(action)
    case .redo(let name): tell(try await SharedUndo(session).redo(name, by: prompter), of: name)
    }
  }

  /// Before something else is written where the line of progress stands.
  func hideProgress() { asking.showProgress(nil) }

  /// The value of a key after undo or redo; of a key without one, its name.
  private func tell(_ entry: SharedEntry?, of name: String) {
    if let entry { return report.entry(entry) }
    if !report.printsJSON { console.note("\(Printable.text(name)) holds nothing.") }
  }

  /// Whether a value of the team's is a secret stands inside what is sealed.
  private func unlocked(_ name: String) async throws -> SharedEntry? {
    let entry = try await shared.entry(name)
    guard entry?.problem?.kind == .locked, session.team.owns(shared.key(name)) else { return entry }
    return try await session.sharedKeys.reveal(name, by: prompter)
  }

  /// - Returns: whether the key has expired.
  private func get(_ name: String, decodes: Bool) async throws -> Bool {
    guard let known = try await unlocked(name), known.content != .removed else { throw missing(name) }
    guard !known.isSecret || report.reveals else {
      throw UsageError("\(name) is a secret.", advice: "Use --reveal to print it.")
    }
    guard let entry = try await session.sharedKeys.reveal(name, by: prompter) else { throw missing(name) }
    if let expires = entry.expires, shared.isExpired(entry) {
      console.note("⚠ \(Printable.text(name)) expired at \(expires.localMoment).")
    }
    decodes ? report.decoded(entry) : report.value(of: entry)
    return entry.expires != nil && shared.isExpired(entry)
  }

  private func set(_ name: String, _ value: SharedValue, expiring words: String?) async throws {
    let lifetime = try words.map { try moment($0).map(SharedLifetime.until) ?? .unlimited }
    report.entry(try await unlocking { try await session.sharedKeys.set(name, value, lifetime: lifetime) })
  }

  /// A text as JSON where the key holds JSON and the text is some.
  private func asBefore(_ value: SharedValue, of name: String) async throws -> SharedValue {
    guard case .text(let text) = value, let kind = try await shared.entry(name)?.kind, kind != .text else {
      return value
    }
    if kind == .json, let json = try? JSONValue(parsing: Array(text.utf8)) { return .json(json) }
    console.note("⚠ \(Printable.text(name)) held \(kind == .json ? "JSON" : "bytes"), and holds text now.")
    return value
  }

  private func moment(_ words: String) throws -> Timestamp? {
    guard let moment = SharedExpiry.moment(written: words, from: shared.now()) else {
      throw UsageError(
        "“\(Printable.text(words))” is not an expiry.",
        advice: "Write a duration such as 30m, a time such as 2026-11-21T14:00:00Z, or never.")
    }
    return moment
  }

  private func watch(_ subject: SharedSubject) async throws {
    if report.reveals {
      for cipher in session.ciphers.all { try await session.ciphers.unlock(cipher.name, by: prompter) }
    }
    for await change in shared.changes(of: subject) {
      report.change(change)
      guard console.takesOutput else { return }
    }
  }

  private func history(of name: String, _ limit: Int) async throws {
    // One more than is listed: what a change changed is said beside the change before.
    let entries =
      report.reveals
      ? try await session.sharedKeys.revealHistory(of: name, limit: limit + 1, by: prompter)
      : try await shared.history(of: name, limit: limit + 1)
    guard !entries.isEmpty else { throw missing(name) }
    report.history(entries, limit: limit)
  }

  private func unlocking<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    try await session.ciphers.unlocking(by: prompter, work)
  }

  private func missing(_ name: String) -> UsageError { .noKey(name, in: session) }
}
