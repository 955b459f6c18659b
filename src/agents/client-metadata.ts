import { createSemaphore } from '#core/concurrency.ts';
import { runInChild } from '#runtime/child-process.ts';
import type { FetchJob, FetchResult } from '#runtime/fetch-child.ts';
import type { LocalPorts } from '#runtime/fetch-page.ts';
import { type OAuthClient, RegistrationError, readClient } from './oauth-clients.ts';

// Client ID metadata documents: the client id is the https address of a JSON document that describes the client
// (draft-ietf-oauth-client-id-metadata-document). Each is fetched in a child process and kept for a while in memory.

/** Milliseconds for which a fetched document counts, and for which a failure does. */
const [FRESH, FAILED] = [3_600_000, 60_000];
/** The most documents in memory. */
const MOST = 500;
const LIMITS = { hops: 1, milliseconds: 3000, bytes: 5 * 1024 };
const CHILD = new URL('../runtime/fetch-child.ts', import.meta.url);
/** Four documents are fetched at a time, and a hundred more may wait: far more than the clients of one newsroom have. */
const FETCHES = createSemaphore(4, 100);
const CHILD_LIMITS = { memory: 256 * 1024 * 1024, time: 4000 };

declare module '#http/services.ts' {
  interface Services {
    /** The metadata documents of OAuth clients. */
    clientDocuments: ClientDocuments;
  }
}

export type ClientDocuments = {
  /** The client of a metadata document. @throws RegistrationError when the document is missing or not valid */
  find: (address: string, time: number) => Promise<OAuthClient>;
  /** Whether a known host of such documents answers. It is asked at most once an hour, and ten minutes after a failure. */
  canFetch: (time: number) => Promise<boolean>;
};

/** Hosts of widely used clients. Any answer shows that documents can be fetched. */
const HOSTS = ['claude.ai', 'chatgpt.com'];
/** Milliseconds for which it counts that no host answered. */
const AWAY = 600_000;

/** Whether a client id is the address of a metadata document: https, with a path, and nothing else in it. */
export function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id);
  const isPlain = id.length <= 500 && /^https:\/\/[\x21-\x7e]+$/.test(id) && url?.href === id;
  return Boolean(isPlain && url && url.pathname !== '/' && !url.username && !url.password && !url.hash && !url.port);
}

/** Fetches metadata documents; `userAgent` names this site. Only tests pass `rehearsal`. */
export function createClientDocuments(userAgent: string, rehearsal?: LocalPorts): ClientDocuments {
  const known = new Map<string, { until: number; client: Promise<OAuthClient> }>();
  let access: { until: number; isThere: Promise<boolean> } | null = null;
  return {
    canFetch: (time) => {
      if (access && access.until > time) return access.isThere;
      const isThere = anyAnswers(userAgent, rehearsal);
      const asked = { until: time + FRESH, isThere };
      access = asked;
      void isThere.then((answer) => {
        if (!answer) asked.until = time + AWAY;
      });
      return isThere;
    },
    find: (address, time) => {
      const kept = known.get(address);
      if (kept && kept.until > time) return kept.client;
      const client = fetchClient(address, userAgent, rehearsal);
      const entry = { until: time + FRESH, client };
      const [oldest] = known.keys();
      if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
      known.set(address, entry);
      client.catch((error) => {
        if (error instanceof RegistrationError) entry.until = time + FAILED;
        else known.delete(address);
      });
      return client;
    },
  };
}

async function fetchPage(address: string, userAgent: string, rehearsal?: LocalPorts): Promise<FetchResult | null> {
  const options = { userAgent, accept: 'application/json', limits: LIMITS, ...(rehearsal && { rehearsal }) };
  const leave = await FETCHES.acquire();
  return runInChild<FetchJob, FetchResult>(CHILD, { address, options }, CHILD_LIMITS)
    .catch(() => null)
    .finally(leave);
}

async function anyAnswers(userAgent: string, rehearsal?: LocalPorts): Promise<boolean> {
  const pages = await Promise.all(
    HOSTS.map((host) => fetchPage(`https://${host}/robots.txt`, userAgent, rehearsal).catch(() => null)),
  );
  return pages.some((page) => page !== null && 'status' in page);
}

async function fetchClient(address: string, userAgent: string, rehearsal?: LocalPorts): Promise<OAuthClient> {
  const page = await fetchPage(address, userAgent, rehearsal);
  if (page === null) throw unusable('It could not be fetched.');
  if ('trouble' in page) throw unusable(page.trouble);
  if (page.status !== 200) throw unusable(`It answers with status ${page.status}.`);
  if (!page.isWhole) throw unusable(`It is larger than ${LIMITS.bytes} bytes.`);
  const document = parse(page.body);
  if (document.client_id !== address) throw unusable('Its client_id is not its own address.');
  if (!canDoWithoutSecret(document))
    throw unusable('Only clients without a secret are accepted: token_endpoint_auth_method none.');
  return readClient(address, document);
}

/** A document may list several methods beside the one it prefers (OpenID Connect RP Metadata Choices 1.0, 2). */
function canDoWithoutSecret(document: Record<string, unknown>): boolean {
  const { token_endpoint_auth_method: preferred = 'none', token_endpoint_auth_methods_supported: others } = document;
  return preferred === 'none' || (Array.isArray(others) && others.includes('none'));
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The text is not JSON: the error below reports it.
  }
  throw unusable('It is not a JSON object.');
}

function unusable(reason: string): RegistrationError {
  return new RegistrationError('invalid_client_metadata', `The client’s metadata document cannot be used. ${reason}`);
}
