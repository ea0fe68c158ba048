import HTTPTypes
import ParleyEngine

// The server.
extension CacheWalk.World {
  /// How the responses of a path are. A path keeps its ways.
  struct Ways {
    let path: Int
    var varies: Bool { path == 1 || path == 5 }
    /// Whether a tag may stay while the body changes.
    var keepsTag: Bool { path == 2 }
    var asksConditions: Bool { path != 2 && path != 6 }

    func headers(at now: Timestamp) -> HTTPFields {
      var headers: HTTPFields = [.date: now.httpDate]
      switch path {
      case 0: headers[.cacheControl] = "max-age=6"
      case 1: headers[.cacheControl] = "private, max-age=\"9\", must-revalidate"
      case 2: headers[.cacheControl] = "max-age=2"
      case 3: headers[.expires] = now.advanced(by: .seconds(7)).httpDate
      case 4: headers[.cacheControl] = "no-cache=\"set-cookie\", max-age=60"
      case 5: (headers[.cacheControl], headers[.age]) = ("max-age=10", "3")
      case 6: headers[.cacheControl] = "no-store, max-age=60"
      default: (headers[.cacheControl], headers[.vary]) = ("max-age=60", "*")
      }
      if varies { headers[.vary] = "Accept-Language" }
      return headers
    }
  }

  mutating func reply(to request: TransportRequest) -> TransportResponse {
    (sent, order) = (sent + 1, order + 1)
    guard asked.method == .get else { return change(request) }
    let (ways, subject) = (Ways(path: asked.path), asked.subject(varies: Ways(path: asked.path).varies))
    if current[subject] == nil || Int.random(in: 0..<4, using: &random) == 0 { renew(subject) }
    let version = current[subject] ?? 0
    var headers = ways.headers(at: now)
    let tag = ways.keepsTag ? "\"always\"" : "\"\(version)\""
    if asked.path != 3 { headers[.eTag] = tag }
    let isKept = asked.time != nil || !asked.wants("no-store")
    // What confirms an entry to somebody who keeps nothing changes nothing about it.
    if isKept || log[subject]?.last?.serial != version {
      log[subject, default: []].append(
        Reply(serial: version, order: order, at: now, headers: headers, isKept: isKept))
    }
    let isKnown = ways.asksConditions && request.headers[.ifNoneMatch] == tag
    let head = ResponseHead(url: request.url, status: isKnown ? .notModified : .ok, headers: headers)
    return TransportResponse(head: head, body: InMemoryBytes(isKnown ? "" : "\(version)"))
  }

  /// One time in four it fails, and changes nothing.
  private mutating func change(_ request: TransportRequest) -> TransportResponse {
    let fails = Int.random(in: 0..<4, using: &random) == 0
    if !fails {
      changed[asked.resource] = order
      for subject in current.keys where subject.place.sortedPlace == asked.resource { renew(subject) }
    }
    return TransportResponse(
      head: ResponseHead(url: request.url, status: fails ? .internalServerError : .noContent), body: InMemoryBytes(""))
  }

  private mutating func renew(_ subject: Subject) {
    serial += 1
    current[subject] = serial
  }
}

extension String {
  fileprivate var sortedPlace: String { replacing("b=2&a=1", with: "a=1&b=2") }
}
