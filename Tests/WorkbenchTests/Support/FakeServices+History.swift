import ParleyEngine

@testable import Workbench

// The history and comparisons of responses have tests of their own, over a real session.
extension FakeServices {
  func exchanges(_ query: HistoryQuery) async throws -> HistoryPage { HistoryPage() }
  func exchangeCount() async throws -> Int { 0 }
  func pin(_ exchange: ExchangeID, _ isPinned: Bool) async throws {}
  func delete(_ exchanges: [ExchangeID]) async throws {}
  func draft(of exchange: ExchangeID) async throws -> ImportedDraft { ImportedDraft(RequestDraft()) }
  func check(_ exchange: ExchangeID) async throws -> ExchangeCheck { ExchangeCheck(count: 0) }
  func export(_ export: ExchangeExport) async throws -> ExchangeExportOutcome { .exists(export.path) }
  func otherEnvironments() async throws -> [String] { [] }
  func responses(_ left: ExchangeID, _ right: ExchangeID) async throws -> ComparedResponses {
    throw Problem(code: "history.gone", "The history has let go of this exchange.")
  }
  func sendElsewhere(_ wish: ElsewhereIntent) async throws -> ElsewhereOutcome { .wantsConfirmation("") }
}
