/// How a request's model is sent. Nothing of this touches an explicit body, which is sent as it is with any method.
public enum Serialization: String, Sendable, Hashable, CaseIterable {
  /// The query of `GET`, `HEAD` and `DELETE`, otherwise a JSON body.
  case json
  /// The query of `GET`, `HEAD` and `DELETE`, otherwise an urlencoded form.
  case url
  /// The query of `GET`, `HEAD` and `DELETE`, otherwise the parts of a `multipart/form-data` body.
  case form
  /// The body as it is, with any method: the model is bytes or text.
  case none
}
