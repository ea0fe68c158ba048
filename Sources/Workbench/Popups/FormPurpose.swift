import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices

/// The purpose of a form: the answers it asks for, and their use.
indirect enum FormPurpose: Sendable {
  /// The answers needed before a request is sent.
  case send(SendIntent, [Question])
  case curl(CurlExport, [Question])
  /// How often a request is sent, and how many at once.
  case repetition(SendIntent)
  /// At which interval it is sent again.
  case interval(SendIntent)
  case name(NameQuestion)
  /// The place in which to keep a scratch workspace: a folder, and the name of its request.
  case keepScratch(RequestDraft)
  /// Under which name a filter of the log is to be kept.
  case keepFilter(String)
  /// How many requests may be in progress at once.
  case pool
  /// The folder of the workspace to open.
  case openWorkspace
  /// The folder for the marked requests.
  case moveMarked([RequestID])
  /// The file of the authorities to trust for a server, and what is sent then.
  case authorities(String, SendIntent?)
  /// The value of a cookie; none discards it.
  case cookie(Cookie)

  case sharedData(SharedDataForm)

  /// The answers needed before a run begins.
  case beforeRun(RunIntent, [Question])
  /// The questions of a run that is in progress.
  case run(String, [Question])
  /// The questions of a login while a request waits for its token.
  case signIn([Question])
  /// The name of a step of a group.
  case stepName(StepNaming)
  /// The places for the secrets of a draft that is about to be saved.
  case placeSecrets([String], RequestDraft, of: RequestID)
  /// The places for typed credentials, and the effect that saves then.
  case placeCredentials([UnplacedCredential], before: any ServiceEffect)

  /// Into which file a run goes, and the passphrase that seals it.
  case exportRun(RunExport)
  case exportPassphrase(RunExport, [Question])
  /// Which file a run comes from, and the passphrase that opens it.
  case importRun
  /// As what a request or group is exported, and into which file.
  case exportAs(FormatExport)
  case importPassphrase(RunImport, [Question])
  /// The passphrase that unlocks the team's runs.
  case teamPassphrase(TeamRunWish, [Question])
  /// A breakpoint, whose condition is checked before it is set.
  case breakpoint(BreakpointForm)
  /// Words and fields of runs.
  case runsToFind
  /// A value to find in runs.
  case valueToFind(ValueScope)
  /// A value for the answer to *Why?*.
  case why(WhyForm)
  /// The paths that comparisons of runs ignore.
  case ignoredPaths
  case ignoredPathsOfResponses
  /// Expressions to watch.
  case watch
  /// A moment of the run that is shown.
  case moment
  /// Into which file an exchange goes.
  case exportExchange(ExchangeExport)
  /// The answers needed before a request is sent in another environment, to be compared.
  case sendElsewhere(ElsewhereIntent, [Question])
  /// With which code and reason a WebSocket is closed.
  case closeWebSocket
  /// The name of a group made from recorded exchanges.
  case chain
  /// Values and environments.
  case environments(EnvironmentForm)
  /// The place for the requests of several curl commands.
  case importCommands(CommandsForm)
  /// Into which folder an import goes.
  case importTarget

  struct Mistake: Error, Hashable {
    let sentence: String
    /// The field that it is in, where that is known.
    var field: Int?
  }

  func action(for answers: [String], kept keeping: AnswerKeeping, in state: State) -> Result<Action, Mistake> {
    if let mistake = questions.mistake(in: answers) { return .failure(mistake) }
    switch self {
    case .send(var intent, let questions):
      intent.take(answers, to: questions, keeping)
      return .success(.sending(.intent(intent)))
    case .curl(var wish, let questions):
      wish.intent.take(answers, to: questions, keeping)
      return .success(.sending(.curl(wish)))
    case .placeSecrets(let secrets, let draft, let id):
      return Self.places(of: secrets, answers).map { .request(.place($0, draft, of: id)) }
    case .placeCredentials(let credentials, let saving):
      return Self.placements(of: credentials, answers).map { .workspace(.placeAndGoOn($0, saving)) }
    case .repetition(let intent): return intent.repeated(by: answers)
    case .interval(let intent): return intent.everyInterval(answers[0])
    case .name(let question):
      return question.answer(answers[0], in: state).map { .tree(.name(question, $0)) }
    case .keepScratch(let draft):
      guard !answers[0].isEmpty else { return .failure(Mistake(sentence: "Name a folder.", field: 0)) }
      return NameQuestion.new(.request, in: "").answer(answers[1], in: state).map {
        .request(.keepScratch(draft, $0.request, folder: answers[0]))
      }
    case .keepFilter(let text):
      guard !answers[0].isEmpty else { return .failure(Mistake(sentence: "Name the filter.")) }
      return .success(.events(.keep(SavedFilter(answers[0], text))))
    case .pool:
      guard let size = Int(answers[0]), (0...10_000).contains(size) else {
        return .failure(Mistake(sentence: "Write a number from 0 to 10000."))
      }
      return .success(.workspace(.limit(pool: size)))
    case .openWorkspace:
      guard !answers[0].trimmed.isEmpty else { return .failure(Mistake(sentence: "Name a folder.")) }
      return .success(.opening(.find(answers[0].trimmed)))
    case .moveMarked(let ids):
      let folder = answers[0].trimmed
      guard !folder.isEmpty else { return .success(.tree(.moveMany(ids, into: ""))) }
      guard let file = ListedFile(.folder, typed: folder) else {
        return .failure(Mistake(sentence: "A folder looks like user/admin; no part is empty or starts with a dot."))
      }
      return .success(.tree(.moveMany(ids, into: file.name)))
    case .authorities(let server, let intent):
      guard !answers[0].trimmed.isEmpty else { return .failure(Mistake(sentence: "Name the file.")) }
      return .success(.certificates(.trustFile(answers[0].trimmed, of: server, then: intent)))
    case .sharedData(let form): return form.action(for: answers)
    case .exportRun(let export): return export.action(for: answers)
    case .exportAs(let export): return export.action(for: answers)
    case .exportPassphrase(var export, _):
      export.answers = answers
      return .success(.groups(.travel(.export(export))))
    case .importRun:
      guard !answers[0].trimmed.isEmpty else { return .failure(Mistake(sentence: "Name the file.")) }
      return .success(.groups(.travel(.bringIn(RunImport(answers[0].trimmed)))))
    case .importPassphrase(var wish, _):
      wish.answers = answers
      return .success(.groups(.travel(.bringIn(wish))))
    case .teamPassphrase(let wish, _): return .success(.groups(.team(.wish(wish, answers: answers))))
    case .breakpoint(let form): return form.action(for: answers)
    case .runsToFind: return .success(.groups(.list(.runs(answers[0].trimmed))))
    case .valueToFind(let scope):
      guard !answers[0].trimmed.isEmpty else { return .failure(Mistake(sentence: "Write a value.")) }
      return .success(.groups(scope.action(for: answers[0].trimmed)))
    case .why(let form): return form.action(for: answers[0])
    case .watch:
      let expressions = answers.map(\.trimmed).filter { !$0.isEmpty }
      return .success(.groups(.watch(WatchAction.set(expressions))))
    case .moment: return .success(.groups(.past(.to(answers[0].trimmed))))
    case .ignoredPaths: return Self.ignoredPaths(in: answers[0]) { .groups(.compare(.setPaths($0))) }
    case .ignoredPathsOfResponses: return Self.ignoredPaths(in: answers[0]) { .comparing(.setPaths($0)) }
    case .exportExchange(let export): return export.action(for: answers[0].trimmed)
    case .sendElsewhere(let wish, let questions): return wish.action(for: answers, to: questions, keeping)
    case .closeWebSocket: return Self.closeWebSocket(answers)
    case .chain: return Self.chain(answers[0].trimmed, in: state)
    case .environments(let form): return form.action(for: answers)
    case .importCommands(let form): return form.action(for: answers)
    case .importTarget: return Self.importTarget(answers[0].trimmed)
    case .beforeRun(var intent, let questions):
      for (question, answer) in zip(questions, answers) { intent.answers[question.name] = answer }
      return .success(.groups(.run(.intent(intent))))
    case .run(let run, _): return .success(.groups(.run(.reply(answers, keeping, run: run))))
    case .signIn: return .success(.signIn(.reply(answers, keeping)))
    case .stepName(let naming): return naming.action(for: answers[0].trimmed, in: state)
    case .cookie(var cookie):
      cookie.value = answers[0]
      return .success(.cookies(cookie.value.isEmpty ? .remove(cookie.id) : .set(cookie)))
    }
  }

  /// The action if the form is closed without answers; nil if there is none.
  var whenClosed: Action? {
    switch self {
    case .run(let run, _): .groups(.run(.reply(nil, .once, run: run)))
    case .signIn: .signIn(.reply(nil, .once))
    case .chain: .chain(.show)
    default: nil
    }
  }

  var questions: [Question] {
    switch self {
    case .signIn(let questions), .send(_, let questions), .curl(_, let questions), .run(_, let questions),
      .beforeRun(_, let questions), .sendElsewhere(_, let questions),
      .exportPassphrase(_, let questions), .importPassphrase(_, let questions),
      .teamPassphrase(_, let questions):
      questions
    case .sharedData(let form): form.questions
    case .name, .keepScratch, .keepFilter, .pool, .openWorkspace, .moveMarked, .authorities, .cookie, .placeSecrets,
      .placeCredentials, .stepName,
      .exportRun,
      .exportAs,
      .importRun, .why, .valueToFind, .runsToFind, .breakpoint, .ignoredPaths, .ignoredPathsOfResponses,
      .watch, .moment, .exportExchange, .chain, .environments,
      .importCommands, .importTarget, .repetition, .interval, .closeWebSocket:
      []
    }
  }
}

extension SendIntent {
  mutating func take(_ given: [String], to questions: [Question], _ keeping: AnswerKeeping) {
    for (question, answer) in zip(questions, given) { answers[question.name] = answer }
    self.keeping.merge(questions.keeping(keeping)) { $1 }
  }
}

/// The places that are offered for a secret.
enum SecretPlaceKind: String, CaseIterable {
  case machine = "on this machine"
  case sharedKey = "a shared key"
  case asked = "ask, by environment"
  case variable = "an environment variable"
  case program = "a program"

  fileprivate static let named: [SecretPlaceKind] = [.sharedKey, .asked, .variable, .program]
}

extension FormSheet {
  /// A form for the places of secrets that a request about to be saved asks for.
  init(placing secrets: [String], of id: RequestID, in draft: RequestDraft) {
    let fields = secrets.enumerated().flatMap { place, secret in
      [
        Field(secret.fitted(to: 28), choices: SecretPlaceKind.allCases.map(\.rawValue)),
        Field(
          "  called", SecretPlaceKind.name(for: secret), onlyFor: SecretPlaceKind.named.map(\.rawValue), of: place * 4),
        Field("  variable", onlyFor: [SecretPlaceKind.variable.rawValue], of: place * 4),
        Field("  program", onlyFor: [SecretPlaceKind.program.rawValue], of: place * 4),
      ]
    }
    self.init(
      "Where should its secrets be stored?",
      note: """
        No value is written to a file. “On this machine” stores it encrypted here; colleagues are asked for it. A shared key has a \
        name that other requests can use. An environment asks for it, or reads it from a variable (API_TOKEN) or a program \
        (pass show api). ← and → choose.
        """, fields, for: .placeSecrets(secrets, draft, of: id))
  }
}

extension SecretPlaceKind {
  /// The default name of a secret: `token` for `token at api.example.com`.
  static func name(for secret: String) -> String {
    let words = secret.prefix { $0 != " " }
    let name = words.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" }
    return name.first?.isLetter == true ? String(name) : "secret"
  }
}

extension FormPurpose {
  /// - Parameter answers: place, name, variable and program of each.
  static func places(of secrets: [String], _ answers: [String]) -> Result<[SecretPlacement], Mistake> {
    var places: [SecretPlacement] = []
    for (index, secret) in secrets.enumerated() {
      let said = answers[(index * 4)..<(index * 4 + 4)].map { $0.trimmed }
      let kind = SecretPlaceKind(rawValue: said[0]) ?? .machine
      let source = kind == .program ? 3 : 2
      switch place(kind, said[1], from: said[source]) {
      case .success(let place): places.append(SecretPlacement(secret, at: place))
      case .failure(var mistake):
        mistake.field = index * 4 + (said[1].isEmpty ? 1 : source)
        return .failure(mistake)
      }
    }
    return .success(places)
  }

  private static func place(
    _ kind: SecretPlaceKind, _ name: String, from source: String
  ) -> Result<SecretPlace, Mistake> {
    guard kind == .machine || !name.isEmpty else { return .failure(Mistake(sentence: "Give the secret a name.")) }
    switch kind {
    case .machine: return .success(.machine)
    case .sharedKey: return .success(.sharedKey(name))
    case .asked: return .success(.variable(name, .prompt))
    case .variable where source.isEmpty || source.contains(" "):
      return .failure(Mistake(sentence: "Name the environment variable for “\(name)”, such as API_TOKEN."))
    case .variable: return .success(.variable(name, .environment(source)))
    case .program:
      guard let words = try? ShellWords.split(source), !words.isEmpty else {
        return .failure(Mistake(sentence: "Name the program that prints “\(name)”, such as `pass show api`."))
      }
      return .success(.variable(name, .command(words)))
    }
  }
}
