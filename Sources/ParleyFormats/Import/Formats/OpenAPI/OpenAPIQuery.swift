internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The query parameters of an operation on their way into a request.
///
/// Most become rows. Values with commas between them are rows of one name in the style `comma`, as long as no other
/// list of the request is exploded; otherwise, and where reserved characters stay as they are, the whole parameter stands in the URL.
struct OpenAPIQuery {
  fileprivate struct Parameter {
    let name: String
    let fields: [ParameterStyle.Field]
    let style: ParameterStyle
    let isOn: Bool
  }

  private var parameters: [Parameter] = []

  mutating func add(_ name: String, _ fields: [ParameterStyle.Field], _ style: ParameterStyle, isOn: Bool) {
    parameters.append(Parameter(name: name, fields: fields, style: style, isOn: isOn))
  }

  /// - Returns: what is sent in another way, in sentences.
  func apply(to request: inout RequestDefinition) -> [String] {
    let fields = parameters.flatMap(\.fields)
    let hasCommas = fields.contains { $0.values.count > 1 }
    let areCommaRows = hasCommas && !fields.contains(where: \.isOfList)
    if areCommaRows { request.queryStyle = Located(.comma) }
    var (inURL, notes) = ([String](), [String]())
    for parameter in parameters {
      if parameter.fields.isEmpty { request.query.append(Row(parameter.name, "", isOn: false)) }
      let others = parameter.fields.filter { !parameter.isRow($0, withCommas: areCommaRows) }
      if parameter.isOn, !others.isEmpty {
        inURL += parameter.fields.map(parameter.text)
        continue
      }
      for field in parameter.fields {
        let values =
          parameter.isRow(field, withCommas: areCommaRows) ? field.values : [field.values.joined(separator: ",")]
        request.query += values.map { Row(field.name, TemplateEscape.escaped($0), isOn: parameter.isOn) }
      }
      for name in others.map(\.name).withoutRepeats {
        notes.append(
          "The query parameter \(Printable.quoted(name)) is optional: switched on, its reserved characters are sent encoded. To send them as they are, write it into the URL."
        )
      }
    }
    if !inURL.isEmpty {
      let mark = request.url.value.contains("?") ? "&" : "?"
      request.url = Located(request.url.value + mark + TemplateEscape.escaped(inURL.joined(separator: "&")))
    }
    return notes
  }
}

extension OpenAPIQuery.Parameter {
  /// Whether rows are sent as the standard says.
  fileprivate func isRow(_ field: ParameterStyle.Field, withCommas: Bool) -> Bool {
    (field.values.count == 1 || withCommas) && !hasReserved(field)
  }

  /// Whether characters of the value stay that a row would encode.
  private func hasReserved(_ field: ParameterStyle.Field) -> Bool {
    style.allowsReserved && field.values.contains { !WrittenText.isExact($0) }
  }

  fileprivate func text(of field: ParameterStyle.Field) -> String {
    let values = field.values.map { value in
      style.allowsReserved ? value.replacing("#", with: "%23").replacing("&", with: "%26") : PercentText.encoded(value)
    }
    let name = PercentText.encoded(field.name) { $0.isLetterOrDigit || "-._~[]".utf8.contains($0) }
    return "\(name)=\(values.joined(separator: ","))"
  }
}
