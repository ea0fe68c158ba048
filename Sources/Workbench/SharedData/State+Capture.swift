import ParleyEngine
import ParleyModel
import ParleyText
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func capture(_ action: CaptureAction) -> [Effect] {
    switch action {
    case .ask(let request, let path, let value): return askCapture(request, path, value)
    case .add(let capture, let key, let cipher): return self.capture(capture, as: key, cipher)
    }
  }

  private mutating func askCapture(_ request: RequestID, _ path: ValuePath, _ value: String) -> [Effect] {
    guard let composer = tabs[request]?.composer else { return [] }
    let root = composer.responseRoot
    guard let rest = path.behind(root) else { return [.then(.failed(.outside(root)))] }
    let capture = Capture(request: request, path: rest, value: value)
    let key = path.name ?? request.name
    return ask(
      CaptureForm(
        capture: capture, key: key, ciphers: workspace?.ciphers ?? [],
        wantsCipher: SecretLook.isOne(key: key, value) && !isHidden(key)))
  }

  /// The row is shown; and what a cipher will hide, or what looks as if it should be hidden, is masked from now on.
  private mutating func capture(_ capture: Capture, as key: String, _ cipher: String?) -> [Effect] {
    let row = DraftRow(key, capture.path.description)
    var effects: [Effect] = [
      .then(.composer(.change(.capture(row)), of: capture.request)), .then(.navigation(.focus(.composer))),
      .say(.done("Captures \(capture.path) as \(key) from the next response on; Ctrl-S saves it.")),
    ]
    if cipher != nil || isHidden(key) || SecretLook.isOne(key: key, capture.value) {
      effects.append(.then(.response(.mask(capture.value), of: capture.request)))
    }
    if let cipher { effects.append(.then(.shared(.key(.intent(SharedDataIntent(key, .bind(cipher: cipher))))))) }
    return effects
  }

  private func isHidden(_ key: String) -> Bool {
    guard let workspace, let cipher = workspace.sharedRules.rule(for: key)?.cipher else { return false }
    return workspace.ciphers.contains(cipher)
  }
}

extension ValuePath {
  /// The last name in it.
  fileprivate var name: String? {
    segments.lazy.reversed().compactMap { if case .key(let name) = $0 { name } else { nil } }.first
  }
}

/// Asks which shared key takes a value of a response, and by which cipher.
struct CaptureForm: PopupForm {
  let capture: Capture
  let key: String
  let ciphers: [String]
  /// True for a value that should be hidden where the files have no cipher for the key.
  let wantsCipher: Bool

  var title: String { "Capture into shared data" }
  var note: String { "\(capture.path) of every successful response is captured into this key." }
  var fields: [FormField] {
    [
      FormField("key", key),
      FormField(
        "encrypted with", choices: [NewSharedKey.asRuled] + ciphers, chosen: wantsCipher ? ciphers.first : nil),
    ]
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let cipher = answers[1] == NewSharedKey.asRuled ? nil : answers[1]
    return .capture(.add(capture, as: try NewSharedKey.name(answers[0]), cipher: cipher))
  }
}

extension Problem {
  fileprivate static func outside(_ root: ValuePath) -> Problem {
    Problem(
      code: "capture.outside", "The value is outside the part of the response that captures read.",
      detail: "Capture paths start at \(root), the request's response.root.",
      advice: "Change the root in the Expect tab, or capture a value below it.")
  }
}

/// Whether a value should better be hidden, by its name or its look.
enum SecretLook {
  static func isOne(key: String, _ value: String) -> Bool {
    CredentialName.isCredential(key) || !CredentialFinder.find(in: value, .text).isEmpty || isRandom(value)
  }

  /// Whether the value looks generated: long, without blanks, and of letters and digits at once.
  private static func isRandom(_ value: String) -> Bool {
    guard value.utf8.count >= 24, value.utf8.count <= 4096 else { return false }
    let isOfOnePiece = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+/=".contains($0)) }
    return isOfOnePiece && value.contains(where: \.isNumber) && value.contains(where: \.isLetter)
  }
}
