package import ParleyModel
package import WorkbenchParts
package import WorkbenchServices

/// An action on a value of a body, beyond its pane. None of it sends anything.
package enum ValueAction: Sendable {
  /// Into a shared key, by the request whose response it stands in.
  case capture(PickedValue, of: RequestID)
  /// Is expected of every response to a request.
  case expect(PickedValue, of: RequestID)
  /// Asks where to use it.
  case use(PickedValue)
  case offer(PickedValue, [ValuePlace])
  case fill(ValuePlace, String)
  case follow(FollowedLink)
  case followed(FollowedLink, LinkTarget)
  case showShared(String)
  /// Shows what a text stands for.
  case decode(String)
}

/// Reads a request with what it inherits, then continues with it.
package struct OpenedRequest: ServiceEffect {
  package let id: RequestID
  let actions: [Action]

  package init(id: RequestID, actions: [Action]) {
    self.id = id
    self.actions = actions
  }

  package func perform(with services: Services) async throws -> [Action] {
    let loaded = try await services.requests.load(id)
    let preview = await services.requests.preview(loaded.draft ?? loaded.saved, of: id)
    return [.request(.loaded(id, loaded)), .composer(.previewed(preview), of: id)] + actions
  }
}
