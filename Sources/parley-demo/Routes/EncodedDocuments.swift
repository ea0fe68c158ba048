import ParleyEngine

/// Documents made beforehand, so that the demo needs neither a compressor nor a painter.
enum EncodedDocuments {
  /// A JSON document of 3,589 bytes in 314, as `gzip -9` makes it.
  static let gzip = decoded(
    """
    H4sIAAAAAAACA7XXQW7CMBAF0D2nGGWdVvEMtMAW9QTtrurCBJNYBLvCjhBF3L1j9wr9m1h/bP2s3mLuC6KmjwfXbIm7ri0xZZvn
    pIMmzX3vUmrq+OLSPGUd3zVpnnxw5dVnjTroDNHH6BOVG9Iz6hGPdLbhRnm0maYYT2Qnf3ItXUffj+XVtdwMP/67hCHGA9n8XH/5
    18qQVoG0LiGtK0jrC6T1FdK6hrRuEK2mg7RCbBmILQOxZSC2DMSWgdgyEFsGYstAbDHEFkNsMcQWQ2wxxBZDbDHEFkNsMcQWQ2wJ
    xJZAbAnElkBsCcSWQGwJxJZAbAnElkBsLf/TVi390u+jrmVnXdDsUPa35t2FTFefR9rFkDU8vQXd7XwYtrWmJVmtN7S/ZZdo747x
    4rTusfgF7D+kegUOAAA=
    """)

  /// A sun over the sea, 48 by 32 pixels in four colours.
  static let image = decoded(
    """
    iVBORw0KGgoAAAANSUhEUgAAADAAAAAgAgMAAAApuhOPAAAADFBMVEUUKFooPG48UIL6vjx53bctAAAAXElEQVR42mNgoD6w/49g
    M////wHO4f///w+Sqv8IdUD2/wMgRmhoaDiI8xXIwODEgzh/acLBYekqIABxXgFpMGc/kLMKxln///8/OGf1//+/4BygulUIDhSQ
    wwEASjW0YwPJR0AAAAAASUVORK5CYII=
    """)

  /// Empty if the text were not base64; the tests look.
  private static func decoded(_ base64: String) -> [UInt8] {
    Base64Text(base64.filter { !$0.isNewline })?.bytes ?? []
  }
}
