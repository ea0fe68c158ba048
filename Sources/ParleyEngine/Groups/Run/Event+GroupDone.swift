import HTTPTypes

extension Event.GroupDone {
  init(_ result: GroupResult, of group: RequestGroup, steps: StepCount, hiding secrets: Secrets) {
    self.init(
      name: result.name, callID: result.callID, groupID: result.groupID,
      results: zip(group.nodes, result.results).map { Result($0.name, $1, hiding: secrets) }, stopped: result.stopped,
      steps: steps)
  }
}

extension Event.GroupDone.Result {
  fileprivate init(_ name: String, _ result: NodeResult, hiding secrets: Secrets) {
    self.init(
      name: name, state: result.state, status: result.response?.status.code, exchange: result.exchange,
      code: result.error?.code, summary: (result.error?.summary).map(secrets.maskingForeign),
      model: result.isLight
        ? Event.Model { result.value.map { secrets.maskingForeign(result.secrets.masked($0)) } } : nil)
  }
}

extension NodeResult {
  /// Whether its value may wait in an event that nobody has read yet.
  fileprivate var isLight: Bool {
    hasRun && !isSecret && (response?.body.count ?? 0) <= Event.ResponseSummary.modelLimit
      && results.allSatisfy(\.isLight)
  }
}
