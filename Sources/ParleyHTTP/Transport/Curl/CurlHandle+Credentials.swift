import HTTPTypes

// Authentication that the transport performs itself.
extension TransportRequest {
  /// With those of a signature, which is made again for each hop.
  var signedHeaders: HTTPFields {
    guard case .awsSigV4(let keys) = credentials else { return headers }
    return AWSRequestSignature(of: self, by: keys, at: .now()).headers
  }
}
