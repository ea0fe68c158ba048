@testable import Workbench

extension FakeServices {
  func vocabulary() async -> RequestVocabulary {
    let content = snapshot
    return RequestVocabulary(
      content.workspace.requests.compactMap { request in
        content.saved[request.id].map { RequestVocabulary.Entry(request.id, $0) }
      })
  }

  func responsePaths(of request: String) async -> [TemplateName] { snapshot.responsePaths[request] ?? [] }
}
