/// The envelope every response of the shop comes in.
///
///     { "code": 200, "status": "success", "result": …, "message": …, "_meta": { "pagination": … } }
enum Envelope {
  static func success(_ result: JSON, status: Int, message: String?, pagination: Pagination? = nil) -> JSON {
    var members: [JSON.Member] = [
      .init(name: "code", value: JSON(status)),
      .init(name: "status", value: "success"),
      .init(name: "result", value: result),
      .init(name: "message", value: JSON(message)),
    ]
    if let pagination { members.append(.init(name: "_meta", value: ["pagination": pagination.json])) }
    return .object(members)
  }

  static func failure(_ problem: Problem) -> JSON {
    [
      "code": JSON(problem.status),
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

  var json: JSON {
    ["total": JSON(total), "page": JSON(page), "per": JSON(per), "pages": JSON(pages)]
  }

  /// The part of `list` this page holds; empty beyond the last one.
  func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
    list.dropFirst((page - 1) * per).prefix(per)
  }
}
