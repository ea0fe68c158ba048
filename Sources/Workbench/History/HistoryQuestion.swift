import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices

/// A pop-up or a question of the history, over everything else.
enum HistoryQuestion: Sendable {
  case delete([ExchangeID])
  case export(HistoryEntry)
  case overwrite(String, ExchangeExport)
  case check(ExchangeCheck, HistoryEntry)
}

extension State {
  mutating func ask(_ question: HistoryQuestion) -> [Effect] {
    switch question {
    case .delete(let ids): popups.push(Popup(Confirm(deleting: ids)))
    case .export(let exchange): popups.push(Popup(FormSheet(exporting: exchange)))
    case .overwrite(let path, let export): popups.push(Popup(Confirm(overwriting: path, by: export)))
    case .check(let check, let exchange): popups.push(Popup(Confirm(check, of: exchange)))
    }
    return []
  }
}

extension Confirm {
  fileprivate init(deleting ids: [ExchangeID]) {
    self.init(
      "Delete \(ids.count.counted("exchange"))?",
      [StyledText("The history forgets what was sent and what came back; runs of groups no longer show it."), ""],
      choices: [
        .init("n", "keep"), .init("d", "delete", .history(.delete(ids)), isDangerous: true),
      ])
  }

  fileprivate init(overwriting path: String, by export: ExchangeExport) {
    self.init(
      "Overwrite \(path.fitted(to: 40))?", [StyledText("There is a file of that name already."), ""],
      choices: [
        .init("n", "keep the file"), .init("o", "overwrite", .history(.export(export)), isDangerous: true),
      ])
  }

  fileprivate init(_ check: ExchangeCheck, of exchange: HistoryEntry) {
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

extension FormSheet {
  fileprivate init(exporting exchange: HistoryEntry) {
    let name = exchange.request?.name ?? "exchange"
    self.init(
      "Export the exchange",
      note: """
        NAME.http has the request, NAME.json the whole exchange, both with secrets masked; any other name gets the response's \
        body as received.
        """,
      [Field("file", "\(name).json")], for: .exportExchange(ExchangeExport(exchange.id, to: "")))
  }
}

extension ExchangeExport {
  func action(for path: String) -> Result<Action, FormPurpose.Mistake> {
    guard !path.isEmpty, !path.hasSuffix("/") else { return .failure(.init(sentence: "Name the file.")) }
    var export = self
    export.path = path
    return .success(.history(.export(export)))
  }
}
