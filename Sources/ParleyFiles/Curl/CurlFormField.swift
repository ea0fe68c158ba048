import ParleyText

/// One `--form` of a curl command: `name=text`, `name=@file` or `name=<file`, with `;type=` and `;filename=` behind.
struct CurlFormField {
  let name: String
  private let content: String
  private let isLiteral: Bool

  init(_ field: CurlArguments.FormField) {
    let mark = field.text.firstIndex(of: "=") ?? field.text.endIndex
    name = String(field.text[..<mark])
    content = String(field.text[mark...].dropFirst())
    isLiteral = field.isLiteral
  }

  /// `nil` where it has no name, or takes its text out of a file.
  func part(screening credentials: inout CredentialRedactor, _ paths: ImportedPaths) -> PartDefinition? {
    guard !name.isEmpty, !name.hasTemplateMark else { return nil }
    if isLiteral { return PartDefinition(name, .text(credentials.screen(name, content))) }
    let pieces = content.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let settings = pieces.dropFirst().map { $0.trimmingBlanks }
    guard settings.allSatisfy({ $0.hasPrefix("type=") || $0.hasPrefix("filename=") }) else {
      return content.hasPrefix("@") ? nil : PartDefinition(name, .text(credentials.screen(name, content)))
    }
    return part(
      pieces[0], type: settings.value(of: "type"), fileName: settings.value(of: "filename"), &credentials, paths)
  }

  private func part(
    _ text: String, type: String?, fileName: String?, _ credentials: inout CredentialRedactor, _ paths: ImportedPaths
  ) -> PartDefinition? {
    switch text.first {
    case "<": nil
    case "@":
      PartDefinition(
        name, .file(paths.located(text.dropFirst().unquoted).value), type: type, fileName: fileName)
    default: PartDefinition(name, .text(credentials.screen(name, text)), type: type, fileName: fileName)
    }
  }
}

extension [String] {
  fileprivate func value(of setting: String) -> String? {
    first { $0.hasPrefix(setting + "=") }.map { TemplateEscape.escaped($0.dropFirst(setting.count + 1).unquoted) }
  }
}

extension StringProtocol {
  fileprivate var unquoted: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : String(self)
  }

  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
