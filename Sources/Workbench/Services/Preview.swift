package import ParleyModel

/// What a draft would be with its templates filled in. Secrets are masked in it.
package struct Preview: Hashable, Sendable {
  /// The whole URL as far as it is known.
  package var url: String
  /// The templates of the draft, field by field, in the order they stand in.
  package var uses: [TemplateUse]
  /// Headers the request gets without naming them, those first that stand nearest.
  package var inherited: [InheritedHeader]
  /// Parameters that the request gets without naming them, where this is over another one.
  package var inheritedQuery: [InheritedHeader] = []
  /// Values of the path's variables that the request has, by their names, where this is over another one.
  package var inheritedPath: [String: InheritedSetting] = [:]
  /// Headers that the response must have without the request naming them.
  package var inheritedExpectations: [InheritedHeader]
  /// Filters that must be true of the response without the request naming any.
  package var inheritedFilters: InheritedSetting?
  /// What is taken for granted about the URL, in a sentence.
  package var hint: String?
  /// Where captured values go, by their keys, such as `shared (vault)`.
  package var captures: [String: String] = [:]
  /// What holds where the request says nothing, and who says so.
  package var settings: [SettingKey: InheritedSetting]
  /// What can be chosen besides what always can, because the workspace has it.
  package var choices: [SettingKey: [String]] = [:]
  /// The names a template may use here, for completion.
  package var names: [TemplateName]
  /// Why it could not be sent like this, field by field where a field is to blame.
  package var problems: [FieldProblem]

  package init(
    url: String = "", uses: [TemplateUse] = [], inherited: [InheritedHeader] = [],
    inheritedExpectations: [InheritedHeader] = [], settings: [SettingKey: InheritedSetting] = [:],
    names: [TemplateName] = [], problems: [FieldProblem] = []
  ) {
    self.url = url
    self.uses = uses
    self.inherited = inherited
    self.inheritedExpectations = inheritedExpectations
    self.settings = settings
    self.names = names
    self.problems = problems
  }
}

/// A place in a draft where text can stand. Rows are counted from 0.
package enum DraftField: Hashable, Sendable {
  case method, url, server
  case query(Int)
  case header(Int)
  case body
  case form(Int)
  case part(Int)
  /// Of a GraphQL body.
  case variables
  case path(Int)
  case expectedHeader(Int)
  case setting(SettingKey)
}

/// One `{{…}}` of a draft.
package struct TemplateUse: Hashable, Sendable {
  package var field: DraftField
  /// Where it stands in the field's text, braces included, in bytes of UTF-8.
  package var range: Range<Int>
  /// What stands between the braces.
  package var expression: String
  /// The value, masked when it is a secret; nil when there is none.
  package var value: String?
  /// Where it comes from, such as `environments/local` or `asked, secret`.
  package var source: String?
  package var isSecret: Bool
  /// Why there is no value, with the nearest known name.
  package var problem: String?

  package init(
    field: DraftField, range: Range<Int>, expression: String, value: String? = nil, source: String? = nil,
    isSecret: Bool = false, problem: String? = nil
  ) {
    self.field = field
    self.range = range
    self.expression = expression
    self.value = value
    self.source = source
    self.isSecret = isSecret
    self.problem = problem
  }
}

package struct InheritedHeader: Hashable, Sendable {
  package var name: String
  /// Masked where it holds a secret.
  package var value: String
  /// Where it is written, such as `parley.yaml`.
  package var origin: String

  package init(_ name: String, _ value: String, from origin: String) {
    self.name = name
    self.value = value
    self.origin = origin
  }
}

package struct TemplateName: Hashable, Sendable {
  package var name: String
  /// Masked when it is a secret; nil when it is only known at sending.
  package var value: String?
  package var source: String

  package init(_ name: String, value: String? = nil, source: String) {
    self.name = name
    self.value = value
    self.source = source
  }
}

package struct FieldProblem: Hashable, Sendable {
  package var field: DraftField?
  package var problem: Problem

  package init(_ problem: Problem, in field: DraftField? = nil) {
    self.field = field
    self.problem = problem
  }
}
