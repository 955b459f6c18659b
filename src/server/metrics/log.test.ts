import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forTerminal } from './log.ts';

test('in a terminal requests without trouble have one line a minute, files none, and trouble is shown at once', () => {
  const lines: string[] = [];
  const { write } = forTerminal({ write: (line) => void lines.push(line.replace(/^\d\d:\d\d {2}/, '')) });
  const start = Date.parse('2026-09-06T13:00:00Z');
  const log = (seconds: number, level: number, fields: object) =>
    write(JSON.stringify({ level, time: start + seconds * 1000, ...fields }));
  const answered = (route: string, status = 200) => ({
    request: 'r1',
    method: 'GET',
    route,
    status,
    ms: 2,
    msg: 'answered',
  });
  log(1, 30, answered('/'));
  log(2, 30, { journal: '1:abc', msg: 'the journal ends here' });
  log(70, 30, answered('/static/:file'));
  assert.deepEqual(lines, []);
  log(71, 30, answered('/:section'));
  log(72, 30, answered('/', 503));
  log(73, 40, { job: 'send mail', error: 'no answer', msg: 'a job had to wait' });
  assert.deepEqual(lines, [
    '2 requests answered\n',
    'answered (request r1, method GET, route /, status 503, ms 2)\n',
    'Warning: a job had to wait (job send mail): no answer\n',
  ]);
});
