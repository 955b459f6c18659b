import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounceAddress } from '#brief/bounces/bounce-address.ts';
import { readReport } from '#brief/bounces/read-report.ts';
import { CORPUS, emailTo, hostileEmails } from './report-corpus.ts';
import type { CorpusEmail } from './report-parts.ts';

const HOST = 'bounce.magazine.example';
const TOKEN = '0123456789abcdef'.repeat(2);
const BOUNCE = bounceAddress('2026-09-08', TOKEN, HOST);

async function read(email: CorpusEmail): Promise<string> {
  const report = await readReport(emailTo(email, BOUNCE), HOST);
  if (!report) return 'foreign';
  assert.deepEqual([report.address.day, report.address.token], ['2026-09-08', TOKEN], email.name);
  if (!report.failure) return 'report';
  return [report.failure.kind, report.failure.code].filter((one) => one !== null).join(' ');
}

test('every email of the corpus is classed right', async () => {
  assert.ok(CORPUS.length >= 40, `${CORPUS.length}`);
  for (const email of CORPUS) assert.equal(await read(email), email.gives, email.name);
});

test('a hostile report is read within limits of depth and size', async () => {
  for (const email of hostileEmails()) assert.equal(await read(email), email.gives, email.name);
});
