/// Text from elsewhere as a template that yields exactly it.
enum TemplateEscape {
  static func escaped(_ text: String) -> String {
    text.contains("{{") ? text.replacing("{{", with: "{{'{{'}}") : text
  }
}
