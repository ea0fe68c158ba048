internal import ParleyEngine

extension RenderedRequest {
  var transferOptions: TransferOptions {
    get throws {
      var result = TransferOptions()
      for field in OptionsDefinition.fields { try field.apply(options, &result) }
      let timeout = effective.options.timeout
      result.limitsEventStreams = timeout.value != nil && timeout.origin == .request
      result.limitsWholeTransfers = result.limitsEventStreams
      // One for authentication overrides one that is only an option.
      if case .certificate(let certificate) = auth { result.clientCertificate = certificate.forEngine }
      return result
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
