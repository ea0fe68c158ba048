/// How an answer is read. Each key is inherited by itself.
public struct ResponseDefinition: Sendable, Equatable {
  /// The name of an envelope: `standard`, one of `envelopes` in `parley.yaml`, or `none`.
  public var envelope: Located<String>?
  /// Where in the answer the result is, as in `result.items`.
  public var root: Located<String>?
  public var codec: Located<CodecName>?

  public init(
    envelope: Located<String>? = nil, root: Located<String>? = nil, codec: Located<CodecName>? = nil
  ) {
    self.envelope = envelope
    self.root = root
    self.codec = codec
  }

  static let form = Form(
    "response", isFlow: true, make: { ResponseDefinition() },
    keys: [
      .init(
        "envelope", \.envelope, .filled("standard, none, or a name of envelopes"),
        "What answers are wrapped in: `standard`, one of `envelopes` in `parley.yaml`, or `none`."),
      .init("root", \.root, .keyPath, "Where in the answer the result is."),
      .init("codec", \.codec, .choice, "How the answer is read; by its content unless said."),
    ])

  static let reader = form.reader("a map with envelope, root or codec")
}

/// The codecs that are ready.
public enum CodecName: String, Sendable, CaseIterable {
  case json, form, text, bytes
}

/// What becomes of a JSON body on its way out.
public enum SerializationName: String, Sendable, CaseIterable {
  /// It stays JSON.
  case json
  /// The query for GET, HEAD and DELETE, else an urlencoded form.
  case url
  /// `multipart/form-data`.
  case form
  /// Its bytes as they are.
  case raw = "none"

  static let summary =
    "What becomes of a JSON body: `json` unless said, `url` (the query for GET, HEAD and DELETE, else an urlencoded form), `form` (multipart) or `none` (as it is written)."
}

extension Reader where Value == String {
  static var keyPath: Reader {
    .text("a dotted path such as result.items", .text(pattern: "^[^.]+([.][^.]+)*$")) { text in
      text.split(separator: ".", omittingEmptySubsequences: false).contains(where: \.isEmpty) ? nil : text
    }
  }
}
