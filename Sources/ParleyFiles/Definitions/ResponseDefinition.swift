package import ParleyEngine
import ParleyModel

/// How a response is read. Each key is inherited by itself.
package struct ResponseDefinition: Sendable, Equatable {
  @Sparse package var envelope: Located<EnvelopeName>?
  /// The path of the result in the response, as in `result.items`.
  @Sparse package var root: Located<String>?
  @Sparse package var codec: Located<CodecName>?

  package init(
    envelope: Located<EnvelopeName>? = nil, root: Located<String>? = nil, codec: Located<CodecName>? = nil
  ) {
    self.envelope = envelope
    self.root = root
    self.codec = codec
  }

  package static let form = Form(
    "response", isFlow: true, make: { ResponseDefinition() },
    keys: [
      .init(.envelope, \.envelope, EnvelopeName.reader),
      .init(.responseRoot, \.root, .keyPath), .init(.codec, \.codec, .choice),
    ])

  static let reader = form.reader("a map with envelope, root or codec")
}

/// The envelope of the responses, which also defines what an error is: with an envelope, a status other than 2xx
/// becomes the API's own error.
package enum EnvelopeName: Sendable, Hashable {
  /// `code`, `status`, `result`, `message` and `_meta.pagination`.
  case standard
  /// The body is the result.
  case bare
  /// Nothing is opened, whatever would be inherited.
  case unopened
  /// One of `envelopes` in `parley.yaml`.
  case declared(String)
}

extension EnvelopeName: RawRepresentable {
  /// Those that are always there.
  static let ready = ["standard", "bare", "none"]

  package init?(rawValue name: String) {
    switch name {
    case "standard": self = .standard
    case "bare": self = .bare
    case "none": self = .unopened
    default:
      guard Variable.isName(name) else { return nil }
      self = .declared(name)
    }
  }

  package var rawValue: String {
    switch self {
    case .standard: "standard"
    case .bare: "bare"
    case .unopened: "none"
    case .declared(let name): name
    }
  }

  static var reader: Reader<EnvelopeName> {
    .scalar(
      "standard, bare, none, or the name of an envelope", .text(pattern: Variable.namePattern), text: \.rawValue
    ) { EnvelopeName(rawValue: $0) }
  }
}

/// The codecs that are ready.
package enum CodecName: String, Sendable, CaseIterable {
  case json, form, text, bytes
}

/// The transformation of a JSON body before it is sent.
package enum SerializationName: String, Sendable, CaseIterable {
  /// It stays JSON.
  case json
  /// The query for GET, HEAD and DELETE, else an urlencoded form.
  case url
  /// `multipart/form-data`.
  case form
  /// Its bytes as they are.
  case raw = "none"
}

extension Reader where Value == String {
  static var keyPath: Reader {
    .text("a dotted path such as result.items", .text(pattern: "^[^.]+([.][^.]+)*$")) { text in
      text.split(separator: ".", omittingEmptySubsequences: false).contains(where: \.isEmpty) ? nil : text
    }
  }
}
