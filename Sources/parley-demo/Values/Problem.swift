/// A request that is refused: the API's error model.
struct Problem: Error, Equatable {
  /// A problem with one field of the request.
  struct Field: Equatable, Sendable {
    var field: String
    var message: String
  }

  var status: Int
  /// The kind of problem, stable: programs may compare it.
  var name: String
  var message: String
  var fields: [Field] = []
  var headers: [Header] = []
}

extension Problem {
  static func badRequest(_ message: String, field: String, _ explanation: String) -> Problem {
    Problem(status: 400, name: "BadRequest", message: message, fields: [Field(field: field, message: explanation)])
  }

  static func unauthorized(_ message: String, fields: [Field] = []) -> Problem {
    Problem(
      status: 401, name: "Unauthorized", message: message, fields: fields,
      headers: [Header("WWW-Authenticate", "Bearer realm=\"parley-demo\"")])
  }

  static func notFound(_ message: String) -> Problem {
    Problem(status: 404, name: "NotFound", message: message)
  }

  static func conflict(_ message: String) -> Problem {
    Problem(status: 409, name: "Conflict", message: message)
  }

  static func tooLarge(limit: Int) -> Problem {
    Problem(
      status: 413, name: "PayloadTooLarge",
      message: "The body is longer than the \(limit) bytes taken here. POST /upload takes any length.")
  }

  static func invalid(_ fields: [Field]) -> Problem {
    Problem(status: 422, name: "Validation", message: "Some fields are not usable.", fields: fields)
  }
}
