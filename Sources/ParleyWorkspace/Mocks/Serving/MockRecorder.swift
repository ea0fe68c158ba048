internal import HTTPServing
internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes mocks of what the real server sends.
///
/// No credential comes into a file: the headers of the request are not written, `Set-Cookie` is left out, values that the
/// request carried as credentials are masked wherever they come back, and what is a credential by its name or its shape, in a
/// header or in a body of any media type, gets a value that is made up in each reply.
final class MockRecorder: Sendable {
  private let known = Lock<Set<ExactString>>([])
  /// One file is changed by one at a time.
  private let writing = AsyncTurn()

  /// Writes a response into `mocks/recorded.yaml`, once for a method, a path and a query.
  func record(_ response: Response, to request: ServedRequest, in session: Session) async -> ServedMock.Recording {
    let code = response.status.code
    guard code < 500, code != 429 else { return .left("status \(code) is not recorded") }
    guard known.withLock({ $0.insert(ExactString("\(request.method) \(request.target)")).inserted }) else {
      return .known
    }
    do {
      let file = try await writing { try await write(response, to: request, in: session) }
      return .written(file)
    } catch {
      return .left((error as? any ExplainedError)?.summary ?? "\(error)")
    }
  }

  private func write(_ response: Response, to request: ServedRequest, in session: Session) async throws -> String {
    var hidden = response.secrets
    hidden.formUnion(session.secrets.all)
    hidden.formUnion(CarriedCredentials(request, response.headers, []).values)
    var mock = RecordedMock(
      response, method: request.method, path: Self.path(of: request, hiding: hidden), server: nil, secrets: hidden)
    mock.conditions = Self.conditions(for: request, hiding: hidden)
    mock.makesUpCredentials = true
    let file = try session.mocks.add(mock)
    try await session.reload()
    return file
  }

  /// Any segment stands for one with a credential in it.
  private static func path(of request: ServedRequest, hiding hidden: Secrets) -> String {
    let path = String(request.target.prefix { $0 != "?" }).replacing("/:", with: "/%3A")
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return segments.enumerated().map { index, segment in
      let isOpen = hidden.maskingForeign(segment) == segment && CredentialFinder.masking(segment, .url) == segment
      return isOpen ? segment : ":credential\(index)"
    }.joined(separator: "/")
  }

  /// The query, without the values of credentials.
  private static func conditions(for request: ServedRequest, hiding hidden: Secrets) -> MockConditions? {
    var names: Set<ExactString> = []
    let rows = URLText.queryItems(of: request.target).filter { names.insert(ExactString($0.name)).inserted }.map {
      let isOpen =
        hidden.maskingForeign($0.value) == $0.value && CredentialFinder.masking($0.value, .named($0.name)) == $0.value
        && !CredentialName.isCredential($0.name)
      return Row($0.name, isOpen ? $0.value : "")
    }
    return rows.isEmpty ? nil : MockConditions(query: rows)
  }
}
