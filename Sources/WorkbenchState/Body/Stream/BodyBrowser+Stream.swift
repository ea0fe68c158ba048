import ParleyEngine
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// An action on a stream of events.
package enum StreamAction: Sendable {
  /// The filter has looked at more of them.
  case advanced(Result<StreamFilter.Progress, FilterMistake>, StreamFilter)
  /// Follows new events, or stays where it is.
  case follow
  /// Shows an event whole.
  case show(Int)
  /// Shows the texts of the events as one text.
  case join
}

extension BodyBrowser {
  var isStream: Bool {
    if case .stream? = pane.page?.kind { true } else { false }
  }

  mutating func stream(_ action: StreamAction, _ owner: any BodyOwner) -> [Effect] {
    switch action {
    case .advanced(let result, let stream): return take(result, stream, owner)
    case .follow: return turnFollowing(owner)
    case .show(let event): return work(.show(event), owner)
    case .join: return work(.join(pane.streamFilter, isRevealed: isRevealed), owner)
    }
  }

  private mutating func turnFollowing(_ owner: any BodyOwner) -> [Effect] {
    pane.followsEnd = !(pane.followsEnd && pane.isLive)
    if pane.followsEnd { pane.moveCursor(.last) }
    return renew(owner)
  }

  private func work(_ job: StreamEffect.Job, _ owner: any BodyOwner) -> [Effect] {
    guard let view = pane.view else { return [] }
    return [.perform(StreamEffect(job: job, view: view, owner: owner))]
  }
}

// A filter over the events, which goes on as they come.
extension BodyBrowser {
  /// Starts a filter over the events. The rows shown stay until the new filter has given something, or nothing.
  mutating func filterEvents(by text: String, _ owner: any BodyOwner) -> [Effect] {
    let stream = StreamFilter(text, of: response, hiding: isRevealed ? Secrets() : secrets)
    filter?.stream = stream
    return work(.advance(stream), owner)
  }

  /// After more events have come.
  mutating func advanceFilter(_ owner: any BodyOwner) -> [Effect] {
    guard let stream = filter?.stream, filter?.isRunning == false, pane.page?.events != filter?.examined else {
      return []
    }
    filter?.isRunning = true
    return work(.advance(stream), owner)
  }

  private mutating func take(
    _ result: Result<StreamFilter.Progress, FilterMistake>, _ stream: StreamFilter, _ owner: any BodyOwner
  ) -> [Effect] {
    guard filter?.stream == stream else { return [] }
    switch result {
    case .failure(let mistake):
      filter?.isRunning = false
      filter?.mistake = mistake
      return []
    case .success(let progress):
      let isNew = pane.streamFilter != stream
      filter?.take(progress)
      if isNew { show(stream) }
      return (isNew || progress.isWorthAPage ? renew(owner) : [])
        + (progress.isCaughtUp ? [] : work(.advance(stream), owner))
    }
  }

  private mutating func show(_ stream: StreamFilter) {
    filter?.shown = stream.text
    pane.streamFilter = stream
    pane.path = nil
    pane.cursor.select(pane.followsEnd && pane.isLive ? pane.cursor.count : 0)
  }

  mutating func showEveryEvent(_ owner: any BodyOwner) -> [Effect] {
    let line = pane.streamFilter?.events(of: pane.cursor.selected..<pane.cursor.selected + 1).first
    filter?.stream = nil
    pane.streamFilter = nil
    guard let line else { return renew(owner) }
    return apply(.moved(to: line), owner)
  }
}

extension BodyFilter {
  fileprivate mutating func take(_ progress: StreamFilter.Progress) {
    isRunning = !progress.isCaughtUp
    mistake = progress.mistake
    (count, examined) = (progress.matches, progress.examined)
  }
}

extension StreamFilter.Progress {
  /// While it catches up, not every step is drawn.
  fileprivate var isWorthAPage: Bool { isCaughtUp || examined % 5_000 == 0 }
}
