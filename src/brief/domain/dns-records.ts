import { isIP } from 'node:net';
import type { PublicDkimKey } from './dkim-key.ts';
import { mailDomain } from './sign-message.ts';

/** The settings that decide which records the mail domain needs. */
export type MailDomainSettings = {
  baseUrl: string;
  from: string;
  dkim: 'own' | 'relay';
  /** The host of the envelope sender, whose mailbox gets reports of failed deliveries; null when none is set. */
  bounceHost: string | null;
  /** The host name of the mail server that sends; null while no mail is sent. */
  mailHost: string | null;
};

/** A record of the mail domain. `value` is what an operator can copy; other values can be right too. */
export type DnsRecord = {
  kind: 'SPF' | 'DKIM' | 'DMARC' | 'MX';
  type: 'TXT' | 'MX';
  name: string;
  value: string;
  /** What it is for, in one sentence. */
  purpose: string;
};

/** How an SPF record names a server: `a:` takes a host name, and an address needs its own mechanism (RFC 7208, 5.6). */
function mechanismOf(sender: string): string {
  const address = sender.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0 ? `a:${sender}` : `ip${version}:${address}`;
}

/** The records that the DNS should have before a brief is sent. */
export function expectedRecords(settings: MailDomainSettings, key: PublicDkimKey | null): DnsRecord[] {
  const domain = mailDomain(settings.from);
  const envelope = settings.bounceHost ?? domain;
  const sender = settings.mailHost ?? new URL(settings.baseUrl).hostname;
  const records: DnsRecord[] = [
    {
      kind: 'SPF',
      type: 'TXT',
      name: envelope,
      value: `v=spf1 ${mechanismOf(sender)} -all`,
      purpose: 'Says which servers send for the envelope sender. A mail service names its own value, such as include:…',
    },
  ];
  if (settings.dkim === 'own' && key)
    records.push({
      kind: 'DKIM',
      type: 'TXT',
      name: `${key.selector}._domainkey.${domain}`,
      value: key.record,
      purpose: 'The public key of the signatures.',
    });
  records.push({
    kind: 'DMARC',
    type: 'TXT',
    name: `_dmarc.${domain}`,
    value: 'v=DMARC1; p=none',
    purpose:
      'Says what receivers do with email that fails both. Begin with p=none; p=quarantine or p=reject are stricter.',
  });
  if (settings.bounceHost !== null)
    records.push({
      kind: 'MX',
      type: 'MX',
      name: settings.bounceHost,
      value: `10 ${sender}`,
      purpose: 'The server that takes the reports of failed deliveries.',
    });
  return records;
}
