import ParleyEditing
import ParleyFiles
import ParleyFormats

/// Curl commands as people paste them.
enum CurlFuzz: Fuzz {
  static let name = "fuzz-curl"
  static let summary = "pasted curl commands, made into request files"

  static let seeds = [
    #"curl 'https://example.com/a?b=c' -H 'Accept: text/csv' --data-raw $'{"a":"\u0041\n"}' --compressed -k -L"#,
    "curl -X POST https://ada:pw@example.com/ -u ada:secret -F 'file=@a.png;type=image/png' -F b=c -b 'a=b; c=d'",
    "$ curl \\\n  --request PUT \\\n  --url http://localhost:8080/x \\\n  --header \"Authorization: Bearer abc\" -d @f -G",
    "curl.exe --aws-sigv4 aws:amz:eu:s3 --user k:s https://s3/ -x http://u:p@proxy:1 --cert a.pem:pw -m 3 --retry 2",
    "curl -sSfLo out https://a/ -A 'agent' -e ref --http2 --json '{\"a\":1}' --url-query a=b",
  ].map { Array($0.utf8) }

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    let text = String(decoding: input, as: UTF8.self)
    guard let command = try? CurlCommand(text, in: "/home/ada", forWorkspaceAt: "/home/ada/shop") else { return nil }
    do throws(SaveError) {
      let file = try RequestFile.text(of: command.request)
      return RequestFile(reading: file).definition == command.request
        ? nil : "its file says something else: \(String(decoding: file, as: UTF8.self))"
    } catch {
      return error.canBeRewritten ? "its file cannot be written: \(error)" : nil
    }
  }
}
