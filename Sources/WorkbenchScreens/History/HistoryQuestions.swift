import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension Confirm {
  init(deleting ids: [ExchangeID]) {
    self.init(
      "Delete \(ids.count.counted("exchange"))?",
      [StyledText("The history forgets what was sent and what came back; runs of groups no longer show it."), ""],
      choices: [
        .init("n", "keep"), .init("d", "delete", .history(.delete(ids)), isDangerous: true),
      ])
  }

  init(overwriting path: String, by export: ExchangeExport) {
    self.init(
      "Overwrite \(path.fitted(to: 40))?", [StyledText("There is a file of that name already."), ""],
      choices: [
        .init("n", "keep the file"), .init("o", "overwrite", .history(.export(export)), isDangerous: true),
      ])
  }

  init(_ check: ExchangeCheck, of exchange: HistoryEntry) {
    let name = exchange.request.map { "\($0)" } ?? exchange.method
    let met = check.count - check.failures.count
    let head = "\(met) of \(check.count.counted("expectation")) met, by today's file. Nothing was sent."
    let failures = check.failures.map { StyledText("✗ \($0)", Style(.failure)) }
    self.init(
      "Checked \(name.fitted(to: 40)) again",
      [StyledText(head, Style(failures.isEmpty ? .success : .failure))] + failures + [""],
      choices: [.init("o", "ok")])
  }
}

/// Asks into which file an exchange goes.
struct ExchangeExportForm: PopupForm {
  let exchange: HistoryEntry

  var title: String { "Export the exchange" }
  var note: String {
    """
    NAME.http has the request, NAME.json the whole exchange, both with secrets masked; any other name gets the response's \
    body as received.
    """
  }
  var fields: [FormField] { [FormField("file", "\(exchange.request?.name ?? "exchange").json")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let path = answers[0].trimmed
    guard !path.isEmpty, !path.hasSuffix("/") else { throw FormMistake("Name the file.") }
    return .history(.export(ExchangeExport(exchange.id, to: path)))
  }
}
