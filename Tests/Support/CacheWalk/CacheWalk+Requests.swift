import HTTPTypes
import ParleyEngine

/// A request of the walk.
struct Asked: Sendable, CustomStringConvertible {
  var method = HTTPRequest.Method.get
  var path = 0
  var query = 0
  var who = 0
  var language = "de"
  var directives = ""
  var time: Int?

  init() {}

  init(by random: inout SeededGenerator) {
    func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    method = pick(0..<40) == 0 ? [.put, .delete, .post][pick(0..<3)] : .get
    (path, query, who) = (pick(0..<8), [0, 0, 0, 1, 2, 3, 4][pick(0..<7)], [0, 0, 1, 1, 2, 3, 4, 5][pick(0..<8)])
    language = ["de", "en"][pick(0..<2)]
    guard method == .get else { return }
    if pick(0..<3) == 0 { directives = Self.wishes[pick(0..<Self.wishes.count)] }
    if pick(0..<8) == 0 { time = pick(1..<8) }
  }

  private static let wishes = [
    "no-cache", "max-age=2", "max-age=0", "min-fresh=3", "max-stale", "max-stale=3", "only-if-cached", "no-store",
    "max-stale, only-if-cached", "x=\"a, no-cache\", max-age=3",
  ]

  var isModel: Bool { query == 3 || query == 4 }

  /// Of a model, with the keys in one order.
  var place: String {
    "/\(path)" + ["", "?a=1&b=2", "?b=2&a=1", "?a=1&b=2", "?a=1&b=2"][query]
  }

  /// Whatever order its query has.
  var resource: String { "/\(path)" + (query == 0 ? "" : "?a=1&b=2") }

  func subject(varies: Bool) -> Subject {
    Subject(place: place, isModel: isModel, who: who, language: varies ? language : nil)
  }

  var request: Request {
    var request = Request(method, "/\(path)").header(.acceptLanguage, language)
    switch query {
    case 1: request = request.query("a", "1").query("b", "2")
    case 2: request = request.query("b", "2").query("a", "1")
    case 3:
      request = method == .get ? request.model(["a": 1, "b": 2] as JSONValue) : Request(request, query: "?a=1&b=2")
    case 4:
      request = method == .get ? request.model(["b": 2, "a": 1] as JSONValue) : Request(request, query: "?a=1&b=2")
    default: break
    }
    if !directives.isEmpty { request = request.header(.cacheControl, directives) }
    if let time { request = request.caching(for: .seconds(time)) }
    return authorized(request)
  }

  private func authorized(_ request: Request) -> Request {
    switch who {
    case 1: request.authorized(.bearer("token-one"))
    case 2: request.authorized(.bearer("token-two"))
    case 3: request.authorized(.basic(user: "ada", password: "secret"))
    case 4: request.header(.cookie, "session=4")
    case 5: request.authorized(.apiKey(name: "X-Key", value: "key-five", in: .header))
    default: request
    }
  }

  var description: String {
    "\(method) \(place)\(isModel ? " (model)" : "") as \(who) in \(language) [\(directives)] ttl \(time ?? 0)"
  }
}

extension Request {
  fileprivate init(_ request: Request, query: String) {
    self = request
    endpoint += query
  }
}
