import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// Following a value of a body to what it names.
enum ValueHandling {
  static func handle(_ action: ValueAction, in state: inout State) -> [Effect] {
    switch action {
    case .capture(let value, let request):
      guard let path = value.path else { return [.say(.refused(PickPurpose.capture.refusal))] }
      return open(request, then: [.capture(.ask(request, path, value: value.raw ?? ""))], in: state)
    case .expect(let value, let request):
      guard let filter = value.expectation else { return [.say(.refused(PickPurpose.expect.refusal))] }
      return open(request, then: [.composer(.change(.expectFilter(filter)), of: request)], in: state)
    case .use(let value): return [.perform(ValueEffect.places(value))]
    case .offer(let value, let places):
      state.popups.push(Popup(Picker(places, for: value, among: state.workspace?.requests ?? [], now: state.now)))
    case .fill(let place, let text):
      let fill = Composer.Change.fill(place.kind, place.name, text)
      return open(place.request, then: [.composer(.change(fill), of: place.request)], in: state)
    case .follow(let link): return [.perform(ValueEffect.follow(link))]
    case .followed(let link, let target): return followed(link, target, in: state)
    case .showShared(let key):
      state.shared.list.wanted = key
      state.shared.list.isStale = true
      return [.then(.navigation(.visit(.shared)))]
    case .decode(let text): DecodedValue(.text(text)).map { state.popups.push(Popup(DecodedPopup($0, at: state.now))) }
    }
    return []
  }

  /// Opens a request, and continues once it is loaded.
  static func open(_ id: RequestID, then actions: [Action], in state: State) -> [Effect] {
    let isLoaded = state.tabs[id]?.isLoaded == true
    let opened: [Effect] = [.then(.request(.open(id, focus: .composer)))]
    if isLoaded { return opened + actions.map { .then($0) } }
    return opened + [.perform(OpenedRequest(id: id, actions: actions))]
  }

  private static func followed(_ link: FollowedLink, _ target: LinkTarget, in state: State) -> [Effect] {
    switch target {
    case .known(let id, let path, let query):
      let fills =
        path.map { Composer.Change.fill(.path, $0.name, $0.value) } + (query.isEmpty ? [] : [.fillQuery(query)])
      let actions = fills.map { Action.composer(.change($0), of: id) }
      return open(id, then: actions + [.notice(.done("\(id), as \(link.text) asks for it. F5 sends it."))], in: state)
    case .new(let draft, let isForeign):
      let words = isForeign ? "It goes to another server, so nothing inherited is sent. " : ""
      let take = Action.composer(.imported(ImportedDraft(draft), pasted: ""), of: .scratch)
      return open(.scratch, then: [take, .notice(.done("\(words)F5 sends it, Ctrl-S saves it."))], in: state)
    }
  }
}

/// Looks for what a value can be used for.
enum ValueEffect: ServiceEffect {
  case places(PickedValue)
  case follow(FollowedLink)

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .places(let value): [.value(.offer(value, try await services.requests.placesForValues()))]
    case .follow(let link): [.value(.followed(link, try await services.requests.target(of: link)))]
    }
  }
}

extension Picker {
  /// - Parameter requests: all there are: each can get the value as a parameter that it does not have yet.
  fileprivate init(_ places: [ValuePlace], for value: PickedValue, among requests: [RequestSummary], now: Timestamp) {
    let (shown, path) = (value.text ?? "", value.path ?? .root)
    // What stands in a response is no template.
    let text = TemplateEscape.escaped(shown)
    let known = places.ranked(for: path).map { place in
      Item(place, text, note: "\(place.method) \(place.url)", clock: place.lastSent?.shortClock(now: now) ?? "")
    }
    let new = ValueName(path).newPlaces(in: requests, besides: places).map { place in
      Item(place, text, note: "\(place.method), a new parameter")
    }
    self.init("Use \(shown.fitted(to: 30)) in", known + new, whenEmpty: "The workspace has no request.")
  }
}

extension Picker.Item {
  fileprivate init(_ place: ValuePlace, _ text: String, note: String, clock: String = "") {
    let sign = place.kind == .path ? ":" : "?"
    self.init(
      text: "\(place.request)  \(sign)\(place.name)", note: note, key: clock, action: .value(.fill(place, text)))
  }
}
