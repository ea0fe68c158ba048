import HTTPTypes
import ParleyEngine

/// An exchange as a line of a file, without its bodies.
struct ExchangeJSON {
  /// Nil where nothing is masked.
  let secrets: Secrets?

  func line(of exchange: Exchange) -> JSONValue {
    let request = exchange.request
    var object: JSONValue = [
      "id": .string(exchange.id.rawValue), "startedAt": .number(JSONNumber(exchange.startedAt.microseconds)),
      "request": [
        "method": .string(request.method), "url": .string(masked(request.url)),
        "headers": headers(request.headers, sent: true),
      ],
    ]
    object["name"] = exchange.name.map(JSONValue.string)
    object["callID"] = exchange.callID.map(JSONValue.string)
    object["groupID"] = exchange.groupID.map(JSONValue.string)
    object["route"] = exchange.route.map(JSONValue.string)
    object["environment"] = exchange.environment.map(JSONValue.string)
    switch exchange.outcome {
    case .response(let received):
      object["response"] = response(received)
      object["interruption"] = exchange.interruption.map { failure($0.kind.rawValue, $0.summary, $0.detail) }
    case .failure(let error): object["failure"] = failure(error.kind.rawValue, error.summary, error.detail)
    case .authorizationFailed(let error): object["failure"] = failure(error.code, error.summary, error.detail)
    }
    if !exchange.failedAttempts.isEmpty { object["failedAttempts"] = try? JSONValue(encoding: exchange.failedAttempts) }
    if secrets == nil, exchange.mustBeSealed {
      object["isSecret"] = .bool(exchange.isSecret)
      object["holdsCookies"] = .bool(exchange.holdsCookies)
      object["secrets"] = .array(exchange.secrets.stored.map(JSONValue.string))
    }
    return object
  }

  private func response(_ response: Response) -> JSONValue {
    var object: JSONValue = [
      "url": .string(masked(response.url)), "status": .number(JSONNumber(response.status.code)),
      "reason": .string(response.status.reasonPhrase), "version": .string(response.version.rawValue),
      "headers": headers(response.headers, sent: false), "bytesOnWire": .number(JSONNumber(response.bytesOnWire)),
      "codec": .string(response.codec.name),
    ]
    object["timings"] = try? JSONValue(encoding: response.timings)
    if !response.trailers.isEmpty { object["trailers"] = headers(response.trailers, sent: false) }
    if !response.hops.isEmpty { object["hops"] = .array(response.hops.map(hop)) }
    object["missed"] = response.validationFailure.map {
      ["expectation": .string($0.expectation), "reason": .string(masked($0.reason))]
    }
    return object
  }

  private func hop(_ hop: Hop) -> JSONValue {
    [
      "url": .string(masked(hop.url)), "status": .number(JSONNumber(hop.status)),
      "location": .string(masked(hop.location)), "headers": headers(hop.headers, sent: false),
      "droppedHeaders": .array(hop.droppedHeaders.map(JSONValue.string)),
    ]
  }

  private func failure(_ code: String, _ summary: String, _ detail: String?) -> JSONValue {
    var object: JSONValue = ["kind": .string(code), "summary": .string(masked(summary))]
    object["detail"] = detail.map { .string(masked($0)) }
    return object
  }

  /// - Parameter sent: then every secret is known to stand there, whatever its length.
  private func headers(_ fields: HTTPFields, sent: Bool) -> JSONValue {
    .array(
      fields.map { field in
        var value = field.value
        if let secrets {
          let shown = Secrets.maskingCookies(in: field)
          value = sent ? secrets.masking(shown, named: field.name.rawName) : secrets.maskingForeign(shown)
        }
        return [.string(field.name.rawName), .string(value)]
      })
  }

  private func masked(_ text: String) -> String { secrets?.masking(text) ?? text }
}

/// Reads an exchange from a line of a file.
struct ExchangeReading {
  /// A mistake in a line that is no exchange.
  struct Fault: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
  }

  private let line: JSONValue

  init(_ line: JSONValue) { self.line = line }

  /// - Parameters:
  ///   - request: the body of the request; nil where it had none.
  ///   - response: the body of the response.
  func exchange(request: (any ByteSource)?, response: any ByteSource) throws -> Exchange {
    let sent = SentRequest(
      method: try text("method", in: line["request"]), url: try text("url", in: line["request"]),
      headers: try headers(line["request"]?["headers"]), body: nil)
    guard let startedAt = line["startedAt"]?.int else { throw Fault("The time of an exchange is missing.") }
    let secrets = Secrets(stored: line["secrets"]?.array?.compactMap(\.string) ?? []).placed(in: sent)
    return Exchange(
      id: try id, name: try name("name"), callID: line["callID"]?.string, groupID: line["groupID"]?.string,
      route: line["route"]?.string, environment: try name("environment"),
      startedAt: Timestamp(microseconds: Int64(startedAt)), request: sent, outcome: try outcome(response),
      failedAttempts: try line["failedAttempts"]?.decode([Exchange.FailedAttempt].self) ?? [],
      isSecret: line["isSecret"]?.bool ?? false, secrets: secrets, holdsCookies: line["holdsCookies"]?.bool ?? false,
      interruption: try line["interruption"].map(transportError))
  }

  var id: ExchangeID {
    get throws {
      guard let id = line["id"]?.string, ImportedText.isID(id) else { throw Fault("The id of an exchange is not one.") }
      return ExchangeID(rawValue: id)
    }
  }

  /// Whether its bodies must not be written in clear.
  var isSealed: Bool {
    line["isSecret"]?.bool == true || line["holdsCookies"]?.bool == true || line["secrets"]?.array?.isEmpty == false
  }

  private func name(_ key: String) throws -> String? {
    guard let name = line[key]?.string else { return nil }
    guard ImportedText.isName(name) else { throw Fault("The \(key) of an exchange is not one.") }
    return name
  }

  private func outcome(_ body: any ByteSource) throws -> Exchange.Outcome {
    if let received = line["response"] { return .response(try response(received, body)) }
    let failure = line["failure"]
    let (kind, summary) = (try text("kind", in: failure), try text("summary", in: failure))
    let detail = failure?["detail"]?.string
    if let kind = AuthorizationError.Kind(code: kind) {
      return .authorizationFailed(AuthorizationError(kind, summary, detail: detail))
    }
    return .failure(try transportError(failure))
  }

  private func transportError(_ line: JSONValue?) throws -> TransportError {
    let kind = TransportError.Kind(rawValue: try text("kind", in: line)) ?? .other
    return TransportError(kind, try text("summary", in: line), detail: line?["detail"]?.string)
  }

  private func response(_ line: JSONValue, _ body: any ByteSource) throws -> Response {
    // HTTPTypes ends the program on a status beyond three digits.
    guard let code = line["status"]?.int, (0...999).contains(code) else {
      throw Fault("The status of a response is not one.")
    }
    guard let version = line["version"]?.string.flatMap({ HTTPVersion(rawValue: $0) }) else {
      throw Fault("The version of a response is none of HTTP.")
    }
    let status = HTTPResponse.Status(code: code, reasonPhrase: try text("reason", in: line))
    let head = ResponseHead(
      url: try text("url", in: line), status: status, version: version, headers: try headers(line["headers"]))
    let received = TransportResponse(
      head: head, body: body, bytesOnWire: line["bytesOnWire"]?.int ?? body.count,
      timings: try line["timings"]?.decode(Timings.self) ?? Timings(), hops: try line["hops"]?.array?.map(hop) ?? [])
    var response = Response(received, codec: ExchangeContent.codec(named: line["codec"]?.string ?? ""))
    if let trailers = line["trailers"] { response.trailers = try headers(trailers) }
    if let missed = line["missed"] {
      response.validationFailure = ValidationFailure(
        expectation: try text("expectation", in: missed), reason: try text("reason", in: missed))
    }
    return response
  }

  private func hop(_ line: JSONValue) throws -> Hop {
    Hop(
      url: try text("url", in: line), status: line["status"]?.int ?? 0, location: try text("location", in: line),
      headers: try headers(line["headers"]), droppedHeaders: line["droppedHeaders"]?.array?.compactMap(\.string) ?? [])
  }

  private func headers(_ list: JSONValue?) throws -> HTTPFields {
    guard let list = list?.array else { throw Fault("The headers of an exchange are no list.") }
    return HTTPFields(
      try list.map { row in
        guard let name = row[0]?.string.flatMap({ HTTPField.Name($0) }), let value = row[1]?.string else {
          throw Fault("A header of an exchange is not one.")
        }
        return HTTPField(name: name, value: value)
      })
  }

  private func text(_ key: String, in line: JSONValue?) throws -> String {
    guard let text = line?[key]?.string else { throw Fault("The \(key) of an exchange is missing.") }
    return text
  }
}

/// The rules for names in a file from elsewhere.
enum ImportedText {
  private static let longestName = 1024

  /// As this program makes them: 32 hexadecimal digits.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 || (UInt8(ascii: "a")...UInt8(ascii: "f")) ~= $0
      }
  }

  /// A name of one of a workspace's files is a path inside of that, and nothing else.
  static func isName(_ text: String) -> Bool {
    isText(text) && !text.isEmpty && !text.hasPrefix("/")
      && !text.split(separator: "/", omittingEmptySubsequences: false).contains("..")
  }

  /// Nothing in it moves the cursor of a terminal.
  static func isText(_ text: String) -> Bool {
    text.utf8.count <= longestName
      && !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
