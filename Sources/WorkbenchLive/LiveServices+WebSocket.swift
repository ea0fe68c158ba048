import ParleyWorkspace
import Workbench

extension LiveServices {
  package func filledIn(message: String) async throws -> String { try await session.render(message: message).text }
}
