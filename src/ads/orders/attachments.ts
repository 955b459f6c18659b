import { readProof } from '#ads/runs/proof.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import type { Attachment } from '#runtime/mail/send-mail.ts';
import { findCreditNote, storeCreditNotePdf } from './credit-notes.ts';
import { findInsertionOrder, readInsertionOrderPdf } from './insertion-orders.ts';
import { findInvoice, storeInvoicePdf } from './invoices.ts';
import { getOrder } from './orders.ts';

/** Returns the stored PDF of a document, by its number; makes the PDF when it was not made with the document. */
type ReadPdf = (deps: Deps, number: string) => Promise<Uint8Array>;

const KINDS: Record<string, ReadPdf> = {
  invoice: readInvoice,
  'credit note': readCreditNote,
  'insertion order': readInsertionOrder,
  proof: readProofPdf,
};

/** Whether an attachment in the outbox is a document of an ad order. */
export function isAdDocument(name: string): boolean {
  return Object.hasOwn(KINDS, kindOf(name));
}

function kindOf(name: string): string {
  return /^(.*) \S+$/.exec(name)?.[1] ?? '';
}

/**
 * The PDF of a document for its email, by its name in the outbox: `invoice {number}`, `credit note {number}`,
 * `insertion order {number}` or `proof {id of the order}`.
 * @throws not_found, storage_full
 */
export async function readAttachment(deps: Deps, name: string): Promise<Attachment> {
  const [, kind = '', number = ''] = /^(.*) (\S+)$/.exec(name) ?? [];
  const read = KINDS[kind];
  if (!read) throw new Error(`No reader for the attachment ${name}`);
  const named = kind === 'proof' ? await nameProof(deps, number) : `${kind} ${number}`;
  return {
    filename: `${toFileName(named)}.pdf`,
    contentType: 'application/pdf',
    content: Buffer.from(await read(deps, number)),
  };
}

async function readInvoice(deps: Deps, number: string): Promise<Uint8Array> {
  const { pdfHash, document, issuedAt } = await findInvoice(deps.db.read, number);
  const stored = await readStored(deps, pdfHash);
  if (stored) return stored;
  const { invoicePdf } = await import('#ads/documents/invoice-pdf.ts');
  const pdf = await invoicePdf(document, issuedAt);
  await storeInvoicePdf(deps, number, pdf);
  return pdf;
}

async function readCreditNote(deps: Deps, number: string): Promise<Uint8Array> {
  const { pdfHash, document, issuedAt } = await findCreditNote(deps.db.read, number);
  const stored = await readStored(deps, pdfHash);
  if (stored) return stored;
  const { creditNotePdf } = await import('#ads/documents/invoice-pdf.ts');
  const pdf = await creditNotePdf(document, issuedAt);
  await storeCreditNotePdf(deps, number, pdf);
  return pdf;
}

async function readInsertionOrder(deps: Deps, number: string): Promise<Uint8Array> {
  const { insertionOrderPdf } = await import('#ads/documents/insertion-order-pdf.ts');
  const insertionOrder = await findInsertionOrder(deps.db.read, number);
  return (await readInsertionOrderPdf(deps, insertionOrder, insertionOrderPdf)).bytes;
}

/** A proof is made when its email is sent: it says what is on file then. */
async function readProofPdf(deps: Deps, orderId: string): Promise<Uint8Array> {
  const { proofPdf } = await import('#ads/documents/proof-pdf.ts');
  const order = await getOrder(deps.db.read, orderId);
  return proofPdf(await readProof(deps.db.read, deps.site.newest.publication, order, now(deps)), deps.files);
}

/** `proof Acme Layout 2026-0001`: the id of an order tells people nothing. */
async function nameProof(deps: Deps, orderId: string): Promise<string> {
  const { advertiser, reference } = await getOrder(deps.db.read, orderId);
  return `proof ${Array.from(advertiser).slice(0, 60).join('')} ${reference}`;
}

/** Letters and digits of every script, joined by hyphens. */
function toFileName(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

async function readStored(deps: Deps, hash: string | null): Promise<Uint8Array | null> {
  return hash === null ? null : deps.files.get(invoiceFile(hash));
}
