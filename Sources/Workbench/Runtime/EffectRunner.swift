import ParleyEngine
import WorkbenchServices
import WorkbenchState

/// Performs effects in tasks, those of one lane one after the other, and posts what comes of them.
final class EffectRunner: Sendable {
  private struct Queue {
    var waiting: [any ServiceEffect] = []
  }

  /// The effects that may ask a question, and can be abandoned.
  private let askings = Askings()
  /// The lanes in which something runs.
  private let lanes = Lock([Lane: Queue]())
  private let services: Services
  private let mailbox: Mailbox
  private let activity: Activity

  init(services: Services, mailbox: Mailbox, activity: Activity) {
    self.services = services
    self.mailbox = mailbox
    self.activity = activity
  }

  func perform(_ effect: any ServiceEffect) {
    began(effect)
    guard let lane = effect.lane else {
      Task { await run(effect) }
      return
    }
    guard let replaced = enter(lane, with: effect) else {
      Task(executorPreference: lane.outlivesTheScreen ? WritingExecutor.shared : nil) {
        await self.run(effect, in: lane)
      }
      return
    }
    for effect in replaced { ended(effect) }
  }

  /// - Returns: nil when the lane was free; else what the effect has taken the place of, while it waits.
  private func enter(_ lane: Lane, with effect: any ServiceEffect) -> [any ServiceEffect]? {
    lanes.withLock { lanes in
      guard var queue = lanes[lane] else {
        lanes[lane] = Queue()
        return nil
      }
      let replaced = lane.keepsOnlyNewest ? queue.waiting : []
      queue.waiting.removeFirst(replaced.count)
      queue.waiting.append(effect)
      lanes[lane] = queue
      return replaced
    }
  }

  private func run(_ first: any ServiceEffect, in lane: Lane) async {
    var next: (any ServiceEffect)? = first
    while let effect = next {
      await run(effect)
      next = takeNext(in: lane)
    }
  }

  private func takeNext(in lane: Lane) -> (any ServiceEffect)? {
    lanes.withLock { lanes in
      guard let queue = lanes[lane], !queue.waiting.isEmpty else {
        lanes[lane] = nil
        return nil
      }
      return lanes[lane]?.waiting.removeFirst()
    }
  }

  private func run(_ effect: any ServiceEffect) async {
    mailbox.post(effect.mayAsk ? await asking(effect) + [.settled] : await actions(of: effect))
    ended(effect)
  }

  private func actions(of effect: any ServiceEffect) async -> [Action] {
    do {
      return try await effect.perform(with: services)
    } catch {
      return [failed(effect, error)]
    }
  }

  /// The actions of an effect; empty as soon as it is abandoned. An effect that must be done before the program ends is
  /// not abandoned.
  private func asking(_ effect: any ServiceEffect) async -> [Action] {
    guard effect.lane?.outlivesTheScreen != true else { return await actions(of: effect) }
    return await askings.outcome { await self.actions(of: effect) }
  }

  /// Nobody waits any more for what may ask.
  func leaveAsking() { askings.leaveAll() }

  /// The action for an effect that failed. If it only needs a permission or a decision of the person, that is asked for
  /// instead.
  private func failed(_ effect: any ServiceEffect, _ error: any Error) -> Action {
    if let unplaced = services.workspace.credentials(unplacedBy: error) {
      return .workspace(.placeBefore(unplaced, effect))
    }
    if effect.isAskedFor, let items = services.workspace.trustNeeded(by: error) {
      return .workspace(.trustBefore(items, effect))
    }
    var problem = Problem(error, hiding: services.secrets)
    problem.ownHeading = effect.failureHeading
    return .failed(problem, isAskedFor: effect.isAskedFor)
  }

  private func began(_ effect: any ServiceEffect) {
    let lasts = effect.lane?.outlivesTheScreen == true
    activity.change { count in
      count.effects += 1
      count.lastingEffects += lasts ? 1 : 0
      count.generation += 1
    }
  }

  private func ended(_ effect: any ServiceEffect) {
    let lasts = effect.lane?.outlivesTheScreen == true
    activity.change { count in
      count.effects -= 1
      count.lastingEffects -= lasts ? 1 : 0
    }
  }
}
