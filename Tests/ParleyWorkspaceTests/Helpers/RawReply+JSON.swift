import TestSupport

extension RawReply {
  static func json(_ body: String) -> RawReply {
    text(body, headers: ["Content-Type: application/json"])
  }
}
