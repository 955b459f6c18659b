import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { until } from '../../support/faults/server.ts';
import { ask } from './cached-site.ts';

// Configurations of other programs as the documents print them, with the addresses of this run.

export function readBlock(language: string, begins: string, page = 'operations.md'): string {
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

/** The file of Varnish in front of a server. */
function readVcl(application: number): string {
  return replaceOnce(readBlock('vcl', 'vcl 4.1;'), '"3000"', `"${application}"`);
}

/** Starts Varnish with that file, and ends it after the test. */
export async function startVarnish(t: TestContext, port: number, application: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-varnish-'));
  writeFileSync(join(folder, 'default.vcl'), readVcl(application));
  const given = ['-F', '-a', `127.0.0.1:${port}`, '-f', join(folder, 'default.vcl'), '-n', join(folder, 'run')];
  const varnish = spawn('varnishd', [...given, '-s', 'malloc,128m', '-T', 'none', '-j', 'none'], { stdio: 'pipe' });
  let printed = '';
  for (const stream of [varnish.stdout, varnish.stderr]) stream.on('data', (part) => (printed += part));
  // Varnish may end before the test does, for example without the module xkey.
  const ended = once(varnish, 'exit');
  t.after(async () => {
    varnish.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const isUp = async () => {
    if (varnish.exitCode !== null) throw new Error('Varnish ended');
    return ask(port, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await until(isUp, 15_000).catch(() => assert.fail(`Varnish does not answer:\n${printed}`));
}
