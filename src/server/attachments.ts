import { invoiceFile } from '../ads/orders/documents.ts';
import { findInvoice, storeInvoicePdf } from '../ads/orders/invoices.ts';
import type { Attachment } from '../mail/send-mail.ts';
import type { Deps } from '../runtime/deps.ts';

/**
 * The PDF of an invoice for its email, by the name `invoice {number}`. Makes the PDF when it was not made with the invoice.
 * @throws not_found, storage_full
 */
export async function readAttachment(deps: Deps, name: string): Promise<Attachment> {
  const number = name.replace(/^invoice /, '');
  const { pdfHash, document, issuedAt } = await findInvoice(deps.db.read, number);
  const stored = pdfHash === null ? null : await deps.files.get(invoiceFile(pdfHash));
  return {
    filename: `invoice-${number}.pdf`,
    contentType: 'application/pdf',
    content: Buffer.from(stored ?? (await print())),
  };

  async function print(): Promise<Uint8Array> {
    const { invoicePdf } = await import('../render/pdf/invoice-pdf.ts');
    const pdf = await invoicePdf(document, issuedAt);
    await storeInvoicePdf(deps, number, pdf);
    return pdf;
  }
}
