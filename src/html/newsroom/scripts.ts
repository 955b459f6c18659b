import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html } from 'hono/html';
import { notFound } from '#article/pages/not-found.ts';
import type { Html } from '#html/html.ts';
import { type CachedResponse, type Coding, preferredCoding, toCachedResponse } from '#http/cache/encode.ts';
import { IMMUTABLE } from '#http/cache/public-response.ts';
import { toResponse } from '#http/cache/serve.ts';
import type { Context } from '#http/context.ts';
import { publicHeaders } from '#http/security-headers.ts';

// Scripts of the newsroom pages: each file directly in browser/ is one. It is bundled at its first request, or was bundled before.

type Script = { body: string; hash: string; printed: Map<Coding, Promise<CachedResponse>> };

/** A cache: each script is bundled once. */
const scriptCache = new Map<string, Promise<Script>>();

/** The tag that loads `browser/{name}.ts`. Only pages with `scripts` have a policy that allows it. */
export async function scriptTag(name: string): Promise<Html> {
  const { hash } = await bundled(name);
  return html`<script type="module" src="/newsroom/script/${name}-${hash}.js"></script>`;
}

/** `GET /newsroom/script/{name}-{hash}.js`. An old hash gets the current script with no-store. */
export async function readScript(c: Context): Promise<Response> {
  const [, name, hash] = /^([a-z]+(?:-[a-z]+)*)-([0-9a-f]{16})\.js$/.exec(c.req.param('file') ?? '') ?? [];
  if (!name || !existsSync(sourceOf(name))) return notFound(c);
  const script = await bundled(name);
  const printed = await print(script, preferredCoding(c.req.header('accept-encoding')), c);
  const response = toResponse(c.req.raw, printed);
  if (hash !== script.hash) response.headers.set('Cache-Control', 'no-store');
  return response;
}

function print(script: Script, coding: Coding, c: Context): Promise<CachedResponse> {
  const type = 'text/javascript; charset=utf-8';
  const before = script.printed.get(coding);
  if (before) return before;
  const headers = { 'Cache-Control': IMMUTABLE };
  const printed = toCachedResponse(
    { status: 200, type, body: script.body, headers },
    coding,
    publicHeaders(c.var.config, type),
  );
  script.printed.set(coding, printed);
  return printed;
}

function bundled(name: string): Promise<Script> {
  const before = scriptCache.get(name);
  if (before) return before;
  const script = bundle(name);
  scriptCache.set(name, script);
  return script;
}

async function bundle(name: string): Promise<Script> {
  // Loaded here only: public pages never need the bundler, and the server must start fast.
  const { bundleScript } = await import('./bundle-script.ts');
  const body = await bundleScript(sourceOf(name));
  return { body, hash: createHash('sha256').update(body).digest('hex').slice(0, 16), printed: new Map() };
}

function sourceOf(name: string): string {
  return fileURLToPath(new URL(`../../newsroom/browser/${name}.ts`, import.meta.url));
}
