import TestSupport

/// HTTP/1.1, broken anywhere.
struct HostileHTTP: HostileKind {
  func attempt(_ trial: Trial) async throws {
    let whole = try WholeResponse.random(trial)
    let broken = Breakage.random(of: whole.bytes, trial)
    trial.step("a response \(whole.name), \(broken.text)")
    let server = try RawServer.start { connection in
      guard try connection.readRequest() != nil else { return }
      try broken.send(on: connection)
    }
    defer { server.stop() }
    let sent = try await HostileTarget(server.url).send(trial)
    guard broken.isOnlyCut else { return }
    judge(sent, whole, isWhole: broken.count >= whole.bytes.count - whole.spare && broken.end != .hold, trial)
  }

  private func judge(_ sent: FinishedProcess, _ whole: WholeResponse, isWhole: Bool, _ trial: Trial) {
    let isPart = whole.body.starts(with: sent.output)
    trial.expect(isPart, "What was printed is no part of the body: \(sent.outputText.prefix(200))")
    if sent.status == 0 {
      trial.expect(
        isWhole, "A response that was cut off is a success: \(sent.output.count) of \(whole.body.count) bytes")
    }
    if isWhole, whole.spare == 0 {
      trial.expect(sent.status == 0, "A whole response: \(sent.status), \(sent.errorText)")
    }
  }
}
