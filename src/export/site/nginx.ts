import { isIP } from 'node:net';
import { readableDeskSlugs } from '#article/desk.ts';
import type { Publication } from '#config/config.ts';
import { ASSET_TYPES } from '#html/assets/assets.ts';
import {
  CACHE_CONTROL,
  HTML,
  IMMUTABLE,
  JSON_TYPE,
  LINK_FORMAT,
  MARKDOWN,
  SHARED_HEADERS,
} from '#http/cache/public-response.ts';

export type NginxSettings = {
  publication: Publication;
  /** The absolute path of the exported files. */
  folder: string;
  /** The address of the application: `127.0.0.1:3000`. */
  application: string;
  /** The address of nginx: `80` or `127.0.0.1:8080`. */
  listen: string;
  /** Headers of every HTML page, and of every response of another type. */
  pageHeaders: Record<string, string>;
  otherHeaders: Record<string, string>;
  /** Paths with one form, and its content type. */
  singles: Readonly<Record<string, string>>;
  /** Pages other than articles whose form `Accept` chooses. */
  pages: readonly string[];
  /** Bytes of the largest request that the application accepts. */
  largestBody: number;
  /** Whether nginx has `brotli_static`. */
  brotli: boolean;
};

/**
 * Makes an nginx server that serves the exported files, chooses the form by `Accept`, and asks the application for
 * everything else. When nginx cannot rank an `Accept` header (q values, two of our types), the application answers, so that
 * both answer alike; while the application is down, such a reader gets the HTML page.
 */
export function nginxConf(settings: NginxSettings): string {
  const { publication, folder, application, listen, singles, pages, largestBody, brotli } = settings;
  const slugs = readableDeskSlugs();
  const desks = slugs.join('|');
  const others = pages.filter((path) => path !== '/' && !slugs.some((desk) => path === `/${desk}`));
  const host = new URL(publication.baseUrl).hostname;
  const headers = (more: Record<string, string>) =>
    Object.entries({ ...SHARED_HEADERS, 'Cache-Control': CACHE_CONTROL, ...more })
      .map(([name, value]) => `    add_header ${name} "${value}" always;`)
      .join('\n');
  const { pageHeaders, otherHeaders } = settings;
  const page = headers(pageHeaders);
  const other = headers(otherHeaders);
  return `# ${publication.name}: the exported site. Include it inside http { }; made by: plumbline export --nginx
# Requests for ${host} get this server. Requests by another name or by an IP address get the default server of nginx: on
# Debian that is a welcome page; remove /etc/nginx/sites-enabled/default, or write default_server behind the address below.
# Check and load it with: nginx -t && nginx -s reload
# Put "pcre_jit on;" in the main part of nginx.conf, outside http { }: locations are then found at half the cost.
map $http_accept $plumbline_form {
    default                                        ask;
    ""                                             html;
    "*/*"                                          html;
    "text/html"                                    html;
    "text/markdown"                                markdown;
    "application/json"                             json;
    "~^text/html,application/xhtml"                html;
    "~^text/html(?:,\\s*\\*/\\*)?$"                   html;
    "~^text/markdown(?:,\\s*(?:text/html|text/plain|\\*/\\*)(?:;q=0\\.\\d+)?)*$" markdown;
    "~^application/json(?:,\\s*(?:text/plain|\\*/\\*))*$" json;
}
map $plumbline_form $plumbline_file { default ""; html html; markdown md; json json; }
map $request_uri $plumbline_path { default "/none"; "~^(?<plumbline_asked>(?:/[a-z0-9-]+)*/?)(?:\\?|$)" $plumbline_asked; }

${otherName(publication.baseUrl, listen)}upstream plumbline { server ${application}; keepalive 32; }

server {
    listen ${listen};
    server_name ${host};
    root ${folder};
    charset utf-8;
    charset_types text/markdown application/json text/plain text/css text/x-python application/xml application/rss+xml application/atom+xml application/feed+json image/svg+xml;
    recursive_error_pages on;
    types { text/html html; text/markdown md; application/json json; }
    gzip_static on;
    ${brotli ? 'brotli_static on;' : '# brotli_static on; # needs the module libnginx-mod-http-brotli-static; the files exist'}
    etag on;
    server_tokens off;
    client_max_body_size ${Math.ceil(largestBody / 1024 / 1024)}m;
    sendfile on;
    tcp_nopush on;
    open_file_cache max=10000 inactive=60s;
    open_file_cache_valid 1s;

    error_page 405 = @application;

    # The form is a folder, found without a second search: nginx opens one file, and its headers are constant.
    location = / { rewrite ^ /$plumbline_form/index.$plumbline_file last; }
    location ~ ^/(?:${desks})(?:/[a-z0-9-]+)?$ {
        error_page 418 = @application;
        if ($args ~ "(?:^|&)page=") { return 418; }
        rewrite ^ /$plumbline_form$uri.$plumbline_file last;
    }
    location ~ ^(?:${others.join('|')})$ {
        error_page 418 = @application;
        if ($args) { return 418; }
        rewrite ^ /$plumbline_form$uri.$plumbline_file last;
    }
${form('html', HTML, page)}
${form('markdown', MARKDOWN, other)}
${form('json', JSON_TYPE, other)}
    location ~ ^/(?:index|(?:${desks})(?:/[a-z0-9-]+)?)\\.md$ {
        error_page 418 = @application;
        if ($args ~ "(?:^|&)page=") { return 418; }
${other}
        try_files /markdown$uri @application;
    }
    location ~ ^/api/(?:v1/)?public/articles/((?:${desks})/[a-z0-9-]+)$ {
${other}
        try_files /json/$1.json @application;
    }
    location ~ ^/api/(?:v1/)?public/articles/((?:${desks})/[a-z0-9-]+)/(evidence|related)$ {
${other}
        types { } default_type application/json;
        try_files /files/api/public/articles/$1/$2.copy @application;
    }
    location ~ ^/api/(?:v1/)?public/markdown/((?:${desks})/[a-z0-9-]+)$ {
${other}
        try_files /markdown/$1.md @application;
    }
    # The page of a revision is asked of the application, which knows its time; its file is served while the application is down.
    location ~ ^/(?:${desks})/[a-z0-9-]+/r/timemap$ {
        charset off;
${other}
        types { } default_type '${LINK_FORMAT}';
        try_files /files$uri.copy @application;
    }
    location ~ ^/brief/[0-9-]+$ { rewrite ^ /$plumbline_form$uri.$plumbline_file last; }
    location ~ ^/brief/[0-9-]+\\.md$ {
${other}
        try_files /markdown$uri @application;
    }
    location ~ ^/api/v1/public/briefs/([0-9-]+)$ {
${other}
        try_files /json/brief/$1.json @application;
    }
${Object.entries(ASSET_TYPES)
  .map(([ending, type]) => asset(ending, type, headers({ ...otherHeaders, 'Cache-Control': IMMUTABLE })))
  .join('\n')}
${Object.entries(singles)
  .map(([path, type]) => single(path, type, type === 'text/html' ? page : other))
  .join('\n')}
    location / { try_files /@none @application; }
    location @application {
        proxy_pass http://plumbline$request_uri;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        error_page 502 504 = @page;
    }
    location @page { default_type text/html; try_files /html$plumbline_path.html /html$plumbline_path/index.html =502; }
}
`;
}

/** Redirects the name with `www.`, or without it when the site has it. */
function otherName(baseUrl: string, listen: string): string {
  const { hostname } = new URL(baseUrl);
  if (!hostname.includes('.') || isIP(hostname) !== 0) return '';
  const other = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
  return `server {
    listen ${listen};
    server_name ${other};
    return 301 ${baseUrl}$request_uri;
}

`;
}

/** The exported files of one form. A request that names this folder itself goes to the application. */
function form(folder: string, type: string, headers: string): string {
  return `    location ^~ /${folder}/ {
        internal;
        charset off;
        types { } default_type '${type}';
        log_not_found off;
        error_page 404 405 = @application;
${headers}
    }`;
}

/** Files whose name contains the hash of their content. The application answers for a hash that was never exported. */
function asset(ending: string, type: string, headers: string): string {
  return `    location ~ ^/static/[a-z0-9-]+\\.[0-9a-f]+\\.${ending}$ {
        charset off;
        types { } default_type '${type}';
${headers}
        try_files /files$uri.copy @application;
    }`;
}

function single(path: string, type: string, headers: string): string {
  return `    location = ${path} {
        types { } default_type '${type}';
${headers}
        error_page 418 = @application;
        if ($args) { return 418; }
        try_files /files$uri.copy @application;
    }`;
}
