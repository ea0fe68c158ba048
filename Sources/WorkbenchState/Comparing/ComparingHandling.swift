package import ParleyEngine
package import ParleyModel
import ParleyText
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// Comparing two responses, from the key that asks for it to the sheet that shows them.
package indirect enum ComparingAction: Sendable {
  case choose(ComparisonChoices)
  case compare(ExchangeID, ExchangeID)
  case sendElsewhere(ElsewhereIntent)
  case answered(ElsewhereIntent, ElsewhereOutcome)
  case trustAndSend([TrustItem], ElsewhereIntent)
  case shown(ResponseComparison)
  case leave

  // In the sheet.
  case move(ListCursor.Step)
  case select(Int)
  case across(Int)
  case setPaths([String])
  case copy
}

/// With what a response can be compared.
package struct ComparisonChoices: Sendable {
  let exchange: ExchangeID
  let intent: SendIntent
  /// The other exchanges of the request, the newest first.
  let past: [HistoryEntry]
  let environments: [String]
  /// The exchange itself; nil where the history does not have it.
  var shown: HistoryEntry?

  /// Whether they were not all sent to one URL, so that each is told by its own.
  var namesRequests: Bool {
    intent.request.isScratch || Set((past + [shown].compactMap(\.self)).map { "\($0.method) \($0.url)" }).count > 1
  }
}

/// Comparing two responses.
package enum ComparingHandling {
  package static func handle(_ action: ComparingAction, in state: inout State) -> [Effect] {
    switch action {
    case .choose(let choices): state.popups.push(Popup(Picker(choices, now: state.now)))
    case .compare(let left, let right): return [.perform(ComparingEffect.compare(left, right))]
    case .sendElsewhere(let wish): return [.perform(ComparingEffect.sendElsewhere(wish, trusting: []))]
    case .answered(let wish, let outcome): return answered(wish, outcome, in: &state)
    case .trustAndSend(let items, let wish): return [.perform(ComparingEffect.sendElsewhere(wish, trusting: items))]
    case .shown(let comparison): show(comparison, in: &state)
    case .leave: state.comparison = nil
    case .move(let step): return look(in: &state) { $0.cursor.move(step) }
    case .select(let line): return look(in: &state) { $0.cursor.select(line) }
    case .across(let steps):
      let layout = ComparisonSheet.Layout(state.arrangement.popups)
      return look(in: &state) { $0.moveAcross(steps, in: layout.textColumns, isWide: layout.isWide) }
    case .setPaths(let paths): return ignore(paths, in: state)
    case .copy:
      let text = state.comparison?.lines.map(\.text.plain).joined(separator: "\n")
      return text.map { [.terminal(.copy($0, of: "the comparison"))] } ?? []
    }
    return []
  }

  /// Changes what is seen of the comparison, which may have another height by now.
  static func look(in state: inout State, _ change: (inout ResponseComparison) -> Void) -> [Effect] {
    guard var shown = state.comparison else { return [] }
    shown.cursor.height = ComparisonSheet.Layout(state.arrangement.popups).list.height
    change(&shown)
    state.comparison = shown
    return []
  }

  /// The reason why `=` can do nothing on a response.
  static func whyNotCompare(in state: State) -> String? {
    guard let tab = state.tabs.current, let pane = Optional(tab.response), pane.exchange != nil, pane.stage.isOver
    else {
      return "There is no response yet."
    }
    return nil
  }

  /// The response that is shown on screen 1: with the one under the cursor of its history, or with what a person chooses.
  static func begin(in state: State) -> [Effect] {
    guard let tab = state.tabs.current, let exchange = tab.response.exchange else { return [] }
    if let past = tab.response.selectedPast, past != exchange {
      return [.perform(ComparingEffect.compare(past, exchange))]
    }
    return [.perform(ComparingEffect.choices(exchange, SendIntent(tab.composer.request, tab.composer.draft)))]
  }

  private static func show(_ shown: ResponseComparison, in state: inout State) {
    var shown = shown
    shown.cursor.height = ComparisonSheet.Layout(state.arrangement.popups).list.height
    if let comparison = state.comparison, comparison.isOf(shown) {
      shown.continueFrom(comparison)
      state.comparison = shown
      return
    }
    state.comparison = shown
    state.popups.push(Popup(ComparisonSheet()))
  }

  static func ignorePath(in state: State) -> [Effect] {
    guard let comparison = state.comparison, let path = comparison.selected?.path else { return [] }
    let covering = comparison.ignored.filter { (try? IgnoredPaths([$0]))?.cover(path) == true }
    let text = IgnoredPaths.text(for: path)
    return ignore(
      covering.isEmpty ? comparison.ignored + [text] : comparison.ignored.filter { !covering.contains($0) }, in: state)
  }

  private static func ignore(_ paths: [String], in state: State) -> [Effect] {
    guard let comparison = state.comparison else { return [] }
    return [.perform(ComparingEffect.ignore(paths, in: comparison))]
  }

  private static func answered(_ wish: ElsewhereIntent, _ outcome: ElsewhereOutcome, in state: inout State) -> [Effect]
  {
    switch outcome {
    case .sent(let id): return [.perform(ComparingEffect.compare(wish.exchange, id))]
    case .asks(let questions): state.ask(SendElsewhereForm(intent: wish, questions: questions))
    case .wantsConfirmation(let sentence): state.popups.push(Popup(Confirm(sending: wish, sentence)))
    case .wantsTrust(let items): state.popups.push(Popup(Confirm(trusting: items, before: wish)))
    }
    return []
  }
}

/// Asks what is needed before a request is sent in another environment, to be compared.
struct SendElsewhereForm: QuestionForm {
  let intent: ElsewhereIntent
  let questions: [Question]

  var title: String { "Before sending \(intent.intent.request) in \(intent.environment)" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var elsewhere = intent
    elsewhere.intent.take(answers, to: questions)
    return .comparing(.sendElsewhere(elsewhere))
  }
}

/// Reads two responses and compares them.
package indirect enum ComparingEffect: ServiceEffect {
  case choices(ExchangeID, SendIntent)
  case compare(ExchangeID, ExchangeID)
  /// With the one before it of the same request.
  case withPrevious(ExchangeID, of: RequestID?)
  case ignore([String], in: ResponseComparison)
  case sendElsewhere(ElsewhereIntent, trusting: [TrustItem])

  package var mayAsk: Bool { if case .sendElsewhere = self { true } else { false } }

  private static let mostPast = 200

  package var lane: Lane? {
    switch self {
    case .choices, .compare, .withPrevious, .ignore: Lane("responses", keepsOnlyNewest: true)
    case .sendElsewhere: nil
    }
  }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .choices(let exchange, let intent):
      let all = try await services.history.history(of: intent.request, limit: Self.mostPast)
      let environments = intent.request.isScratch ? [] : try await services.history.otherEnvironments()
      let choices = ComparisonChoices(
        exchange: exchange, intent: intent, past: all.filter { $0.id != exchange }, environments: environments,
        shown: all.first { $0.id == exchange })
      return [.comparing(.choose(choices))]
    case .compare(let left, let right): return [.comparing(.shown(try await Self.compare(left, right, services)))]
    case .withPrevious(let id, let request): return try await Self.compare(id, withPreviousOf: request, services)
    case .ignore(let paths, let comparison):
      try await services.groups.keepIgnoredPaths(paths, of: comparison.key)
      return [.comparing(.shown(ResponseComparison(comparison.responses, ignoring: paths)))]
    case .sendElsewhere(let wish, let trusting):
      let trusted = trusting.isEmpty ? nil : try await services.workspace.trust(trusting)
      let outcome = try await services.history.sendElsewhere(wish)
      return (trusted.map { [.workspace(.changed($0))] } ?? []) + [.comparing(.answered(wish, outcome))]
    }
  }

  private static func compare(
    _ left: ExchangeID, _ right: ExchangeID, _ services: Services
  ) async throws -> ResponseComparison {
    let responses = try await services.history.responses(left, right)
    let ignored = try await services.groups.ignoredPaths(of: ResponseComparison.key(of: responses.right))
    return ResponseComparison(responses, ignoring: ignored)
  }

  private static func compare(
    _ id: ExchangeID, withPreviousOf request: RequestID?, _ services: Services
  ) async throws -> [Action] {
    let past = try await request.asyncMap { try await services.history.history(of: $0, limit: mostPast) } ?? []
    guard let place = past.firstIndex(where: { $0.id == id }) else {
      return [.notice(.refused("Mark two exchanges with m, then = compares them."))]
    }
    if let previous = past[(place + 1)...].first(where: { $0.status != nil }) {
      return [.comparing(.shown(try await compare(previous.id, id, services)))]
    }
    // The oldest is compared with the one that came after it.
    guard let next = past[..<place].last(where: { $0.status != nil }) else {
      return [
        .notice(.refused("It is the only response of this request: m marks two exchanges of any, = compares them."))
      ]
    }
    return [.comparing(.shown(try await compare(id, next.id, services)))]
  }
}

extension Optional {
  fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
    if let self { try await transform(self) } else { nil }
  }
}
