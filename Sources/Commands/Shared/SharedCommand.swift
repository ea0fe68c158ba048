package import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// `parley shared …`: shared data without the workbench. Values come from standard input and go to standard output; a secret
/// is only shown when it is asked for.
package struct SharedCommand: Sendable {
  package enum Action: Sendable {
    case list(filter: String, sort: SharedSort = SharedSort())
    case get(String, decodes: Bool = false)
    /// - Parameters:
    ///   - kind: nil for that of the value which the key has, and text for a new key.
    ///   - expiring: a duration, a time or `never`; nil leaves it to the key's rule.
    case set(String, SharedValue.Kind?, expiring: String? = nil)
    /// Sets a key's expiry, in the same words; the value is kept.
    case expire(String, String)
    /// Sends the request that captures a key.
    case renew(String)
    case remove(String)
    case removeAll
    case watch(SharedSubject)
    case history(String, limit: Int)
    /// The requests, groups and files that use a key.
    case uses(String)
    /// The keys that a request uses.
    case usesOfRequest(String)
    case rename(String, to: String, isDry: Bool)
    case undo(String)
    case redo(String)
    /// Many keys at once.
    case batch(SharedBatchAction)
    case snapshot(SnapshotAction)
    case compare(SharedComparisonWish)

    fileprivate var isChange: Bool {
      switch self {
      case .batch(let action): action.isChange
      case .snapshot(let action): action.isChange
      case .compare: false
      case .set, .remove, .removeAll, .undo, .redo, .expire, .renew: true
      case .rename(_, _, let isDry): !isDry
      case .list, .get, .watch, .history, .uses, .usesOfRequest: false
      }
    }
  }

  /// In bytes; a longer value is refused.
  static let longestValue = 64 << 20

  package var action: Action
  package var arguments: SessionArguments
  package var printsJSON: Bool
  package var reveals: Bool

  package init(_ action: Action, _ arguments: SessionArguments, printsJSON: Bool = false, reveals: Bool = false) {
    self.action = action
    self.arguments = arguments
    self.printsJSON = printsJSON
    self.reveals = reveals
  }

  /// Whether an interruption stops it, so that nothing is changed: what looks at many keys before it changes them together.
  package var canBeStopped: Bool {
    switch action {
    case .batch, .snapshot: true
    default: false
    }
  }

  /// - Parameter onInterruption: is given what an interruption does, where it stops the command.
  package func run(
    on console: any Console, onInterruption: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) async -> ExitStatus {
    do {
      // Before a passphrase is asked for, which may stand behind it.
      let input = try input(from: console)
      return await arguments.withSession(
        on: console, needing: .data, toChange: action.isChange, printsJSON: printsJSON
      ) {
        try await SharedDataTask(self, $0, $1).run(input: input, onInterruption: onInterruption)
      }
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  private func input(from console: any Console) throws -> SharedValue? {
    guard case .set(let name, let wanted, _) = action else { return nil }
    let kind = wanted ?? .text
    if console.canAsk, kind != .bytes {
      return try console.ask(name, isSecret: true).map { try value(Array($0.utf8), kind, of: name) }
    }
    guard let bytes = console.readInput(limit: Self.longestValue) else {
      throw UsageError("The value is longer than \(Self.longestValue >> 20) MB.")
    }
    return try value(kind == .bytes || bytes.last != UInt8(ascii: "\n") ? bytes : bytes.dropLast(), kind, of: name)
  }

  private func value(_ bytes: [UInt8], _ kind: SharedValue.Kind, of name: String) throws -> SharedValue {
    if let value = SharedValue(kind, bytes) { return value }
    guard kind == .json else { throw UsageError("The value is not text in UTF-8.", advice: "Nothing was set.") }
    do throws(JSONSyntaxError) {
      return .json(try JSONValue(parsing: bytes))
    } catch {
      throw UsageError("The value \(error.verdict).", advice: "Nothing was set.")
    }
  }
}
