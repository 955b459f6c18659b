import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Configurations of other programs as the documents print them, with the addresses of this run.

export function readBlock(language: string, begins: string, page = 'deployment.md'): string {
  const docs = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', page), 'utf8');
  const found = docs.split(`\`\`\`${language}\n`).find((part) => part.startsWith(begins));
  if (!found) throw new Error(`docs/${page} has no ${language} block that begins with ${begins}`);
  return found.slice(0, found.indexOf('\n```'));
}

export function replaceOnce(text: string, from: string | RegExp, to: string): string {
  if (text.replace(from, to) === text) throw new Error(`the configuration does not have ${from}`);
  return text.replace(from, to);
}

/** The cache of nginx in front of a server. */
export function readCacheConf(application: number, port: number, folder: string): string {
  let conf = readBlock('nginx', 'proxy_cache_path');
  conf = replaceOnce(conf, '/var/cache/nginx/plumbline', `${folder}/cache`);
  conf = replaceOnce(conf, '127.0.0.1:3000', `127.0.0.1:${application}`);
  conf = replaceOnce(conf, 'listen 80;', `listen 127.0.0.1:${port};`);
  return replaceOnce(conf, /server_name .*;/, '');
}
