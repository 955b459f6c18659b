import { Resolver } from 'node:dns/promises';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { readDkimKey } from './dkim-key.ts';
import { type DnsRecord, expectedRecords, type MailDomainSettings } from './dns-records.ts';

/**
 * What the DNS says of a record. `missing`: the DNS has none. `differs`: it has another one. `unknown`: the DNS did not answer,
 * which says nothing about the record.
 */
export type RecordState = 'ok' | 'missing' | 'differs' | 'unknown';
export type CheckedRecord = DnsRecord & { state: RecordState; message: string; found: string[] };
export type DnsCheck = { at: string; records: CheckedRecord[] };

/** The name of the setting that has the last check. */
const LAST_CHECK = 'brief_dns_check';
/** Milliseconds for one question, and how often it is asked. */
const TIMEOUT = 2000;
const TRIES = 2;
/** Most answers, and characters of each, that are kept: anybody can put anything into their DNS. */
const MOST_FOUND = 5;
const LONGEST_FOUND = 1000;
/** Milliseconds between two checks by the server itself. */
const CHECK_EVERY = 6 * 3_600_000;

/** `server` is the address of a DNS server, as in `9.9.9.9` or `127.0.0.1:5353`; null means those of the system. */
export type DnsSettings = MailDomainSettings & { dnsServer: string | null };

/** Asks the DNS for each record, and stores the result for the gate. */
export async function checkDns(deps: Deps, settings: DnsSettings): Promise<DnsCheck> {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: TRIES });
  if (settings.dnsServer !== null) resolver.setServers([settings.dnsServer]);
  const expected = expectedRecords(settings, await readDkimKey(deps));
  const records = await Promise.all(expected.map((record) => checkRecord(resolver, record)));
  const check: DnsCheck = { at: now(deps), records };
  const value = JSON.stringify(check);
  await deps.db.write((tx) =>
    tx
      .insertInto('setting')
      .values({ name: LAST_CHECK, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );
  return check;
}

/** Checks again when the last check is six hours old. */
export async function checkDnsSometimes(deps: Deps, settings: DnsSettings): Promise<void> {
  const last = await readDnsCheck(deps.db.read);
  if (last === null || Date.parse(last.at) + CHECK_EVERY <= deps.clock()) await checkDns(deps, settings);
}

/** The last check; null before the first. */
export async function readDnsCheck(tx: Tx): Promise<DnsCheck | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', LAST_CHECK).executeTakeFirst();
  return row ? (JSON.parse(row.value) as DnsCheck) : null;
}

/** The records of the last check that are missing or differ, in words for the gate. */
export async function differingRecords(tx: Tx): Promise<string[]> {
  const check = await readDnsCheck(tx);
  const differing = check?.records.filter(({ state }) => state === 'missing' || state === 'differs') ?? [];
  return differing.map(
    ({ kind, name, state }) => `${kind} of ${name} ${state === 'missing' ? 'is missing' : 'differs'}`,
  );
}

async function checkRecord(resolver: Resolver, record: DnsRecord): Promise<CheckedRecord> {
  try {
    const texts = record.kind === 'DMARC' ? await findDmarc(resolver, record.name) : await ask(resolver, record);
    const kept = texts.slice(0, MOST_FOUND).map((text) => text.slice(0, LONGEST_FOUND));
    return { ...record, ...JUDGES[record.kind](texts, record.value), found: kept };
  } catch (error) {
    const { code = 'ERROR' } = error as { code?: string };
    return { ...record, state: 'unknown', message: `The DNS did not answer (${code}). Check again later.`, found: [] };
  }
}

/** The records of a name that have this kind, each as one text; empty when the name does not exist. @throws Error */
async function ask(resolver: Resolver, { type, name, kind }: Pick<DnsRecord, 'type' | 'name' | 'kind'>) {
  try {
    if (type === 'MX') {
      const servers = await resolver.resolveMx(name);
      return servers.map(({ priority, exchange }) => `${priority} ${exchange}`);
    }
    const texts = (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    return texts.filter((text) => BEGINNINGS[kind].test(text));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

const BEGINNINGS = { SPF: /^v=spf1(?: |$)/i, DKIM: /(?:^|;)\s*p=/i, DMARC: /^v=DMARC1\s*(?:;|$)/i, MX: /./ };

/** The policy of the domain, or of the nearest domain above it that has one (RFC 9989). */
async function findDmarc(resolver: Resolver, name: string): Promise<string[]> {
  const labels = name.split('.').slice(1);
  for (let at = 0; at < Math.min(labels.length - 1, 8); at++) {
    const texts = await ask(resolver, { kind: 'DMARC', type: 'TXT', name: `_dmarc.${labels.slice(at).join('.')}` });
    if (texts.length > 0) return texts;
  }
  return [];
}

type Judgement = { state: RecordState; message: string };
const ok = (message: string): Judgement => ({ state: 'ok', message });
const differs = (message: string): Judgement => ({ state: 'differs', message });
const MISSING: Judgement = {
  state: 'missing',
  message: 'The DNS has no such record. Add it at the provider of the DNS, often the company that sold the domain.',
};

const JUDGES: Record<DnsRecord['kind'], (texts: string[], value: string) => Judgement> = {
  SPF: ([spf, ...more]) => {
    if (spf === undefined) return MISSING;
    if (more.length > 0)
      return differs('The name has more than one SPF record; receivers then ignore all of them. Join them into one.');
    if (/\s\+?all\b/i.test(spf)) return differs('It allows every server to send (+all). End it with -all or ~all.');
    return ok('There is one SPF record. Make sure that it names the mail server that sends.');
  },
  DKIM: (texts, value) => {
    if (texts.length === 0) return MISSING;
    const isSame = texts.some((text) => partP(text) === partP(value));
    return isSame
      ? ok('The DNS has the key of this site.')
      : differs('The DNS has another key than this site. Put the value below in its place.');
  },
  DMARC: ([dmarc, ...more]) => {
    if (dmarc === undefined) return MISSING;
    if (more.length > 0)
      return differs('The name has more than one DMARC record; receivers then ignore all of them. Keep one.');
    if (/;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(dmarc)) return ok('The domain has a DMARC policy.');
    return differs('It has no policy: add p=none, p=quarantine or p=reject to it.');
  },
  MX: ([mx]) => (mx === undefined ? MISSING : ok(`Reports go to ${mx}.`)),
};

function partP(record: string): string {
  return /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replace(/\s/g, '') ?? '';
}
