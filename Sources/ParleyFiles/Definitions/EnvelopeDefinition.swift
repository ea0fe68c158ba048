package import ParleyEngine
import ParleyModel
internal import ParleyText

/// One envelope under `envelopes` in `parley.yaml`: the paths of the parts of an API's responses.
package struct EnvelopeDefinition: Sendable, Equatable {
  /// The paths of the pagination values in a response.
  package struct Pages: Sendable, Equatable {
    package var total: Located<String>?
    package var page: Located<String>?
    package var per: Located<String>?
    package var pages: Located<String>?

    package init() {}
  }

  package var name: Located<String>
  package var payload: Located<String>?
  package var message: Located<String>?
  package var code: Located<String>?
  package var error: Located<String>?
  package var pages: Pages

  package init(name: Located<String>) {
    self.name = name
    pages = Pages()
  }
}

extension EnvelopeDefinition {
  package static let form = Form(
    "an envelope", isFlow: true, make: { EnvelopeDefinition(name: "") },
    keys: [
      .init("payload", \.payload, .keyPath, "Path of the result.", default: .words("the whole response")),
      .init(
        "message", \.message, .keyPath,
        "Path of the message for people, in errors too, such as errors.0.message."),
      .init("code", \.code, .keyPath, "Path of the API's own error code."),
      .init(
        "error", \.error, .keyPath,
        "Path that exists only in errors: a response that has it is an error, whatever its status."),
      .init(
        "pages", \.pages, pagesForm.reader("a map with total, page, per or pages"), "Paths of the pagination values."),
    ])

  package static let pagesForm = Form(
    "pages", isFlow: true, make: { Pages() },
    keys: [
      .init("total", \.total, .keyPath, "Path of the total number of items."),
      .init("page", \.page, .keyPath, "Path of this page's number."),
      .init("per", \.per, .keyPath, "Path of the number of items per page."),
      .init("pages", \.pages, .keyPath, "Path of the number of pages."),
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
          Diagnostic(.wrongValue, at: place, problem, hint: "use letters and digits; \(taken) are built in"))
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

  package var forEngine: DeclaredEnvelope {
    DeclaredEnvelope(
      name.value, payload: payload?.value, message: message?.value, code: code?.value, error: error?.value,
      pagination: .init(
        total: pages.total?.value, page: pages.page?.value, per: pages.per?.value, pages: pages.pages?.value))
  }
}
