package import HTTPTypes

/// How long a response may be used again by what its headers say (RFC 9111 §4.2), for a cache of one person.
///
/// A lifetime that the response does not state is not guessed (§4.2.2): the entry is revalidated each time.
struct Freshness: Sendable {
  /// For how long after it was made; nil where no header says so.
  let lifetime: Duration?
  /// The header that does.
  let header: String
  /// `no-cache`, or `no-store` where a wish kept it all the same: every use has to be asked about.
  let mustAsk: Bool
  /// `must-revalidate`: never used once it is stale, even by requests that accept stale entries.
  let mustRevalidate: Bool
  /// `no-store`
  let forbidsKeeping: Bool
  private let ageAtReceipt: Duration
  private let receivedAt: Timestamp

  init(_ head: ResponseHead, requestedAt: Timestamp, receivedAt: Timestamp) {
    let control = CacheControl(head.headers)
    let date = head.headers[values: .date].first.flatMap { Timestamp(httpDate: $0) }
    (lifetime, header) = Self.lifetime(control, expires: head.headers[.expires], date: date ?? receivedAt)
    mustAsk = control.contains("no-cache") || control.contains("no-store")
    mustRevalidate = control.contains("must-revalidate")
    forbidsKeeping = control.contains("no-store")
    self.receivedAt = receivedAt
    let apparent = date.map { max(.zero, $0.duration(to: receivedAt)) } ?? .zero
    let told = head.headers.age.map { CacheControl.duration(ofSeconds: $0) } ?? .zero
    ageAtReceipt = max(apparent, told + max(.zero, requestedAt.duration(to: receivedAt)))
  }

  /// For what does not depend on when it came.
  init(ofHeaders headers: HTTPFields) {
    let start = Timestamp(microseconds: 0)
    self.init(ResponseHead(url: "", status: .ok, headers: headers), requestedAt: start, receivedAt: start)
  }

  /// RFC 9111 §4.2.3
  func age(at now: Timestamp) -> Duration {
    ageAtReceipt + max(.zero, receivedAt.duration(to: now))
  }

  /// The time at which it becomes stale; nil if no header states a lifetime.
  var end: Timestamp? {
    lifetime.map { receivedAt.advanced(by: $0 - ageAtReceipt) }
  }

  /// `max-age` goes before `Expires`; what is no date has expired.
  private static func lifetime(
    _ control: CacheControl, expires: String?, date: Timestamp
  ) -> (lifetime: Duration?, header: String) {
    if let age = control.duration("max-age") { return (age, "max-age=\(age.components.seconds)") }
    guard let expires else { return (nil, "") }
    let end = Timestamp(httpDate: expires)
    return (end.map { max(.zero, date.duration(to: $0)) } ?? .zero, "Expires")
  }
}

extension HTTPFields {
  /// The first, where there are several (RFC 9111 §5.1).
  fileprivate var age: Substring? {
    self[values: .age].first.map { $0.prefix { $0 != "," && $0 != " " && $0 != "\t" } }
  }

  /// Whether a conditional request can be made of these headers of a response.
  var haveValidator: Bool {
    contains(.eTag) || contains(.lastModified)
  }

  /// The names of the request's headers by which the server chose this response (RFC 9110 §12.5.5); nil for `*`.
  package var varyingNames: [HTTPField.Name]? {
    var names: [HTTPField.Name] = []
    for field in self where field.name == .vary {
      for name in field.value.split(separator: ",") {
        let name = name.filter { $0 != " " && $0 != "\t" }
        if name == "*" { return nil }
        if let name = HTTPField.Name(name) { names.append(name) }
      }
    }
    return names
  }
}
