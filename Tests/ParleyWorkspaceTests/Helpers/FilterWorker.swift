import ParleyWorkspace
import TestSupport

extension JQ {
  /// With the worker that stands beside the tests.
  static func forTests(_ limits: JQLimits = .standard) throws -> JQ {
    JQ(program: JQProgram(path: try Executables.built("jq-worker")), limits: limits)
  }
}

extension RawReply {
  static func json(_ body: String) -> RawReply {
    text(body, headers: ["Content-Type: application/json"])
  }
}
