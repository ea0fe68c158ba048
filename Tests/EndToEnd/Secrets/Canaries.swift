import Foundation
import TestSupport

/// Secrets that nobody could have by chance, one for every way in which a secret comes into the program, with what is special in
/// URLs, JSON and shells in them; and the search for them.
enum Canaries {
  static let asked = "canary-asked it's \"1\"/+&#é"
  static let variable = "canary-variable it's \"2\"/+&#é"
  static let printed = "canary-printed it's \"3\"/+&#é"
  static let password = "canary-password it's \"4\"/+&#é"
  static let key = "canary-key it's \"5\"/+&#é"
  static let clientSecret = "canary-client it's \"6\"/+&#"
  static let passphrase = "canary-passphrase it's \"7\"/+&#é"
  /// What a server gives.
  static let token = "canary-token-of-the-server-8"
  static let captured = "canary-captured it's \"9\"/+&#é"
  static let cookie = "canary-cookie-of-the-jar-10"

  static let all = [
    asked, variable, printed, password, key, clientSecret, passphrase, token, captured, cookie,
  ]

  /// As others may write them: as they are, in base64, in a URL once and twice, in a form, in JSON, in a shell's quotes, in XML.
  private static let forms: [(canary: String, bytes: [UInt8])] = all.flatMap { canary in
    let encoded = percent(canary)
    let written = [
      canary, Data(canary.utf8).base64EncodedString(), encoded, percent(encoded), encoded.lowercased(),
      encoded.replacing("%20", with: "+"), json(canary), json(json(canary)), canary.replacing("'", with: "'\\''"),
      canary.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"),
      // Inside of something longer: what base64 makes of it in the middle.
      String(Data("ada:\(canary)".utf8).base64EncodedString().dropFirst(8).prefix(16)),
    ]
    return Set(written).map { (canary, Array($0.utf8)) }
  }

  /// The canaries that stand in bytes, in whatever form.
  static func found(in bytes: [UInt8]) -> [String] {
    forms.filter { bytes.holds($0.bytes) }.map {
      "\($0.canary) as \(String(decoding: $0.bytes, as: UTF8.self))"
    }
  }

  /// The files below a folder in which one stands.
  static func found(below folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.flatMap { file -> [String] in
      guard let bytes = try? readFile("\(folder)/\(file)") else { return [] }
      return found(in: bytes).map { "\(file): \($0)" }
    }
  }

  private static func percent(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
      .map { $0.replacing("é", with: "%C3%A9") } ?? ""
  }

  private static func json(_ text: String) -> String {
    let bytes = (try? JSONEncoder().encode([text])) ?? Data()
    return String(String(decoding: bytes, as: UTF8.self).dropFirst(2).dropLast(2)).replacing("\\/", with: "/")
  }
}
