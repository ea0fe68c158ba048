import ParleyFiles

extension [Row] {
  /// Of the headers that are sent.
  var contentType: String? { first { $0.isOn && $0.name.lowercased() == "content-type" }?.value }

  /// Sets one where there is none.
  mutating func setContentType(_ type: String) {
    if contentType == nil { append(Row("Content-Type", type)) }
  }

  mutating func removeContentType() { removeAll { $0.isOn && $0.name.lowercased() == "content-type" } }
}
