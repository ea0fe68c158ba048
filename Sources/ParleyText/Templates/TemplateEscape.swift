/// Text from elsewhere as a template that yields exactly it.
package enum TemplateEscape {
  package static func escaped(_ text: String) -> String {
    text.contains("{{") ? text.replacing("{{", with: "{{'{{'}}") : text
  }
}
