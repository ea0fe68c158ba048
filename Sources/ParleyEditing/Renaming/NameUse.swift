internal import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// A place in a file that names a request or a group by its id.
struct NameUse {
  enum Kind {
    /// The whole value is the id.
    case value
    /// A template names it: `{{response("user/login").token}}`.
    case template
    /// A step of a group that sends or runs it.
    case step(NodeDefinition)
  }

  let id: String
  /// Of the value, or of the template.
  let place: SourcePlace
  let kind: Kind
}

/// The places in a workspace's files that name requests and groups.
package struct NameUses {
  private let workspace: Workspace

  package init(in workspace: Workspace) { self.workspace = workspace }

  /// The files besides its own that name a request by its id: groups that send it, requests that make its cache entries stale,
  /// templates that read its last response. By their paths within the workspace, in order.
  package func files(namingRequest id: String) -> [String] {
    ofRequests.files(naming: id, besides: WorkspacePaths.file(ofRequest: id))
  }

  /// The groups that run a group: their files, within the workspace, in order.
  package func files(namingGroup id: String) -> [String] {
    ofGroups.files(naming: id, besides: WorkspacePaths.file(ofGroup: id))
  }

  /// Every place that names a request by its id.
  var ofRequests: [NameUse] { stepUses(\.request) + cacheUses + loginUses + workspace.allTexts.flatMap(templateUses) }

  /// Every place that names a group by its id.
  var ofGroups: [NameUse] { stepUses(\.group) }

  private func stepUses(_ name: (NodeDefinition) -> Located<String>?) -> [NameUse] {
    workspace.groups.flatMap(\.definition.allNodes).compactMap { node in
      guard let name = name(node), let place = name.place else { return nil }
      return NameUse(id: name.value, place: place, kind: .step(node))
    }
  }

  private var cacheUses: [NameUse] {
    let caches = workspace.allDefaults.map(\.cache) + workspace.requests.map(\.definition.cache)
    return caches.flatMap { $0.invalidates?.value ?? [] }.compactMap { name in
      name.place.map { NameUse(id: name.value, place: $0, kind: .value) }
    }
  }

  private var loginUses: [NameUse] {
    workspace.logins.compactMap { login in
      login.name.place.map { NameUse(id: login.name.value, place: $0, kind: .value) }
    }
  }

  private func templateUses(in text: Located<String>) -> [NameUse] {
    guard text.value.hasTemplateMark else { return [] }
    return TemplateText(text.value).templates.flatMap { template in
      template.expression.all.compactMap { expression in
        guard case .call(.response, let arguments, _) = expression, case .literal(let id)? = arguments.first,
          let place = workspace.place(of: template.range, in: text)
        else { return nil }
        return NameUse(id: id, place: place, kind: .template)
      }
    }
  }
}

extension [NameUse] {
  fileprivate func files(naming id: String, besides own: String) -> [String] {
    Set(names: lazy.filter { $0.id.isIdentical(to: id) }.map(\.place.file)).subtracting([ExactString(own)]).names
  }
}
