package import WorkbenchServices

/// One request: its file and its draft, and sending it.
package struct LiveRequests: RequestServices, LiveOwner {
  let live: LiveServices

  package var signIns: SignIns { live.signIns }
}
