/// A form that can be opened again from what is known of it.
package enum ReopenedForm: Hashable, Sendable, Codable {
  case environments(EnvironmentForm)
  case newSharedKey
  case renameSharedKey(String)
  case importKeys
  case snapshot
  case filter(String)
  case pool
}
