// What is secret in the values of a run. Asked only about what has to do with a secret.
extension RunExecutor {
  @inline(never)
  func takeSecrets(of result: inout NodeResult, _ node: Node, _ input: NodeInput) {
    let isPassedOn = result.takesUnknown(of: input)
    if result.secretParts == nil { result.secretParts = secrets(of: result, node, input) }
    if isPassedOn, case .result(let before, _) = input.source { result.masked = before.masked }
    let secrets = result.secrets
    if case .nodes = result.output {} else { input.trace.note(secretOutput: secrets) }
    if !secrets.isEmpty || holdsText(result) { ledger.noteHolder(input.path) }
  }

  private func secrets(of result: NodeResult, _ node: Node, _ input: NodeInput) -> SecretParts {
    if case .answer = result.output, let response = result.response {
      return known.parts(of: result.value, in: response, at: node.details?.root ?? .root)
    }
    if let said = input.trace.soFar.secretOutput { return said }
    guard case .value(let value) = result.output else { return .none }
    // A person who puts a value there says nothing of what is in it.
    if !node.isJob { return known.recognizer.map { SecretParts(credentialsOf: value, by: $0) } ?? .none }
    return secretsOfUnknown(input)
  }

  /// Of what the program's own code, or a program, made: all of it, where a secret was in what it worked on.
  func secretsOfUnknown(_ input: NodeInput) -> SecretParts {
    let isFromSecret = !input.secretParts.isEmpty || ledger.isHeld(byAnyOf: input.origins)
    return isFromSecret ? .whole : .none
  }

  func secrets(inListOf moment: GateContext) -> SecretParts {
    moment.input.trace.elementSecrets ?? context.options.replay?.secrets(inListOf: moment.path)
      ?? secretsOfUnknown(moment.input)
  }

  private func holdsText(_ result: NodeResult) -> Bool {
    switch result.output {
    case .none, .nodes: false
    case .answer: result.response.map { !$0.secrets.isEmpty } ?? false
    case .value(let value): known.stand(in: value)
    }
  }

  private var known: KnownSecrets { context.client.events.secrets }
}

extension Node {
  var isJob: Bool {
    if case .job = kind { true } else { false }
  }
}

extension NodeResult {
  /// Whether it hands on what was masked when the run was exported that is replayed.
  fileprivate func takesUnknown(of input: NodeInput) -> Bool {
    guard masked == nil, case .result(let before, _) = input.source, before.masked != nil,
      case .value(let value) = output
    else { return false }
    return value.holdsMask
  }
}
