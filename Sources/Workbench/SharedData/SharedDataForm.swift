import ParleyEngine
import WorkbenchServices

/// The purpose of a form about shared data: the answers it asks for, and their use.
enum SharedDataForm: Sendable {
  typealias Mistake = FormPurpose.Mistake

  /// Which shared key takes a value of a response, and by which cipher.
  case capture(Capture)
  /// The answers needed before something is done with a shared key.
  case before(SharedDataIntent, [Question])
  /// The answers needed before two values are compared.
  case beforeValues(SharedValuesIntent, [Question])
  /// Name, type, cipher and scope of a new key.
  case new
  case rename(String)
  /// Until when a key holds.
  case expiry(SharedRow, asked: Timestamp)
  /// The new value of one place of a document.
  case leaf(SharedLeafForm)
  /// Its name, and the path of its key file where it has one; then it is bound to a key.
  case newCipher(of: String, usesFile: Bool)
  /// About many keys.
  case many(SharedManyForm)

  var questions: [Question] {
    switch self {
    case .before(_, let questions), .beforeValues(_, let questions): questions
    case .many(let form): form.questions
    case .capture, .new, .rename, .newCipher, .expiry, .leaf: []
    }
  }

  func action(for answers: [String]) -> Result<Action, Mistake> {
    switch self {
    case .capture(let capture):
      let cipher = answers[1] == NewSharedKey.asRuled ? nil : answers[1]
      return Self.key(answers[0]).map { .capture(.add(capture, as: $0, cipher: cipher)) }
    case .before(var intent, let questions):
      for (question, answer) in zip(questions, answers) { intent.answers[question.name] = answer }
      return .success(.shared(.key(.intent(intent))))
    case .beforeValues(var values, let questions):
      for (question, answer) in zip(questions, answers) { values.answers[question.name] = answer }
      return .success(.shared(.compare(.values(values))))
    case .many(let form): return form.action(for: answers)
    case .new:
      return Self.key(answers[0]).map { .ask(.shared(.create(NewSharedKey($0, answers: answers)))) }
    case .rename(let name):
      return Self.key(answers[0]).map { .shared(.key(.planRename(name, to: $0))) }
    case .expiry(let row, let now):
      return Self.moment(answers[0], from: now).map {
        .shared(.key(.intent(SharedDataIntent(row.key.name, .expire(at: $0, ifStill: row.sequence)))))
      }
    case .leaf(let form): return form.change(by: answers).map { .shared(.structure(.make($0))) }
    case .newCipher(let key, let usesFile):
      return Self.cipher(answers, usesFile: usesFile).map { .shared(.key(.intent(SharedDataIntent(key, $0)))) }
    }
  }

  private static func key(_ name: String) -> Result<String, Mistake> {
    let isReadable = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    guard !name.isEmpty, name.utf8.count <= SharedKey.longestName, isReadable else {
      return .failure(Mistake(sentence: "A name has 1 to \(SharedKey.longestName) bytes, such as user.token."))
    }
    return .success(name)
  }

  private static func cipher(_ answers: [String], usesFile: Bool) -> Result<SharedDataIntent.Job, Mistake> {
    let name = answers[0]
    let isName =
      name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    guard isName, name != "gzip", name != "none" else {
      return .failure(
        Mistake(sentence: "A cipher's name has letters and digits, such as vault; gzip and none are reserved."))
    }
    guard usesFile else { return .success(.declare(cipher: name, keyFile: nil)) }
    guard !answers[1].isEmpty else { return .failure(Mistake(sentence: "Name the key file.")) }
    return .success(.declare(cipher: name, keyFile: answers[1]))
  }
}

extension NewSharedKey {
  /// The choice that leaves it to `parley.yaml`.
  static let asRuled = "as in parley.yaml"
  static let none = "none"

  static func word(_ scope: SharedRule.Scope) -> String {
    scope == .workspace ? "all environments" : "this environment"
  }

  /// - Parameter answers: name, type, cipher, scope.
  fileprivate init(_ name: String, answers: [String]) {
    self.init(name, kind: answers[1] == "json" ? .json : .text)
    if answers[2] != Self.asRuled { cipher = answers[2] == Self.none ? Cipher.open : .named(answers[2]) }
    scope = SharedRule.Scope.allCases.first { Self.word($0) == answers[3] }
  }
}
