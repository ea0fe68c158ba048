package import ParleyEngine
package import ParleyModel
package import WorkbenchServices

/// From the key that sends to what comes back.
package indirect enum SendingAction: Sendable {
  case send
  /// The results so far of a request that is sent many times.
  case repeated(RepeatedSend, SendTally, isOver: Bool)
  case stopRepeated(RepeatedSend)
  case intent(SendIntent)
  /// Sends it after having allowed what it needs.
  case trustAndSend([TrustItem], SendIntent)
  case answered(SendIntent, SendOutcome)
  /// It cannot be sent as it is.
  case refused(SendIntent, Problem)
  /// The next page of a list, or the one before.
  case turnPage(Int)
  case explained(RequestID, SendingExplained, at: ShownMoment?)
  case pickFile([String])
  /// The answers needed for a curl command with its secrets.
  case askForCurl(CurlExport, [Question])
  case curl(CurlExport)
  /// A response is given again by a mock of that file.
  case keptMock(RequestID, file: String)
}

package struct SendEffect: ServiceEffect {
  let intent: SendIntent
  /// Allowed first.
  var trusting: [TrustItem] = []

  package init(intent: SendIntent, trusting: [TrustItem] = []) {
    self.intent = intent
    self.trusting = trusting
  }

  package var mayAsk: Bool { true }

  /// Sends it. A problem that prevents this is shown in the response's pane, not over the screen.
  package func perform(with services: Services) async throws -> [Action] {
    do {
      let trusted = trusting.isEmpty ? nil : try await services.workspace.trust(trusting)
      let outcome = try await services.requests.send(intent)
      // Somebody stopped waiting for it while it was prepared.
      if Task.isCancelled, case .started(let call, _, _) = outcome { call.cancel() }
      return (trusted.map { [.workspace(.changed($0))] } ?? []) + [.sending(.answered(intent, outcome))]
    } catch {
      return [.sending(.refused(intent, Problem(error, hiding: services.secrets)))]
    }
  }
}
