// The names of documents in the file store, by their SHA-256. Backups find them by the rows that hold the hash.

export function invoiceFile(hash: string): string {
  return `invoices/${hash}.pdf`;
}
