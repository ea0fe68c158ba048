extension Event.Custom: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, callID, groupID, parameters
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let parameters = try container.decodeIfPresent(String.self, forKey: .parameters)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      callID: try container.decodeIfPresent(String.self, forKey: .callID),
      groupID: try container.decodeIfPresent(String.self, forKey: .groupID),
      parameters: try parameters.map { try JSONValue(parsing: $0) })
  }

  /// The parameters go as JSON text, so that their numbers keep their digits whatever the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encodeIfPresent(callID, forKey: .callID)
    try container.encodeIfPresent(groupID, forKey: .groupID)
    try container.encodeIfPresent(parameters.map(JSONPrinter.compact.string(of:)), forKey: .parameters)
  }
}
