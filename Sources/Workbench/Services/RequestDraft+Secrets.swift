import ParleyWorkspace

// What a draft asks for by `{{secret("…")}}`.
extension RequestDraft {
  /// Each once, in the order of the draft.
  var secretQuestions: [String] {
    var questions: [String] = []
    _ = mapTexts { text in
      questions += TemplateText(text).secretQuestions
      return text
    }
    return questions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// With another template in the place of one of them.
  func replacingSecret(_ question: String, with template: String) -> RequestDraft {
    mapTexts { text in
      let parsed = TemplateText(text)
      return parsed.secretQuestions.contains(question) ? parsed.replacingSecret(question, with: template) : text
    }
  }

  private func mapTexts(_ change: (String) -> String) -> RequestDraft {
    var copy = self
    copy.url = change(url)
    copy.path = path.mapValues(change)
    copy.query = query.mapValues(change)
    copy.headers = headers.mapValues(change)
    for key in SettingKey.allCases where !self[key].isEmpty { copy[key] = change(self[key]) }
    copy.body = body.mapTexts(change)
    return copy
  }
}

extension DraftBody {
  fileprivate func mapTexts(_ change: (String) -> String) -> DraftBody {
    switch self {
    case .none, .file: self
    case .json(let text): .json(change(text))
    case .text(let text): .text(change(text))
    case .form(let rows): .form(rows.mapValues(change))
    case .multipart(let parts):
      .multipart(
        parts.map { part in
          var part = part
          part.row.value = change(part.row.value)
          return part
        })
    case .graphql(let query, let variables): .graphql(query: change(query), variables: change(variables))
    }
  }
}

extension [DraftRow] {
  fileprivate func mapValues(_ change: (String) -> String) -> [DraftRow] {
    map { DraftRow($0.name, change($0.value), isOn: $0.isOn) }
  }
}
