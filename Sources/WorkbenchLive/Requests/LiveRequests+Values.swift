import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

// What becomes of a value of a response besides looking at it.
extension LiveRequests {
  package func placesForValues() async throws -> [ValuePlace] {
    let session = session
    var sent: [String: Timestamp] = [:]
    for entry in try await session.store.history.recent(Self.newest) where sent[entry.name ?? ""] == nil {
      sent[entry.name ?? ""] = entry.startedAt
    }
    return session.workspace.requests.flatMap { request in
      RequestDraft(request.definition).places(of: RequestID(rawValue: request.id), lastSent: sent[request.id])
    }
  }

  /// Older exchanges are not asked when their request was sent.
  private static let newest = 2000

  package func target(of link: FollowedLink) async throws -> LinkTarget {
    let session = session
    guard let address = LinkAddress(link.text, base: link.base) else {
      throw Problem(code: "link.unreadable", "This is no link.", detail: link.text)
    }
    for request in session.workspace.requests where request.definition.method?.value ?? "GET" == "GET" {
      let draft = RequestDraft(request.definition)
      let url = Preview(of: draft.withoutQuery, as: request.id, in: session).url
      guard let values = address.values(for: url) else { continue }
      return .known(RequestID(rawValue: request.id), path: values, query: address.query)
    }
    let isForeign = link.base.flatMap { LinkAddress($0, base: nil) }?.origin != address.origin
    if isForeign { return .new(foreign(address, in: session), isForeign: true) }
    return .new(try same(address, as: link.request, in: session), isForeign: false)
  }

  /// On another server nothing is sent that is meant for this one.
  private func foreign(_ address: LinkAddress, in session: Session) -> RequestDraft {
    var draft = RequestDraft(method: "GET", url: address.url)
    draft[.auth] = "none"
    let inherited = Preview(of: draft, as: RequestID.scratch.rawValue, in: session).inherited
    draft.headers = inherited.map { DraftRow($0.name, "", isOn: false) }
    return draft
  }

  /// On the server whose response the link stands in: with the authentication and headers of the request that got it.
  private func same(_ address: LinkAddress, as request: RequestID?, in session: Session) throws -> RequestDraft {
    var draft = RequestDraft(method: "GET", url: address.url)
    guard let request, let known = session.workspace.request(request.rawValue) else { return draft }
    let effective = session.workspace.effective(known.definition, id: known.id, environment: session.environment)
    var definition = RequestDefinition()
    definition.auth = Located(effective.auth.value)
    definition.headers = effective.headers.map(\.value).filter { !Self.ofBody.contains($0.name.lowercased()) }
    let own = RequestDraft(definition)
    draft.headers = own.headers
    for key in [.auth] + SettingKey.fields(ofAuth: own[.auth]) { draft[key] = own[key] }
    return draft
  }

  private static let ofBody: Set<String> = ["content-type", "content-length", "content-md5"]
}

extension RequestDraft {
  fileprivate func places(of request: RequestID, lastSent: Timestamp?) -> [ValuePlace] {
    let method = self.method.isEmpty ? "GET" : self.method
    let inPath = PathTemplate(withoutQuery.url.withoutOrigin).names.map { (ValuePlace.Kind.path, $0) }
    let inQuery = Parameters.names(of: self).map { (ValuePlace.Kind.query, $0) }
    return (inPath + inQuery).map { ValuePlace(request, method: method, url: url, $0.0, $0.1, lastSent: lastSent) }
  }

  /// The address alone.
  fileprivate var withoutQuery: RequestDraft {
    var draft = self
    (draft.url, draft.query, draft.path) = (String(url.prefix { $0 != "?" && $0 != "#" }), [], [])
    return draft
  }
}
