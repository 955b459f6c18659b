import { createHash } from 'node:crypto';
import { type AdDeskSettings, getOrder, readOrder } from '#ads/orders/orders.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { proofFile, screenshotFile } from '#runtime/files/document-files.ts';
import { writeJournal } from '#runtime/journal.ts';
import { buildProofDocument, type Outcome, type ProofDocument } from './proof-document.ts';
import { type SignedPayload, signProof } from './proof-keys.ts';

export type Proof = SignedPayload & {
  id: string;
  orderId: string;
  madeAt: string;
  document: ProofDocument;
  keyId: string;
  pdfHash: string;
};

/** The pictures of a proof, by the SHA-256 that it names: screenshots, and the ads themselves. */
export type ProofPictures = { shots: ReadonlyMap<string, Uint8Array>; ads: ReadonlyMap<string, Uint8Array> };

/** Prints a signed proof with its pictures as PDF. */
export type PrintProof = (
  document: ProofDocument,
  signed: SignedPayload & { keyId: string },
  pictures: ProofPictures,
) => Promise<Uint8Array>;

/**
 * Creates the signed proof of what was seen or sent so far, as JSON and, with `print`, as PDF. `hasBrowser`: whether the
 * service has a browser for screenshots.
 * @throws forbidden (writers and agents), not_found, validation_failed (no evidence yet), storage_full
 */
export async function createProof(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, print, hasBrowser }: { orderId: string; print: PrintProof; hasBrowser: boolean },
): Promise<Proof> {
  requireAdDesk(actor, 'make a proof');
  const { read } = deps.db;
  const order = await readOrder(read, actor, orderId);
  const document = await buildProofDocument(read, site, order, { madeAt: now(deps), hasBrowser });
  if (!document.parts.some(({ outcome }) => PROVES.includes(outcome)))
    throw new Failure('validation_failed', 'There is no evidence that anything of this order ran.', {
      hint: 'The service checks its pages about once a minute. Record the send of a Field Brief on the calendar.',
    });
  const words = JSON.stringify(document);
  const signed = await signProof(deps, words);
  const pdf = await print(document, signed, await readPictures(deps, order.id, document));
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
        files: JSON.stringify(
          document.parts.flatMap((part) => part.screenshots.map(({ sha256 }) => screenshotFile(sha256))),
        ),
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

/** The proofs of an order, latest first. */
export async function listProofs(tx: Tx, orderId: string): Promise<ListedProof[]> {
  return tx
    .selectFrom('proof')
    .select(['id', 'made_at as madeAt', 'pdf_hash as pdfHash', 'key_id as keyId'])
    .where('order_id', '=', orderId)
    .orderBy('seq', 'desc')
    .limit(50)
    .execute();
}

/** A proof for download: the signed JSON, its file name and the SHA-256 of its PDF. @throws forbidden, not_found */
export async function readProof(
  tx: Tx,
  actor: Actor,
  orderId: string,
  proofId: string,
): Promise<{ signed: SignedPayload; name: string; pdfHash: string }> {
  requireAdDesk(actor, 'see proofs');
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

async function readPictures({ db, files }: Deps, orderId: string, { parts }: ProofDocument): Promise<ProofPictures> {
  const shots = new Map<string, Uint8Array>();
  const ads = new Map<string, Uint8Array>();
  const read = async (into: Map<string, Uint8Array>, sha256: string, name: string) => {
    const bytes = await files.get(name);
    if (bytes) into.set(sha256, bytes);
  };
  for (const { sha256 } of parts.flatMap(({ screenshots }) => screenshots))
    await read(shots, sha256, screenshotFile(sha256));
  for (const { sha256 } of parts.flatMap(({ creatives }) => creatives)) {
    const row = await db.read
      .selectFrom('creative')
      .select('files')
      .where('order_id', '=', orderId)
      .where('hash', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    const [widest] = row ? (JSON.parse(row.files) as string[]) : [];
    if (widest) await read(ads, sha256, widest);
  }
  return { shots, ads };
}
