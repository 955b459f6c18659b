import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredForm, prefersPage } from './negotiate.ts';

const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const rows: [string | null, string][] = [
  [null, 'html'],
  ['', 'html'],
  ['*/*', 'html'],
  [CHROME, 'html'],
  ['text/markdown', 'markdown'],
  ['TEXT/Markdown;Q=0.8', 'markdown'],
  ['text/markdown, text/html, */*', 'markdown'],
  ['text/markdown, text/plain;q=0.9, */*;q=0.8', 'markdown'],
  ['text/html;q=0.5, text/markdown', 'markdown'],
  ['text/html, text/markdown;q=0.5', 'html'],
  ['text/markdown;q=0.1, */*', 'markdown'],
  ['text/markdown;q=0, */*', 'html'],
  ['text/markdown;q=nonsense, text/html;q=0.2', 'html'],
  ['text/markdown;q=0.1234', 'html'],
  ['application/json', 'json'],
  ['application/json, text/plain, */*', 'json'],
  ['application/json, text/html', 'json'],
  ['application/json, text/markdown', 'markdown'],
  ['application/json, text/markdown;q=0.5', 'json'],
  ['application/json;q=0.9, text/html', 'html'],
  ['text/*', 'html'],
  ['image/png', 'html'],
  ['text/html;q=0', 'html'],
];

for (const [accept, form] of rows) {
  test(`Accept ${accept === null ? 'missing' : `"${accept}"`} gives ${form}`, () => {
    assert.equal(preferredForm(accept), form);
  });
}

test('/api is JSON unless HTML is named and not less preferred', () => {
  assert.equal(prefersPage(null), false);
  assert.equal(prefersPage('*/*'), false);
  assert.equal(prefersPage(CHROME), true);
  assert.equal(prefersPage('text/html, application/json'), true);
  assert.equal(prefersPage('text/html;q=0.5, application/json'), false);
});
