import ParleyEngine
import ParleyModel
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The body of the entry that is open on the screen of the cache.
struct CachedBody: BodyOwner {
  let id: OpenedEntryID

  var lane: String { "cached \(id.entry.rawValue)" }

  func deliver(_ action: BodyBrowser.Action) -> Action { .cache(.body(action, of: id)) }
  func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action { .cache(.picked(picked, for: purpose)) }

  func browser(in state: State) -> BodyBrowser? { state.cache.opened?.browser }
  func base(in state: State) -> String? { state.cache.opened?.head.url }
  func request(in state: State) -> RequestID? { state.cache.opened?.request }
}
