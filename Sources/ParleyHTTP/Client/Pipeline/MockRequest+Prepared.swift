extension MockRequest {
  init(_ prepared: PreparedRequest, defaultServer: String?) {
    method = prepared.methodName
    url = prepared.url
    server = prepared.server
    serverAddress = prepared.serverAddress
    isOnDefaultServer = prepared.server == nil || prepared.server == defaultServer
    template = prepared.request.endpoint
    headers = prepared.forTransport.headers
    model = prepared.request.model
    body = prepared.forTransport.body
    isWebSocket = prepared.forTransport.webSocket != nil
    path = URLText.path(of: prepared.url, below: prepared.serverAddress)
  }
}
