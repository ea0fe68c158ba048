internal import ParleyEngine
internal import ParleyText

/// A place in the workspace's files that has to do with a shared key.
package struct SharedKeyUse: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// A template reads it.
    case reads
    /// A response is captured into it.
    case captures
  }

  package let kind: Kind
  /// The id of the request; nil for what stands in other files.
  package let request: String?
  package let place: SourcePlace
}

extension Workspace {
  /// Where a shared key is read and captured, in the order of the files.
  package func uses(ofShared name: String) -> [SharedKeyUse] {
    let own = requests.flatMap { request in
      uses(of: name, in: request.definition.texts, request: request.id)
        + request.definition.capture.filter { $0.key.value.isIdentical(to: name) }.compactMap(\.key.place).map {
          SharedKeyUse(kind: .captures, request: request.id, place: $0)
        }
    }
    let shared = (definition.vars + environments.flatMap(\.definition.vars)).compactMap(\.located)
    let others = shared + definition.servers.flatMap(\.texts) + allDefaults.flatMap(\.texts)
    return uses(of: name, in: others, request: nil) + own
  }

  /// The ids of the requests whose responses are captured into a key.
  func requests(capturing name: String) -> [String] {
    requests.filter { $0.definition.capture.contains { $0.isOn && $0.key.value.isIdentical(to: name) } }.map(\.id)
  }

  private func uses(of name: String, in texts: [Located<String>], request: String?) -> [SharedKeyUse] {
    texts.flatMap { text in
      TemplateText(text.value).templates.filter { $0.expression.all.contains(.shared(name)) }.compactMap { template in
        place(of: template.range, in: text).map { SharedKeyUse(kind: .reads, request: request, place: $0) }
      }
    }
  }
}
