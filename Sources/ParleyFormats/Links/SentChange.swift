internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// Something that was sent and that the request's file does not say, such as an edit that was not saved.
package struct SentChange: Sendable {
  package enum State: Hashable, Sendable {
    case possible
    /// No step can express the change, for this reason.
    case impossible(String)
  }

  /// Of which step, counted from 0.
  package let step: Int
  /// Nil for what has no place of its own, such as the method.
  package let place: LinkPlace?
  /// The name of the changed part, if it has no place.
  package let name: String
  /// As it was sent.
  package let text: String
  /// As the file says it; nil where it says nothing.
  package let written: String?
  package let state: State
  /// Whether nobody may see it.
  package let isSecret: Bool
}

/// Finds them in one step.
struct SentChanges {
  private(set) var found: [SentChange] = []
  private let index: Int
  private let step: ChainStep
  private let happened: ChainStep.Happened
  private var hasOtherBody = false

  static func found(in step: ChainStep, at index: Int) -> [SentChange] {
    guard let happened = step.happened, step.created == nil else { return [] }
    var changes = SentChanges(step, happened, index)
    changes.look()
    return changes.found
  }

  private init(_ step: ChainStep, _ happened: ChainStep.Happened, _ index: Int) {
    (self.step, self.happened, self.index) = (step, happened, index)
  }

  private var definition: RequestDefinition { step.request.definition }

  private mutating func look() {
    lookAtLine()
    for text in CarriedTexts(step.exchange).texts where isSaidByFile(text.place) { look(at: text) }
    lookAtLiterals()
    lookForTurnedOff()
    if hasOtherBody { add(nil, "body", "", nil, .impossible("a step cannot change this body: edit its file")) }
  }

  private mutating func look(at text: CarriedText) {
    if case .json(let path, _) = text.place, case .graphql(let query) = definition.body,
      path.segments.first != .key("variables")
    {
      if path.segments == [.key("query")], !LinkedText.isSaid(text.text, by: query.query.value) { hasOtherBody = true }
      return
    }
    guard let place = try? step.written(at: text.place) else {
      switch text.place {
      case .json, .form, .part, .text: hasOtherBody = true
      case .path, .query, .header: break
      }
      return
    }
    guard !place.says(text.text) else { return }
    if place.text == nil, case .header(let name, _) = text.place, isOfClient(name) { return }
    add(text.place, text.name, text.text, place.text, .possible)
  }

  private mutating func add(
    _ place: LinkPlace?, _ name: String, _ text: String, _ written: String?, _ state: SentChange.State
  ) {
    guard !found.contains(where: { $0.place == place && $0.name == name }) else { return }
    let isSecret = CredentialName.isCredential(name) || happened.secrets.hide(text)
    found.append(
      SentChange(
        step: index, place: place, name: name, text: text, written: written,
        state: isSecret && state == .possible ? .impossible("a secret is not written into a file") : state,
        isSecret: isSecret))
  }
}

// What is not compared.
extension SentChanges {
  /// Whether what is sent there stands in the file as it is.
  private func isSaidByFile(_ place: LinkPlace) -> Bool {
    switch place {
    case .path: true
    case .query: step.request.queryStyle.value == .repeated && !mayGoIntoQuery
    case .header(let name, _):
      name.lowercased() != "cookie" && step.authorizationText?.name != name.lowercased()
    case .json, .form, .part, .text: step.request.serialization.value == .json
    }
  }

  /// Whether the members of a JSON body become parameters, as without a method that has a body.
  private var mayGoIntoQuery: Bool {
    guard case .json = definition.body else { return false }
    return step.request.serialization.value != .json || step.request.root.value != nil
  }

  /// Headers that are added to what a file says.
  private func isOfClient(_ name: String) -> Bool {
    let name = name.lowercased()
    if ["if-none-match", "if-modified-since", "if-range", "range", "authorization"].contains(name) { return true }
    switch step.request.auth.value {
    case .awsSigV4, .command, .digest, .oauth2, .request: return true
    default: return false
    }
  }
}

// What is no text at a place.
extension SentChanges {
  private mutating func lookAtLine() {
    let method = definition.method?.value ?? "GET"
    if happened.sent.method != method, !method.contains("{{"), definition.method?.value != "none" {
      let written = definition.method.map(\.value) ?? method
      add(nil, "method", happened.sent.method, written, .impossible("a step cannot change the method"))
    }
    let written = SentURL(definition.url.value).segments
    let sent = SentURL(happened.sent.url).segments
    guard !definition.url.value.contains("{{"), written.count <= sent.count else { return }
    let isOther = zip(written.reversed(), sent.reversed()).contains { written, sent in
      PathTemplate(written).names.isEmpty && !written.isEmpty && !written.contains("$") && written != sent
    }
    if isOther {
      add(nil, "URL", happened.sent.url, definition.url.value, .impossible("a step cannot change the URL"))
    }
  }

  /// True, false and null, and what is not there: no value that a response gives.
  private mutating func lookAtLiterals() {
    guard !hasOtherBody, isSaidByFile(.text), let body = happened.sent.body, case .json(let text) = definition.body,
      let sent = try? JSONValue(parsing: body)
    else { return }
    let root = (step.request.root.value ?? "").split(separator: ".").map { ValuePath.Segment.key(String($0)) }
    let sample = JSONTemplateSample(TemplateText(text.value))
    guard let written = try? JSONValue(parsing: sample.bytes) else { return }
    for path in written.leafPaths {
      guard let value = try? ValuePath(root + path.segments).resolve(in: sent) else {
        hasOtherBody = true
        return
      }
      let leaf = JSONTemplateLeaf(at: path, in: text.value)
      guard leaf?.text.contains("{{") == false, let own = try? path.resolve(in: written) else { continue }
      if own.kind != value.kind || (own.isLiteral && own != value) { hasOtherBody = true }
    }
  }

  /// Rows of the file that were not sent.
  private mutating func lookForTurnedOff() {
    guard isSaidByFile(.query("", index: 0)) else { return }
    let sent = Set(SentURL(happened.sent.url).query.map(\.0))
    for row in definition.query where row.isOn && !row.name.contains("{{") && !sent.contains(row.name) {
      add(nil, "query \(row.name)", "", row.value, .impossible("it was not sent, and a step cannot leave it out"))
    }
  }
}

extension WrittenPlace {
  /// Whether its templates were filled so that it became this text.
  fileprivate func says(_ sent: String) -> Bool {
    guard let text else { return false }
    if case .json(_, let isNumber) = part {
      if !text.contains("{{"), let value = try? JSONValue(parsing: text) {
        return isNumber ? value.number?.text == sent : value.string == sent
      }
      // A string with escapes stands there in its quotes.
      if text.hasPrefix("\"") {
        return LinkedText.isSaid(JSONPrinter.compact.string(of: .string(sent)), by: text)
      }
    }
    return LinkedText.isSaid(sent, by: text)
  }
}

extension JSONValue {
  /// Of every value in it that holds no others.
  fileprivate var leafPaths: [ValuePath] {
    switch self {
    case .object(let members) where !members.isEmpty:
      members.flatMap { key, value in value.leafPaths.map { ValuePath([.key(key)] + $0.segments) } }
    case .array(let elements) where !elements.isEmpty:
      elements.enumerated().flatMap { index, value in value.leafPaths.map { ValuePath([.index(index)] + $0.segments) } }
    default: [.root]
    }
  }

  fileprivate var isLiteral: Bool { kind == .bool || kind == .null }
}
