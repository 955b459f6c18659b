import { recordPath, revisionUrl } from '#article/addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { Failure } from '#core/failure.ts';
import { JSON_TYPE, jsonResponse, PERMANENT } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendMoved, sendPublic } from '#http/respond.ts';
import { makeRecords } from '#reading/records/make-records.ts';
import { findRecord } from '#reading/records/read-records.ts';
import { listRecordKeys, toPem } from '#reading/records/record-keys.ts';
import { findRevision } from '#reading/records/revisions/revisions.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { keyHistoryJson, keySetJson, recordOf } from './record-json.ts';

/** `/{section}/{slug}/r/{revision}/record.json`: the signed record of a revision, the same bytes for ever. */
export async function readRecord(c: Context): Promise<Response> {
  const number = /^(?:0|[1-9]\d{0,8})$/.exec(c.req.param('revision') ?? '')?.[0];
  const result = await findRevision(c, number, 'json');
  if (result instanceof Response) return result;
  const { history, revision } = result;
  const path = recordPath(revision);
  if (c.req.path !== path) return sendMoved(c, path);
  const { publication } = siteSnapshot();
  const record = await findOrMakeRecord(c, history.articleId, revision.revision);
  const links = [
    `<${revisionUrl(publication, revision)}>; rel="describes"`,
    `<${publication.baseUrl}/.well-known/record-keys.json>; rel="describedby"; type="application/json"`,
    `<${publication.baseUrl}/method>; rel="help"`,
  ];
  return sendPublic(c, {
    status: 200,
    type: JSON_TYPE,
    body: record.document,
    modifiedAt: record.at,
    hasDigest: true,
    headers: { Link: links.join(', '), 'Cache-Control': PERMANENT, 'X-Robots-Tag': 'noindex' },
    about: [`article:${history.articleId}`],
  });
}

/** @throws busy while the background job makes the records of earlier publications */
async function findOrMakeRecord(c: Context, articleId: string, revision: number) {
  const { deps } = c.var;
  const { read } = deps.db;
  let record = await findRecord(read, articleId, revision);
  if (record) return record;
  await makeRecords(deps, (facts) => recordOf(siteSnapshot().publication, facts));
  record = await findRecord(read, articleId, revision);
  if (record) return record;
  throw new Failure('busy', 'The record of this revision has not been made yet.', {
    hint: 'After an upgrade the server makes the records of earlier publications in the background. Ask again later.',
    retryAfter: 60,
  });
}

/** `/.well-known/jwks.json`: the public keys as a JSON Web Key Set. */
export async function readKeySet(c: Context): Promise<Response> {
  const keys = await listRecordKeys(c.var.deps.db.read);
  return sendPublic(c, jsonResponse(keySetJson(keys), { headers: KEYS_KEPT }));
}

/** `/.well-known/record-keys.json`: the keys in order, each with the statement that the previous key signed. */
export async function readKeyHistory(c: Context): Promise<Response> {
  const keys = await listRecordKeys(c.var.deps.db.read);
  return sendPublic(c, jsonResponse(keyHistoryJson(siteSnapshot().publication, keys), { headers: KEYS_KEPT }));
}

/** `/.well-known/record-keys/{kid}.pem`: one public key, as OpenSSL reads it. */
export async function readKeyPem(c: Context): Promise<Response> {
  const keys = await listRecordKeys(c.var.deps.db.read);
  const key = keys.find(({ kid }) => `${kid}.pem` === c.req.param('file'));
  if (!key) return notFound(c, 'json');
  return sendPublic(c, { status: 200, type: PEM, body: toPem(key.x), headers: KEYS_KEPT });
}

const PEM = 'application/x-pem-file';
/** A new key is announced when it is made; a minute later every cache has it. */
const KEYS_KEPT = { 'Cache-Control': 'public, max-age=60' };
