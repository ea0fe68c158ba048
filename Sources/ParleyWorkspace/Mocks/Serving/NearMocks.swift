internal import ParleyEngine
internal import ParleyFiles

/// Finds the mocks that somebody may have meant.
struct NearMocks {
  private let session: Session
  private let request: MockRequest

  /// The most mocks that are listed; more would hide the nearest.
  private static let most = 3

  init(of request: MockRequest, in session: Session) {
    (self.request, self.session) = (request, session)
  }

  /// The nearest first: those whose conditions do not hold, those of another method, one whose path looks alike.
  func found() async -> [NearMock] {
    var others: [NearMock] = []
    var unmet: [NearMock] = []
    let content = SeenContent(of: request)
    for mock in session.workspace.mocks where hasPath(mock) {
      if let seen = SeenRequest(request, content, at: .thisProgram, by: mock, in: session) {
        guard unmet.count < Self.most else { continue }
        let reason = await seen.unmet(of: mock.definition.conditions, session)
        unmet.append(near(mock, reason ?? "it answers now"))
      } else {
        others.append(near(mock, "its method is \(mock.definition.match.value.method)"))
      }
    }
    let near = unmet + others
    return Array((near.isEmpty ? alike : near).prefix(Self.most))
  }

  private func hasPath(_ mock: WorkspaceMock) -> Bool {
    let path = MockPath(mock.definition.match.value.path)
    return MockAddress(of: mock.definition, in: session).paths(of: request, at: .thisProgram)
      .contains { path.values(in: $0) != nil }
  }

  private var alike: [NearMock] {
    let mocks = session.workspace.mocks
    guard let path = NearestName.of(request.path, among: mocks.map(\.definition.match.value.path)) else { return [] }
    return mocks.filter { $0.definition.match.value.path == path }.map { near($0, "its path is different") }
  }

  private func near(_ mock: WorkspaceMock, _ reason: String) -> NearMock {
    NearMock(match: mock.match, place: mock.place, reason: reason)
  }
}
