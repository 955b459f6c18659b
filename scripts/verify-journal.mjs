#!/usr/bin/env node
// Verifies a complete exported journal (JSON lines, oldest first). The script imports no code of the service.
//   node scripts/verify-journal.mjs journal.jsonl [SEQ:HASH]
// SEQ:HASH is where the journal ended at some time, from a log or a backup: the file must contain exactly that line.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const [file, anchor] = process.argv.slice(2);
if (!file) {
  console.error('Use: node scripts/verify-journal.mjs FILE [SEQ:HASH]');
  process.exit(2);
}

const wrong = [];
const unverified = [];
const hashes = new Map();
let previous = '';
for (const text of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  const line = JSON.parse(text);
  if (line.previousHash !== previous) wrong.push(`line ${line.seq} does not follow the line before it`);
  verify(line);
  hashes.set(line.seq, line.hash);
  previous = line.hash;
}
const last = [...hashes.keys()].at(-1);
if (anchor) {
  const [, seq = '', hash = ''] = /^(\d+):(.*)$/.exec(anchor) ?? [];
  if (hashes.get(Number(seq)) !== hash)
    wrong.push(`the journal does not hold the line ${anchor}: its end was cut off or changed`);
}
for (const one of wrong) console.log(`WRONG: ${one}`);
if (unverified.length > 0)
  console.log(`${unverified.length} redacted lines of the first form: only their place in the chain was verified.`);
console.log(`${hashes.size} lines read; the last is ${last}:${previous}`);
process.exit(wrong.length > 0 ? 1 : 0);

function verify({
  seq,
  at,
  actor,
  act,
  subject,
  revision,
  detail,
  nameHash,
  detailHash,
  previousHash,
  hash,
  redacted,
}) {
  const kept = detail === null ? null : JSON.stringify(detail);
  if (!redacted && (sha256(actor.name) !== nameHash || (kept === null ? null : sha256(kept)) !== detailHash))
    wrong.push(`line ${seq}: its name or particulars were changed`);
  const inSecondForm = hash.startsWith('2:');
  if (!inSecondForm && redacted) return unverified.push(seq);
  const [name, particulars] = inSecondForm ? [nameHash, detailHash] : [actor.name, kept];
  const fields = [at, actor.kind, actor.id, name, act, subject.kind, subject.id, revision, particulars, previousHash];
  if (hash !== (inSecondForm ? '2:' : '') + sha256(JSON.stringify(fields))) wrong.push(`line ${seq} was changed`);
}
