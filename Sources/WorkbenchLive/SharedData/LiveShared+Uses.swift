internal import ParleyEditing
import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

// Who uses which shared keys.
extension LiveShared {
  /// As a tree, a line each.
  func places(of name: String, in session: Session) async -> [SharedPlace] {
    var lines: [SharedPlace] = []
    for node in session.sharedKeys.uses.tree(of: name) { await add(node, depth: 0, of: name, to: &lines, session) }
    return lines
  }

  /// No screen shows more.
  private static let mostLines = 500

  private func add(
    _ node: SharedUseNode, depth: Int, of name: String, to lines: inout [SharedPlace], _ session: Session
  ) async {
    guard lines.count < Self.mostLines else { return }
    var place = SharedPlace(node.subject, node.kind, node.place)
    place.depth = depth
    place.newest = await session.sharedKeys.newestUse(of: name, by: node.subject).map(SharedPlace.Newest.init)
    lines.append(place)
    for child in node.children { await add(child, depth: depth + 1, of: name, to: &lines, session) }
  }

  package func sharedKeys(of user: SharedUser) async throws -> [UsedKey] {
    let session = session
    let uses =
      switch user {
      case .request(let id): session.sharedKeys.uses.keys(ofRequest: id.rawValue)
      case .group(let id): session.sharedKeys.uses.keys(ofGroup: id)
      }
    let subject: SharedUseNode.Subject =
      switch user {
      case .request(let id): .request(id.rawValue)
      case .group(let id): .group(id, step: nil)
      }
    var keys: [UsedKey] = []
    for use in uses {
      let who = use.request.map(SharedUseNode.Subject.request) ?? use.group.map { .group($0, step: use.step) } ?? .file
      var place = SharedPlace(who, use.kind, use.place)
      place.newest = await session.sharedKeys.newestUse(of: use.key, by: subject).map(SharedPlace.Newest.init)
      keys.append(UsedKey(use.key, place))
    }
    return keys
  }

  package func places(renaming name: String, to new: String) async throws -> [VariablePlace] {
    let rename = SharedKeyRename(name, to: new)
    let workspace = session.workspace
    _ = try rename.change(in: workspace)
    return rename.places(in: workspace).map { VariablePlace($0.file, line: $0.line) }
  }
}

extension SharedPlace {
  fileprivate init(_ subject: SharedUseNode.Subject, _ kind: SharedKeyUse.Kind?, _ place: SourcePlace) {
    self.init(request: nil, file: place.file, line: place.line, kind: Kind(kind))
    switch subject {
    case .request(let id): request = RequestID(rawValue: id)
    case .group(let id, let step): (group, self.step) = (id, step)
    case .file: break
    }
  }
}

extension SharedPlace.Kind {
  fileprivate init(_ kind: SharedKeyUse.Kind?) {
    self =
      switch kind {
      case .reads?: .reads
      case .captures?: .captures
      case .sets?: .sets
      case nil: .contains
      }
  }
}

extension SharedPlace.Newest {
  fileprivate init(_ use: NewestUse) {
    let facts = [use.isRecorded ? nil : "sent last", use.run.map { "run \($0)" }, use.state]
    self.init(words: facts.compactMap(\.self).joined(separator: " · "), at: use.at, hasFailed: use.hasFailed)
  }
}
