import ParleyEngine

/// The envelope every response of the shop comes in.
///
///     { "code": 200, "status": "success", "result": …, "message": …, "_meta": { "pagination": … } }
enum Envelope {
  static func success(_ result: JSONValue, status: Int, message: String?, pagination: Pagination? = nil) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("code", JSONValue(status)),
      ("status", "success"),
      ("result", result),
      ("message", JSONValue(message)),
    ]
    if let pagination { members.append(("_meta", ["pagination": pagination.json])) }
    return .object(JSONObject(members))
  }

  static func failure(_ problem: Problem) -> JSONValue {
    [
      "code": JSONValue(problem.status),
      "status": "error",
      "message": .string(problem.message),
      "name": .string(problem.name),
      "result": .array(problem.fields.map { ["field": .string($0.field), "message": .string($0.message)] }),
    ]
  }
}

/// Which part of a longer list a response holds; pages count from 1.
struct Pagination: Equatable, Sendable {
  var total: Int
  var page: Int
  var per: Int

  var pages: Int { (total + per - 1) / per }

  var json: JSONValue {
    ["total": JSONValue(total), "page": JSONValue(page), "per": JSONValue(per), "pages": JSONValue(pages)]
  }

  /// The part of `list` this page holds; empty beyond the last one.
  func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
    list.dropFirst((page - 1) * per).prefix(per)
  }
}
