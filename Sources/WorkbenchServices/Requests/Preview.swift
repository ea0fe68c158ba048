package import ParleyModel

/// A preview of a draft with its templates resolved. Secrets are masked in it.
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
  /// The assumption made about the URL, in a sentence; nil if there is none.
  package var hint: String?
  /// The targets of captured values, by their keys, such as `shared (vault)`.
  package var captures: [String: String] = [:]
  /// The effective values of settings that the request does not set, and their origins.
  package var settings: [SettingKey: InheritedSetting]
  /// Further choices that exist in this workspace, besides those that always exist.
  package var choices: [SettingKey: [String]] = [:]
  /// The names a template may use here, for completion.
  package var names: [TemplateName]
  /// The reasons why it could not be sent like this, with the field if one is the cause.
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

  package var isSetting: Bool { if case .setting = self { true } else { false } }
}

/// One `{{…}}` of a draft.
package struct TemplateUse: Hashable, Sendable {
  package var field: DraftField
  /// The range in the field's text, braces included, in bytes of UTF-8.
  package var range: Range<Int>
  /// The text between the braces.
  package var expression: String
  /// The value, masked when it is a secret; nil when there is none.
  package var value: String?
  /// The origin of the value, such as `environments/local` or `asked, secret`.
  package var source: String?
  package var isSecret: Bool
  /// Whether it is known that there is no value yet: a send would fail.
  package var isMissing = false
  /// The reason why there is no value, with the closest match.
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
  /// The place in which it is written, such as `parley.yaml`.
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
