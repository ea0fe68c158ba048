import ParleyEngine

/// A failure as the workbench keeps and shows it: a plain value made of whatever was thrown.
package struct Problem: ExplainedError, Hashable {
  package var code: String
  package var summary: String
  package var detail: String?
  package var place: String?
  package var advice: String?

  package init(
    code: String, _ summary: String, detail: String? = nil, place: String? = nil, advice: String? = nil
  ) {
    self.code = code
    self.summary = summary
    self.detail = detail
    self.place = place
    self.advice = advice
  }

  package init(_ error: any Error) {
    if let problem = error as? Problem {
      self = problem
    } else if let error = error as? any ExplainedError {
      self.init(
        code: error.code, error.summary, detail: error.detail, place: error.place, advice: error.advice)
    } else {
      self.init(code: "internal", String(describing: error))
    }
  }
}

extension Problem {
  /// A failure as it may be shown, whatever it quotes.
  init(_ error: any Error, hiding secrets: KnownSecrets) {
    self.init(error)
    let known = secrets.all
    guard !known.isEmpty else { return }
    summary = known.maskingForeign(summary)
    detail = detail.map { known.maskingForeign($0) }
    place = place.map { known.maskingForeign($0) }
    advice = advice.map { known.maskingForeign($0) }
  }
}
