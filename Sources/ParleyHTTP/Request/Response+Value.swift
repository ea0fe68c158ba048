extension Response {
  /// Returns the body as a value: JSON as what it is, other text as a string, an empty or binary body as null. Nil for
  /// a body that cannot be read, or is too large to pick a value from.
  /// - Parameter limit: in bytes.
  package func bodyValue(upTo limit: Int = 64 << 20) -> JSONValue? {
    if let receivedMessages { return receivedMessages }
    guard body.count <= limit, let bytes = try? textBytes() else { return nil }
    if let json = try? JSONValue(parsing: bytes) { return json }
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return .null }
    return .string(text)
  }
}
