import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from '#core/tar.ts';
import { GZIP, PYTHON } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendPublic } from '#http/respond.ts';

// The program `plumbline-agent` of the folder `client`, which agents fetch from here.

const FOLDER = fileURLToPath(new URL('../../../client/', import.meta.url));
/** npm packs these without being told. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

/** `/clients/plumbline-agent.tgz`: an npm package, to which `site.json` adds the address of this site. */
export async function readClientPackage(c: Context): Promise<Response> {
  const { baseUrl } = c.var.config.publication;
  const files = listPackaged().map((path) => ({ path, content: readFileSync(join(FOLDER, path)) }));
  const site = { path: 'site.json', content: Buffer.from(`${JSON.stringify({ origin: new URL(baseUrl).origin })}\n`) };
  const { bin } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  const tar = packTar(
    [...files, site].map(({ path, content }) => ({
      path: `package/${path}`,
      content,
      isExecutable: Object.values(bin).includes(path),
    })),
  );
  return sendPublic(c, { status: 200, type: GZIP, body: await promisify(gzip)(tar, { level: 9 }), about: [] });
}

/** `/clients/plumbline_agent.py`: the same access for programs in Python, in one file. */
export function readPythonClient(c: Context): Promise<Response> {
  const body = readFileSync(join(FOLDER, 'python/plumbline_agent.py'), 'utf8');
  return sendPublic(c, { status: 200, type: PYTHON, body, about: [] });
}

/** The paths of the files that `npm pack` would take. */
export function listPackaged(): string[] {
  const { files } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as { files: string[] };
  const isTaken = (path: string) =>
    [...ALWAYS, ...files].some((pattern) =>
      pattern.startsWith('*') ? /^[^/]+$/.test(path) && path.endsWith(pattern.slice(1)) : pattern === path,
    );
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isTaken)
    .sort();
}
