import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

// The minimum cost of a write: a bare node:http server that inserts the same rows of a draft into the same tables, with one
// commit (`synchronous = FULL`) for each request. It has no validation and no authentication.

const db = new DatabaseSync(process.argv[2] ?? '');
db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
const article = db.prepare(
  'insert into article (id, section, slug, latest_revision, created_at, updated_at) values (?, ?, ?, 0, ?, ?)',
);
const address = db.prepare('insert into address (section, slug, article_id, was_live) values (?, ?, ?, 0)');
const revision =
  db.prepare(`insert into revision (article_id, number, section, slug, headline, dek, body_blocks, sources,
  tag_ids, saved_at, saved_by_kind, saved_by_id, saved_by_name) values (?, 0, ?, ?, ?, ?, ?, ?, '[]', ?, 'agent', 'a', 'a')`);
const last = db.prepare('select hash from journal order by seq desc limit 1');
const journal = db.prepare(`insert into journal (at, actor_kind, actor_id, actor_name, act, subject_kind, subject_id,
  revision, previous_hash, hash) values (?, 'agent', 'a', 'a', 'draft.created', 'article', ?, 0, ?, ?)`);

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const copy = JSON.parse(Buffer.concat(parts).toString());
    const id = randomUUID();
    const at = new Date().toISOString();
    db.exec('BEGIN IMMEDIATE');
    article.run(id, copy.section, copy.slug, at, at);
    address.run(copy.section, copy.slug, id);
    const [blocks, sources] = [JSON.stringify(copy.bodyBlocks), JSON.stringify(copy.sources)];
    revision.run(id, copy.section, copy.slug, copy.headline, copy.dek, blocks, sources, at);
    const previous = String(last.get()?.hash ?? '');
    journal.run(at, id, previous, createHash('sha256').update(`${previous}${id}${at}`).digest('hex'));
    db.exec('COMMIT');
    const body = JSON.stringify({ id, revision: 0, status: 'draft', createdAt: at });
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
