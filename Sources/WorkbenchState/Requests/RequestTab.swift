package import ParleyEngine
package import ParleyModel
package import WorkbenchServices

/// A request with its response, while it is edited.
package struct RequestTab: Sendable {
  @CopyOnWrite package var composer: Composer
  @CopyOnWrite package var response: ResponsePane
  /// Whether the tab was only displayed by moving the cursor in the list, and has not been worked on yet.
  package var isOnlySeen = true
  /// Whether its file has been read.
  package var isLoaded = false
  /// Whether its file has been removed since.
  package var isGone = false

  /// The draft, if it is different from the file; nil otherwise.
  package var unsaved: RequestDraft? { isLoaded && composer.isDirty ? composer.draft : nil }

  init(_ request: RequestID) {
    composer = Composer(request)
    response = ResponsePane(request)
  }
}

/// The requests that were opened; going back to one finds everything as it was.
package struct RequestTabs: Sendable {
  /// How many are kept besides those with something unsaved or in flight, of those that were worked on and of those that were
  /// only seen: looking through a list drops nothing one has worked on. A response may hold a large body.
  static let capacity = 16

  private var byID: [RequestID: RequestTab] = [:]
  /// The one used last at the end.
  private var order: [RequestID] = []
  package private(set) var open: RequestID?
  /// All of them in the order in which they were opened.
  private var places: [RequestID] = []

  init() {}

  /// Those that were worked on, in the order in which they were opened.
  package var row: [RequestID] { places.filter { byID[$0]?.isOnlySeen == false } }

  /// The same, the one used last first.
  package var recent: [RequestID] { order.reversed().filter { byID[$0]?.isOnlySeen == false } }

  package subscript(id: RequestID) -> RequestTab? {
    byID[id]
  }

  /// The request that is open.
  package var current: RequestTab? {
    open.flatMap { byID[$0] }
  }

  /// Changes a tab in place, so that nothing large is copied; without an id, the one that is open.
  @discardableResult
  package mutating func change<Result>(_ id: RequestID? = nil, _ body: (inout RequestTab) -> Result) -> Result? {
    guard let id = id ?? open, byID[id] != nil else { return nil }
    return body(&byID[id, default: RequestTab(id)])
  }

  /// - Returns: whether it was not here yet, so that it must be loaded.
  package mutating func open(_ id: RequestID) -> Bool {
    open = id
    order.removeAll { $0 == id }
    order.append(id)
    guard byID[id] == nil else { return false }
    byID[id] = RequestTab(id)
    places.append(id)
    return true
  }

  /// Lets go of those not used for longest, as far as nothing of them would be lost.
  package mutating func tidy(keeping isNeeded: (RequestTab) -> Bool) {
    let seen = order.filter { byID[$0]?.isOnlySeen == true }
    let used = order.filter { byID[$0]?.isOnlySeen == false }
    for id in seen.dropLast(Self.capacity) + used.dropLast(Self.capacity) where id != open {
      guard let tab = byID[id], !isNeeded(tab) else { continue }
      forget(id)
    }
  }

  private mutating func forget(_ id: RequestID) {
    byID[id] = nil
    order.removeAll { $0 == id }
    places.removeAll { $0 == id }
  }

  /// Forgets a request whose file is gone.
  package mutating func close(_ id: RequestID) {
    forget(id)
    if open == id { open = nil }
  }

  package var all: [RequestTab] { order.compactMap { byID[$0] } }
}
