/// An edit of environments or of their values.
package enum EnvironmentEdit: Sendable, Hashable {
  case set(String, VariableCell, in: VariableHome)
  case remove(String, from: [VariableHome])
  /// Under another name, wherever it is declared.
  case copy(String, as: String)
  /// Wherever it is declared and used.
  case rename(String, to: String)
  case create(EnvironmentSummary)
  case duplicate(String, as: String)
  /// Name, color and `confirm` of an environment.
  case describe(String, EnvironmentSummary)
  case delete(String)
}
