/// An operation that libcrypto refused.
package enum CryptographyError: Error, Hashable {
  /// The bytes were changed, cut or moved since they were sealed, or the key is another one.
  case notAuthentic
  /// There was too little memory for it, or there are more bytes than one call takes (2 GiB).
  case failed(String)
}
