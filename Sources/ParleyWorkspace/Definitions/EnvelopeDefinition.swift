internal import ParleyEngine

/// What `envelopes` in `parley.yaml` says of one: where in the answers of an API its parts stand.
public struct EnvelopeDefinition: Sendable, Equatable {
  /// Where an answer says which part of a longer list it holds.
  public struct Pages: Sendable, Equatable {
    public var total: Located<String>?
    public var page: Located<String>?
    public var per: Located<String>?
    public var pages: Located<String>?

    public init() {}
  }

  public var name: Located<String>
  public var payload: Located<String>?
  public var message: Located<String>?
  public var code: Located<String>?
  public var error: Located<String>?
  public var pages: Pages

  public init(name: Located<String>) {
    self.name = name
    pages = Pages()
  }
}

extension EnvelopeDefinition {
  static let form = Form(
    "an envelope", isFlow: true, make: { EnvelopeDefinition(name: "") },
    keys: [
      .init("payload", \.payload, .keyPath, "Where the result stands; the whole answer unless said."),
      .init(
        "message", \.message, .keyPath,
        "Where the API says something to people, of an error too, as in errors.0.message."),
      .init("code", \.code, .keyPath, "Where the API's own code of an error stands."),
      .init(
        "error", \.error, .keyPath,
        "Where something stands only in errors: an answer that has it is one, whatever its status."),
      .init("pages", \.pages, pagesForm.reader("a map with total, page, per or pages"), "Which page of a list it is."),
    ])

  static let pagesForm = Form(
    "pages", isFlow: true, make: { Pages() },
    keys: [
      .init("total", \.total, .keyPath, "How many there are in all."),
      .init("page", \.page, .keyPath, "The number of this page."),
      .init("per", \.per, .keyPath, "How many a page has."),
      .init("pages", \.pages, .keyPath, "How many pages there are."),
    ])

  static let listReader = Reader<[EnvelopeDefinition]>(
    "a map of envelopes by name", .map(.object(form.schema), keys: Variable.namePattern), write: { written($0) }
  ) { node, decoding in
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(node, expected: "a map of envelopes by name")
    }
    return entries.compactMap { read($0, &decoding) }
  }

  private static func read(_ entry: YAMLEntry, _ decoding: inout Decoding) -> EnvelopeDefinition? {
    guard Variable.isName(entry.key.value), !EnvelopeName.ready.contains(entry.key.value) else {
      if let place = entry.key.place {
        let problem = "\(Printable.quoted(entry.key.value)) cannot name an envelope"
        let taken = EnvelopeName.ready.alternatives
        decoding.note(
          Diagnostic(.wrongValue, at: place, problem, hint: "take letters and digits; \(taken) are there already"))
      }
      return nil
    }
    guard var envelope = form.read(entry.value, &decoding) else { return nil }
    envelope.name = entry.key
    return envelope
  }

  private static func written(_ definitions: [EnvelopeDefinition]) -> EncodedValue? {
    let entries = definitions.map { EncodedValue.Entry($0.name.value, form.written($0)) }
    return EncodedValue.map(entries, isFlow: false).unlessEmpty
  }

  var forEngine: DeclaredEnvelope {
    DeclaredEnvelope(
      name.value, payload: payload?.value, message: message?.value, code: code?.value, error: error?.value,
      pagination: .init(
        total: pages.total?.value, page: pages.page?.value, per: pages.per?.value, pages: pages.pages?.value))
  }
}
