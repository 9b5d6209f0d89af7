/** nginx with one worker, set up for static files as its guides advise: sendfile, open files cached, no access log. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the configuration and gives the command that runs it. */
export function nginxCommand(folder: string, root: string, port: number): string[] {
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr error;
events { worker_connections 1024; }
http {
  default_type text/markdown;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=20000 inactive=600s;
  open_file_cache_valid 600s;
  client_body_temp_path ${join(folder, 'nginx-body')};
  proxy_temp_path ${join(folder, 'nginx-proxy')};
  fastcgi_temp_path ${join(folder, 'nginx-fastcgi')};
  uwsgi_temp_path ${join(folder, 'nginx-uwsgi')};
  scgi_temp_path ${join(folder, 'nginx-scgi')};
  server { listen 127.0.0.1:${port} reuseport backlog=1024; root ${root}; }
}
`,
  );
  return ['nginx', '-c', file, '-p', folder];
}
