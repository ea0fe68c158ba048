import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Work on many entries, done a piece at a time, so that it can be seen and stopped.
struct CacheWork: Sendable {
  let intent: CacheIntent
  /// The outcome so far.
  private(set) var outcome = CacheOutcome(done: 0)
  /// How many entries the pieces had that have come back.
  private(set) var examined = 0
  var isStopped = false

  /// - Returns: nil for what is done at once.
  init?(_ intent: CacheIntent) {
    guard intent.entries.count > Self.size(of: intent.job) else { return nil }
    self.intent = intent
  }

  /// Those that send requests take long. The mocks of all go to one file, which is opened once.
  private static func size(of job: CacheIntent.Job) -> Int {
    switch job {
    case .askAgain: 1
    case .mock: .max
    case .expire, .remove, .pin: 200
    }
  }

  /// The next piece; nil when there is none, or when it was stopped.
  var next: CacheIntent? {
    guard !isStopped, examined < intent.entries.count else { return nil }
    let entries = intent.entries.dropFirst(examined).prefix(Self.size(of: intent.job))
    return CacheIntent(intent.job, Array(entries), isPart: true)
  }

  mutating func take(_ piece: CacheIntent, _ outcome: CacheOutcome) {
    examined += piece.entries.count
    self.outcome.done += outcome.done
    self.outcome.refusals += outcome.refusals
  }

  /// `removing 400 of 12,000   Esc stops`
  var text: StyledText {
    if isStopped { return [Span("stopping …  ", .warning)] }
    let count = "\(examined.grouped) of \(intent.entries.count.grouped)"
    return [Span("\(intent.job.workingWord) \(count)  ", .accent), Span("Esc", .hint), Span(" stops  ", .muted)]
  }

  /// A sentence on what was done, and of how many where it was stopped.
  var notice: Notice {
    let words = intent.words(for: outcome)
    if examined < intent.entries.count {
      return .done("Stopped after \(examined.grouped) of \(intent.entries.count.counted("entry", "entries")). \(words)")
    }
    return outcome.refusals.isEmpty ? .done(words) : .refused(words)
  }
}

extension CacheIntent.Job {
  fileprivate var workingWord: String {
    switch self {
    case .expire: "expiring"
    case .remove: "removing"
    case .pin(let isPinned): isPinned ? "pinning" : "unpinning"
    case .askAgain: "refreshing"
    case .mock: "making mocks"
    }
  }
}

extension CacheScreen {
  /// Begins it: many entries a piece at a time.
  mutating func perform(_ intent: CacheIntent) -> [Effect] {
    guard list.work == nil else { return [.say(.refused("One after the other: Esc stops what is being done."))] }
    guard let work = CacheWork(intent), let piece = work.next else { return [.perform(CacheEffect.intent(intent))] }
    list.work = work
    return [.perform(CacheEffect.intent(piece))]
  }

  /// A piece has come back.
  /// - Returns: nil for what is not part of the work.
  mutating func continueWork(after piece: CacheIntent, _ outcome: CacheOutcome) -> [Effect]? {
    guard piece.isPart, var work = list.work else { return nil }
    work.take(piece, outcome)
    guard let next = work.next else {
      list.work = nil
      return (opened.map { [.perform(CacheEffect.open($0.id, at: list.moment))] } ?? []) + [.say(work.notice)]
    }
    list.work = work
    return [.perform(CacheEffect.intent(next))]
  }
}
