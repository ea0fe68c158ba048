extension EventBus {
  /// Tells what is probably not meant, in a sentence without secrets.
  /// - Parameter name: of the request or the step it is about.
  package func post(
    warning sentence: String, about name: String?, callID: String? = nil, groupID: String? = nil
  ) {
    var parameters: JSONValue = ["summary": .string(sentence)]
    parameters["name"] = name.map(JSONValue.string)
    post(custom: Event.Custom.warning, callID: callID, groupID: groupID, parameters: parameters)
  }
}

extension Event.Custom {
  fileprivate static let warning = "warning"

  /// The warning, and the name of the request or step it concerns; nil for any other event.
  public var warning: (sentence: String, name: String?)? {
    guard identifier == Self.warning, let sentence = parameters?["summary"]?.string else { return nil }
    return (sentence, parameters?["name"]?.string)
  }
}
