import type { Publication } from '#runtime/config/config.ts';

/** The settings with which Hugo and Jekyll build an export as it is: `hugo -s FOLDER`, `jekyll build -s FOLDER`. */
export function siteBuilders({ name, description, baseUrl, language }: Publication): [path: string, text: string][] {
  return [
    [
      'hugo.toml',
      `baseURL = ${JSON.stringify(`${baseUrl}/`)}
title = ${JSON.stringify(name)}
languageCode = ${JSON.stringify(language)}
contentDir = "articles"

[[module.mounts]]
source = "articles"
target = "content"

[[module.mounts]]
source = "media"
target = "static/media"

[[module.mounts]]
source = "layouts"
target = "layouts"
`,
    ],
    [
      '_config.yml',
      `title: ${JSON.stringify(name)}
description: ${JSON.stringify(description)}
url: ${JSON.stringify(baseUrl)}
lang: ${JSON.stringify(language)}
exclude: [private, manifest.json, hugo.toml, redirects.nginx, Caddyfile.redirects]
`,
    ],
  ];
}
