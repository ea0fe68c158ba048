import ParleyEngine
import WorkbenchServices
import WorkbenchState

/// The calls in flight, by the name the state knows them by. Belongs to the loop.
struct Calls {
  private var byID: [ExchangeID: Call] = [:]
  private let mailbox: Mailbox
  private let activity: Activity

  init(mailbox: Mailbox, activity: Activity) {
    self.mailbox = mailbox
    self.activity = activity
  }

  mutating func follow(_ call: Call) {
    let id = call.id
    byID[id] = call
    activity.change { $0.calls += 1 }
    call.onChange { [mailbox] _ in mailbox.postChange(of: id) }
    // It may have ended before anybody listened.
    mailbox.postChange(of: id)
  }

  func control(_ id: ExchangeID, _ control: CallControl) {
    guard let call = byID[id] else { return }
    switch control {
    case .cancel where call.isStoring:
      mailbox.post([.notice(.done("All of it has arrived and is being stored: there is nothing left to cancel."))])
    case .cancel: call.stop()
    case .pause: call.pause()
    case .resume: call.resume()
    }
  }

  /// How a call stands now; one that has ended is let go. Of one that broke off before anybody looked, first what had arrived.
  mutating func news(of id: ExchangeID) -> [Action] {
    guard let call = byID[id] else { return [] }
    let state = call.state
    let news = Action.transfer(id, TransferNews(call, state))
    guard state.isFinal else { return [news] }
    byID[id] = nil
    activity.change { $0.calls -= 1 }
    guard case .failed = state, call.arriving != nil else { return [news] }
    return [.transfer(id, TransferNews(arrivingOf: call, isPaused: false)), news]
  }

  func cancelAll() {
    for call in byID.values { call.cancel() }
  }
}

extension TransferNews {
  fileprivate init(_ call: Call, _ state: Call.State) {
    switch state {
    case .idle, .running: self.init(arrivingOf: call, isPaused: false)
    case .paused: self.init(arrivingOf: call, isPaused: true)
    case .completed(let response): self = .completed(response)
    case .failed(let error): self = .failed(error, wire: call.wire)
    case .cancelled: self = .cancelled
    }
  }

  fileprivate init(arrivingOf call: Call, isPaused: Bool) {
    let arriving = call.arriving
    self = .progressed(call.progress, head: arriving?.head, body: arriving?.body, isPaused: isPaused)
  }
}
