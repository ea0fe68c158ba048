extension ClientConfiguration {
  func codec(of request: Request) throws(InvalidRequest) -> any Codec {
    if let codec = request.codec { return codec }
    if request.codecKey == nil, let codec = plain?.codec { return codec }
    return try codecs.codec(named: request.codecKey)
  }
}
