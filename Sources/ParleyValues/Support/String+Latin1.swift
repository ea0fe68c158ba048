// Header values are bytes, and servers write them in the encoding they like.
extension String {
  /// UTF-8, or else ISO 8859-1, which any bytes are.
  @inlinable package init(headerBytes bytes: some Collection<UInt8>) {
    self = String(validating: bytes, as: UTF8.self) ?? String(bytes, isLatin1: true)
  }

  /// - Parameter isLatin1: one character a byte; otherwise UTF-8.
  @inlinable package init(_ bytes: some Collection<UInt8>, isLatin1: Bool) {
    self =
      isLatin1 ? String(UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) : String(decoding: bytes, as: UTF8.self)
  }

  /// One byte a character; nil where one has no place in ISO 8859-1.
  package var latin1: [UInt8]? {
    let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return bytes.count == unicodeScalars.count ? bytes : nil
  }
}
