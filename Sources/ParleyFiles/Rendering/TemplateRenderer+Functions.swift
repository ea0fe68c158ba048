internal import ParleyEngine
internal import ParleyText

extension TemplateRenderer {
  mutating func call(
    _ function: TemplateFunction, _ arguments: [Template.Expression], path: ValuePath
  ) async throws -> Value {
    var values: [Value] = []
    for argument in arguments { values.append(try await evaluate(argument)) }
    let argument = values.first?.text ?? ""
    let isSecret = values.contains(where: \.isSecret)
    switch function {
    case .uuid: return Value(json: .string(providers.uuid()), source: .function(.uuid))
    case .now: return Value(json: time(isUnix: argument == "unix"), source: .function(.now))
    case .base64:
      return Value(json: .string(Base64.encode(Array(argument.utf8))), source: .function(.base64), isSecret: isSecret)
    case .prompt, .secret:
      let answer = try await answer(to: PromptQuestion(name: argument, isSecret: function == .secret))
      return Value(json: .string(answer), source: scope.source(ofAnswer: argument), isSecret: function == .secret)
    case .response: return try await response(to: argument, path: path)
    }
  }

  private func time(isUnix: Bool) -> JSONValue {
    let now = providers.now()
    return isUnix ? .number(JSONNumber(now.unixSeconds)) : .string(now.iso8601)
  }

  private mutating func response(to request: String, path: ValuePath) async throws -> Value {
    let response = try await parsedResponse(to: request)
    do throws(ValuePathFailure) {
      let json = try path.resolve(in: response.body)
      return Value(
        json: json, source: .response(request, at: path, of: response.exchange),
        isSecret: response.isSecret && !response.secrets.part(at: path.counted(in: response.body)).isEmpty)
    } catch {
      throw RenderError.noValue(request: request, reason: error.description)
    }
  }

  private mutating func parsedResponse(to request: String) async throws -> ParsedResponse {
    if let known = responses[request] { return known }
    guard let response = await providers.response(request) else { throw RenderError.noResponse(request: request) }
    do throws(JSONSyntaxError) {
      let body = try JSONValue(parsing: response.body)
      let parsed = ParsedResponse(
        body: body, isSecret: response.isSecret,
        secrets: response.isSecret ? response.secretParts(of: body) : .none, exchange: response.exchange)
      responses[request] = parsed
      return parsed
    } catch {
      throw RenderError.noValue(request: request, reason: "it \(error.verdict).")
    }
  }
}
