extension String {
  /// With what stands between its templates encoded.
  package func encodedBetweenTemplates(_ encode: (String) -> String) -> String {
    TemplateText(self).segments.map { segment in
      switch segment {
      case .literal(let text): encode(text)
      case .template(let template): "{{\(template.text)}}"
      }
    }.joined()
  }
}
