import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from '../out/api.d.ts';

// Uses the service through the generated client: reads, drafts, revises, and checks refusals.
// Use: node drive.ts BASE_URL TOKEN

const [, , baseUrl = '', token = ''] = process.argv;
const api = createClient<paths>({ baseUrl });

type Article = components['schemas']['PublicArticle'];
type Draft = components['schemas']['ArticleDraft'];

const front = await api.GET('/', { headers: { Accept: 'application/json' } });
assert.equal(front.response.status, 200);

const [newest] = await readIndex();
assert.ok(newest, 'the sample articles are published');
const section = newest.section as components['schemas']['Desk'];
const place = { section, slug: newest.slug };
await readEveryForm();
await readMissingArticle();
await draftAndRevise();
await readPrices();

async function readIndex(): Promise<Article[]> {
  const { data, error } = await api.GET('/api/public/articles', { params: { query: { limit: 2 } } });
  assert.equal(error, undefined);
  assert.ok(data && data.nextCursor !== null, 'there is a next page');
  const next = await api.GET('/api/public/articles', { params: { query: { limit: 2, cursor: data.nextCursor } } });
  assert.notEqual(next.data?.articles[0]?.slug, data.articles[0]?.slug);
  const wrong = await api.GET('/api/public/articles', { params: { query: { limit: 0 } } });
  assert.equal(wrong.response.status, 400);
  assert.equal(wrong.error?.code, 'bad_request');
  return data.articles;
}

async function readEveryForm(): Promise<void> {
  const { data } = await api.GET('/api/public/articles/{section}/{slug}', { params: { path: place } });
  assert.equal(data?.headline, newest?.headline);
  const correctedAt: string | null | undefined = data?.correctedAt;
  assert.notEqual(correctedAt, undefined);
  const markdown = await api.GET('/api/public/markdown/{section}/{slug}', { params: { path: place }, parseAs: 'text' });
  assert.match(markdown.data ?? '', /^---\n/);
}

async function readMissingArticle(): Promise<void> {
  const path = { section, slug: 'there-is-no-such-article' };
  const { error, response } = await api.GET('/api/public/articles/{section}/{slug}', { params: { path } });
  assert.equal(response.status, 404);
  assert.ok(error?.code === 'not_found' && error.hint.length > 0);
}

async function draftAndRevise(): Promise<void> {
  const draft: Draft = {
    headline: 'What a generated client can do',
    dek: 'It drafts and revises by the description alone.',
    section: 'software',
    slug: 'what-a-generated-client-can-do',
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'It was generated, compiled and run.' }],
    sources: [{ title: 'The API description', url: 'https://example.org/openapi' }],
  };
  const nobody = await api.POST('/api/admin/articles', { body: draft });
  assert.equal(nobody.response.status, 401);
  assert.match(nobody.response.headers.get('www-authenticate') ?? '', /resource_metadata=/);

  const headers = { Authorization: `Bearer ${token}` };
  const filed = await api.POST('/api/admin/articles', { body: draft, headers });
  assert.equal(filed.response.status, 201, JSON.stringify(filed.error));
  assert.ok(filed.data && filed.data.revision === 0 && filed.data.status === 'draft');
  const articleId = filed.data.id;
  const revise = (baseRevision: number) =>
    api.POST('/api/admin/articles/{articleId}/revisions', {
      params: { path: { articleId } },
      body: { ...draft, dek: `It follows revision ${baseRevision}.`, baseRevision },
      headers,
    });
  assert.equal((await revise(0)).data?.revision, 1);
  const late = await revise(0);
  assert.ok(late.error?.code === 'revision_conflict' && late.error.currentRevision === 1);
  const wrong = await api.POST('/api/admin/articles', { body: { ...draft, headline: '' }, headers });
  assert.ok(wrong.error?.code === 'validation_failed' && wrong.error.issues[0]?.path === 'headline');
  const path = { section: 'software' as const, slug: draft.slug };
  assert.equal((await api.GET('/api/public/articles/{section}/{slug}', { params: { path } })).response.status, 404);
}

async function readPrices(): Promise<void> {
  const { data } = await api.GET('/api/v1/advertise');
  const price: number | null | undefined = data?.units[0]?.listPriceCents;
  assert.equal(price, 800000);
  assert.equal(data?.currency, 'USD');
}
