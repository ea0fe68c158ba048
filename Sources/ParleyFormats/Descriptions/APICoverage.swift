internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

/// Which operations of a description the workspace has requests for, and which were sent.
package struct APICoverage: Sendable {
  package struct Operation: Sendable {
    package let operation: DescribedOperation
    /// By their ids.
    package internal(set) var requests: [String] = []
    /// Exchanges of the history.
    package internal(set) var exchanges: [HistoryEntry] = []

    package var wasSent: Bool { !exchanges.isEmpty }
  }

  package let api: APIDescription
  /// In the order of the description.
  package private(set) var operations: [Operation]
  /// Requests that name an operation which the description does not have.
  package private(set) var strays: [String] = []

  package var withRequest: Int { operations.count { !$0.requests.isEmpty } }
  package var sent: Int { operations.count(where: \.wasSent) }

  package init(_ api: APIDescription, _ workspace: Workspace, _ exchanges: [HistoryEntry]) {
    self.api = api
    operations = api.operations.map { Operation(operation: $0) }
    let matcher = RouteMatcher(api.operations)
    var owners: [ExactString: Int] = [:]
    for request in workspace.requests {
      if let named = request.definition.operation?.value, named.description == api.name,
        api.place(of: named.operation) == nil
      {
        strays.append(request.id)
      }
      guard let place = Self.place(of: request, in: api, matcher) else { continue }
      owners[ExactString(request.id)] = place
      operations[place].requests.append(request.id)
    }
    for exchange in exchanges {
      let owner = exchange.name.flatMap { owners[ExactString($0)] }
      guard let place = owner ?? matcher.place(method: exchange.method, url: exchange.url) else { continue }
      operations[place].exchanges.append(exchange)
    }
  }

  /// As the request says, otherwise by its method and URL.
  private static func place(
    of request: WorkspaceRequest, in api: APIDescription, _ matcher: RouteMatcher
  ) -> Int? {
    if let named = request.definition.operation?.value {
      return named.description.map { $0 == api.name } ?? true ? api.place(of: named.operation) : nil
    }
    // A part that is filled in takes the place of any segment.
    let url = request.definition.url.value.split(separator: "/", omittingEmptySubsequences: false)
    let path = url.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    return matcher.place(method: request.definition.method?.value ?? "GET", url: path)
  }
}
