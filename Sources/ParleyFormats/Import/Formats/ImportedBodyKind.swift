import ParleyFiles

extension BodyDefinition {
  /// The content type that is sent with it where no header says another.
  var impliedContentType: String? {
    switch self {
    case .json, .graphql: "application/json"
    case .form: ImportedForm.type
    case .text, .multipart, .file: nil
    }
  }
}
