// What a file of routes says of the cache:
//
//     "cache": { "ttl": 3600, "update": true, "group": "ada", "ignoreQuery": ["ts"], "invalidates": ["list"] }
//
// `ttl` is in seconds; `ignoreQuery` is a list of names, or true for the whole query.
extension CachePolicy {
  /// A mistake in it.
  struct Mistake: Error {
    let reason: String
    /// The name that was probably meant.
    var nearest: String?
  }

  private static let names = ["ttl", "update", "group", "ignoreQuery", "invalidates"]

  init(json members: JSONObject) throws(Mistake) {
    self.init()
    for (name, value) in members {
      switch name {
      case "ttl": timeToLive = try Self.seconds(value)
      case "update": updatesCache = try Self.flag(value, name)
      case "group": group = try Self.text(value, name)
      case "ignoreQuery": ignoredQuery = try Self.ignored(value)
      case "invalidates": invalidates = try Self.texts(value, name)
      default:
        throw Mistake(
          reason: "“\(name)” is none of \(Self.names.joined(separator: ", "))",
          nearest: NearestName.of(name, among: Self.names))
      }
    }
  }

  private static func seconds(_ value: JSONValue) throws(Mistake) -> Duration {
    guard let seconds = value.double, seconds >= 0, seconds < 1e12 else {
      throw Mistake(reason: "“ttl” is not a number of seconds")
    }
    return .seconds(seconds)
  }

  private static func ignored(_ value: JSONValue) throws(Mistake) -> IgnoredQuery? {
    if let all = value.bool { return all ? .all : nil }
    return .names(Set(try texts(value, "ignoreQuery")))
  }

  private static func flag(_ value: JSONValue, _ name: String) throws(Mistake) -> Bool {
    guard let flag = value.bool else { throw Mistake(reason: "“\(name)” is \(value.kind.phrase), not true or false") }
    return flag
  }

  private static func texts(_ value: JSONValue, _ name: String) throws(Mistake) -> [String] {
    guard let elements = value.array else { throw Mistake(reason: "“\(name)” is \(value.kind.phrase), not a list") }
    var texts: [String] = []
    for element in elements { texts.append(try text(element, name)) }
    return texts
  }

  private static func text(_ value: JSONValue, _ name: String) throws(Mistake) -> String {
    guard let text = value.string else { throw Mistake(reason: "in “\(name)” is \(value.kind.phrase), not a text") }
    return text
  }

  /// As a file has it.
  var json: JSONValue {
    var members = JSONObject()
    members["ttl"] = timeToLive.flatMap { JSONNumber($0 / .seconds(1)) }.map(JSONValue.number)
    members["update"] = updatesCache.map(JSONValue.bool)
    members["group"] = group.map(JSONValue.string)
    members["invalidates"] = invalidates.map { .array($0.map(JSONValue.string)) }
    switch ignoredQuery {
    case .all: members["ignoreQuery"] = true
    case .names(let names): members["ignoreQuery"] = .array(names.sorted().map(JSONValue.string))
    case nil: break
    }
    return .object(members)
  }
}
