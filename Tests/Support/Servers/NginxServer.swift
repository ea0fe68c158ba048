import Glibc

/// nginx on loopback, with HTTP, and HTTPS by a certificate of its own.
///
/// | location | response |
/// |---|---|
/// | `/ok` | `ok`, as text |
/// | `/small.json` | a small JSON object |
/// | `/protocol` | the protocol's name: `HTTP/1.1`, `HTTP/2.0` |
/// | `/redirect` | 302 to `/ok` |
/// | all others | files from ``files``, with ETag, Last-Modified and ranges |
///
/// It begins with listening sockets that are bound already, so there is no race for a port, and the first request
/// waits in the kernel until nginx takes it.
public final class NginxServer: Sendable {
  public let port: UInt16
  /// nil without TLS.
  public let tlsPort: UInt16?
  public let files: FileStore
  private let directory: TemporaryDirectory
  private let process: ChildProcess

  private init(_ sockets: [LoopbackSocket], _ directory: TemporaryDirectory, _ process: ChildProcess) {
    port = sockets[0].port
    tlsPort = sockets.dropFirst().first?.port
    self.directory = directory
    self.process = process
    files = FileStore(directory: directory)
  }

  /// The folder nginx serves.
  public struct FileStore: Sendable {
    let directory: TemporaryDirectory

    /// Serves these bytes at `/name`.
    public func write(_ bytes: [UInt8], to name: String) throws { try directory.write(bytes, to: "files/\(name)") }

    public func write(_ text: String, to name: String) throws { try directory.write(text, to: "files/\(name)") }

    /// The folder's full path.
    public var path: String { directory.path("files") }
  }
}

extension NginxServer {
  /// - Parameters:
  ///   - tls: Whether there is an HTTPS port as well.
  ///   - http2: Whether it offers HTTP/2 by ALPN.
  ///   - gzip: Whether responses are compressed for clients that take it.
  ///   - hosts: The names and addresses the certificate is for.
  ///   - locations: More lines for the configuration's `server` block.
  /// - Throws: ``SupportError`` naming the package to install, or with nginx's own words.
  public static func start(
    tls: Bool = true, http2: Bool = true, gzip: Bool = true, hosts: [String] = ["localhost", "127.0.0.1"],
    locations: String = ""
  ) async throws -> NginxServer {
    try await blocking {
      let directory = try TemporaryDirectory()
      let sockets = try (0..<(tls ? 2 : 1)).map { _ in try LoopbackSocket.listening() }
      let certificate = tls ? try Certificate.make(in: directory, hosts: hosts) : nil
      let configuration = NginxConfiguration(
        directory: directory, ports: sockets.map(\.port), certificate: certificate, http2: http2, gzip: gzip,
        locations: locations)
      try directory.write("Hello from nginx.\n", to: "files/hello.txt")
      try directory.write(configuration.text, to: "nginx.conf")
      return try start(sockets, in: directory)
    }
  }

  /// Hands the sockets over as nginx does when it replaces itself: numbers in the variable `NGINX`.
  private static func start(_ sockets: [LoopbackSocket], in directory: TemporaryDirectory) throws -> NginxServer {
    let numbers = sockets.indices.map { "\(3 + $0);" }.joined()
    let process = try Guardian.start(
      try Executables.installed("nginx", package: "nginx"),
      ["-p", directory.path, "-c", directory.path("nginx.conf"), "-e", directory.path("errors.log")],
      environment: ["NGINX": numbers], handing: sockets, errorFile: directory.path("errors.log"))
    let server = NginxServer(sockets, directory, process)
    for socket in sockets { socket.letGo() }
    try Readiness.wait(for: process, port: server.port, path: "/ok")
    return server
  }

  /// `http://127.0.0.1:PORT`, without a path.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// `https://localhost:PORT`, without a path; nil without TLS.
  public var tlsURL: String? { tlsPort.map { "https://localhost:\($0)" } }

  /// A PEM file: who trusts it trusts the server's certificate.
  public var authorityFile: String { directory.path(Certificate.certificateFile) }

  public func stop() { process.stop() }
}

/// Runs `body` with an nginx that lives as long.
@discardableResult
public func withNginxServer<Result>(
  tls: Bool = true, http2: Bool = true, gzip: Bool = true, locations: String = "",
  body: (NginxServer) async throws -> Result
) async throws -> Result {
  let server = try await NginxServer.start(tls: tls, http2: http2, gzip: gzip, locations: locations)
  defer { server.stop() }
  return try await body(server)
}
