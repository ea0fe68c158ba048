internal import ParleyEngine
internal import ParleyModel
internal import ParleyText

/// A place in the workspace's files that has to do with a shared key.
package struct SharedKeyUse: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// A template or a filter reads it.
    case reads
    /// A response is captured into it.
    case captures
    /// A step of a group sets it.
    case sets
  }

  package let key: String
  package let kind: Kind
  /// The id of the request; nil for what stands in other files.
  package let request: String?
  /// The id of the group whose step it is.
  package var group: String?
  /// The name of the step.
  package var step: String?
  package let place: SourcePlace
}

/// The places in a workspace's files that have to do with shared keys.
package struct SharedKeyUses {
  package let workspace: Workspace

  package init(in workspace: Workspace) { self.workspace = workspace }

  /// The places where a shared key is read, captured or set, in the order of the files.
  package func of(_ name: String) -> [SharedKeyUse] {
    all.filter { $0.key.isIdentical(to: name) }
  }

  /// The places where any shared key is read, captured or set: in defaults, by mocks, in groups, in requests.
  package var all: [SharedKeyUse] {
    let shared = variables.compactMap(\.located) + workspace.definition.servers.flatMap(\.texts)
    let texts = shared + workspace.allDefaults.flatMap(\.texts) + workspace.mocks.flatMap(\.definition.texts)
    let filters = workspace.allDefaults.flatMap(\.expect.jq) + workspace.mocks.flatMap(\.definition.filters)
    return answers + reads(texts, filters, request: nil) + workspace.groups.flatMap(uses)
      + workspace.requests.flatMap(uses)
  }

  /// Those of the workspace and of its environments.
  package var variables: [Variable] {
    workspace.definition.vars + workspace.environments.flatMap(\.definition.vars)
  }

  /// The variables that are asked for: their answers are kept under their names.
  private var answers: [SharedKeyUse] {
    variables.compactMap { variable in
      guard variable.content.value == .secret(.prompt), let place = variable.name.place else { return nil }
      return SharedKeyUse(key: KeptAnswer.key(of: variable.name.value), kind: .reads, request: nil, place: place)
    }
  }

  /// The ids of the requests whose responses are captured into a key.
  package func requests(capturing name: String) -> [String] {
    let capturing = workspace.requests.filter { request in
      request.definition.capture.contains { $0.isOn && $0.key.value.isIdentical(to: name) }
    }
    return capturing.map(\.id)
  }

  private func uses(by request: WorkspaceRequest) -> [SharedKeyUse] {
    let definition = request.definition
    let filters = definition.expect.jq + definition.messages.filters
    return reads(definition.texts, filters, request: request.id)
      + definition.capture.compactMap { capture in
        capture.key.place.map {
          SharedKeyUse(key: capture.key.value, kind: .captures, request: request.id, place: $0)
        }
      }
  }

  private func uses(by group: WorkspaceGroup) -> [SharedKeyUse] {
    group.definition.allNodes.flatMap { node in
      let sets = node.job.set.compactMap { row in
        row.place.map { SharedKeyUse(key: row.name, kind: .sets, request: nil, place: $0) }
      }
      return (reads(node.texts, node.filters, request: nil) + sets).map { use in
        var use = use
        (use.group, use.step) = (group.id, node.stepName)
        return use
      }
    }
  }

  private func reads(
    _ texts: [Located<String>], _ filters: [Located<JQFilter>], request: String?
  ) -> [SharedKeyUse] {
    texts.flatMap { text in
      TemplateText(text.value).templates.flatMap { template in
        template.expression.sharedKeys.compactMap { key in
          workspace.place(of: template.range, in: text).map {
            SharedKeyUse(key: key, kind: .reads, request: request, place: $0)
          }
        }
      }
    }
      + filters.flatMap { filter in
        let text = Located(filter.value.text, at: filter.place)
        return filter.value.sharedMembers.compactMap { name, range in
          workspace.place(of: range, in: text).map {
            SharedKeyUse(key: name, kind: .reads, request: request, place: $0)
          }
        }
      }
  }
}

extension Template.Expression {
  /// The shared keys it reads, each once; an answer that is kept is one.
  package var sharedKeys: [String] {
    all.compactMap { expression in
      switch expression {
      case .shared(let name): name
      case .call(.secret, let arguments, _), .call(.prompt, let arguments, _):
        if case .literal(let question)? = arguments.first { KeptAnswer.key(of: question) } else { nil }
      default: nil
      }
    }
    .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
