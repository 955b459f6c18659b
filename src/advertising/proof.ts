import { createHash } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { type Actor, requireEditorial } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { writeJournal } from '../ground/journal.ts';
import { now, type Press } from '../ground/press.ts';
import { listSendsOf, type Send } from './note-send.ts';
import { type AdHouse, getOrder, type Order, readOrder } from './order.ts';
import { type Carried, readArticlesLive } from './pages-carried.ts';
import { proofFile } from './paper-files.ts';
import { type Signed, signProof } from './proof-key.ts';
import type { Shot } from './shots.ts';

/** Where an ad stood and when, and nothing about who saw it. Times and days are UTC. */
export type ProofDocument = {
  proofOf: 'a run of advertising';
  publication: string;
  baseUrl: string;
  madeAt: string;
  order: { reference: string; advertiser: string; unit: string; startsOn: string; endsOn: string; state: string };
  parts: ProofPart[];
  fieldBriefSends: Pick<Send, 'day' | 'sentAt' | 'creativeHash' | 'note'>[];
  screenshots: string;
  readers: string;
};

export type ProofPart = {
  place: string;
  startedAt: string;
  /** Null while it runs. */
  endedAt: string | null;
  /** Which pictures stood there, by the SHA-256 of the file readers were given. */
  creatives: { sha256: string; url: string | null; from: string; to: string | null }[];
  pages: Carried[];
  screenshots: Omit<Shot, 'file'>[];
};

export type Proof = Signed & {
  id: string;
  orderId: string;
  madeAt: string;
  document: ProofDocument;
  keyId: string;
  pdfHash: string;
};

/** Prints a proof that is signed. */
export type PrintProof = (document: ProofDocument, signed: Signed & { keyId: string }) => Promise<Uint8Array>;

/**
 * Makes the signed proof of what ran so far, as JSON and, by `print`, as PDF.
 * @throws forbidden (writers and agents), not_found, validation_failed (nothing has run), storage_full
 */
export async function proveRun(
  press: Press,
  actor: Actor,
  house: AdHouse,
  orderId: string,
  print: PrintProof,
): Promise<Proof> {
  requireEditorial(actor, 'make a proof');
  const { read } = press.db;
  const order = await readOrder(read, actor, orderId);
  const document = await documentOf(read, house, order, now(press));
  if (document.parts.length === 0)
    throw new Failure('validation_failed', 'Nothing of this order has run yet.', { hint: 'Wait for its first day.' });
  const words = JSON.stringify(document);
  const signed = await signProof(press, words);
  const pdf = await print(document, signed);
  const pdfHash = createHash('sha256').update(pdf).digest('hex');
  await press.files.put(proofFile(pdfHash), pdf);
  return press.db.write(async (tx) => {
    const id = press.newId();
    await tx
      .insertInto('proof')
      .values({
        id,
        order_id: order.id,
        made_at: document.madeAt,
        document: words,
        signature: signed.signature,
        key_id: signed.keyId,
        pdf_hash: pdfHash,
        files: '[]',
      })
      .execute();
    await writeJournal(press, tx, actor, {
      act: 'ad.proved',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, proof: id, pdf: pdfHash },
    });
    return { id, orderId: order.id, madeAt: document.madeAt, document, pdfHash, ...signed };
  });
}

export type ListedProof = { id: string; madeAt: string; pdfHash: string; keyId: string };

/** The proofs of an order, the last made first. */
export async function listProofs(tx: Tx, orderId: string): Promise<ListedProof[]> {
  return tx
    .selectFrom('proof')
    .select(['id', 'made_at as madeAt', 'pdf_hash as pdfHash', 'key_id as keyId'])
    .where('order_id', '=', orderId)
    .orderBy('seq', 'desc')
    .limit(50)
    .execute();
}

/** A proof as it is handed out: signed words, and the same words to read. @throws forbidden, not_found */
export async function readProof(
  tx: Tx,
  actor: Actor,
  orderId: string,
  proofId: string,
): Promise<{ signed: Signed; document: ProofDocument; pdfHash: string }> {
  requireEditorial(actor, 'see proofs');
  const { id } = await getOrder(tx, orderId);
  const row = await tx
    .selectFrom('proof')
    .selectAll()
    .where('id', '=', proofId)
    .where('order_id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', 'There is no such proof.', { hint: 'Look at the order again.' });
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: row.key_id })).toString('base64url');
  const payload = Buffer.from(row.document).toString('base64url');
  return {
    signed: { payload, protected: header, signature: row.signature },
    document: JSON.parse(row.document),
    pdfHash: row.pdf_hash,
  };
}

async function documentOf(tx: Tx, house: AdHouse, order: Order, madeAt: string): Promise<ProofDocument> {
  const { reference, advertiser, unit, startsOn, endsOn, state } = order;
  const runs = await tx
    .selectFrom('ad_run')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('started_at', 'is not', null)
    .orderBy('place')
    .execute();
  const parts: ProofPart[] = [];
  for (const run of runs) {
    const startedAt = run.started_at ?? '';
    const creatives = await creativesOf(tx, order.id, run.place, startedAt, run.ended_at);
    const pages = [];
    for (const { from, to } of creatives) pages.push(...(await pagesOf(tx, run.place, from, to)));
    const shots: Shot[] = JSON.parse(run.shots ?? '[]');
    const screenshots = shots.map(({ path, takenAt, sha256 }) => ({ path, takenAt, sha256 }));
    parts.push({ place: run.place, startedAt, endedAt: run.ended_at, creatives, pages, screenshots });
  }
  const sends = await listSendsOf(tx, order.id);
  const hasShots = parts.some(({ screenshots }) => screenshots.length > 0);
  return {
    proofOf: 'a run of advertising',
    publication: house.name,
    baseUrl: house.baseUrl,
    madeAt,
    order: { reference, advertiser, unit, startsOn, endsOn, state },
    parts,
    fieldBriefSends: sends.map(({ day, sentAt, creativeHash, note }) => ({ day, sentAt, creativeHash, note })),
    screenshots: hasShots
      ? 'Taken by a browser of the publisher’s own while the ad ran.'
      : 'None was taken: no browser is installed where this magazine is served.',
    readers: 'No reader was tracked, and this proof counts none.',
  };
}

/** The pictures that stood at a place in a run, each with the part of it in which it did. */
async function creativesOf(tx: Tx, orderId: string, place: string, startedAt: string, endedAt: string | null) {
  const rows = await tx
    .selectFrom('creative')
    .select(['hash', 'url', 'decided_at', 'withdrawn_at'])
    .where('order_id', '=', orderId)
    .where('kind', '=', place)
    .where('decided_at', 'is not', null)
    .orderBy('decided_at')
    .execute();
  const earlier = (one: string | null, other: string | null) =>
    one === null ? other : other === null || one < other ? one : other;
  return rows
    .map(({ hash, url, decided_at, withdrawn_at }) => {
      const accepted = decided_at ?? '';
      return {
        sha256: hash ?? '',
        url,
        from: accepted > startedAt ? accepted : startedAt,
        to: earlier(withdrawn_at, endedAt),
      };
    })
    .filter(({ from, to }) => to === null || from < to);
}

async function pagesOf(tx: Tx, place: string, from: string, to: string | null): Promise<Carried[]> {
  switch (place) {
    case 'homepage-band':
      return [{ path: '/', from, to }];
    case 'directory-logo':
      return [
        { path: '/', from, to },
        { path: '/suppliers', from, to },
      ];
    case 'in-article':
      return readArticlesLive(tx, from, to);
    default:
      return [];
  }
}
