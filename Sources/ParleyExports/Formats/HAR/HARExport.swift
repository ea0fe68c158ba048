internal import HTTPTypes
package import ParleyEngine
package import ParleyStore
import ParleyText

/// Writes exchanges as an HTTP archive (HAR 1.2), in the order in which they were sent. Secrets are masked, unless somebody wants them.
package struct HARExport {
  private let exchanges: [KeptExchange]
  /// The secrets to mask besides those of each exchange; nil masks nothing.
  private let secrets: Secrets?

  package init(_ exchanges: [KeptExchange], hiding secrets: Secrets?) {
    self.exchanges = exchanges.sorted { $0.exchange.startedAt < $1.exchange.startedAt }
    self.secrets = secrets
  }

  package func file() throws -> ExportedFile {
    let entries = try exchanges.map { try HAREntry($0, hiding: secrets).json }
    let log: JSONValue = [
      "version": "1.2", "creator": ["name": "Parley", "version": "1"], "entries": .array(entries),
    ]
    return ExportedFile(JSONPrinter(indent: 2).string(of: ["log": log]) + "\n")
  }
}

/// One exchange as an archive has it.
struct HAREntry {
  private let exchange: Exchange
  private let requestBody: (any ByteSource)?
  private let hidden: Secrets

  init(_ kept: KeptExchange, hiding secrets: Secrets?) {
    exchange = kept.exchange
    requestBody = kept.requestBody
    var hidden = Secrets()
    if let secrets {
      hidden = secrets
      hidden.formUnion(kept.exchange.secrets)
      hidden.formUnion(kept.exchange.response?.secrets ?? Secrets())
    }
    self.hidden = hidden
    showsSecrets = secrets == nil
  }

  private let showsSecrets: Bool

  var json: JSONValue {
    get throws {
      var entry: JSONValue = [
        "startedDateTime": .string(exchange.startedAt.iso8601), "time": time, "request": try request,
        "response": try response, "cache": [:], "timings": timings,
      ]
      entry["serverIPAddress"] = exchange.response?.timings.remoteAddress.map { .string($0.withoutPort) }
      entry["comment"] = exchange.name.map(JSONValue.string)
      return entry
    }
  }

  // MARK: What was sent

  private var request: JSONValue {
    get throws {
      let sent = exchange.request
      let body = try requestBody.map { try $0.read(at: 0, count: $0.count) } ?? sent.body
      var object: JSONValue = [
        "method": .string(sent.method), "url": .string(masked(sent.url)), "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": headers(sent.headers), "queryString": query, "headersSize": -1,
        "bodySize": .number(JSONNumber(body?.count ?? 0)),
      ]
      object["postData"] = body.map { data($0, type: sent.headers[.contentType] ?? "application/octet-stream") }
      return object
    }
  }

  private var query: JSONValue {
    .array(
      SentURL(masked(exchange.request.url)).query.map { ["name": .string($0.0), "value": .string($0.1)] })
  }

  private func data(_ bytes: [UInt8], type: String) -> JSONValue {
    var object = content(bytes, isForeign: false)
    object["mimeType"] = .string(type)
    if type.lowercased().hasPrefix("application/x-www-form-urlencoded"), let text = object["text"]?.string {
      object["params"] = .array(
        SentURL.pairs(of: text).map { ["name": .string($0.0), "value": .string($0.1)] })
    }
    return object
  }

  // MARK: What came back

  private var response: JSONValue {
    get throws {
      guard let response = exchange.response else { return failure }
      let bytes = try response.body.read(at: 0, count: response.body.count)
      var content = content(bytes, isForeign: true)
      content["size"] = .number(JSONNumber(bytes.count))
      content["mimeType"] = .string(response.contentType ?? "application/octet-stream")
      var object: JSONValue = [
        "status": .number(JSONNumber(response.status.code)), "statusText": .string(response.status.reasonPhrase),
        "httpVersion": .string(response.version.rawValue), "cookies": [], "headers": headers(response.headers),
        "content": content, "redirectURL": .string(masked(response.headers[.location] ?? "")), "headersSize": -1,
        "bodySize": .number(JSONNumber(response.bytesOnWire)),
      ]
      object["_error"] = exchange.interruption.map { .string(masked($0.summary)) }
      return object
    }
  }

  /// As browsers write it where no response came.
  private var failure: JSONValue {
    let summary: String? =
      switch exchange.outcome {
      case .failure(let error): error.summary
      case .authorizationFailed(let error): error.summary
      case .response: nil
      }
    return [
      "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
      "content": ["size": 0, "mimeType": "x-unknown"], "redirectURL": "", "headersSize": -1, "bodySize": -1,
      "_error": .string(masked(summary ?? "")),
    ]
  }

  // MARK: Parts

  private func masked(_ text: String) -> String { showsSecrets ? text : hidden.masking(text) }

  private func headers(_ fields: HTTPFields) -> JSONValue {
    .array(
      fields.map { field in
        let value = showsSecrets ? field.value : hidden.masking(field)
        return ["name": .string(field.name.rawName), "value": .string(value)]
      })
  }

  /// Text as such, other bytes in Base64.
  /// - Parameter isForeign: whether it comes from the server, where a short secret may be a word like others.
  private func content(_ bytes: [UInt8], isForeign: Bool) -> JSONValue {
    var bytes = bytes
    if !showsSecrets {
      bytes =
        isForeign
        ? hidden.maskingForeign(bytes)
        : String(validating: bytes, as: UTF8.self).map { Array(hidden.masking($0).utf8) }
          ?? hidden.maskingForeign(bytes)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return ["text": .string(text)] }
    return ["text": .string(Base64.encode(bytes)), "encoding": "base64"]
  }

  /// The sum of the timings, as the specification has it: what it took besides, such as hops before and pauses, is no part of this exchange.
  private var time: JSONValue {
    guard let timings = exchange.response?.timings else { return 0 }
    return Self.milliseconds(timings.dns + timings.connect + timings.tls + timings.firstByte + timings.transfer)
  }

  /// Times that were not needed are -1. A handshake is part of `connect` too.
  private var timings: JSONValue {
    guard let timings = exchange.response?.timings else { return ["send": 0, "wait": 0, "receive": 0] }
    func phase(_ duration: Duration) -> JSONValue { duration > .zero ? Self.milliseconds(duration) : -1 }
    return [
      "blocked": -1, "dns": phase(timings.dns),
      "connect": phase(timings.connect + timings.tls), "ssl": phase(timings.tls), "send": 0,
      "wait": Self.milliseconds(timings.firstByte), "receive": Self.milliseconds(timings.transfer),
    ]
  }

  private static func milliseconds(_ duration: Duration) -> JSONValue {
    JSONNumber(duration.inMilliseconds).map(JSONValue.number) ?? 0
  }
}

extension String {
  /// `127.0.0.1:8080` without its port, `[::1]:80` without its brackets.
  fileprivate var withoutPort: String {
    let host = lastIndex(of: ":").map { String(self[..<$0]) } ?? self
    return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }
}
