package import ParleyEngine
package import WorkbenchServices

/// Actions on the cookie jar.
package enum CookieAction: Sendable {
  case list
  case listed([Cookie])
  case ask(Cookie)
  case set(Cookie)
  case remove(Cookie.ID)
  case clear
}

/// Effects on the cookie jar.
package enum CookieEffect: ServiceEffect {
  case list
  case set(Cookie)
  case remove(Cookie.ID)
  case clear

  package var lane: Lane? { Lane("cookies") }

  package func perform(with services: Services) async throws -> [Action] {
    let jar = services.requests.cookies
    switch self {
    case .list: return [.cookies(.listed(jar?.cookies ?? []))]
    case .set(let cookie): jar?.set(cookie)
    case .remove(let id): jar?.remove(id)
    case .clear: jar?.removeAll()
    }
    return []
  }
}
