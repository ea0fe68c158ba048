extension Secrets {
  /// Looks where they stand in a request: a whole field that is one holds it.
  package func placed(in request: @autoclosure () -> SentRequest) -> Secrets { placed(in: RequestFields(request())) }
}

extension RequestFields {
  fileprivate init(_ request: SentRequest) {
    self.init(url: request.url, headers: request.headers, body: request.body)
  }
}
