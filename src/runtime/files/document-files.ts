// The names of documents and screenshots in the file store, by their SHA-256. Backups find them by the rows that hold the hash.

export function invoiceFile(hash: string): string {
  return `invoices/${hash}.pdf`;
}

export function proofFile(hash: string): string {
  return `proofs/${hash}.pdf`;
}

export function screenshotFile(hash: string): string {
  return `shots/${hash}.png`;
}
