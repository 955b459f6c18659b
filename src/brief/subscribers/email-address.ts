import { domainToASCII } from 'node:url';
import { Failure } from '#core/failure.ts';

/** An email address that was checked: `key` is the same for all spellings of one mailbox. */
export type EmailAddress = { address: string; key: string; domain: string };

/** Most octets of an address (RFC 5321, 4.5.3.1.3, without the angle brackets), and of its part before the @. */
const LONGEST = 254;
const LONGEST_LOCAL = 64;

/** A dot-atom (RFC 5322, 3.2.3) without % and `, which old mail servers interpret. */
const LOCAL = /^[a-z0-9!#$&'*+/=?^_{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_{|}~-]+)*$/i;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Characters that would begin another header, another recipient or another address. */
const UNSAFE = /[\p{Cc}\p{Cf}\s,;:"<>()[\]\\]/u;

/**
 * Reads an email address that somebody typed. A domain in other letters is converted to ASCII (UTS 46).
 * @throws validation_failed with a sentence for the person
 */
export function readEmailAddress(typed: string): EmailAddress {
  const text = typed.replace(/^[ \t]+|[ \t]+$/g, '');
  if (text === '') throw wrong('Type your email address.');
  if (Buffer.byteLength(text) > LONGEST) throw wrong(`An email address has at most ${LONGEST} characters.`);
  if (UNSAFE.test(text))
    throw wrong('An email address has no spaces, commas, quotation marks, brackets or line breaks. Type one address.');
  const at = text.lastIndexOf('@');
  const [local, written] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || written === '' || local.includes('@'))
    throw wrong('An email address has one @, with a name before it and a domain after it.');
  if (!/^[\x21-\x7e]+$/.test(local))
    throw wrong('Letters such as ü or я before the @ do not work yet. Use an address with the letters a to z there.');
  if (local.length > LONGEST_LOCAL || !LOCAL.test(local))
    throw wrong('The part before the @ is not valid. Check it for a typing error.');
  const domain = readDomain(written);
  const address = `${local}@${domain}`;
  if (address.length > LONGEST) throw wrong(`An email address has at most ${LONGEST} characters.`);
  return { address, key: keyOf(local, domain), domain };
}

/** @throws validation_failed */
function readDomain(written: string): string {
  const domain = domainToASCII(written).toLowerCase();
  const labels = domain.split('.');
  if (labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? ''))
    return domain;
  throw wrong(
    'The part after the @ is not the name of a mail domain, such as example.com. Check it for a typing error.',
  );
}

/** Providers that deliver to one mailbox whatever dots its name has; both names are one provider. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com'];

/** One mailbox has one key: small letters, without a `+tag`, and without dots where the provider ignores them. */
function keyOf(local: string, domain: string): string {
  const [name = ''] = local.toLowerCase().split('+');
  const plain = name === '' ? local.toLowerCase() : name;
  if (!WITHOUT_DOTS.includes(domain)) return `${plain}@${domain}`;
  return `${plain.replaceAll('.', '')}@${WITHOUT_DOTS[0]}`;
}

function wrong(sentence: string): Failure {
  return new Failure('validation_failed', sentence, { hint: 'Correct the address and send it again.' });
}
