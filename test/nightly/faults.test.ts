import { testShortForms } from '../support/faults/short-form.ts';

// Faults whose script limits how long a start, a read, a write or a stop may take. No other test runs beside them.

testShortForms([
  ['f1-killed', 'no acknowledged write is lost when the server is killed (F1)'],
  ['f2-postgres-killed', 'PostgreSQL is killed, and the same server goes on when it is back (F2)'],
  ['f4-disk-full', 'a full disk refuses writes, and half of nothing is stored (F4)'],
  ['f5-lock-held', 'a lock another process holds delays writes and no reader (F5)'],
  ['f6-database-away', 'a database that is away, also at a restart, stops writes and no reader (F6)'],
  ['f8-stopped', 'no request fails while processes are stopped and replaced (F8)'],
]);
