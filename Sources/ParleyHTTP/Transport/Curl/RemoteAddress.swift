import Glibc

/// The address of a server as libcurl says it, and as a response shows it. One connection brings many responses.
struct RemoteAddress {
  let text: String
  private let host: [CChar]
  private let port: Int

  init(_ host: UnsafePointer<CChar>, _ port: Int) {
    let name = String(cString: host)
    text = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]:\(port)" : "\(name):\(port)"
    self.host = Array(UnsafeBufferPointer(start: host, count: strlen(host) + 1))
    self.port = port
  }

  func isAt(_ host: UnsafePointer<CChar>, _ port: Int) -> Bool {
    self.port == port && strcmp(self.host, host) == 0
  }
}
