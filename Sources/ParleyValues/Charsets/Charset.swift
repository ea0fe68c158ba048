/// An encoding of text other than UTF-8.
package struct Charset: Sendable, Hashable {
  /// For people, as the sender names it: `shift_jis`, `latin-1`.
  package let name: String
  /// As iconv knows it.
  let converter: String

  /// The encoding that a label names, which need not be one that iconv knows; nil for UTF-8 and for what is no label.
  init?(label: String) {
    let label = label.lowercased()
    guard !label.isEmpty, label.utf8.count <= Self.longestLabel, label.utf8.allSatisfy(Self.mayStandInLabel),
      !Self.ofUTF8.contains(label), !Self.ofThisMachine.contains(label)
    else { return nil }
    name = Self.latin1.contains(label) ? "latin-1" : label
    converter = Self.converter(of: label)
  }

  init(name: String, converter: String) {
    (self.name, self.converter) = (name, converter)
  }

  /// Whether its text can be taken up only at the beginning of a line.
  var isStateful: Bool { converter.hasPrefix("ISO-2022") || converter == "UTF-7" }

  /// How many bytes a unit of it has.
  var unit: Int { converter.hasPrefix("UTF-16") ? 2 : converter.hasPrefix("UTF-32") ? 4 : 1 }

  /// The same with the order of bytes that a text without a mark has, which the zero bytes of its ASCII show. RFC 2781 §4.3 says
  /// big-endian where nothing else does.
  func ordered(by head: [UInt8]) -> Charset {
    guard converter == "UTF-16" || converter == "UTF-32" else { return self }
    let zeros = head.indices.filter { head[$0] == 0 }
    let (first, last) = (zeros.count { $0 % unit == 0 }, zeros.count { $0 % unit == unit - 1 })
    return Charset(name: name, converter: converter + (last > first ? "LE" : "BE"))
  }

  static let utf16LE = Charset(name: "utf-16le", converter: "UTF-16LE")
  static let utf16BE = Charset(name: "utf-16be", converter: "UTF-16BE")
  static let utf32LE = Charset(name: "utf-32le", converter: "UTF-32LE")
  static let utf32BE = Charset(name: "utf-32be", converter: "UTF-32BE")
}

// Labels, most of them as https://encoding.spec.whatwg.org/#names-and-labels reads them: what is called by the name of a small
// encoding mostly is the larger one that programs write.
extension Charset {
  private static let longestLabel = 40

  private static func mayStandInLabel(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_.:+()".utf8.contains(byte)
  }

  private static let ofUTF8: Set<String> = ["utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8", "unicode20utf8"]
  /// Names that mean something of this machine's to iconv.
  private static let ofThisMachine: Set<String> = ["char", "wchar_t", "internal"]
  private static let latin1: Set<String> = [
    "iso-8859-1", "latin1", "latin-1", "l1", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "cp819",
    "ibm819",
  ]

  private static func converter(of label: String) -> String {
    if latin1.contains(label) { return "WINDOWS-1252" }
    if let known = converters[label] { return known }
    let name = label.hasPrefix("x-") ? String(label.dropFirst(2)) : label
    return (converters[name] ?? name).uppercased()
  }

  private static let converters: [String: String] = {
    let groups: [(String, [String])] = [
      ("WINDOWS-1252", ["windows-1252", "cp1252", "ascii", "us-ascii", "ansi_x3.4-1968", "user-defined"]),
      ("WINDOWS-1254", ["windows-1254", "cp1254", "iso-8859-9", "iso8859-9", "iso_8859-9", "latin5", "l5"]),
      ("CP874", ["windows-874", "tis-620", "iso-8859-11", "dos-874"]),
      ("CP932", ["shift_jis", "shift-jis", "sjis", "ms_kanji", "windows-31j", "csshiftjis", "ms932", "cp932"]),
      ("EUC-JP-MS", ["euc-jp", "euc_jp", "eucjp", "cseucpkdfmtjapanese"]),
      (
        "UHC",
        [
          "euc-kr", "euc_kr", "euckr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "korean",
          "windows-949", "cp949",
        ]
      ),
      (
        "GB18030",
        ["gbk", "gb2312", "gb_2312", "gb_2312-80", "gb18030", "chinese", "csgb2312", "euc-cn", "cp936", "windows-936"]
      ),
      ("BIG5-HKSCS", ["big5", "big-5", "cn-big5", "csbig5", "big5-hkscs", "x-big5", "cp950"]),
      ("KOI8-R", ["koi8-r", "koi8_r", "koi", "koi8", "cskoi8r"]), ("KOI8-U", ["koi8-u", "koi8-ru"]),
      ("ISO-8859-8", ["iso-8859-8-i", "iso-8859-8-e", "logical", "visual", "hebrew"]),
      ("MACINTOSH", ["macintosh", "mac", "mac-roman", "macroman"]), ("MAC-UK", ["mac-cyrillic", "mac-ukrainian"]),
      ("UTF-16", ["utf-16", "utf16", "unicode", "ucs-2", "iso-10646-ucs-2", "csunicode"]),
      ("UTF-16LE", ["utf-16le", "utf16le", "unicodefeff", "ucs-2le"]),
      ("UTF-16BE", ["utf-16be", "utf16be", "unicodefffe", "ucs-2be"]),
      ("UTF-32", ["utf-32", "utf32", "ucs-4", "iso-10646-ucs-4"]),
      ("UTF-32LE", ["utf-32le", "utf32le", "ucs-4le"]), ("UTF-32BE", ["utf-32be", "utf32be", "ucs-4be"]),
    ]
    return Dictionary(uniqueKeysWithValues: groups.flatMap { name, labels in labels.map { ($0, name) } })
  }()
}
