import JQ
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

/// Tries the texts of fields on what a run has recorded. Nothing is sent, asked or stored.
struct TrialEvaluation {
  let session: Session
  let sample: StepSample?
  let secrets: KnownSecrets

  func outcome(of trial: StepTrial) async -> StepOutcome {
    guard !trial.text.allSatisfy(\.isWhitespace) else {
      return StepOutcome(.nothing, paths: await paths(at: trial.beforeCursor, of: trial.field))
    }
    switch trial.field {
    case .when, .until, .each: return await outcome(ofFilter: trial)
    case .eachFile: return StepOutcome(filledIn(trial.text))
    case .job(let kind), .jobItem(let kind, _): return await outcome(of: trial, as: kind.content)
    default: return StepOutcome(.nothing)
    }
  }

  private func outcome(of trial: StepTrial, as content: JobContent) async -> StepOutcome {
    switch content {
    case .filter, .conditions: await outcome(ofFilter: trial)
    case .rows: StepOutcome(filledIn(SharedKeyText.value(in: trial.text)))
    case .program: StepOutcome(trial.runsProgram ? await run(trial.text) : Self.arguments(in: trial.text))
    case .duration: StepOutcome(.nothing)
    }
  }
}

// Filters.
extension TrialEvaluation {
  private func outcome(ofFilter trial: StepTrial) async -> StepOutcome {
    let paths = await paths(at: trial.beforeCursor, of: trial.field)
    do throws(JQCompileError) {
      let filter = try JQFilter(parsing: trial.text)
      guard let input = await input(for: filter, in: trial.field) else {
        let given = trial.field.isCondition ? filter.givenInsteadOfCondition : nil
        return StepOutcome(.nothing, paths: paths, doubt: given.map(Self.doubt))
      }
      let missing = sample.flatMap { MissingMember(filter.stepPaths, in: $0.steps) }
      let given = trial.field.isCondition ? await whatIsNoCondition(filter, on: input) : nil
      return StepOutcome(
        await result(of: filter, on: input, in: trial.field), paths: paths,
        doubt: missing?.sentence ?? given.map(Self.doubt))
    } catch {
      return StepOutcome(.mistake(error.sentence, isOfText: true), paths: paths)
    }
  }

  /// The words for what an assertion gives instead of true or false; nil if it gives that.
  private func whatIsNoCondition(_ filter: JQFilter, on input: JQInput) async -> String? {
    guard let value = try? await session.jq.value(of: filter, on: input), value.kind != .bool, value.kind != .null
    else { return nil }
    return value.kind.phrase
  }

  private static func doubt(about given: String) -> String {
    "It gives \(given), not true or false: all but false and null hold."
  }

  /// The input of a field's filter; nil if it is not known.
  func input(for filter: JQFilter, in field: StepField) async -> JQInput? {
    guard let sample else { return nil }
    let value: JSONValue?
    switch field {
    case .each: value = sample.whole
    case .until: value = sample.output
    default: value = sample.input
    }
    var input = await session.checks.filterInput(value ?? .null, for: [filter])
    input.steps = .object(sample.steps)
    input.response = field == .until ? sample.response : sample.responseBefore
    return input
  }

  private func result(of filter: JQFilter, on input: JQInput, in field: StepField) async -> StepOutcome.Result {
    if field.isCondition {
      let failure = await session.jq.firstFailure(of: [filter], on: input)
      return failure.map { .mistake("Would fail: \($0.reason).", isOfText: false) } ?? .value("true", lines: [])
    }
    do throws(JQError) {
      return Self.result(try await session.jq.value(of: filter, on: input), in: field)
    } catch {
      return .mistake([error.summary, error.advice].compactMap(\.self).joined(separator: " "), isOfText: false)
    }
  }

  private static func result(_ value: JSONValue, in field: StepField) -> StepOutcome.Result {
    switch field {
    case .when, .until:
      guard case .bool(let isTrue) = value else {
        return .mistake("Must be true or false; gives \(value.kind.phrase).", isOfText: false)
      }
      return .value("\(isTrue)", lines: [])
    case .each:
      guard let array = value.array else {
        return .mistake("Must be a list; gives \(value.kind.phrase).", isOfText: false)
      }
      return .value(array.count.counted("element"), lines: lines(of: value))
    default: return .value(ValuePaths.short(value), lines: lines(of: value))
    }
  }

  /// More of it is nothing to look at while one types.
  private static let mostLines = 40

  private static func lines(of value: JSONValue) -> [String] {
    let text = ValueExcerpt(nodes: mostLines * 2, characters: 500).text(of: value, as: .pretty)
    return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(mostLines).map(String.init)
  }

  /// The paths of the value of `.` at the cursor.
  private func paths(at before: String, of field: StepField) async -> [TemplateName] {
    guard let filter = try? JQFilter(parsing: FilterContext(before).filter), let sample,
      let input = await input(for: filter, in: field),
      let value = try? await session.jq.values(of: filter, on: input).first
    else { return [] }
    return ValuePaths(of: value, prefix: "", source: sample.origin).names
  }
}

// Templates and programs.
extension TrialEvaluation {
  private func filledIn(_ text: String) -> StepOutcome.Result {
    let filling = TemplateFilling(text, session.sending.scope.inStep(), sample)
    if let mistake = filling.mistake { return .mistake(mistake, isOfText: filling.isOfText) }
    return .value(filling.text, lines: [])
  }

  /// The arguments that the program would get, word by word. Nothing is run.
  private static func arguments(in text: String) -> StepOutcome.Result {
    do throws(ShellWords.UnclosedQuote) {
      let words = try ShellWords.split(text)
      let count = max(0, words.count - 1).counted("argument")
      return .value("\(count), not run", lines: lines(of: .array(words.map { .string($0) })))
    } catch {
      return .mistake("A quote \(error.quote) is not closed.", isOfText: true)
    }
  }

  private func run(_ text: String) async -> StepOutcome.Result {
    guard let words = try? ShellWords.split(text), !words.isEmpty else {
      return .mistake("Expected a program and its arguments.", isOfText: true)
    }
    do {
      let value = try await session.groups.tryProgram(words, on: sample?.input)
      return .value(ValuePaths.short(value), lines: Self.lines(of: value))
    } catch {
      let problem = Problem(error)
      let sentences: [String?] = [problem.summary, problem.detail, problem.advice]
      let told = sentences.compactMap(\.self).joined(separator: " ")
      return .mistake(secrets.all.maskingForeign(told), isOfText: false)
    }
  }
}

/// A text with its templates filled in, as far as their values are known and no secrets.
struct TemplateFilling {
  let text: String
  private(set) var mistake: String?
  /// Whether the mistake is in the text, whatever a run gives.
  private(set) var isOfText = true

  init(_ text: String, _ scope: TemplateScope, _ sample: StepSample?) {
    let analysis = scope.analysis(of: text)
    var bytes = Array(text.utf8)
    for use in analysis.uses.reversed() {
      guard let value = Self.value(of: use, sample) else { continue }
      bytes.replaceSubrange(use.template.range, with: Array(value.utf8))
    }
    self.text = String(decoding: bytes, as: UTF8.self)
    mistake = analysis.problems.first?.sentence
    guard mistake == nil, let sample else { return }
    let missing = analysis.uses.first { Self.isMissing($0, in: sample) }
    mistake = missing.map { "\($0.template.text) has no value in \(sample.origin)." }
    isOfText = missing == nil
  }

  static func value(of use: TemplateAnalysis.Use, _ sample: StepSample?) -> String? {
    guard let (document, path) = use.template.expression.asDocument else {
      return use.shownValue
    }
    guard let value = sample?.value(of: document, at: path) else { return nil }
    let excerpt = ValueExcerpt(nodes: 200, characters: 2_000)
    return value.string.map { String($0.prefix(2_000)) } ?? excerpt.text(of: value, as: .compact)
  }

  private static func isMissing(_ use: TemplateAnalysis.Use, in sample: StepSample) -> Bool {
    use.template.expression.asDocument.map { sample.value(of: $0, at: $1) == nil } ?? false
  }
}

extension StepSample {
  func value(of document: TemplateDocument, at path: ValuePath) -> JSONValue? {
    switch document {
    case .steps: try? path.resolve(in: .object(steps))
    case .input: try? path.resolve(in: input ?? .null)
    case .request: nil
    }
  }
}

extension Template.Expression {
  fileprivate var asDocument: (TemplateDocument, ValuePath)? {
    if case .document(let document, let path) = self { (document, path) } else { nil }
  }
}

extension StepField {
  /// Whether it is a filter of an assertion.
  fileprivate var isCondition: Bool {
    if case .jobItem(let kind, _) = self, case .conditions = kind.content { true } else { false }
  }
}
