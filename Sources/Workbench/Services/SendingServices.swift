package import ParleyEngine
package import ParleyModel

/// Sending, and what came back.
package protocol SendingServices: Sendable {
  /// What would be sent. Asks nobody, and sends nothing.
  func explain(_ intent: SendIntent) async throws -> SendingExplained
  /// A draft as a curl command that sends the same. Sends nothing.
  func curl(_ intent: CurlExport) async throws -> CurlExportOutcome
  /// Sends a draft, or says what it needs first.
  func send(_ intent: SendIntent) async throws -> SendOutcome
  /// What a filter makes of a value.
  /// - Parameter response: whose body it is; nil for a value that is no response.
  func filter(_ text: String, _ body: JSONValue, of response: Response?) async -> FilterOutcome
  /// What a filter makes of each of several values, as of the events of a stream.
  func filter(_ text: String, each values: [JSONValue], of response: Response?) async -> FilterEachOutcome
  /// Adds a mock that gives a response again to the workspace's files, and switches nothing on.
  /// - Returns: its file, within the workspace.
  func keepAsMock(_ response: Response, method: String, of request: RequestID) async throws -> String
  /// The cookies of the session; nil where none are kept.
  var cookies: (any CookieStorage)? { get }
  /// The exchanges of a request that history kept, the newest first.
  func history(of request: RequestID, limit: Int) async throws -> [HistoryEntry]
  /// An exchange that history kept: what an older line of the log speaks of.
  func exchange(_ id: ExchangeID) async throws -> RecordedExchange
}
