internal import CPCRE2

/// The library of the system that matches regular expressions, as it is while the program runs.
package enum JQLibraries {
  package static var pcre2: (name: String, version: String) {
    let length = Int(pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil))
    // `10.42 2022-12-11`: the number is enough.
    guard length > 0 else { return ("PCRE2", "") }
    let text = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), buffer.baseAddress)
      count = length
    }
    return ("PCRE2", String(decoding: text.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }, as: UTF8.self))
  }
}
