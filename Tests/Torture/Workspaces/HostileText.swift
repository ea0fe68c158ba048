/// Texts that mean ill.
enum HostileText {
  /// What a terminal would obey; each would leave the marker somewhere.
  static let escapes = [
    "\u{1B}]0;\(EscapeReader.marker)\u{7}", "\u{1B}]2;\(EscapeReader.marker)\u{7}",
    "\u{1B}]52;c;\(EscapeReader.marker)\u{7}", "\u{1B}]8;;http://\(EscapeReader.marker)/\u{1B}\\a\u{1B}]8;;\u{1B}\\",
    "\u{1B}P1$r\(EscapeReader.marker)\u{1B}\\", "\u{1B}[6n", "\u{1B}[c", "\u{1B}[21t",
    "\u{1B}_\(EscapeReader.marker)\u{1B}\\",
    "\u{9B}6n", "\u{9D}0;\(EscapeReader.marker)\u{9C}", "\u{202E}\(EscapeReader.marker)\u{2066}", "\u{7F}\u{0}\u{8}",
    "\u{200B}\u{200D}\u{FEFF}", "a" + String(repeating: "\u{301}", count: 400),
  ]

  static func random(_ trial: Trial) -> String {
    (0...trial.int(0..<4)).map { _ in trial.pick(escapes + ["plain", " ", "é", "e\u{301}", "{{x}}"]) }.joined()
  }

  /// A text as YAML takes it, with every character escaped.
  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    return "\"\(escaped.joined())\""
  }
}
