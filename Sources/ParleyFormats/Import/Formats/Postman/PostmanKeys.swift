internal import ParleyEngine
internal import ParleyFiles

/// The keys of a Postman collection (schema.postman.com, collection 2.0.0 and 2.1.0).
enum PostmanKeys {
  static let keys = SourceKeys(kinds: [
    "collection": SourceKeys.kind(
      "info protocolProfileBehavior auth", ["item": "item", "event": "event", "variable": "variable"]),
    "item": SourceKeys.kind(
      "id uid _postman_id _postman_isSubFolder name description response protocolProfileBehavior auth",
      ["item": "item", "event": "event", "variable": "variable", "request": "request"]),
    "event": SourceKeys.kind("id listen", ["script": "script"]),
    "script": SourceKeys.kind("id type exec name packages"),
    "variable": SourceKeys.kind("id key value type name description system disabled"),
    "request": SourceKeys.kind(
      "name method description header auth certificate", ["url": "url", "body": "body", "proxy": "proxy"]),
    "url": SourceKeys.kind("raw protocol host path port hash auth", ["query": "parameter", "variable": "variable"]),
    "parameter": SourceKeys.kind("key value disabled description type name uuid equals"),
    "body": SourceKeys.kind("mode raw graphql file options disabled", ["urlencoded": "parameter", "formdata": "part"]),
    "part": SourceKeys.kind("key value disabled description type contentType src fileName uuid"),
    "proxy": SourceKeys.kind("host port disabled"),
  ])

  static func unread(in collection: JSONValue) -> [ImportNote] { keys.unread(in: collection, as: "collection") }
}
