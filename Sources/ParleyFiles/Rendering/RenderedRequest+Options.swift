internal import ParleyEngine

extension RenderedRequest {
  var transferOptions: TransferOptions {
    get throws {
      var result = TransferOptions()
      for field in OptionsDefinition.fields { try apply(field, to: &result) }
      let timeout = effective.options.timeout
      result.limitsEventStreams = timeout.value != nil && timeout.origin == .request
      result.limitsWholeTransfers = result.limitsEventStreams
      // One for authentication overrides one that is only an option.
      if case .certificate(let certificate) = auth { result.clientCertificate = certificate.forEngine }
      return result
    }
  }

  private func apply(_ field: OptionField, to engine: inout TransferOptions) throws {
    do throws(InvalidRequest) { try field.apply(options, &engine) } catch {
      throw RenderError.unfit(field: "The request", reason: error.reason)
    }
  }

  var destination: Destination {
    switch options.download?.value {
    case nil: .automatic
    case OptionsDefinition.temporary: .temporary
    case let path?: .file(path)
    }
  }
}

extension InvalidRequest {
  /// Its summary, as it goes on in a sentence.
  fileprivate var reason: String {
    summary.prefix(1).lowercased() + summary.dropFirst().prefix { $0 != "." }
  }
}
