import ParleyEngine
import ParleyStore

/// How what a key holds and held gets to another name: as something new, or back and forth between two names that it has had.
enum RenameWay {
  case new
  /// The last step was the way from there to here, or from here to there and back.
  case back([SharedStep])
  case again([SharedStep])

  init(from name: String, to target: String, in session: Session) async throws {
    let undo = SharedUndo(session)
    let steps = session.store.sharedSteps
    if case .rename(to: target, let step)? = try? await undo.nextUndo(of: name) {
      self = .back(try await steps.steps(ofBatch: step.batch))
    } else if case .rename(to: target, let step)? = try? await undo.nextRedo(of: name) {
      self = .again(try await steps.steps(ofBatch: step.batch))
    } else {
      self = .new
    }
  }

  /// Whether the name that it goes back to had no entry in the file, and the one that it leaves has.
  var leavesEntry: Bool {
    guard case .back(let steps) = self else { return false }
    return steps.contains { RenamedPlaces($0.detail)?.hasEntry == true }
  }

  /// - Parameter hasEntry: whether the file got an entry for the new name.
  func go(_ keys: [SharedKey], to name: String, hasEntry: Bool, in session: Session) async throws {
    switch self {
    case .new: try await Self.rename(keys, to: name, hasEntry, in: session)
    case .back(let steps): try await Self.goBack(steps, in: session)
    case .again(let steps): try await Self.goAgain(steps, in: session)
    }
  }

  private static func rename(
    _ keys: [SharedKey], to name: String, _ hasEntry: Bool, in session: Session
  ) async throws {
    let shared = session.shared
    var before: [(old: SharedKey, oldPlace: Int64, new: SharedKey, newPlace: Int64)] = []
    for key in keys {
      let new = shared.rules.key(name, in: key.environment)
      let places = (try await shared.standing(of: key).place, try await shared.standing(of: new).place)
      before.append((key, places.0, new, places.1))
    }
    let made = try await shared.rename(keys, to: name, writer: SharedKeys.byHand)
    var steps: [SharedStep] = []
    for moved in before {
      let places = RenamedPlaces(
        oldBefore: moved.oldPlace, newBefore: moved.newPlace, oldAfter: try await shared.standing(of: moved.old).place,
        batch: made.first?.sequence ?? 0, hasEntry: hasEntry)
      steps.append(
        SharedStep(
          .rename, of: moved.new, from: moved.old.name, to: name, detail: places.text,
          standing: try await shared.standing(of: moved.new), at: shared.now()))
    }
    try await session.store.sharedSteps.add(steps)
  }

  private static func goBack(_ steps: [SharedStep], in session: Session) async throws {
    var returns: [SharedReturn] = []
    for step in steps {
      guard let places = RenamedPlaces(step.detail) else { continue }
      returns.append(SharedReturn(step.oldKey(in: session), to: places.oldBefore))
      returns.append(SharedReturn(step.key, to: places.newBefore))
    }
    _ = try await session.shared.goBack(returns, writer: SharedKeys.byHand)
    try await SharedUndo(session).mark(steps, isUndone: true)
  }

  private static func goAgain(_ steps: [SharedStep], in session: Session) async throws {
    var returns: [SharedReturn] = []
    for step in steps {
      guard let places = RenamedPlaces(step.detail) else { continue }
      returns.append(SharedReturn(step.key, to: step.place))
      returns.append(SharedReturn(step.oldKey(in: session), to: places.oldAfter))
    }
    _ = try await session.shared.goBack(returns, writer: SharedKeys.byHand)
    try await SharedUndo(session).mark(steps, isUndone: false)
  }
}

extension SharedStep {
  /// The key under its old name.
  fileprivate func oldKey(in session: Session) -> SharedKey {
    session.shared.rules.key(before ?? "", in: key.environment)
  }
}
