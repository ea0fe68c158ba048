package import ParleyEngine
internal import ParleyFiles
internal import ParleyStore
package import ParleyTeam

/// How it is with the team of a workspace.
package enum TeamState: Sendable, Hashable {
  /// The workspace has none.
  case none
  /// It is not to be connected to: it is not trusted, or what the files say cannot be used.
  case unavailable(RepositoryError)
  /// Nobody has asked for it yet, or it is about to be reached for the first time.
  case connecting
  case connected
  /// Not reachable: reads return the last known copy, and nothing can be written.
  case offline(TeamOffline)
  /// It was reached, and cannot be used as it is.
  case refused(TeamOffline)

  init(_ state: TeamServerState) {
    switch state {
    case .connecting, .closed: self = .connecting
    case .connected: self = .connected
    case .offline(let trouble): self = .offline(trouble)
    case .refused(let trouble): self = .refused(trouble)
    }
  }

  /// The reason why reads may return old data; nil if they do not.
  package var trouble: TeamOffline? {
    switch self {
    case .offline(let trouble), .refused(let trouble): trouble
    case .none, .unavailable, .connecting, .connected: nil
    }
  }
}

/// A session's link to its team: the server, the key, and their state.
final class TeamLink: Sendable {
  /// The settings in the files, and whether they are allowed: with other settings the team is joined anew.
  struct Settings: Hashable {
    let address: String?
    let schema: String?
    let verify: Bool?
    let keys: SharedKeySelection
    let isTrusted: Bool

    init(_ definition: TeamDefinition, keys: SharedKeySelection, isTrusted: Bool) {
      address = definition.postgres?.value
      schema = definition.schema?.value
      verify = definition.verify?.value
      (self.keys, self.isTrusted) = (keys, isTrusted)
    }
  }

  /// A server that may be connected to.
  struct Link: Sendable {
    let server: any TeamServer
    let keys: TeamKeys
    let runs: TeamRuns

    package init(server: any TeamServer, keys: TeamKeys, runs: TeamRuns) {
      self.server = server
      self.keys = keys
      self.runs = runs
    }
  }

  private struct State {
    var settings: Settings?
    var link: Link?
    var state = TeamState.none
    var isFollowed = false
    var runNews = 0
    var listeners: [@Sendable (TeamState) -> Void] = []
  }

  let storage: RoutedSharedData
  let provider: (any TeamProvider)?
  let cipher = TeamCipher()
  /// One after the other joins and leaves.
  let turn = AsyncTurn()
  private let content = Lock(State())

  init(local: any SharedDataStorage, provider: (any TeamProvider)?) {
    storage = RoutedSharedData(local: local)
    self.provider = provider
  }

  var link: Link? { content.withLock { $0.link } }
  var state: TeamState { content.withLock { $0.state } }
  /// The reason why there is no link; nil if there is one, or no team.
  var refusal: RepositoryError? { if case .unavailable(let error) = state { error } else { nil } }
  /// Nil before they were looked at, and where there is no team.
  var settings: Settings? {
    get { content.withLock { $0.settings } }
    set { content.withLock { $0.settings = newValue } }
  }

  /// Whether it is connected to as soon as that is allowed, so that what others write is heard.
  var isFollowed: Bool {
    get { content.withLock { $0.isFollowed } }
    set { content.withLock { $0.isFollowed = newValue } }
  }

  func onChange(_ call: @escaping @Sendable (TeamState) -> Void) {
    let state = content.withLock { content in
      content.listeners.append(call)
      return content.state
    }
    call(state)
  }

  /// How often it was heard that a run was published or removed.
  var runNews: Int { content.withLock { $0.runNews } }

  func toldOfRuns() {
    content.withLock { $0.runNews += 1 }
    tellAgain()
  }

  func told(_ state: TeamServerState) {
    guard link != nil else { return }
    change(to: TeamState(state))
  }

  func join(_ server: any TeamServer, keys: SharedKeySelection, seen: any SeenTeamKey) {
    let runs = TeamRuns(server, cipher: cipher, person: TeamPerson.ofThisMachine)
    content.withLock { $0.link = Link(server: server, keys: TeamKeys(server, seen: seen), runs: runs) }
    let teams = TeamSharedData(server: server, keys: keys, cipher: cipher, person: TeamPerson.ofThisMachine)
    storage.team = .init(keys: keys, storage: teams)
    change(to: TeamState(server.state))
  }

  func refuse(_ error: RepositoryError, keys: SharedKeySelection) {
    storage.team = .init(keys: keys, storage: UnavailableTeam(because: error))
    change(to: .unavailable(error))
  }

  /// Lets go of the server and of the key.
  func leave() async {
    let link = content.withLock { content in
      content.settings = nil
      return content.link.take()
    }
    storage.team = nil
    cipher.lock()
    change(to: .none)
    await link?.server.close()
  }

  /// There is more to read than before, though the server is as it was.
  func tellAgain() {
    let (state, listeners) = content.withLock { ($0.state, $0.listeners) }
    for listener in listeners { listener(state) }
  }

  private func change(to state: TeamState) {
    let listeners = content.withLock { content in
      guard content.state != state else { return [] as [@Sendable (TeamState) -> Void] }
      content.state = state
      return content.listeners
    }
    for listener in listeners { listener(state) }
  }
}
