import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension CacheScreen {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .refresh: return refresh()
    case .window(let query, let window): list.take(window, for: query)
    case .opened(let exchange, let id): return take(exchange, of: id)
    case .body(let action, let id): return opened?.take(action, of: id) ?? []
    case .picked(let value, let purpose): return picked(value, for: purpose)
    case .answered(let intent, let outcome): return answered(intent, outcome)
    case .replaced(let id):
      if opened?.id == id { opened?.isOutOfDate = true }
      return refresh()
    case .move(let step): list.cursor.move(step)
    case .filter: list.startFiltering()
    case .clearFilter: list.clearFilter()
    case .complete(let action): list.complete(action)
    case .sort(let field): return arrange { $0.sort(by: field) }
    case .clearMarks, .gathered, .perform, .stopWork, .workFailed, .clear:
      return many(action)
    case .editAgain(let edit): return [.perform(CacheEffect.editAgain(edit))]
    case .replace(let edit, let time): return [.perform(CacheEffect.replace(edit, for: time))]
    case .turn(let mode):
      return [.perform(CacheEffect.use(context.workspace.cacheMode == mode ? .automatic : mode))]
    case .open, .close, .look: return look(action)
    }
    return []
  }

  mutating func arrange(_ change: (inout CacheList) -> Void) -> [Effect] {
    change(&list)
    return [.then(.panes(.arranged(list.arrangement, on: .cache)))]
  }

  func actOnOpened(_ deed: Deed, in context: ViewContext) -> [Effect] {
    opened.map { act(deed, on: $0.exchange.listing, in: context) } ?? []
  }

  private mutating func refresh() -> [Effect] {
    list.isStale = true
    return opened.map { [.perform(CacheEffect.open($0.id, at: list.moment))] } ?? []
  }
}

// The entry that is open.
extension CacheScreen {
  private mutating func look(_ action: Action) -> [Effect] {
    switch action {
    case .open:
      guard let selected else { return [] }
      opening = selected.id
      return [.perform(CacheEffect.open(selected.id, at: list.moment))]
    case .close: opened = nil
    case .look(let action): return opened?.look(action) ?? []
    default: break
    }
    return []
  }

  private mutating func take(_ exchange: CachedExchange?, of id: CacheEntryID) -> [Effect] {
    let isWanted = opening == id
    if isWanted { opening = nil }
    guard let exchange else {
      list.isStale = true
      if isWanted, list.moment != nil { return [.say(.refused("Its response of that moment is not recorded."))] }
      guard opened?.id == id else { return [] }
      opened = nil
      return [.then(.navigation(.focus(.cache)))]
    }
    if opened?.id == id {
      opened?.renew(exchange)
    } else if isWanted {
      opened = CacheEntryPane(exchange)
    }
    return isWanted ? [.then(.navigation(.focus(.cacheEntry)))] : []
  }

  /// Uses a picked value in the file of the entry's request, which alone can have captures and expectations.
  private func picked(_ value: PickedValue, for purpose: PickPurpose) -> [Effect] {
    guard let request = opened?.request else { return [] }
    switch purpose {
    case .menu, .decode: return []
    case .capture: return [.then(.value(.capture(value, of: request)))]
    case .expect: return [.then(.value(.expect(value, of: request)))]
    }
  }
}
