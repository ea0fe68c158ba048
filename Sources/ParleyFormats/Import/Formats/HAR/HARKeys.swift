internal import ParleyEngine
internal import ParleyFiles

/// The keys of an HTTP archive (HAR 1.2). Keys of a program's own begin with an underscore.
enum HARKeys {
  static let keys = SourceKeys(
    kinds: [
      "log": SourceKeys.kind("version creator browser pages comment", ["entries": "entry"]),
      "entry": SourceKeys.kind(
        "pageref startedDateTime time response cache timings serverIPAddress connection comment", ["request": "request"]
      ),
      "request": SourceKeys.kind(
        "method url httpVersion cookies headers queryString headersSize bodySize comment", ["postData": "postData"]),
      "postData": SourceKeys.kind("mimeType text encoding comment", ["params": "parameter"]),
      "parameter": SourceKeys.kind("name value fileName contentType comment"),
    ], ignoredPrefixes: ["_"])

  static func unread(in log: JSONValue) -> [ImportNote] { keys.unread(in: log, as: "log") }
}
