import ParleyModel

@testable import Workbench

extension FakeServices {
  func describe(_ draft: RequestDraft, of id: RequestID) async throws -> SendingExplained {
    SendingExplained([.init("GET \(draft.url)", [.init("operation", "show")])])
  }

  func operationWords(of draft: RequestDraft, _ id: RequestID) async -> OperationWords { OperationWords() }

  func report(_ kind: DescriptionReport) async throws -> [String] {
    ["Shop (openapi/shop.yaml): 1 operation", "  sent"]
  }
}
