import HTTPTypes
import ParleyEngine
import ParleyFiles
import ParleyWorkspace

// The object that `--json` prints: `request`, `status`, `headers`, `body`, `timings`, `events`, and where there
// are such: `trailers`, `charset` of a body that is not UTF-8, `cached` and `error`.
// Secrets are masked wherever they stand, unless somebody asks to see them; in the events they are masked always.
extension SendReport {
  func writeJSON(to console: any Console) {
    console.print(json)
  }

  private var json: JSONValue {
    switch result {
    case .success(let response): answered(response)
    case .failure(let error): failed(error)
    }
  }

  /// With as much of the response as came.
  private func failed(_ error: RequestError) -> JSONValue {
    var object: JSONValue = ["request": request(headers: ownHeaders), "error": Failure(error).json]
    if let brokenOff {
      let part = answered(brokenOff)
      for name in ["status", "headers", "body"] { object[name] = part[name] }
    }
    object["events"] = .array(told)
    return object
  }

  private func answered(_ response: Response) -> JSONValue {
    var object: JSONValue = [
      "request": request(headers: sentHeaders(of: response)), "status": .number(JSONNumber(response.status.code)),
      "url": .string(masked(response.url)),
      "headers": (reveals ? response.headers : hidden(in: response).masking(response.headers)).json { $0 },
      "body": shown(response), "timings": response.timings.json,
      "events": .array(told),
    ]
    if !response.trailers.isEmpty {
      let trailers = reveals ? response.trailers : hidden(in: response).masking(response.trailers)
      object["trailers"] = trailers.json { $0 }
    }
    object["charset"] = response.textForm.charset.map { .string($0.name) }
    object["cached"] = response.cached.map { ["code": .string($0.code), "summary": .string($0.summary)] }
    object["error"] =
      response.validationFailure.map {
        ["code": "expectation.missed", "summary": .string("expected \($0.expectation): \($0.reason)")]
      } ?? response.error.map { Failure($0).json }
    return object
  }

  private func request(headers: HTTPFields) -> JSONValue {
    var object: JSONValue = [
      "method": .string(rendered.request.method?.rawValue ?? "GET"), "url": .string(sentURL),
      "headers": headers.json { $0 },
    ]
    object["name"] = rendered.request.name.map(JSONValue.string)
    object["environment"] = rendered.environment.map(JSONValue.string)
    object["body"] = rendered.body.map { .string($0.text(reveals: reveals)) }
    return object
  }

  /// With its query, as it was sent.
  private var sentURL: String {
    revealedURL ?? masked(told.first?["url"]?.string ?? rendered.url.text)
  }

  /// Of the request alone, without what is added on the way.
  private var ownHeaders: HTTPFields {
    reveals ? rendered.request.headers : rendered.request.headers.masking(rendered.request.secrets.masking)
  }

  /// With those that were added on the way: of the first message, where a redirect led to others.
  private func sentHeaders(of response: Response) -> HTTPFields {
    let own = ownHeaders
    let added = heads(of: response).sentFields.filter { own[$0.name] == nil }
    return HTTPFields(Array(own) + added)
  }

  private var told: [JSONValue] {
    events.map { delivery in
      switch delivery {
      case .event(let event): event.json
      case .missed(let count): ["missed": .number(JSONNumber(count))]
      }
    }
  }

  /// Returns the secrets of a response: its own, and those that were sent with the request.
  private func hidden(in response: Response) -> Secrets {
    var secrets = response.secrets
    secrets.formUnion(rendered.request.secrets)
    return secrets
  }

  private func shown(_ response: Response) -> JSONValue {
    let secrets = reveals ? Secrets() : hidden(in: response)
    return secrets.maskingForeign(response.bodyJSON)
  }

  private func masked(_ text: String) -> String {
    reveals ? text : rendered.request.secrets.masking(text)
  }
}

extension HTTPFields {
  fileprivate func masking(_ mask: (HTTPField) -> String) -> HTTPFields {
    HTTPFields(map { HTTPField(name: $0.name, value: mask($0)) })
  }

  /// A list, because order and repeated names count.
  func json(_ show: (String) -> String) -> JSONValue {
    .array(map { ["name": .string($0.name.rawName), "value": .string(show($0.value))] })
  }
}

extension Response {
  /// JSON as such, text as text, anything else in base64.
  fileprivate var bodyJSON: JSONValue {
    guard let text = try? textBytes() else { return nil }
    if let value = try? JSONValue(parsing: text) { return value }
    if let text = String(validating: text, as: UTF8.self) { return .string(text) }
    guard let bytes = try? bytes() else { return nil }
    return ["base64": .string(Base64.encode(bytes))]
  }
}

extension Timings {
  /// In milliseconds.
  fileprivate var json: JSONValue {
    let phases = [
      ("dns", dns), ("connect", connect), ("tls", tls), ("firstByte", firstByte), ("transfer", transfer),
      ("total", total),
    ]
    return .object(JSONObject(phases.map { ($0, JSONNumber($1.inMilliseconds).map(JSONValue.number) ?? .null) }))
  }
}

extension Event {
  fileprivate var json: JSONValue {
    var object: JSONValue = ["time": .string(time.iso8601), "kind": .string(kindName)]
    object["method"] = subject.map { .string($0.method) }
    object["url"] = subject.map { .string($0.url) }
    switch kind {
    case .redirected(_, let redirect):
      object["status"] = .number(JSONNumber(redirect.status))
      object["location"] = .string(redirect.location)
    case .loadRemote(_, let answer): object["status"] = .number(JSONNumber(answer.status))
    case .loadSkip(_, let skip):
      object["status"] = .number(JSONNumber(skip.response.status))
      object["code"] = .string(skip.code)
      object["summary"] = .string(skip.summary)
    case .failed(_, let failure):
      object["code"] = .string(failure.code)
      object["summary"] = .string(failure.summary)
    default: break
    }
    return object
  }

  private var kindName: String {
    switch kind {
    case .sent: "sent"
    case .redirected: "redirected"
    case .retrying: "retrying"
    case .duplicate: "duplicate"
    case .requestProgress: "requestProgress"
    case .responseProgress: "responseProgress"
    case .loadRemote: "loadRemote"
    case .loadSkip: "loadSkip"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .updateSharedData: "updateSharedData"
    case .removeSharedData: "removeSharedData"
    case .groupDone: "groupDone"
    case .updateCache: "updateCache"
    case .removeCache: "removeCache"
    case .custom(let custom): custom.identifier
    }
  }
}
