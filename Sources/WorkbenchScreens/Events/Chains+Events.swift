import ParleyText
import TerminalKit
import WorkbenchState

extension Chains {
  /// In the event log, whose lines have marks of their own.
  static var ofEvents: [CommandRow] {
    [
      CommandRow(
        "chain.makeOfLog", "Make a group of the marked lines",
        help:
          "Makes a group of the exchanges of marked lines that match the filter, linked by the values they passed on.",
        keys: ["Alt-g"], in: [.events]
      ) { state in
        [.perform(ChainEffect.offerLog(LogFilter("\(state.events.input.text) is:marked")))]
      }
    ]
  }
}
