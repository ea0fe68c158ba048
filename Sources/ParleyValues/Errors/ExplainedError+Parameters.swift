extension ExplainedError {
  /// The parameters of an event that reports it.
  package var parameters: JSONValue {
    var parameters: JSONValue = ["code": .string(code), "summary": .string(summary)]
    parameters["detail"] = detail.map(JSONValue.string)
    parameters["place"] = place.map(JSONValue.string)
    parameters["advice"] = advice.map(JSONValue.string)
    return parameters
  }
}
