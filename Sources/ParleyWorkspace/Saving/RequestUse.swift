internal import ParleyEngine
internal import ParleyText

/// A place in a file that names a request by its id.
struct RequestUse {
  enum Kind {
    /// The whole value is the id.
    case value
    /// A template names it: `{{response("user/login").token}}`.
    case template
    /// A step of a group that sends it.
    case step(NodeDefinition)
  }

  let id: String
  /// Of the value, or of the template.
  let place: SourcePlace
  let kind: Kind
}

extension Workspace {
  /// The files besides its own that name a request by its id: groups that send it, requests that make its cache entries stale,
  /// templates that read its last response. By their paths within the workspace, in order.
  package func filesNaming(_ id: String) -> [String] {
    Set(names: requestUses.lazy.filter { $0.id.isIdentical(to: id) }.map(\.place.file))
      .subtracting([ExactString(WorkspacePaths.file(ofRequest: id))]).names
  }

  /// Every place that names a request by its id.
  var requestUses: [RequestUse] { stepUses + cacheUses + allTexts.flatMap(templateUses) }

  private var stepUses: [RequestUse] {
    groups.flatMap(\.definition.allNodes).compactMap { node in
      guard let request = node.request, let place = request.place else { return nil }
      return RequestUse(id: request.value, place: place, kind: .step(node))
    }
  }

  private var cacheUses: [RequestUse] {
    let caches = allDefaults.map(\.cache) + requests.map(\.definition.cache)
    return caches.flatMap { $0.invalidates?.value ?? [] }.compactMap { name in
      name.place.map { RequestUse(id: name.value, place: $0, kind: .value) }
    }
  }

  private func templateUses(in text: Located<String>) -> [RequestUse] {
    guard text.value.hasTemplateMark else { return [] }
    return TemplateText(text.value).templates.flatMap { template in
      template.expression.all.compactMap { expression in
        guard case .call(.response, let arguments, _) = expression, case .literal(let id)? = arguments.first,
          let place = place(of: template.range, in: text)
        else { return nil }
        return RequestUse(id: id, place: place, kind: .template)
      }
    }
  }
}
