package import ParleyModel

/// A form of the table of values and environments.
package enum EnvironmentForm: Hashable, Sendable, Codable {
  case value(String, in: VariableHome, VariableCell?)
  case source(String, in: VariableHome, VariableCell?)
  case new(in: VariableHome)
  case rename(String)
  case copy(String)
  case newEnvironment
  case describe(EnvironmentSummary)
  case duplicate(String)
}
