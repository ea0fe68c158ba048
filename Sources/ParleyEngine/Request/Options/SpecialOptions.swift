/// The options that few requests ask for.
struct SpecialOptions: Sendable, Hashable {
  var verifiesCertificate = true
  var authorities: String?
  var clientCertificate: ClientCertificate?
  var proxy: Proxy?
  var httpVersion: HTTPVersion?
  var unixSocket: String?
  var acceptEncoding: String?
  var decompresses = true
  var maxBody: Int?
  var keepsBodyAtOrigin = false

  static let standard = SpecialOptions()

  /// They as one reference; equal where they are.
  final class Shared: Sendable, Hashable {
    let value: SpecialOptions

    init(_ value: SpecialOptions) {
      self.value = value
    }

    static func == (left: Shared, right: Shared) -> Bool {
      left === right || left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(value)
    }
  }
}
