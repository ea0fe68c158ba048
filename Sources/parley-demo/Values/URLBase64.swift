import FoundationEssentials

/// Base64 for URLs, without padding (RFC 4648 §5).
enum URLBase64 {
  static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
