import HTTPTypes
import ParleyEngine
import ParleyModel

/// An exchange as the row that keeps it. Making one is all the work that needs no database. A class, since it is handed on until it is
/// written.
final class ExchangeRecord: Sendable {
  static let table = "exchange"

  let id: ExchangeID
  let name: String?
  let callID: String?
  let groupID: String?
  let route: String?
  let environment: String?
  let startedAt: Timestamp
  let method: String
  let url: String
  let summary: Summary
  /// The key that sealed it; nil where there is no secret in it.
  let key: String?
  /// The bytes of the response's body.
  let size: Int
  /// Those of both bodies and of the content.
  let weight: Int
  let requestFile: (any KeepableBody)?
  let responseFile: (any KeepableBody)?
  /// The bodies that have a column; in a sealed row they stand in the content.
  let requestBody: [UInt8]?
  let responseBody: [UInt8]?
  let content: [UInt8]
  /// The response's source other than a server; nil if it came from a server.
  let served: HistoryEntry.Served?

  /// The outcome as lists show it.
  struct Summary: Sendable {
    var duration: Duration?
    var status: Int?
    var errorCode: String?
  }

  /// - Parameter requestBody: the body of the request, where it is not in the exchange.
  init(
    _ exchange: borrowing Exchange, requestBody: (any ByteSource)? = nil, bodies: borrowing BodyFolder,
    sealer: any Sealer
  ) throws {
    let isSealed = exchange.mustBeSealed
    id = exchange.id
    name = exchange.name
    callID = exchange.callID
    groupID = exchange.groupID
    route = exchange.route
    environment = exchange.environment
    startedAt = exchange.startedAt
    method = exchange.request.method
    url = isSealed ? exchange.secrets.masking(exchange.request.url) : exchange.request.url
    summary = Summary(exchange)
    served = exchange.response?.cached.map { $0.isByHand ? .edited : .cache }
    key = isSealed ? sealer.keyName : nil
    let sent = requestBody ?? exchange.request.body.map { InMemoryBytes($0) }
    let request = try RecordedBody(sent, in: bodies, sealed: isSealed)
    let response = try RecordedBody(exchange.response?.body, in: bodies, sealed: isSealed)
    (requestFile, responseFile) = (request.file, response.file)
    (self.requestBody, responseBody) = isSealed ? (nil, nil) : (request.bytesInRow, response.bytesInRow)
    size = response.count
    var content = ExchangeContent.write(exchange, request: request, response: response, whole: isSealed)
    if isSealed { content = try sealer.seal(content, at: Self.place(of: exchange.id)) }
    self.content = content
    weight = content.count + request.count + response.count
  }

  /// Whether one of its bodies is in a file of its own.
  var hasFiles: Bool { requestFile != nil || responseFile != nil }

  /// The place that the seal of a row covers.
  static func place(of id: ExchangeID) -> SealedPlace {
    SealedPlace(table: table, row: id.rawValue, column: "content")
  }
}

extension Exchange {
  /// Whether making its record needs the disk.
  var isHeavy: Bool {
    (request.body?.count ?? 0) > BodyLimits.row || response?.body.isHeavy ?? false
  }
}

extension ExchangeRecord.Summary {
  fileprivate init(_ exchange: borrowing Exchange) {
    switch exchange.outcome {
    case .failure(let error):
      errorCode = error.code
    case .authorizationFailed(let error):
      errorCode = error.code
    case .response(let response):
      duration = response.timings.total
      status = response.status.code
      errorCode = exchange.interruption?.code ?? (response.validationFailure == nil ? nil : "expectation.missed")
    }
  }
}
