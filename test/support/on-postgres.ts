import { after } from 'node:test';
import { shareCluster } from './postgres.ts';

// Imported before the tests of other folders, it opens their sites on PostgreSQL.

const cluster = await shareCluster();
process.env.TEST_POSTGRES = cluster.url;
after(() => cluster.stop());
