internal import ParleyEngine
internal import ParleyFiles

/// The keys of Insomnia's exports, versions 4 and 5.
enum InsomniaKeys {
  private static let row = SourceKeys.kind("id name value description disabled type fileName multiline filePath")
  private static let body = SourceKeys.kind("mimeType text fileName", ["params": "row"])
  private static let rows = SourceKeys.keys("parameters headers pathParameters", "row")

  static let four = SourceKeys(kinds: [
    "export": SourceKeys.kind(
      "_type __export_format __export_date __export_source", ["resources": "resource"]),
    "resource": SourceKeys.kind(
      """
      _id _type parentId modified created name description url method authentication metaSortKey isPrivate environment
      environmentPropertyOrder data dataPropertyOrder color environmentType kvPairData scope preRequestScript
      afterResponseScript settingStoreCookies settingSendCookies settingDisableRenderRequestBody settingEncodeUrl
      settingRebuildPath settingFollowRedirects cookies fileName contentType contents path protoFileId protoMethodName
      metadata reflectionApi payload mode certificates key cert passphrase host pfx
      """, rows.merging(["body": "body"]) { $1 }),
    "body": body, "row": row,
  ])

  static let five = SourceKeys(kinds: [
    "collection": SourceKeys.kind(
      "type name meta schema_version cookieJar certificates", ["collection": "item", "environments": "environments"]),
    "environments": SourceKeys.kind(
      "name meta data dataPropertyOrder color kvPairData", ["subEnvironments": "environments"]),
    "item": SourceKeys.kind(
      """
      name meta url method authentication environment environmentPropertyOrder scripts protoFileId protoMethodName
      environmentType payload reflectionApi metadata description
      """, rows.merging(["children": "item", "body": "body", "settings": "settings"]) { $1 }),
    "settings": SourceKeys.kind("renderRequestBody encodeUrl followRedirects cookies rebuildPath"),
    "body": body, "row": row,
  ])

  static func unread(in document: JSONValue, version: Int) -> [ImportNote] {
    version == 5 ? five.unread(in: document, as: "collection") : four.unread(in: document, as: "export")
  }
}
