extension SharedData {
  /// The content of a change as it is kept under another key: what a cipher seals is bound to the key.
  /// - Returns: nil where there is none, or where it cannot be read; what cannot be read stays as it is.
  /// - Throws: `.locked`, `.unknownCipher`
  package func content(
    of record: SharedRecord, movedTo key: SharedKey
  ) throws(SharedDataError) -> SharedContent? {
    guard let content = record.content else { return nil }
    do throws(SharedDataError) {
      return try encode(
        try decode(content, of: record.key), of: key, with: content.cipher, expires: content.expires)
    } catch  where error.kind == .damaged || error.kind == .wrongKey {
      return nil
    }
  }

  /// The storage has changed in a way that it tells nobody of.
  package func forgetReadings() { cache.removeAll() }
}
