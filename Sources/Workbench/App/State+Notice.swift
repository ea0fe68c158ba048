import TerminalKit
import WorkbenchServices

extension Notice.Kind {
  var role: Role {
    switch self {
    case .done: .success
    case .refused: .warning
    }
  }
}

extension State {
  mutating func show(_ notice: Notice) -> [Effect] {
    self.notice = notice
    return notice.isLogged ? [.perform(WorkspaceEffect.log(notice))] : []
  }
}

extension Effect {
  /// Says what was done.
  static func say(_ notice: Notice) -> Effect { .then(.notice(notice)) }
}
