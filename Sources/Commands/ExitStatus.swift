/// What a command ends with. Scripts rely on these numbers; they never change.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case good = 0
  case expectationMissed = 1
  case usage = 2
  case `internal` = 3
  case workspaceMistakes = 4
  case timedOut = 20
  case network = 21
  case tls = 22
  case interrupted = 130

  /// For the help and the reference page.
  public var meaning: String {
    switch self {
    case .good: "good"
    case .expectationMissed: "an expectation was missed; the whole answer was printed"
    case .usage: "the arguments are wrong, or something they name is missing"
    case .internal: "something went wrong in Parley or on this machine, such as a full disk"
    case .workspaceMistakes: "the workspace has mistakes, or may not do what it wants to"
    case .timedOut: "a time-out"
    case .network: "no answer from the network"
    case .tls: "TLS: a certificate or a handshake was refused"
    case .interrupted: "interrupted"
    }
  }
}
