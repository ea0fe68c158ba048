internal import ParleyEngine
internal import ParleyText
internal import SystemCalls

/// The reason why the mock server does not start.
package enum MockServerError: ExplainedError, Equatable {
  case noAddress(host: String, port: UInt16, reason: String)
  case badUpstream(String)

  package var code: String {
    switch self {
    case .noAddress: "mock.noAddress"
    case .badUpstream: "mock.badUpstream"
    }
  }

  package var summary: String {
    switch self {
    case .noAddress(let host, let port, let reason):
      "The mock server cannot listen on \(Printable.text(host)):\(port): \(reason)."
    case .badUpstream(let text): "\(Printable.quoted(text)) is not the address of a server."
    }
  }

  package var advice: String? {
    switch self {
    case .noAddress:
      "Choose another port with --port, any free one with --port 0, or an address of this machine with --host."
    case .badUpstream: "Give a URL such as https://api.example.com/v1, or the name of a server in parley.yaml."
    }
  }
}
