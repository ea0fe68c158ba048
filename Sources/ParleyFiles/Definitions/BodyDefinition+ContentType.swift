extension BodyDefinition {
  /// The content type that is sent with it where no header says another.
  package var impliedContentType: String? {
    switch self {
    case .json, .graphql: "application/json"
    case .form: "application/x-www-form-urlencoded"
    case .text, .multipart, .file: nil
    }
  }
}
