import { buffer } from 'node:stream/consumers';
import type { Deps } from '#runtime/deps.ts';
import { readPrivateDkimKey } from './dkim-key.ts';

/**
 * The header fields that the signature covers, as far as an email has them. RFC 8058 asks for both List-Unsubscribe fields, and
 * nodemailer's own list lacks the second.
 */
const SIGNED_FIELDS = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'List-Help',
  'List-Archive',
  'List-Post',
  'Archived-At',
  'Feedback-ID',
];

/** Adds a DKIM signature (RFC 6376) to a finished email. */
export type SignMessage = (message: Buffer) => Promise<Buffer>;

/**
 * A function that signs with the key of the site for the domain of `from`, so that the signature is aligned (DMARC). With
 * `dkim: 'relay'` it returns the email as it is: the mail server signs. It throws while the site has no key.
 */
export function createSigner(deps: Deps, { from, dkim }: { from: string; dkim: 'own' | 'relay' }): SignMessage {
  if (dkim === 'relay') return async (message) => message;
  const domainName = mailDomain(from);
  return async (message) => {
    const { default: Dkim } = await import('nodemailer/lib/dkim'); // imported here: a server without mail never loads it
    const key = await readPrivateDkimKey(deps);
    if (!key) throw new Error('The site has no DKIM key. Make one with: plumbline brief key');
    const headerFieldNames = SIGNED_FIELDS.join(':');
    const signer = new Dkim({ domainName, keySelector: key.selector, privateKey: key.privateKey, headerFieldNames });
    return buffer(signer.sign(message));
  };
}

/** The domain of an email address. */
export function mailDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
