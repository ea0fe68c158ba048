import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// Sends a request many times, and reports what came of all of them together.
struct RepeatedSendTask {
  private let request: String
  private let repetition: SendCommand.Repetition
  private let session: Session
  private let printsJSON: Bool

  init(_ request: String, _ repetition: SendCommand.Repetition, _ session: Session, printsJSON: Bool) {
    (self.request, self.repetition, self.session, self.printsJSON) = (request, repetition, session, printsJSON)
  }

  /// - Parameter onStart: handed what stops it.
  func run(
    on console: any Console, _ onStart: @Sendable (@escaping @Sendable () -> Void) -> Void
  ) async throws -> ExitStatus {
    let sends = try await prepare(on: console)
    onStart { sends.stop() }
    let progress = console.notesToTerminal ? RepeatedSendLine(of: sends, on: console) : nil
    do {
      try await sends.run()
    } catch {
      await progress?.end()
      throw error
    }
    await progress?.end()
    let report = RepeatedSendReport(sends: sends)
    if printsJSON { console.print(report.json) } else { report.write(to: console) }
    return status(of: sends)
  }

  /// Templates are filled in anew for every send. The first time shows whether they can be, and asks all questions.
  private func prepare(on console: any Console) async throws -> RepeatedSend {
    let (request, session) = (request, session)
    let prompter = AskingOnce(ConsolePrompter(console: console))
    let first = try await session.sending.render(request, prompter: prompter)
    for warning in first.warnings { console.note("⚠ \(Printable.text(warning))") }
    let unsent = Lock(Optional(first))
    return RepeatedSend(count: repetition.count, atOnce: repetition.atOnce) {
      if let rendered = unsent.withLock({ $0.take() }) { return session.sending.separateCall(rendered) }
      return session.sending.separateCall(try await session.sending.render(request, prompter: prompter))
    }
  }

  private func status(of sends: RepeatedSend) -> ExitStatus {
    let tally = sends.tally
    if sends.isStopped { return .interrupted }
    if let error = tally.firstError { return ExitStatus(error) }
    return tally.missed > 0 ? .expectationMissed : .good
  }
}

/// Remembers the answers, so that a request that is sent many times asks once.
private actor AskingOnce: Prompter {
  private let prompter: any Prompter
  private var known: [String: PromptAnswer] = [:]

  init(_ prompter: any Prompter) {
    self.prompter = prompter
  }

  nonisolated var asksAgain: Bool { prompter.asksAgain }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    let unknown = questions.filter { known[$0.name] == nil || $0.mistake != nil }
    if !unknown.isEmpty {
      guard let answers = try await prompter.answers(to: unknown) else { return nil }
      for (question, answer) in zip(unknown, answers) { known[question.name] = answer }
    }
    return questions.compactMap { known[$0.name] }
  }
}

/// How many sends have ended, on a line of standard error that is gone at the end.
private struct RepeatedSendLine {
  private let following: Task<Void, Never>

  init(of sends: RepeatedSend, on console: any Console) {
    following = Task {
      var seen = 0
      while !sends.isOver {
        await sends.news(after: seen)
        let tally = sends.tally
        seen = tally.count
        console.showProgress("\(seen.grouped) of \(sends.count.grouped)\(tally.rateSuffix)")
      }
      console.showProgress(nil)
    }
  }

  func end() async {
    await following.value
  }
}
