/// The exit status of a command. Scripts rely on these numbers; they never change.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case good = 0
  case expectationMissed = 1
  case usage = 2
  case `internal` = 3
  case workspaceMistakes = 4
  case timedOut = 20
  case network = 21
  case tls = 22
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// Whether a signal ended it: that counts more than whatever came of it.
  package var isBySignal: Bool { rawValue > 128 }

  /// For the help and the reference page.
  package var meaning: String {
    switch self {
    case .good: "success"
    case .expectationMissed:
      "an expectation failed (the whole response was printed), a step of a run failed, a key has expired, or two runs, keys or environments differ"
    case .usage: "the arguments are wrong, or something they name is missing"
    case .internal: "an error in Parley or on this machine, or the output could not be written"
    case .workspaceMistakes: "the workspace has errors, or needs a permission (see `parley trust`)"
    case .timedOut: "timed out"
    case .network: "no response from the network"
    case .tls: "TLS: a certificate or a handshake was refused"
    case .hungUp: "its terminal was closed (SIGHUP)"
    case .interrupted: "interrupted (Ctrl-C)"
    case .terminated: "told to end (SIGTERM)"
    }
  }
}
