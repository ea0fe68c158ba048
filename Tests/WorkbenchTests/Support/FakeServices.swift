import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import TestSupport

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// Services in memory, over a real client whose transport is the test's.
final class FakeServices: Sendable {
  let secrets = KnownSecrets()
  struct Content {
    var workspace: WorkspaceSnapshot
    var saved: [RequestID: RequestDraft]
    var drafts: [RequestID: RequestDraft] = [:]
    var previews: [RequestID: Preview] = [:]
    /// Given in place of sending, the first one first.
    var answers: [SendOutcome] = []
    var intents: [SendIntent] = []
    /// What sending waits for.
    var sendsWait: (@Sendable () async -> Void)?
    var log: [LogEntry] = []
    /// What calls of that name throw.
    var failures: [String: Problem] = [:]
    var reported: [Problem] = []
    var trusted: [TrustItem] = []
    var staged: [String: String] = [:]
    var opened: [String] = []
    /// What another program wrote into a request's file.
    var foreign: [RequestID: RequestDraft] = [:]
    /// What saving asks in place of writing.
    var rewrites: [RequestID: FileRewrite] = [:]
    var placed: [SecretPlacement] = []
    var rewritten: [RequestID: FileRewrite] = [:]
    var kept: [ExchangeID: RecordedExchange] = [:]
    var history: [RequestID: [HistoryEntry]] = [:]
    var hold: Duration?
    var vocabulary = LogVocabulary()
    var filters: [SavedFilter] = []
    /// What filters give, in place of what they would.
    var filterAnswers: [String: FilterOutcome] = [:]
    var mocks: [RequestID] = []
    var variables = VariableTable()
    var environmentChanges: [EnvironmentEdit] = []
    /// Given in place of what a change would, the first one first.
    var environmentOutcomes: [EnvironmentOutcome] = []
    var valuePlaces: [ValuePlace] = []
    var responsePaths: [String: [TemplateName]] = [:]
    var paneSizes = PaneSizes()
    var keys: [CommandID: String] = [:]
    var settings: [PersonSettings.Setting: String] = [:]
    /// What a program was given for the clipboard.
    var copied: [String] = []
    /// Whether the terminal ignores what programs copy.
    var copiesByProgram = false
    /// The names of shared keys.
    var sharedNames: [String] = []
    /// The pages that the person's browser was given.
    var openedPages: [String] = []
    var hasBrowser = true
    var onChanging: (@Sendable () -> Void)?
    var onChange: (@Sendable () -> Void)?
    var withheldVariables: Set<String> = []
    /// What saving asks about in place of writing, until it was placed.
    var unplaced: [UnplacedCredential] = []
    var placements: [CredentialPlacement] = []
  }

  let content: Lock<Content>
  let client: Client
  let signIns = SignIns()
  /// What the client has told, as the disk would keep it.
  let told: EventSubscription
  let kept = Lock([LogEntry]())
  let jar = InMemoryCookieStorage()
  let clock = Lock(BenchUnderTest.start)
  /// What imports left out, one after the other.
  let leavings = Lock<[[String]]>([])
  /// Called as when another program has written into the log.
  let foreignEvents = Lock<(@Sendable () -> Void)?>(nil)

  init(
    workspace: WorkspaceSnapshot = .shop, saved: [RequestID: RequestDraft] = [:],
    transport: any Transport = RecordingTransport(body: #"{"ok": true}"#, contentType: "application/json")
  ) {
    let drafts = Dictionary(
      workspace.requests.map { ($0.id, RequestDraft(method: $0.method, url: "/\($0.id)")) }
    ) { first, _ in first }
    content = Lock(Content(workspace: workspace, saved: drafts.merging(saved) { $1 }))
    let clock = clock
    client = Client(
      .init(servers: Servers("http://127.0.0.1:8080")), transport: transport, now: { clock.withLock { $0 } })
    told = client.events.subscribe()
  }

  var workspace: FakeWorkspace { FakeWorkspace(fake: self) }
  var requests: FakeRequests { FakeRequests(fake: self) }
  var groups: FakeGroups { FakeGroups(fake: self) }
  var history: FakeHistory { FakeHistory(fake: self) }
  var shared: FakeShared { FakeShared(fake: self) }
  var person: FakePerson { FakePerson(fake: self) }

  /// The parts, as the workbench takes them.
  var all: Services { Services(workspace, requests, groups, history, shared, person, hiding: secrets) }

  func change(_ body: (inout sending Content) -> Void) {
    content.withLock { body(&$0) }
  }

  var snapshot: Content { content.withLock { $0 } }

  /// As if a file had been changed by another program.
  func changeOnDisk(_ body: (inout sending Content) -> Void) {
    let tell = content.withLock { content in
      body(&content)
      return content.onChange
    }
    tell?()
  }

  func check(_ call: String) throws {
    if let problem = content.withLock({ $0.failures[call] }) { throw problem }
  }
}

extension WorkspaceSnapshot {
  /// A small shop.
  static let shop = WorkspaceSnapshot(
    name: "shop", folder: "~/shop",
    environments: [
      EnvironmentSummary("local", color: .green), EnvironmentSummary("live", color: .red, asksBeforeSending: true),
    ],
    environment: "local", folders: ["cart", "user"],
    requests: [
      RequestSummary("cart/pay", method: "POST"), RequestSummary("cart/read"), RequestSummary("health"),
      RequestSummary("user/login", method: "POST"), RequestSummary("user/profile"),
    ])
}

/// A part of the fake services, over what all of them share.
protocol FakePart: Sendable {
  var fake: FakeServices { get }
}

extension FakePart {
  var snapshot: FakeServices.Content { fake.snapshot }
  var content: Lock<FakeServices.Content> { fake.content }
  var client: Client { fake.client }
  var clock: Lock<Timestamp> { fake.clock }

  func change(_ body: (inout sending FakeServices.Content) -> Void) { fake.change(body) }
  func check(_ call: String) throws { try fake.check(call) }
}
