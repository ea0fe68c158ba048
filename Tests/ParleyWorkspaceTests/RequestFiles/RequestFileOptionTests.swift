import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Options in a request's file", .timeLimit(.minutes(2)))
struct RequestFileOptionTests {
  @Test("Each is what the engine is told")
  func everything() async throws {
    let folder = try SampleWorkspace("servers: { api: { url: 'http://h', tls: { verify: false, ca: ca.pem } } }\n")
    let options = try await folder.render(
      """
      url: /
      options:
        timeout: 7s
        connectTimeout: 1s
        redirects: 2
        certificate: { file: me.pem, key: me.key, passphrase: open }
        proxy: socks5://ada:pw@p:1081
        httpVersion: 1.0
        decompress: false
        maxBody: 1.5 MB
        cookies: false
      """
    ).request.options
    #expect(options.timeout == .seconds(7) && options.connectTimeout == .seconds(1) && options.redirects == 2)
    #expect(!options.verifiesCertificate && !options.decompresses && !options.usesCookies)
    #expect(options.maxBody == 1_500_000)
    #expect(options.authorities?.hasSuffix("/ca.pem") == true)
    #expect(options.clientCertificate?.file.hasSuffix("/me.pem") == true)
    #expect(options.clientCertificate?.passphrase == "open")
    #expect(options.proxy == Proxy(.socks5, host: "p", port: 1081, user: "ada", password: "pw"))
    #expect(options.httpVersion == .http1_0)
  }

  @Test("Nothing said is as the engine has it")
  func standard() async throws {
    #expect(try await SampleWorkspace().render("url: /\n").request.options == TransferOptions())
    let none = "url: http://h/\noptions: { proxy: none, httpVersion: auto }\n"
    #expect(
      try await SampleWorkspace("defaults: { options: { proxy: 'http://p' } }\n").render(none).request.options.proxy
        == nil)
  }

  @Test("A proxy that is none is told without its password")
  func proxy() async throws {
    let error = await #expect(throws: RenderError.self) {
      _ = try await SampleWorkspace().render("url: http://h/\noptions: { proxy: 'gopher://a:hunter22@b' }\n")
    }
    #expect(error?.code == "render.unfit")
    #expect(error?.summary.contains("hunter22") == false)
  }

  @Test("A certificate under auth overrides one under options")
  func certificates() async throws {
    let rendered = try await SampleWorkspace().render(
      "url: http://h/\nauth: { certificate: { file: auth.pem } }\noptions: { certificate: { file: option.pem } }\n")
    #expect(rendered.request.options.clientCertificate?.file.hasSuffix("/auth.pem") == true)
  }
}
