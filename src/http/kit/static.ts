import { readdirSync, readFileSync } from 'node:fs';
import type { Context } from './context.ts';
import { notFound } from './not-found.ts';
import { sendPublic } from './respond.ts';

const FOLDER = new URL('../assets/', import.meta.url);

/** The style sheets and images of pages, read once; a request never names a path on disk. */
const FILES = new Map(
  [
    ['style.css', 'text/css; charset=utf-8'],
    ['api.css', 'text/css; charset=utf-8'],
    ['advertise.css', 'text/css; charset=utf-8'],
    ['newsroom.css', 'text/css; charset=utf-8'],
    ['preview.css', 'text/css; charset=utf-8'],
    ['mark.svg', 'image/svg+xml; charset=utf-8'],
    ...readdirSync(FOLDER).flatMap((name) =>
      /^(?:newsroom|advertise)-[a-z-]+\.css$/.test(name) ? [[name, 'text/css; charset=utf-8']] : [],
    ),
  ].map(([name = '', type = '']) => [name, { type, body: readFileSync(new URL(name, FOLDER), 'utf8') }]),
);

/** `/static/{file}`. */
export async function readStatic(c: Context): Promise<Response> {
  const file = FILES.get(c.req.param('file') ?? '');
  return file ? sendPublic(c, { status: 200, ...file, about: [] }) : notFound(c);
}
