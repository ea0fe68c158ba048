import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

/// Goes over every key that a kind of file has, as the forms declare them: a key that is added is in here.
@Suite("Saving changes the bytes of one field", .timeLimit(.minutes(2)))
struct FieldSavingTests {
  typealias Layout = SampleTree.Layout

  @Test("of a request", arguments: FieldRoute.all(in: RequestDefinition.form.schema))
  func request(route: FieldRoute) throws {
    try check(FieldSample(route, of: RequestDefinition.form))
  }

  @Test("of the workspace", arguments: FieldRoute.all(in: WorkspaceDefinition.form.schema))
  func workspace(route: FieldRoute) throws {
    try check(FieldSample(route, of: WorkspaceDefinition.form))
  }

  @Test("of an environment", arguments: FieldRoute.all(in: EnvironmentDefinition.form.schema))
  func environment(route: FieldRoute) throws {
    try check(FieldSample(route, of: EnvironmentDefinition.form))
  }

  @Test("of a folder", arguments: FieldRoute.all(in: DefaultsDefinition.folderForm.schema))
  func folder(route: FieldRoute) throws {
    try check(FieldSample(route, of: DefaultsDefinition.folderForm))
  }

  private func check<Definition>(_ sample: FieldSample<Definition>) throws {
    // There is only one version that can be read.
    guard sample.route.testDescription != "parley" else { return }
    let (one, other) = try #require(sample.values(), "no two of the candidates are values of the key")
    for layout in Sample.of(Layout.allCases, 2) { try check(sample, one, other, layout) }
  }

  private func check<Definition>(
    _ sample: FieldSample<Definition>, _ one: String, _ other: String, _ layout: Layout
  ) throws {
    let text = sample.tree(saying: one).text(layout)
    let definition = try #require(sample.read(text))
    #expect(try sample.saving(definition, over: text) == text, "\(layout)")
    let changed = try #require(sample.read(sample.tree(saying: other).text(layout)))
    do {
      try checkChange(sample, text, to: changed)
      try checkAbsence(sample, text, layout)
    } catch SaveError.cannotBePatched(let reason) where sample.isShortened && !layout.isInBraces {
      // A map that becomes a short text would lose its comments: that is for a person to agree to.
      #expect(reason.contains("comment"))
    }
  }

  private func checkChange<Definition>(
    _ sample: FieldSample<Definition>, _ text: String, to changed: Definition
  ) throws {
    let saved = try sample.saving(changed, over: text)
    #expect(sample.read(saved) == changed, "\(saved)")
    let (bytes, range) = (Array(text.utf8), try #require(sample.range(in: text)))
    let isFrontKept = Array(saved.utf8).starts(with: bytes[..<range.lowerBound])
    let isRestKept = saved.utf8.reversed().starts(with: bytes[range.upperBound...].reversed())
    #expect(isFrontKept && isRestKept, "\(text)became\n\(saved)")
  }

  /// Put in and taken away again, it leaves no trace but in the spaces between braces.
  private func checkAbsence<Definition>(
    _ sample: FieldSample<Definition>, _ text: String, _ layout: Layout
  ) throws {
    let without = sample.tree(saying: nil).text(layout)
    guard let absent = sample.read(without), let definition = sample.read(text), absent != definition else { return }
    let inserted = try sample.saving(definition, over: without)
    #expect(sample.read(inserted) == definition, "\(inserted)")
    let removed = try sample.saving(absent, over: inserted)
    #expect(sample.read(removed) == absent, "\(removed)")
    if !sample.isShortened {
      #expect(layout.isInBraces ? removed.withoutSpaces == without.withoutSpaces : removed == without, "\(removed)")
    }
    #expect(sample.read(try sample.saving(absent, over: text)) == absent)
  }
}

extension SampleTree.Layout {
  fileprivate var isInBraces: Bool { self == .braces || self == .onlyBraces }
}

extension String {
  var withoutSpaces: String { filter { $0 != " " } }
}
