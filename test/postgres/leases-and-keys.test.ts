// What locks rows, leases work or relies on unique keys holds on PostgreSQL, too.
import '../support/on-postgres.ts';
import '../unit/ads/ad-races.test.ts';
import '../unit/brief/unique-keys.test.ts';
import '../unit/data/job-leases.test.ts';
import '../unit/data/kept-no-longer.test.ts';
import '../unit/data/one-after-another.test.ts';
import '../unit/data/schedule-trouble.test.ts';
import '../unit/exchange/export-leases.test.ts';
import '../unit/exchange/import-leases.test.ts';
import '../unit/integrations/unique-keys.test.ts';
import '../unit/newsroom/schedule.test.ts';
