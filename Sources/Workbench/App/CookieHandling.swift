import ParleyEngine
import TerminalKit
import WorkbenchState

/// The jar of cookies, as a list in which each can be changed or discarded.
enum CookieHandling {
  static func handle(_ action: CookieAction, in state: inout State) -> [Effect] {
    switch action {
    case .list: return [.perform(CookieEffect.list)]
    case .listed(let cookies): state.popups.push(Popup(Picker(cookies)))
    case .ask(let cookie): state.ask(CookieForm(cookie: cookie))
    case .set(let cookie): return [.perform(CookieEffect.set(cookie))]
    case .remove(let id): return [.perform(CookieEffect.remove(id))]
    case .clear: return [.perform(CookieEffect.clear)]
    }
    return []
  }
}

extension Picker {
  fileprivate init(_ cookies: [Cookie]) {
    let items = cookies.map { cookie in
      Item(
        text: "\(cookie.name)=\(cookie.value)", note: cookie.place, action: .cookies(.ask(cookie)))
    }
    let clear = Item(text: "Delete all", style: Style(.failure), action: .cookies(.clear))
    self.init(
      "Cookies", items + (cookies.isEmpty ? [] : [clear]), whenEmpty: "No cookies in this environment.")
  }
}

/// Asks for the value of a cookie; an empty one deletes it.
struct CookieForm: PopupForm {
  let cookie: Cookie

  var title: String { "Cookie of \(cookie.domain)" }
  var note: String { "\(cookie.place). Leave it empty to delete the cookie." }
  var fields: [FormField] { [FormField(cookie.name.isEmpty ? "value" : cookie.name, cookie.value)] }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var cookie = cookie
    cookie.value = answers[0]
    return .cookies(cookie.value.isEmpty ? .remove(cookie.id) : .set(cookie))
  }
}

extension Cookie {
  /// The cookie's domain and path, when it ends, and its flags.
  fileprivate var place: String {
    let end = expires.map { "until \($0.localDate) \($0.localClock)" } ?? "until deleted"
    let flags = [isSecure ? "over TLS only" : nil, isHTTPOnly ? "HttpOnly" : nil].compactMap(\.self)
    return ([domain + path, end] + flags).joined(separator: ", ")
  }
}
