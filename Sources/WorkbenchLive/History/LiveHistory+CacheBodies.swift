import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

// The bodies of entries: edited by hand, and beside what their servers say.
extension LiveHistory {
  private static let longestText = 16 << 20

  package func cachedText(_ id: CacheEntryID) async throws -> CachedText? {
    guard let (entry, listing) = try await session.client.cache.entry(id) else { return nil }
    let kind = BodyKind(contentType: entry.head.headers[.contentType], head: try entry.body.read(at: 0, count: 4096))
    guard entry.body.count <= Self.longestText, kind.isText,
      let text = String(validating: try entry.body.read(at: 0, count: entry.body.count), as: UTF8.self)
    else {
      throw Problem(
        code: "cache.noText", "The body is not text, so an editor cannot open it.", place: listing.label.url,
        advice: "Press R to refresh it from the server.")
    }
    return CachedText(text, suffix: kind.suffix, isSecret: entry.isSecret)
  }

  package func replaceCached(
    _ id: CacheEntryID, with text: String, for time: Duration?
  ) async throws -> Duration? {
    let cache = session.client.cache
    guard try await cache.replaceBody(of: id, with: Array(text.utf8), for: time), let entry = try await cache.entry(id)
    else { throw Problem(code: "cache.gone", "The entry was removed while you edited it. Nothing has changed.") }
    return entry.listing.state(at: .now()).timeLeft
  }

  func keepCachedAsMock(_ id: CacheEntryID) async throws -> String? {
    guard let (entry, listing) = try await session.client.cache.entry(id) else { return nil }
    guard let name = listing.label.name, session.workspace.request(name) != nil else {
      throw Problem(
        code: "cache.noRequest", "The entry belongs to no request of this workspace, so it has no mock.",
        place: listing.label.url, advice: "Save its request first: press o on screen 6.")
    }
    var response = Response(
      TransportResponse(head: entry.head, body: entry.body, bytesOnWire: 0), codec: AutomaticCodec())
    response.secrets = entry.secrets
    return try await live.requests.keepAsMock(response, method: listing.method, of: RequestID(rawValue: name))
  }

  package func cacheDifference(_ id: CacheEntryID) async throws -> ResponseDifference? {
    let session = session
    guard let (entry, listing) = try await session.client.cache.entry(id) else { return nil }
    let rendered = try await rendered(entry, listing)
    let response = try await session.client.send(rendered.request.withoutCache())
    var secrets = rendered.request.secrets
    secrets.formUnion(response.secrets)
    return try ResponseDifference(entry, response, hiding: secrets)
  }
}

extension ResponseDifference {
  private static let longestBody = 4 << 20

  init(_ entry: CacheEntry, _ response: Response, hiding secrets: Secrets) throws {
    let isShown = !entry.isSecret && max(entry.body.count, response.body.count) <= Self.longestBody
    let (kept, origin) = (try Self.document(entry.body), try Self.document(response.body))
    let side = { (status: HTTPResponse.Status, headers: HTTPFields, document: Document) in
      let fields = headers.filter { !Self.passing.contains($0.name.canonicalName) }.map {
        secrets.maskingForeign("\($0.name.rawName): \(entry.isSecret ? Secrets.mask : $0.value)")
      }
      let body = isShown ? document.lines.map { secrets.maskingForeign($0) } : nil
      return Side(head: ["\(status.code)"] + fields, body: body)
    }
    self.init(
      kept: side(entry.head.status, entry.head.headers, kept),
      origin: side(response.status, response.headers, origin), hasEqualBodies: kept.isSame(as: origin))
  }

  /// Headers that differ each time.
  private static let passing: Set<String> = ["age", "date", "set-cookie", "connection", "keep-alive"]

  private enum Document {
    case json(JSONValue)
    case bytes([UInt8])

    var lines: [String] {
      switch self {
      case .json(let value): JSONPrinter.pretty.string(of: value).split(separator: "\n").map(String.init)
      case .bytes(let bytes):
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    }

    func isSame(as other: Document) -> Bool {
      switch (self, other) {
      case (.json(let left), .json(let right)): left == right
      case (.bytes(let left), .bytes(let right)): left == right
      default: false
      }
    }
  }

  private static func document(_ body: any ByteSource) throws -> Document {
    let bytes = try body.read(at: 0, count: body.count)
    return (try? JSONValue(parsing: bytes)).map(Document.json) ?? .bytes(bytes)
  }
}
