/// The origin of a value in a run.
package enum Provenance: Sendable, Hashable, Codable {
  /// Picked out of a step's value by a path.
  case step(NodePath, ValuePath)
  /// From the shared key of this name.
  case shared(String)
  /// Anything else, as people know it: `environments/local.yaml:3`, `asked`, `uuid()`.
  case other(String)
  /// Computed, by jq or a program, from all that these steps gave.
  case made(from: [NodePath])
  /// Many places of a step's value at once: `.lines[*].price`.
  case places(NodePath, String)
  /// Computed by a function or an operator of a filter from what stands at these places.
  indirect case computed(by: String, from: [Provenance])
}

extension ValuePath: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try ValuePath(parsing: try container.decode(String.self))
    } catch let error as DecodingError {
      throw error
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a path into a value")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
