/// The functions of templates.
package enum TemplateFunction: String, Sendable, CaseIterable {
  /// A random UUID.
  case uuid
  /// The time: RFC 3339 in UTC, or whole seconds since 1970 with `"unix"`.
  case now
  /// Base64 of a value's bytes.
  case base64
  /// The last response to a request, and a path into its body.
  case response
  /// A value that the person is asked for, and that is kept as long as they choose.
  case prompt
  /// The same of a secret: hidden while it is typed, and masked.
  case secret

  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .uuid: 0...0
    case .now: 0...1
    case .base64, .response, .prompt, .secret: 1...1
    }
  }

  /// Arguments that must be known without rendering: they name something.
  var takesLiterals: Bool { self != .base64 }

  /// As completions and the documentation show it.
  package var usage: String {
    switch self {
    case .uuid: "uuid()"
    case .now: "now()"
    case .base64: "base64(name)"
    case .response: "response(\"request\").path"
    case .prompt: "prompt(\"label\")"
    case .secret: "secret(\"label\")"
    }
  }

  package var summary: String {
    switch self {
    case .uuid: "A new random UUID."
    case .now: "The time in UTC, such as `2026-11-21T14:03:07.123Z`; `now(\"unix\")` is whole seconds since 1970."
    case .base64: "Base64 of a value's bytes."
    case .response: "A value from the last response of a request: the path selects it in the JSON body."
    case .prompt: "A value you are asked for once per send, and that is kept as long as you choose."
    case .secret: "The same for a secret: hidden while you type it, and masked wherever it is shown."
    }
  }
}
