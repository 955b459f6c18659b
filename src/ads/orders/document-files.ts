// Where the papers of the ad desk lie in the store of files, each under the SHA-256 of its bytes.

export function invoiceFile(hash: string): string {
  return `invoices/${hash}.pdf`;
}

export function proofFile(hash: string): string {
  return `proofs/${hash}.pdf`;
}

export function shotFile(hash: string): string {
  return `shots/${hash}.png`;
}
