import { createHash } from 'node:crypto';
import { type Actor, requireEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import { proofFile, shotFile } from '../orders/documents.ts';
import { type AdHouse, getOrder, readOrder } from '../orders/orders.ts';
import { documentOf, type Outcome, type ProofDocument } from './proof-document.ts';
import { type Signed, signProof } from './proof-key.ts';

export type Proof = Signed & {
  id: string;
  orderId: string;
  madeAt: string;
  document: ProofDocument;
  keyId: string;
  pdfHash: string;
};

/** The screenshots of a proof, by their SHA-256. */
export type Shots = ReadonlyMap<string, Uint8Array>;

/** Prints a proof that is signed, with its screenshots. */
export type PrintProof = (
  document: ProofDocument,
  signed: Signed & { keyId: string },
  shots: Shots,
) => Promise<Uint8Array>;

/**
 * Makes the signed proof of what was seen or sent so far, as JSON and, by `print`, as PDF. `hasBrowser` says whether the service
 * has a browser to take screenshots with.
 * @throws forbidden (writers and agents), not_found, validation_failed (there is no evidence of anything), storage_full
 */
export async function proveRun(
  deps: Deps,
  actor: Actor,
  site: AdHouse,
  orderId: string,
  { print, hasBrowser }: { print: PrintProof; hasBrowser: boolean },
): Promise<Proof> {
  requireEditorial(actor, 'make a proof');
  const { read } = deps.db;
  const order = await readOrder(read, actor, orderId);
  const document = await documentOf(read, site, order, { madeAt: now(deps), hasBrowser });
  if (!document.parts.some(({ outcome }) => PROVES.includes(outcome)))
    throw new Failure('validation_failed', 'There is no evidence that anything of this order ran.', {
      hint: 'The service looks at its pages about every minute; the send of a Field Brief is noted on the calendar.',
    });
  const words = JSON.stringify(document);
  const signed = await signProof(deps, words);
  const pdf = await print(document, signed, await readShots(deps, document));
  const pdfHash = createHash('sha256').update(pdf).digest('hex');
  await deps.files.put(proofFile(pdfHash), pdf);
  return deps.db.write(async (tx) => {
    const id = deps.newId();
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
        files: JSON.stringify(document.parts.flatMap((part) => part.screenshots.map(({ sha256 }) => shotFile(sha256)))),
      })
      .execute();
    await writeJournal(deps, tx, actor, {
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

/** A proof as it is handed out, and when and of which order it was made. @throws forbidden, not_found */
export async function readProof(
  tx: Tx,
  actor: Actor,
  orderId: string,
  proofId: string,
): Promise<{ signed: Signed; name: string; pdfHash: string }> {
  requireEditorial(actor, 'see proofs');
  const { id, reference } = await getOrder(tx, orderId);
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
    name: `proof-${reference}-${row.made_at.slice(0, 10)}`,
    pdfHash: row.pdf_hash,
  };
}

const PROVES: readonly Outcome[] = ['seen', 'sent', 'outside'];

async function readShots({ files }: Deps, { parts }: ProofDocument): Promise<Shots> {
  const shots = new Map<string, Uint8Array>();
  for (const { sha256 } of parts.flatMap(({ screenshots }) => screenshots)) {
    const bytes = await files.get(shotFile(sha256));
    if (bytes) shots.set(sha256, bytes);
  }
  return shots;
}
