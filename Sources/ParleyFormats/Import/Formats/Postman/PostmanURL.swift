internal import ParleyEngine
import ParleyText

/// A URL as Postman writes it: a text, or an object of its parts, whose `raw` nothing requires.
///
/// Postman sends the parts; `raw` counts where there is no host among them.
struct PostmanURL {
  /// Without query and fragment.
  let address: String
  let query: [QueryPair]
  /// Empty where there is none. It is never sent.
  let fragment: String
  let variables: [(key: String, value: JSONValue?)]

  init(_ url: JSONValue?) {
    let raw = url?.string ?? url?["raw"]?.string ?? ""
    address = Self.address(url, raw)
    query = Self.query(url?["query"]) ?? Self.query(of: raw)
    fragment =
      PostmanText.text(url?["hash"]) ?? raw.firstIndex(of: "#").map { String(raw[raw.index(after: $0)...]) } ?? ""
    variables = (url?["variable"]?.array ?? []).compactMap { variable in
      guard variable["disabled"]?.bool != true, let key = (variable["key"] ?? variable["id"])?.string else {
        return nil
      }
      return (key, variable["value"])
    }
  }

  private static func address(_ url: JSONValue?, _ raw: String) -> String {
    let host = joined(url?["host"], by: ".")
    let path = joined(url?["path"], by: "/")
    let whole = String(raw.prefix { $0 != "?" && $0 != "#" })
    guard !host.isEmpty || whole.isEmpty else { return whole }
    let port = PostmanText.text(url?["port"]).map { ":\($0)" } ?? ""
    return scheme(url, raw) + user(url?["auth"]) + host + port
      + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
  }

  private static func scheme(_ url: JSONValue?, _ raw: String) -> String {
    if let scheme = PostmanText.text(url?["protocol"]) { return "\(scheme.prefix { $0 != ":" })://" }
    return raw.firstRange(of: "://").map { String(raw[..<$0.upperBound]) }.flatMap { $0.contains("{") ? nil : $0 } ?? ""
  }

  private static func user(_ auth: JSONValue?) -> String {
    guard let user = PostmanText.text(auth?["user"]) else { return "" }
    return user + (PostmanText.text(auth?["password"]).map { ":\($0)" } ?? "") + "@"
  }

  /// A text, or a list of texts or of objects with a `value`.
  private static func joined(_ value: JSONValue?, by separator: String) -> String {
    guard let items = value?.array else { return PostmanText.text(value) ?? "" }
    return items.map { PostmanText.text($0["value"] ?? $0) ?? "" }.joined(separator: separator)
  }

  private static func query(_ value: JSONValue?) -> [QueryPair]? {
    if let text = value?.string { return QueryPair.all(of: text.drop { $0 == "?" }).map(\.postmanEncoded) }
    guard let items = value?.array, !items.isEmpty else { return nil }
    return items.map { item in
      if let text = item.string { return QueryPair.all(of: text)[0].postmanEncoded }
      let isNull = item["value"]?.isNull != false
      return QueryPair(
        name: PostmanText.text(item["key"]) ?? "", value: isNull ? nil : PostmanText.text(item["value"]) ?? "",
        isOn: item["disabled"]?.bool != true
      ).postmanEncoded
    }
  }

  private static func query(of raw: String) -> [QueryPair] {
    raw.urlQuery.map { QueryPair.all(of: $0).map(\.postmanEncoded) } ?? []
  }
}

extension QueryPair {
  /// Postman leaves what is encoded as it is, and encodes only what would end the value.
  fileprivate var postmanEncoded: QueryPair {
    let ends: [(String, String)] = [("&", "%26"), ("#", "%23"), ("'", "%27")]
    let encode = { (text: String) in
      text.contains("{{") ? text : ends.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    return .init(name: encode(name).replacing("=", with: "%3D"), value: value.map(encode), isOn: isOn)
  }
}
