// Expectations of a response, and the reading of it.
extension SettingKey {
  var declaredExpectation: RequestField {
    switch self {
    case .within: .expect("within", "Time limit for the response.", .duration)
    case .schema:
      .expect(
        "schema",
        "JSON Schema that the body must fit: `operation`, a file, or the schema itself. `operation` is the request's `operation` in its description, by the status; a file is one of the workspace, such as `schemas/user.json#/$defs/User`.",
        .choice(["operation"]), example: "operation, schemas/user.json#/$defs/User, or a schema in JSON")
    default:
      .expect(
        "status", "Expected status codes. With `redirects: 0`, every 3xx is expected too.", .statuses,
        default: .words("2xx or 304")
      )
      .found(by: "expect assert test status code")
    }
  }

  var declaredReading: RequestField {
    switch self {
    case .envelope:
      .reading(
        "envelope",
        "The structure around results, which is unwrapped; `none` unwraps nothing. `standard` has `code`, `status`, `result`, `message` and `_meta.pagination`; with `bare` the body is the result; any other is one of `envelopes` in parley.yaml. With each of them, an error response is read as the API's own error.",
        .choice(["standard", "bare", "none"]), label: "unwrap", default: "none",
        example: "standard, bare, none, or one of the workspace's envelopes")
    case .codec:
      .reading(
        "codec", "Decodes the response.", .choice(["json", "form", "text", "bytes"]), label: "decode as",
        default: .words("by content type"))
    default:
      .reading(
        "root", "Path of the result in the response.", label: "result at", default: .words("the whole response"),
        example: "result.items")
    }
  }
}

extension RequestField {
  static func body(
    _ path: String, _ help: String, _ kind: FieldKind = .text, label: String, default standard: DefaultValue? = nil
  ) -> RequestField {
    RequestField(.body, "body.\(path)", help, kind, label: label, default: standard)
  }

  fileprivate static func expect(
    _ path: String, _ help: String, _ kind: FieldKind, default standard: DefaultValue? = nil, example: String? = nil
  ) -> RequestField {
    RequestField(.expect, "expect.\(path)", help, kind, default: standard, example: example)
  }

  fileprivate static func reading(
    _ path: String, _ help: String, _ kind: FieldKind = .text, label: String, default standard: DefaultValue? = nil,
    example: String? = nil
  ) -> RequestField {
    RequestField(.expect, "response.\(path)", help, kind, label: label, default: standard, example: example)
  }
}
