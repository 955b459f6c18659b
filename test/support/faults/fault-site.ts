import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Copy } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import type { Database } from '#db/database.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { cookieName } from '#http/access.ts';
import { addMember } from '#people/members.ts';
import { startSession } from '#people/sessions.ts';
import { readConfig } from '#runtime/config/config.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { noFiles } from '#runtime/files/files.ts';
import { freePort } from '../free-port.ts';
import { type Server, startServer } from './server.ts';

// A site for a fault test: its own folder and database, a signed-in chief, a few published articles, no server yet.

export type FaultSite = {
  folder: string;
  databaseUrl: string;
  port: number;
  base: string;
  /** Headers of the chief on our own pages, valid for REST writes and newsroom forms for twelve hours. */
  headers: Record<string, string>;
  /** Addresses of published articles, to be read all the time. */
  paths: string[];
  start: (settings?: Record<string, string>, command?: string[]) => Promise<Server>;
  /** Opens the database beside the server, to read it. */
  look: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  remove: () => void;
};

/** Prepares a site in `folder` (a new folder by default) with `articles` published articles. */
export async function prepareSite({
  folder = mkdtempSync(join(tmpdir(), 'plumbline-fault-')),
  databaseUrl = `file:${join(folder, 'plumbline.db')}`,
  articles = 5,
} = {}): Promise<FaultSite> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const paths: string[] = [];
  const look: FaultSite['look'] = async (work) => {
    const db = await openDatabase(databaseUrl);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const secret = await look(async (db) => {
    const deps = await createDeps(db, noFiles, readConfig({ FIGURES_GATE: 'warn' }).policy);
    const email = `${randomUUID()}@magazine.example`;
    const chief = await addMember(deps, CLI, {
      email,
      name: 'Chief',
      role: 'chief',
      password: 'level and plumb and true',
    });
    for (let n = 1; n <= articles; n++) {
      const copy = copyOf(n);
      const { id } = await createDraft(deps, CLI, copy);
      await publish(deps, CLI, id, { revisionNumber: 0 });
      paths.push(`/${copy.section}/${copy.slug}`);
    }
    return startSession(deps, chief, { address: '127.0.0.1', browser: 'fault' });
  });
  return {
    folder,
    databaseUrl,
    port,
    base,
    headers: { Cookie: `${cookieName(base)}=${secret}`, 'Sec-Fetch-Site': 'same-origin', Origin: base },
    paths,
    start: (settings = {}, command) =>
      startServer(port, { DATA_DIR: folder, DATABASE_URL: databaseUrl, BASE_URL: base, ...settings }, command),
    look,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function copyOf(n: number): Copy {
  return {
    headline: `Standing article ${n}`,
    dek: 'Published before the fault, and to be read through it.',
    section: 'robotics',
    slug: `standing-${n}`,
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: `Body of the standing article ${n}. `.repeat(20) }],
    sources: [{ title: 'Record', url: 'https://example.org/record' }],
  } as Copy;
}
