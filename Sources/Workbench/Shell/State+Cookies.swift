import ParleyEngine
import TerminalKit

// The jar of cookies, as a list in which each can be changed or thrown away.
extension State {
  mutating func cookies(_ action: ShellAction) -> [Effect] {
    switch action {
    case .showCookies: return [.perform(CookieEffect.list)]
    case .cookies(let cookies): popups.push(Popup(Picker(cookies)))
    case .askCookie(let cookie): popups.push(Popup(FormSheet(cookie)))
    case .setCookie(let cookie): return [.perform(CookieEffect.set(cookie))]
    case .removeCookie(let id): return [.perform(CookieEffect.remove(id))]
    case .clearCookies: return [.perform(CookieEffect.clear)]
    default: break
    }
    return []
  }
}

/// What is done with the cookies.
enum CookieEffect: ServiceEffect {
  case list
  case set(Cookie)
  case remove(Cookie.ID)
  case clear

  var lane: Lane? { Lane("cookies") }

  func perform(with services: any Services) async throws -> [Action] {
    let jar = services.cookies
    switch self {
    case .list: return [.shell(.cookies(jar?.cookies ?? []))]
    case .set(let cookie): jar?.set(cookie)
    case .remove(let id): jar?.remove(id)
    case .clear: jar?.removeAll()
    }
    return []
  }
}

extension Picker {
  fileprivate init(_ cookies: [Cookie]) {
    let items = cookies.map { cookie in
      Item(
        text: "\(cookie.name)=\(cookie.value)", note: cookie.place, action: .shell(.askCookie(cookie)))
    }
    let clear = Item(text: "Throw all away", style: Style(.failure), action: .shell(.clearCookies))
    self.init(
      "Cookies", items + (cookies.isEmpty ? [] : [clear]), whenEmpty: "No server has set a cookie in this environment.")
  }
}

extension FormSheet {
  fileprivate init(_ cookie: Cookie) {
    self.init(
      "Cookie of \(cookie.domain)", note: "\(cookie.place). Emptied, it is thrown away.",
      [Field(cookie.name.isEmpty ? "value" : cookie.name, cookie.value)], for: .cookie(cookie))
  }
}

extension Cookie {
  /// Where it goes, and until when.
  fileprivate var place: String {
    let end = expires.map { "until \($0.localDate) \($0.localClock)" } ?? "until it is thrown away"
    let flags = [isSecure ? "over TLS only" : nil, isHTTPOnly ? "HttpOnly" : nil].compactMap(\.self)
    return ([domain + path, end] + flags).joined(separator: ", ")
  }
}
