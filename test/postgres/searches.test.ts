// What searches, sorts or counts by words and days gives the same on PostgreSQL.
import '../support/on-postgres.ts';
import '../unit/board/board-search.test.ts';
import '../unit/public/lists.test.ts';
import '../unit/public/reading-index.test.ts';
import '../unit/search/search-ranking.test.ts';
import '../unit/search/search.test.ts';
import '../unit/stats/weekly-stats.test.ts';
