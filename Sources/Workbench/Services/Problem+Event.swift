package import ParleyEngine

// A failure of the workbench itself is an event like any other, so that it stands in the log and can be opened there.
extension Problem {
  /// The identifier of such an event.
  package static let eventIdentifier = "workbench.problem"

  /// Those of failures, and of what the store tells of itself.
  static let eventIdentifiers: Set<String> = [eventIdentifier, "store.notice"]

  /// What the event says, to be read back by `init(parameters:)`.
  package var parameters: JSONValue {
    var parameters: JSONValue = ["code": .string(code), "summary": .string(summary)]
    parameters["detail"] = detail.map(JSONValue.string)
    parameters["place"] = place.map(JSONValue.string)
    parameters["advice"] = advice.map(JSONValue.string)
    return parameters
  }

  /// The same of a failure that is about one request.
  func parameters(of request: RequestID?) -> JSONValue {
    var parameters = parameters
    parameters["request"] = request.map { .string($0.rawValue) }
    return parameters
  }

  /// - Returns: nil when the parameters are of something else.
  package init?(parameters: JSONValue?) {
    guard let code = parameters?["code"]?.string, let summary = parameters?["summary"]?.string else { return nil }
    self.init(
      code: code, summary, detail: parameters?["detail"]?.string, place: parameters?["place"]?.string,
      advice: parameters?["advice"]?.string)
  }
}
