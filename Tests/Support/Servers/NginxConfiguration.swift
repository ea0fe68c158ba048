import Glibc

/// What nginx reads at its start.
struct NginxConfiguration {
  let directory: TemporaryDirectory
  /// HTTP, then HTTPS.
  let ports: [UInt16]
  let certificate: Certificate?
  let http2: Bool
  let gzip: Bool
  let locations: String

  var text: String {
    """
    daemon off;
    \(userLine)
    worker_processes 1;
    pid \(directory.path("nginx.pid"));
    error_log \(directory.path("errors.log"));
    events { worker_connections 1024; }
    http {
      access_log off;
      \(temporaryFolders)
      types { text/plain txt; text/html html; application/json json; image/png png; }
      default_type application/octet-stream;
      client_max_body_size 0;
      keepalive_requests 1000000;
      sendfile on;
      tcp_nopush on;
      gzip \(gzip ? "on" : "off");
      gzip_types *;
      gzip_min_length 1;
      gzip_http_version 1.0;
      server {
        listen 127.0.0.1:\(ports[0]);
        \(tlsLines)
        root \(directory.path("files"));
        location = /ok { default_type text/plain; return 200 "ok\\n"; }
        location = /small.json { default_type application/json; return 200 '{"ok":true,"number":12345678901234567890}'; }
        location = /protocol { default_type text/plain; return 200 $server_protocol; }
        location = /redirect { absolute_redirect off; return 302 /ok; }
        \(locations)
      }
    }

    """
  }

  /// As root the worker would become somebody who may not read the temporary folder.
  private var userLine: String { getuid() == 0 ? "user root;" : "" }

  private var temporaryFolders: String {
    ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(directory.path("temporary-\($0)"));" }
      .joined(separator: "\n  ")
  }

  private var tlsLines: String {
    guard let certificate, ports.count > 1 else { return "" }
    return """
      listen 127.0.0.1:\(ports[1]) ssl\(http2 ? " http2" : "");
          ssl_certificate \(certificate.file);
          ssl_certificate_key \(certificate.keyFile);
      """
  }
}
