package import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// The reasons why a recorded run went as it did: causes, differences to earlier runs, values that are watched or tried. Nothing is sent.
package struct RunInquiry: Sendable {
  let session: Session

  /// Leads from what is asked about in a recorded run back to its first causes. Nothing is sent.
  ///
  /// ```swift
  /// let chain = try await session.why.chain(WhyQuestion(path), in: session.runs.recording(of: run))
  /// ```
  package func chain(_ question: WhyQuestion, in recording: RunRecording) async -> WhyChain {
    let evidence = RunEvidence(recording, in: session, hiding: await session.runs.masking(of: recording))
    let chain = await recording.why(question, knowing: evidence.facts)
    // What was found on the way may have taught the session more of them.
    let masking = session.runs.masking(of: recording, hiding: evidence.secrets)
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
