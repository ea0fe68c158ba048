internal import COpenSSL

/// The library of the system that encrypts, as it is while the program runs.
package enum CryptographyLibrary {
  package static var openSSL: (name: String, version: String) {
    ("OpenSSL", String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)))
  }
}
