package import ParleyEngine
package import ParleyFiles
internal import ParleyText

extension Session {
  /// Leads from what is asked about in a recorded run back to its first causes. Nothing is sent.
  ///
  /// ```swift
  /// let chain = try await session.why(WhyQuestion(path), in: session.recording(of: run))
  /// ```
  package func why(_ question: WhyQuestion, in recording: RunRecording) async -> WhyChain {
    let evidence = RunEvidence(recording, in: self, hiding: await masking(of: recording))
    let chain = await recording.why(question, knowing: evidence.facts)
    // What was found on the way may have taught the session more of them.
    let masking = masking(of: recording, hiding: evidence.secrets)
    return WhyChain(question: masking.masked(chain.question), effect: chain.effect.mapped(masking.masked))
  }
}

extension WorkspaceError {
  /// A run in which no step's turn came has nothing to ask about.
  package static let noSteps = WorkspaceError("noSteps", "The run has no steps.")

  package static func noPath(_ error: ValuePathError) -> WorkspaceError {
    WorkspaceError(ValuePathError.code, error.description)
  }
}
