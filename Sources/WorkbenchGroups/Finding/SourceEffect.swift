import ParleyEngine
import WorkbenchServices
import WorkbenchState

/// Effects of *Where from*.
indirect enum SourceEffect: ServiceEffect {
  case values([GivenPlace], of: StepSubject, in: ShownRun)
  /// A value, wherever it stands in a run.
  case find(String, in: RunRecording)
  case findInRuns(String, of: String?)

  var lane: Lane? {
    switch self {
    case .values: Lane("sources of a step", keepsOnlyNewest: true)
    case .find, .findInRuns: Lane("values of a run", keepsOnlyNewest: true)
    }
  }

  var isAskedFor: Bool { if case .values = self { false } else { true } }

  /// Larger outputs are not searched for one value.
  private static let largest = 8 << 20
  /// So many steps are read for one.
  private static let mostSteps = 20

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .find(let text, let recording):
      return [.groups(.find(.found(try await services.groups.find(text, in: recording), text: text)))]
    case .findInRuns(let text, let group):
      let places = try await services.groups.find(text, inRunsOf: group)
      return [.groups(.find(.foundInRuns(places, text: text)))]
    case .values(let places, let subject, let run):
      return [.groups(.find(.values(await Self.values(places, in: run.recording, services), of: subject)))]
    }
  }

  /// The values at places in a recording. A value that can no longer be read is left out.
  private static func values(
    _ places: [GivenPlace], in recording: RunRecording, _ services: Services
  ) async -> [GivenPlace: String] {
    var values: [GivenPlace: String] = [:]
    let byNode = Dictionary(grouping: places, by: \.node)
    for (node, places) in byNode.sorted(by: { $0.key < $1.key }).prefix(mostSteps) {
      guard let content = try? await services.groups.content(.output, of: node, in: recording, with: nil),
        let body = content.body, body.count <= largest, let bytes = try? body.read(at: 0, count: body.count),
        let root = try? JSONValue(parsing: bytes)
      else { continue }
      for place in places {
        guard let value = try? place.path.resolve(in: root) else { continue }
        values[place] = content.secrets.maskingForeign("\(value)")
      }
    }
    return values
  }
}
