import ParleyEngine
import ParleyModel
import WorkbenchServices

/// Makes a mock of a response.
struct KeepMockEffect: ServiceEffect {
  let response: Response
  let method: String
  let request: RequestID

  func perform(with services: Services) async throws -> [Action] {
    let file = try await services.requests.keepAsMock(response, method: method, of: request)
    return [.workspace(.changed(try await services.workspace.read())), .sending(.keptMock(request, file: file))]
  }
}
