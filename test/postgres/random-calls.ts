import { listGrantedAgents } from '#agents/list-agents.ts';
import { revokeGrant } from '#agents/revoke.ts';
import { Failure } from '#core/failure.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { cookieName } from '#http/access.ts';
import { startSession } from '#people/sessions.ts';
import { type Draw, drawFrom } from '../../scripts/stock-words.ts';
import { ask, decide, poll } from '../support/ceremony.ts';
import { bearer, draft, fromPage, json, openSite } from '../support/site.ts';
import {
  anArticle,
  type Call,
  type Called,
  countedId,
  listPublic,
  lookUp,
  ODD,
  pick,
  readFronts,
  readOne,
  SECTIONS,
  SLUGS,
  told,
  type Visitor,
  WORDS,
} from './random-reads.ts';

// Random calls on a site, the same for the same seed. The responses of two sites differ only in secrets: ids come from a
// counter and the clock does not advance, so everything else can be compared.

export type Answer = { call: string; status: number; headers: Record<string, string>; body: string };

/** Opens a site with a person of each role, and agents approved by two of them. */
export async function visit(
  t: Parameters<typeof openSite>[0],
  databaseUrl: string | null,
  seed: number,
): Promise<Visitor> {
  const site = await openSite(t, { RATE_LIMITS: 'off', ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  let made = 0;
  site.deps.newId = () => countedId(++made);
  const people = [await site.person('chief'), await site.person('editor'), await site.person('writer')];
  const tokens = [];
  for (const person of people.slice(0, 2)) tokens.push(await site.grantToken(person));
  return { site, draw: drawFrom(seed), people, tokens, claims: [], articles: [], cursors: [] };
}

/** Makes the next call and returns the response. */
export async function callNext(visitor: Visitor): Promise<Answer> {
  const call = pick(visitor.draw, CALLS);
  const { name, response } = await call(visitor);
  const { date: _, 'set-cookie': __, ...headers } = Object.fromEntries(response.headers);
  return { call: name, status: response.status, headers, body: await response.text() };
}

const CALLS: readonly Call[] = [
  ...many(6, create),
  ...many(5, revise),
  ...many(6, publishOne),
  ...many(2, unpublishOne),
  ...many(4, listPublic),
  ...many(5, lookUp),
  ...many(4, readOne),
  ...many(2, readFronts),
  ...many(5, callTool),
  ...many(2, askIn),
  ...many(3, pollOne),
  ...many(2, decideOne),
  ...many(2, readNewsroom),
  ...many(2, sendNonsense),
  revoke,
  waitAWhile,
  comeBack,
];

function many(times: number, call: Call): Call[] {
  return Array.from({ length: times }, () => call);
}

async function create(visitor: Visitor): Promise<Called> {
  const response = await write(visitor, '/api/admin/articles', payload(visitor));
  return told('create', visitor, response);
}

async function revise(visitor: Visitor): Promise<Called> {
  const { draw } = visitor;
  const id = anArticle(visitor);
  const body = { ...payload(visitor), baseRevision: Math.floor(draw() * 3), ...note(draw) };
  return told('revise', visitor, await write(visitor, `/api/admin/articles/${id}/revisions`, body));
}

function note(draw: Draw): Record<string, unknown> {
  return draw() < 0.3 ? { correctionNote: `The count was ${Math.floor(draw() * 1000)}, and is so no longer.` } : {};
}

async function write(visitor: Visitor, path: string, body: unknown): Promise<Response> {
  const { site, draw, tokens, people } = visitor;
  const again: Record<string, string> = draw() < 0.2 ? { 'Idempotency-Key': `key-${Math.floor(draw() * 6)}` } : {};
  const headers =
    draw() < 0.8
      ? bearer(pick(draw, [...tokens.slice(-4), 'pl_at_none']), again)
      : fromPage(pick(draw, people), { 'Content-Type': 'application/json', ...again });
  return site.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function payload({ draw }: Visitor): Record<string, unknown> {
  const words = [pick(draw, WORDS), pick(draw, WORDS)].join(' ');
  const plain = draft({
    section: pick(draw, SECTIONS),
    slug: pick(draw, SLUGS),
    headline: `About ${words}`,
    dek: words,
  });
  if (draw() < 0.85) return plain;
  const field = pick(draw, [
    'headline',
    'dek',
    'slug',
    'section',
    'authorId',
    'bodyBlocks',
    'sources',
    'unknown',
    'tagIds',
  ]);
  return { ...plain, [field]: pick<unknown>(draw, [...ODD, null, 7, [], {}, [{}], 'a'.repeat(3000)]) };
}

async function publishOne(visitor: Visitor): Promise<Called> {
  const { site, draw, people } = visitor;
  const [id, number, person] = [anArticle(visitor), Math.floor(draw() * 3), pick(draw, people)];
  return told('publish', visitor, await answered(() => publish(site.deps, person, id, { revisionNumber: number })));
}

async function unpublishOne(visitor: Visitor): Promise<Called> {
  const [id, person] = [anArticle(visitor), pick(visitor.draw, visitor.people)];
  return told('unpublish', visitor, await answered(() => unpublish(visitor.site.deps, person, id)));
}

/** The value or failure of a function, in the shape of a response. */
async function answered(verb: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json((await verb()) ?? null);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Response.json({ kind: error.kind, error: error.message, ...error.detail }, { status: 400 });
  }
}

async function callTool(visitor: Visitor): Promise<Called> {
  const { site, draw, tokens, cursors } = visitor;
  const [name, given] = pick<[string, Record<string, unknown>]>(draw, [
    [
      'list_articles',
      {
        ...(draw() < 0.5 && { q: pick(draw, WORDS) }),
        ...(draw() < 0.4 && { status: pick(draw, ['draft', 'published', 'changed', 'unpublished']) }),
        ...(draw() < 0.3 && { section: pick(draw, SECTIONS) }),
        ...(draw() < 0.4 && { limit: 1 + Math.floor(draw() * 4) }),
        ...(draw() < 0.3 && { cursor: pick(draw, [...cursors.slice(-8), 'none']) }),
      },
    ],
    [
      'get_article',
      draw() < 0.5 ? { id: anArticle(visitor) } : { section: pick(draw, SECTIONS), slug: pick(draw, SLUGS) },
    ],
    ['create_article', payload(visitor)],
    ['save_revision', { ...payload(visitor), articleId: anArticle(visitor), baseRevision: Math.floor(draw() * 3) }],
    ['no_such_tool', {}],
  ]);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
  const response = await site.fetch('/api/mcp', {
    method: 'POST',
    headers: bearer(pick(draw, tokens.slice(-4))),
    body,
  });
  return told(`${name} ${JSON.stringify(given).slice(0, 200)}`, visitor, response);
}

async function askIn(visitor: Visitor): Promise<Called> {
  const { draw, site, claims, people } = visitor;
  if (draw() < 0.2) {
    const body = JSON.stringify({ type: pick(draw, ['service_auth', 'other']), login_hint: pick(draw, ODD) });
    const headers = { 'Content-Type': 'application/json' };
    return told('identity', visitor, await site.fetch('/api/agent/identity', { method: 'POST', headers, body }));
  }
  const asked = await ask(site, draw() < 0.3 ? { login_hint: pick(draw, people).email } : {});
  claims.push(asked);
  return told('identity', visitor, Response.json(asked));
}

async function pollOne(visitor: Visitor): Promise<Called> {
  const { site, draw, claims, tokens } = visitor;
  const response = await poll(site, pick(draw, [...claims.slice(-5).map((claim) => claim.claim_token), 'clm_none']));
  if (response.status === 200) tokens.push((await json(response.clone())).access_token);
  return told('poll', visitor, response);
}

async function decideOne(visitor: Visitor): Promise<Called> {
  const { site, draw, claims, people } = visitor;
  const code = pick(draw, [...claims.slice(-5).map((claim) => claim.user_code), 'BCDF-GHJK']);
  const response = await decide(site, pick(draw, people), code, draw() < 0.7 ? 'approval' : 'refusal');
  // The page contains a seal made with the server's key.
  return told(
    'decide',
    visitor,
    new Response(null, { status: response.status, headers: { Location: response.headers.get('location') ?? '' } }),
  );
}

async function revoke(visitor: Visitor): Promise<Called> {
  const { site, draw, people } = visitor;
  const { programs } = await listGrantedAgents(site.deps, site.deps.db.read, { limit: 100 });
  const { claimId } = pick(draw, programs.slice(2)) ?? { claimId: 'none' };
  return told('revoke', visitor, await answered(() => revokeGrant(site.deps, pick(draw, people), claimId)));
}

async function readNewsroom(visitor: Visitor): Promise<Called> {
  const { site, draw, people } = visitor;
  const id = anArticle(visitor);
  const path = pick(draw, [
    '/newsroom',
    `/newsroom/articles?q=${encodeURIComponent(pick(draw, WORDS))}`,
    `/newsroom/articles/${id}`,
    `/newsroom/articles/${id}/revisions/${Math.floor(draw() * 3)}`,
    '/newsroom/agents',
    '/newsroom/team',
  ]);
  const response = await site.fetch(path, { headers: fromPage(pick(draw, people)), redirect: 'manual' });
  return told(path, visitor, response);
}

async function sendNonsense(visitor: Visitor): Promise<Called> {
  const { site, draw, tokens } = visitor;
  const path = pick(draw, [
    '/api/admin/articles',
    `/api/admin/articles/${anArticle(visitor)}/revisions`,
    '/api/mcp',
    '/api/agent/token',
  ]);
  const body = pick(draw, [
    '',
    '{',
    '[]',
    'null',
    '{"a":1,"a":2}',
    '"\\ud800"',
    '{"jsonrpc":"2.0"}',
    'grant_type=x&claim_token=',
    `${'['.repeat(40)}`,
  ]);
  const type = pick(draw, ['application/json', 'application/x-www-form-urlencoded', 'text/plain']);
  const headers = { ...bearer(pick(draw, tokens.slice(-4))), 'Content-Type': type };
  return told(`${path} ${body.slice(0, 40)}`, visitor, await site.fetch(path, { method: 'POST', headers, body }));
}

async function waitAWhile(visitor: Visitor): Promise<Called> {
  const seconds = pick(visitor.draw, [0.001, 0.5, 1, 6, 60, 300]);
  visitor.site.pass(seconds);
  return { name: `wait ${seconds} s`, response: Response.json(null) };
}

/** Signs a person in again and gives another agent access, because sessions and tokens expire when the clock moves. */
async function comeBack({ site, draw, people, tokens }: Visitor): Promise<Called> {
  const person = pick(draw, people);
  const secret = await startSession(site.deps, person, { address: '127.0.0.1', browser: 'test' });
  person.cookie = `${cookieName(site.config.publication.baseUrl)}=${secret}`;
  if (person.role !== 'writer') tokens.push(await site.grantToken(person));
  return { name: 'come back', response: Response.json(null) };
}
