import JQ
package import ParleyEngine
internal import ParleyFiles
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func stepForm(of path: NodePath, in text: String, ofGroup id: String) async -> StepForm? {
    StepForm(of: path, in: live.groupTexts.read(text, ofGroup: id), ofGroup: id, session.workspace)
  }

  package func knowledge(for path: NodePath, in text: String, ofGroup id: String) async -> StepKnowledge {
    let session = session
    let scope = session.sending.scope.inStep()
    let place = StepContext(path, in: live.groupTexts.read(text, ofGroup: id).definition.value ?? GroupDefinition())
    var sample: StepSample?
    if let place { sample = try? await StepSampleReader(session: session, place: place).sample(ofGroup: id) }
    return StepKnowledge(
      sample: sample, names: names(of: sample, place) + scope.templateNames,
      words: await words(of: sample, place, in: session))
  }

  package func outcome(of trial: StepTrial, on sample: StepSample?) async -> StepOutcome {
    await TrialEvaluation(session: session, sample: sample, secrets: secrets).outcome(of: trial)
  }

  package func previewOverrides(_ overrides: StepOverrides, on sample: StepSample?) async -> Preview {
    Preview(of: overrides, on: sample, in: session)
  }
}

// What can be completed.
extension LiveGroups {
  private func names(of sample: StepSample?, _ place: StepContext?) -> [TemplateName] {
    let input = sample?.input.map { ValuePaths(of: $0, prefix: "input", source: sample?.origin ?? "").names } ?? []
    return input + steps(of: sample, place, prefix: "steps")
  }

  private static let mostPaths = 1_500

  /// Those that have not run yet are known by name.
  private func steps(of sample: StepSample?, _ place: StepContext?, prefix: String) -> [TemplateName] {
    let names = (place?.before ?? []).map(\.name).filter { !$0.contains(" ") }
    // A list of many thousands could not be gone through at every key.
    let most = max(20, Self.mostPaths / max(1, names.count))
    return names.suffix(Self.mostPaths / 20).flatMap { name -> [TemplateName] in
      guard let value = sample?.steps[name] else { return [TemplateName("\(prefix).\(name)", source: "a step before")] }
      return ValuePaths(
        of: value, prefix: "\(prefix).\(name)", source: "step \(name)", most: min(most, ValuePaths.most)
      ).names
    }
  }

  private func words(of sample: StepSample?, _ place: StepContext?, in session: Session) async -> [TemplateName] {
    let response = sample.map { ValuePaths(of: $0.responseBefore, prefix: "$response", source: "the response before") }
    var words = steps(of: sample, place, prefix: "$steps") + (response?.names ?? [])
    if let filter = try? JQFilter(parsing: "[$vars, $shared, builtins]") {
      let input = await session.checks.filterInput(for: [filter])
      let values = (try? await session.jq.value(of: filter, on: input))?.array ?? []
      for (prefix, value) in zip(["$vars", "$shared"], values) {
        words += ValuePaths(of: value, prefix: prefix, source: prefix == "$vars" ? "variables" : "shared data").names
      }
      words += Self.functions(in: values.last)
    }
    return words
  }

  /// Each once, with how many arguments it takes.
  private static func functions(in builtins: JSONValue?) -> [TemplateName] {
    let names = (builtins?.array ?? []).compactMap { $0.string?.split(separator: "/") }
    let counts = Dictionary(grouping: names.filter { $0.count == 2 }, by: { String($0[0]) })
    return counts.keys.sorted().map { name in
      let arguments = (counts[name] ?? []).map { String($0[1]) }.sorted().joined(separator: " or ")
      return TemplateName(name, source: arguments == "0" ? "jq" : "jq, arguments: \(arguments)")
    }
  }
}
