import ParleyText
package import TerminalKit
package import WorkbenchServices

extension Notice.Kind {
  package var role: Role {
    switch self {
    case .done: .success
    case .refused: .warning
    }
  }
}

extension Effect {
  /// Says that an Esc stayed where it was, and what the next one does.
  package static func escapeAgain(to place: String) -> Effect { .say(.refused("Esc again: back to \(place).")) }

  /// Says what was done.
  package static func say(_ notice: Notice) -> Effect { .then(.notice(notice)) }

  /// Says that a way back has taken the marks off, because nothing brings them back.
  package static func tookMarks(off count: Int) -> Effect {
    .say(.done("Took off \(count.counted("mark")): m sets \(count == 1 ? "it" : "them") again."))
  }
}
