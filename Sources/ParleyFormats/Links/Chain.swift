internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
package import ParleyModel
internal import ParleyText

/// Requests that were sent, in order, as the steps of a group, and the links between them that can be taken or left.
///
/// ```swift
/// let chain = Chain([ChainStep(login, sent), ChainStep(profile, sentLater)])
/// let text = try chain.groupText(taking: chain.offers.indices.filter { chain.offers[$0].isTaken })
/// ```
package struct Chain: Sendable {
  package let steps: [ChainStep]
  /// By which later steps read what each gives.
  package let names: [String]
  package private(set) var offers: [LinkOffer] = []
  /// The parts of what was sent that no file says.
  package let changes: [SentChange]

  package init(_ steps: [ChainStep]) {
    self.steps = steps
    changes = steps.indices.flatMap { SentChanges.found(in: steps[$0], at: $0) }
    names = steps.reduce(into: []) { names, step in
      names.append(GroupText.freeName(like: step.request.id.lastPathPart.asStepName, among: Set(names)))
    }
    offers = LinkFinder.links(in: steps.map(\.exchange)).map(offer)
  }

  /// Steps of requests that are made with the group, each once.
  package var newRequests: [ChainStep] {
    steps.reduce(into: []) { new, step in
      if step.created != nil, !new.contains(where: { $0.request.id == step.request.id }) { new.append(step) }
    }
  }

  private func offer(_ link: ChainLink) -> LinkOffer {
    do throws(LinkObstacle) {
      let step = steps[link.target]
      let place = try step.written(at: link.place)
      let text = LinkedText(sent: link.text, written: place.text)
      let template = text.template(at: link.range)
      if let template, let capture = capture(of: template, before: link.target) {
        return LinkOffer(link, .kept(by: names[capture]), written: template.text)
      }
      if case .header(let name, _) = place.part, step.authorizationText?.name == name.lowercased() {
        throw LinkObstacle("auth of \(step.request.id) sets it")
      }
      _ = try replaced([link], at: place)
      return LinkOffer(link, .possible, written: template?.text ?? place.text)
    } catch {
      return LinkOffer(link, .impossible(error.reason), written: nil)
    }
  }

  /// The step before another that captures the shared key which a template reads.
  private func capture(of template: Template, before target: Int) -> Int? {
    guard case .shared(let key) = template.expression else { return nil }
    return steps[..<target].lastIndex { step in
      step.request.definition.capture.contains { $0.isOn && $0.key.value == key }
    }
  }
}

/// A link that a person takes or leaves.
package struct LinkOffer: Sendable {
  package let link: ChainLink
  package let state: LinkState
  /// The value in the request's file; nil if it has none.
  package let written: String?

  init(_ link: ChainLink, _ state: LinkState, written: String?) {
    self.link = link
    self.state = state
    self.written = written
  }

  /// Whether the name it was given or carried by says that nobody may see it.
  package var isCredential: Bool {
    let carried =
      switch link.place {
      case .query(let name, _), .header(let name, _), .form(let name, _), .part(let name, _): name
      case .json(let path, _): path.segments.lastKey
      case .path, .text: ""
      }
    return [carried, link.given.lastKey].contains(where: CredentialName.isCredential)
  }

  /// Whether it is taken before anybody says otherwise.
  package var isTaken: Bool { state == .possible && link.isStrong }
}

// Templates.
extension Chain {
  /// The template that takes the place of the value, such as `{{steps.login.result.token}}`.
  package func template(of link: ChainLink) -> String {
    let path = path(of: link)
    switch link.encoding {
    case .plain: return "{{steps\(path)}}"
    case .base64(before: "", after: ""): return "{{base64(steps\(path))}}"
    case .base64, .percent: return "{{steps.\(jobName(of: link))}}"
    }
  }

  /// A job that computes what no template can say; nil where none is needed.
  func job(of link: ChainLink) -> NodeDefinition? {
    let value = "$steps\(path(of: link)) | tostring"
    let filter: String
    switch link.encoding {
    case .plain, .base64(before: "", after: ""): return nil
    case .percent: filter = "\(value) | @uri"
    case .base64(let before, let after):
      let front = before.isEmpty ? "" : "\(JSONValue.string(before)) + "
      let back = after.isEmpty ? "" : " + \(JSONValue.string(after))"
      filter = "\(front)(\(value))\(back) | @base64"
    }
    guard let parsed = try? JQFilter(parsing: filter) else { return nil }
    var node = NodeDefinition()
    node.local = Located(jobName(of: link))
    node.job.jq = Located(parsed)
    return node
  }

  /// The path by which later steps read a value: in the result of its step, or of the step after it that passes on its
  /// headers.
  private func path(of link: ChainLink) -> ValuePath {
    switch link.given {
    case .result(let path): ValuePath([.key(names[link.source])] + path.segments)
    case .header(let header): ValuePath([.key(headersJobName(of: link.source)), .key(header.key)])
    }
  }

  /// A step behind another that gives what links take of its headers; nil where none does.
  func headersJob(of source: Int, for links: [ChainLink]) -> NodeDefinition? {
    let members = links.filter { $0.source == source }.reduce(into: [String]()) { members, link in
      guard case .header(let header) = link.given, !members.contains(header.member) else { return }
      members.append(header.member)
    }
    let filter = "$response.headers | { \(members.joined(separator: ", ")) }"
    guard !members.isEmpty, let parsed = try? JQFilter(parsing: filter) else { return nil }
    var node = NodeDefinition()
    node.local = Located(headersJobName(of: source))
    node.job.jq = Located(parsed)
    return node
  }

  private func headersJobName(of source: Int) -> String {
    GroupText.freeName(like: "\(names[source])_headers", among: Set(names))
  }

  private func jobName(of link: ChainLink) -> String {
    let word = if case .percent = link.encoding { "encoded" } else { "credentials" }
    let stem = "\(names[link.target])_\(word)"
    let same = offers.map(\.link).filter { $0.target == link.target && job(word, isFor: $0) }
    let number = (same.firstIndex(of: link) ?? 0) + 1
    return GroupText.freeName(like: number == 1 ? stem : "\(stem)_\(number)", among: Set(names))
  }

  private func job(_ word: String, isFor link: ChainLink) -> Bool {
    switch link.encoding {
    case .plain, .base64(before: "", after: ""): false
    case .percent: word == "encoded"
    case .base64: word == "credentials"
    }
  }

  /// A text with the values of links in it replaced.
  func replaced(_ links: [ChainLink], at place: WrittenPlace) throws(LinkObstacle) -> String {
    guard let first = links.first, let secrets = steps[first.target].happened?.secrets else { return "" }
    let secret = LinkObstacle("what stands beside the value is a secret")
    for case .base64(let before, let after) in links.map(\.encoding) {
      guard secrets.masking(before + after) == before + after else { throw secret }
    }
    let replacements = links.map { LinkedText.Replacement(range: $0.range, template: template(of: $0)) }
    let text = LinkedText(sent: first.text, written: place.text)
    guard let text = text.replacing(replacements, isHarmless: { place.part.allows($0, hiding: secrets) }) else {
      throw secret
    }
    return text
  }
}

extension WrittenPlace.Part {
  /// Whether something that was sent here, and that the file does not say, may be written into it.
  fileprivate func allows(_ text: String, hiding secrets: Secrets) -> Bool {
    guard !secrets.hide(text) else { return false }
    switch self {
    case .header(let name, _) where CredentialName.isHeader(name):
      return ["", "bearer ", "basic ", "token "].contains(text.lowercased())
    case .query(let name, _) where CredentialName.isCredential(name),
      .form(let name, _) where CredentialName.isCredential(name),
      .part(let name, _) where CredentialName.isCredential(name),
      .path(let name) where CredentialName.isCredential(name):
      return text.isEmpty
    case .json: return text.standsInJSON
    default: return true
    }
  }
}
