package import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveShared {
  package func sharedKey(_ name: String, at moment: ShownMoment?) async throws -> SharedKeyDetail? {
    if let moment { return try await sharedKey(name, then: moment) }
    return try await sharedKey(name)
  }

  private func sharedKey(_ name: String) async throws -> SharedKeyDetail? {
    let session = session
    let history = try await history(of: name, in: session)
    guard let row = history.first, !row.isRemoval else { return nil }
    let value = row.isSecret || row.problem != nil ? nil : try await session.shared.entry(name)?.value
    var detail = SharedKeyDetail(row: row, value: value, history: history, uses: await places(of: name, in: session))
    detail.decoded = value.flatMap(DecodedValue.init)
    return detail
  }

  package func ciphers() async throws -> [CipherSummary] {
    let machine = CipherSummary(CipherDefinition.machine, note: "with the key of this machine, no passphrase")
    let gzip = CipherSummary("gzip", note: "compressed, not encrypted")
    return session.ciphers.all.map { cipher in
      let kind = cipher.kind == .passphrase ? "with a passphrase" : "with a key file"
      return CipherSummary(cipher.name, note: cipher.isLocked ? "\(kind), locked" : kind)
    } + [machine, gzip]
  }

  /// The last one of that request that had begun when the change was made.
  package func exchange(of change: SharedRow) async throws -> ExchangeID? {
    guard let writer = change.writer else { return nil }
    let kept = try await session.store.history.recent(Self.exchangesLookedAt, name: writer)
    return kept.first { $0.startedAt <= change.at }?.id
  }

  private static let exchangesLookedAt = 1_000

  /// A few at a time, so that large values do not add up.
  /// - Parameter last: the number of the newest change that is wanted; nil for the newest of all.
  func history(of name: String, upTo last: Int64? = nil, in session: Session) async throws -> [SharedRow] {
    var rows: [SharedRow] = []
    while rows.count < Self.longestHistory {
      // One more than is shown: what has changed is said beside the change before.
      let page = try await session.shared.history(
        of: name, before: rows.last?.sequence ?? last.map { $0 + 1 }, limit: Self.historyStep + 1)
      for (place, entry) in page.prefix(Self.historyStep).enumerated() {
        var row = SharedRow(entry)
        let isFirst = place + 1 == page.count
        row.change = isFirst ? SharedChangeWords.ofFirst(entry) : SharedChangeWords.between(page[place + 1], entry)
        rows.append(row)
      }
      if page.count <= Self.historyStep { break }
    }
    return rows
  }

  private static let longestHistory = 200
  private static let historyStep = 20
}

// Intents.
extension LiveShared {
  package func perform(_ intent: SharedDataIntent) async throws -> SharedDataOutcome {
    let session = session
    do {
      let prompter = FormAnswers(answers: intent.answers)
      if case .compare(let older, let newer) = intent.job {
        return .compared(try await moments(of: intent.key, older, newer, in: session, prompter))
      }
      if let name = try await renaming(by: intent, in: session) { return .renames(to: name) }
      try await perform(intent, in: session, prompter)
      return .done(try await detail(after: intent, in: session))
    } catch RenderError.nobodyToAsk(let questions) {
      return .asks(questions.map(Question.init))
    } catch let error as SharedDataError where error.kind == .conflict && intent.mayBeChosen {
      let last = try await session.sharedKeys.reveal(intent.key, by: NoPrompter())
      return .conflict(try await revealed(intent.key, in: session), sequence: last?.sequence ?? 0)
    }
  }

  /// Undo and redo of a rename are one, with all that goes along with it here.
  private func renaming(by intent: SharedDataIntent, in session: Session) async throws -> String? {
    let undo = SharedUndo(session)
    let next: SharedUndo.Next? =
      switch intent.job {
      case .undo: try await undo.nextUndo(of: intent.key)
      case .redo: try await undo.nextRedo(of: intent.key)
      default: nil
      }
    if case .rename(let name, _)? = next { return name }
    return nil
  }

  private func perform(_ intent: SharedDataIntent, in session: Session, _ prompter: FormAnswers) async throws {
    let (shared, key) = (session.shared, intent.key)
    switch intent.job {
    case .reveal, .copy, .edit, .editOutside: _ = try await session.sharedKeys.reveal(key, by: prompter)
    case .set(let value, let sequence):
      _ = try await session.ciphers.unlocking(by: prompter) {
        try await session.sharedKeys.set(key, value, ifStill: sequence)
      }
    case .change(let change, let isDecoded):
      _ = try await session.ciphers.unlocking(by: prompter) {
        try await self.change(key, change, isDecoded: isDecoded, in: session)
      }
    case .restore(let sequence):
      _ = try await session.ciphers.unlocking(by: prompter) {
        try await shared.bringBack(sequence, of: key, writer: SharedKeys.byHand)
      }
    case .compare: break
    case .create(let value, let new): try await create(value, new, in: session, prompter)
    case .remove(let sequence):
      _ = try await session.ciphers.unlocking(by: prompter) {
        try await shared.remove(key, writer: SharedKeys.byHand, ifStill: sequence)
      }
    case .undo: try await SharedUndo(session).undo(key, by: prompter)
    case .redo: try await SharedUndo(session).redo(key, by: prompter)
    case .expire(let moment, let sequence):
      try await session.sharedKeys.expire(key, at: moment, ifStill: sequence, by: prompter)
    case .renew: try await session.sharedKeys.renew(key, by: prompter)
    case .rename(let new):
      try await session.sharedKeys.rename(key, to: new, by: prompter)
      try await UnsavedEdits(in: session).rename(by: Renaming(.sharedKey, key, to: new))
    case .bind(let cipher): try await session.sharedKeys.bind(key, to: cipher, by: prompter)
    case .declare(let cipher, let keyFile):
      // Once its passphrase has been asked, it comes here again.
      if intent.answers.isEmpty {
        try await session.sharedKeys.declareCipher(cipher, keyFile: keyFile)
      }
      try await session.sharedKeys.bind(key, to: cipher, by: prompter)
    }
  }

  private func create(
    _ value: SharedValue, _ new: NewSharedKey, in session: Session, _ prompter: FormAnswers
  ) async throws {
    let rule = session.sharedKeys.rule(of: new.name)
    let cipher: String? =
      switch new.cipher {
      case .named(let name): name
      case .open: nil
      case nil: rule?.cipher
      }
    try await session.sharedKeys.create(
      new.name, value, cipher: cipher, scope: new.scope ?? rule?.scope ?? .environment, by: prompter)
  }

  /// With the value, where it is about that.
  private func detail(after intent: SharedDataIntent, in session: Session) async throws -> SharedKeyDetail? {
    switch intent.job {
    case .reveal, .copy, .edit, .editOutside, .set, .change: try await revealed(intent.key, in: session)
    case .rename(let new): try await sharedKey(new)
    case .create, .remove, .undo, .redo, .restore, .compare, .bind, .declare, .expire, .renew:
      try await sharedKey(intent.key)
    }
  }

  private func revealed(_ name: String, in session: Session) async throws -> SharedKeyDetail? {
    var detail = try await sharedKey(name)
    if detail?.row.isSecret == true {
      let value = try await session.shared.entry(name)?.value
      detail?.value = value
      detail?.decoded = value.flatMap(DecodedValue.init)
    }
    return detail
  }
}

extension SharedDataIntent {
  /// Whether a person is to choose between two values when somebody else wrote meanwhile.
  fileprivate var mayBeChosen: Bool {
    switch job {
    case .set, .change: true
    default: false
    }
  }
}
