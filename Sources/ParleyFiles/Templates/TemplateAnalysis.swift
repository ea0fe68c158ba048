package import ParleyText

/// The facts about a text's templates that are known without resolving them.
package struct TemplateAnalysis: Sendable, Equatable {
  /// One template of the text.
  package struct Use: Sendable, Equatable {
    package let template: Template
    /// The value, where it is known before a send; secrets and what is made again each time are not.
    package let preview: String?
    package let source: ValueSource
    /// The value is a secret, or made of one.
    package let isSecret: Bool
    package let presence: ValuePresence
    /// The problem that keeps the template from being resolved; nil if there is none.
    package let problem: TemplateProblem?
  }

  /// In the order of the text; a template that cannot be read has none.
  package let uses: [Use]
  /// In the order of the text; the first twenty.
  package let problems: [TemplateProblem]
  package let needs: TemplateNeeds

  package var touchesSecret: Bool { uses.contains(where: \.isSecret) }
}

extension TemplateScope {
  /// Looks at a text without filling it in: what it uses, what is unknown, whether it touches a secret.
  package func analysis(of text: String) -> TemplateAnalysis {
    analysis(of: TemplateText(text))
  }

  package func analysis(of text: TemplateText) -> TemplateAnalysis {
    var needs = TemplateNeeds()
    let uses = text.templates.map { template in
      var walk = ScopeWalk(scope: self)
      let finding = walk.look(at: template.expression)
      needs.formUnion(walk.needs)
      return TemplateAnalysis.Use(
        template: template, preview: finding.isSecret ? nil : finding.preview, source: finding.source,
        isSecret: finding.isSecret, presence: finding.presence, problem: walk.problem(at: template.range))
    }
    let problems = (text.problems + uses.compactMap(\.problem)).sorted { $0.range.lowerBound < $1.range.lowerBound }
    return TemplateAnalysis(uses: uses, problems: Array(problems.prefix(Self.mostProblems)), needs: needs)
  }

  /// The maximal number of problems reported for one text.
  private static let mostProblems = 20

  /// The combined needs of several texts.
  package func needs(of texts: some Sequence<String>) -> TemplateNeeds {
    texts.reduce(into: TemplateNeeds()) { $0.formUnion(analysis(of: $1).needs) }
  }

  /// A text filled in, where all of it is known before a send.
  package func preview(of text: String) -> String? {
    guard text.hasTemplateMark else { return text }
    let parsed = TemplateText(text)
    guard parsed.problems.isEmpty else { return nil }
    var previews = analysis(of: parsed).uses.map(\.preview).makeIterator()
    return parsed.segments.reduce("") { text, segment in
      switch segment {
      case .literal(let literal): text.map { $0 + literal }
      case .template: text.flatMap { text in (previews.next() ?? nil).map { text + $0 } }
      }
    }
  }
}
