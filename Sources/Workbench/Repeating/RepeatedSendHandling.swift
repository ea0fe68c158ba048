import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// Sending a request several times.
enum RepeatedSendHandling {
  static var commands: [CommandRow] {
    let needsRequest: @Sendable (State) -> String? = {
      if $0.screen == .groups { return "Only requests are sent several times." }
      if $0.tabs.open?.defaults != nil { return DefaultsPlace.notSent }
      return $0.tabs.open == nil ? "No request is open." : SeenRequest.whyNotSent(in: $0)
    }
    return [
      CommandRow(
        "request.sendSeveral", "Send several times",
        help: "Sends the request as often as you say, and shows statuses, percentiles and a histogram of the times.",
        keys: ["F6"], in: [.always], disabledReason: needsRequest
      ) { state in
        ask(in: &state)
      },
      CommandRow(
        "request.repeat", "Send again and again",
        help:
          "Sends the request again at an interval, and marks the lines of the response that changed; again to stop.",
        keys: ["F7"], in: [.always], disabledReason: { $0.repeats == nil ? needsRequest($0) : nil }
      ) { state in
        AutoRepeatHandling.turn(in: &state)
      },
    ]
  }

  static func ask(in state: inout State) -> [Effect] {
    guard let tab = state.tabs.current, tab.isLoaded else { return [] }
    let intent = SendIntent(tab.composer.request, tab.composer.draft)
    return state.ask(RepetitionForm(intent: intent))
  }

  static func show(_ sends: RepeatedSend, of request: RequestID, in state: inout State) -> [Effect] {
    state.popups.push(Popup(RepeatedSendSheet(request, sends)))
    return [.perform(RepeatedSendEffect.run(sends)), .perform(RepeatedSendEffect.watch(sends, after: 0))]
  }

  static func take(_ tally: SendTally, of sends: RepeatedSend, isOver: Bool, in state: inout State) -> [Effect] {
    state.popups.updateTop { popup in
      popup.change(RepeatedSendSheet.self) { $0.take(tally, of: sends, isOver: isOver) }
    }
    return isOver ? [] : [.perform(RepeatedSendEffect.watch(sends, after: tally.count))]
  }
}

/// Asks how often a request is sent, and how many at once.
struct RepetitionForm: PopupForm {
  let intent: SendIntent

  var title: String { "Send \(intent.request) several times" }
  var note: String { "Each is sent as F5 sends it, and kept in the history. Esc stops." }
  var fields: [FormField] { [FormField("times", "100"), FormField("at once", "8")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let (most, mostAtOnce) = (RepeatedSend.mostSends, RepeatedSend.mostAtOnce)
    guard let count = Int(answers[0]), (1...most).contains(count) else {
      throw FormMistake("Write a number of times from 1 to \(most).")
    }
    guard let atOnce = Int(answers[1]), (1...mostAtOnce).contains(atOnce) else {
      throw FormMistake("Write how many at once, from 1 to \(mostAtOnce).")
    }
    var intent = intent
    intent.repetition = SendIntent.Repetition(count: count, atOnce: atOnce)
    return .sending(.intent(intent))
  }
}

/// Sends, and tells from time to time how far it is.
enum RepeatedSendEffect: ServiceEffect {
  case run(RepeatedSend)
  case watch(RepeatedSend, after: Int)
  case stop(RepeatedSend)

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .run(let sends):
      try await sends.run()
      return []
    case .watch(let sends, let seen):
      await sends.news(after: seen)
      return [.sending(.repeated(sends, sends.tally, isOver: sends.isOver))]
    case .stop(let sends):
      sends.stop()
      return []
    }
  }
}
