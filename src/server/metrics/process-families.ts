import { counter, gauge, type MetricFamilies } from '#runtime/metric-families.ts';

/** The metrics of a server process. Capabilities declare theirs. */
export const PROCESS_METRICS: MetricFamilies = {
  plumbline_requests_total: counter('Responses by route, method and class of status, without those of the cache.'),
  plumbline_request_seconds: { type: 'histogram', help: 'Duration of these responses.' },
  plumbline_cache_answers_total: counter('Responses sent from the cache, by status.'),
  plumbline_cache_found_total: counter('Cache lookups that found a response.'),
  plumbline_cache_missed_total: counter('Cache lookups that found none.'),
  plumbline_cache_copies: gauge('Responses in the cache.'),
  plumbline_cache_bytes: gauge('Bytes of the responses in the cache.'),
  plumbline_writes_total: counter('Writes to the database, by how they ended.'),
  plumbline_writes_waiting: gauge('Writes that wait for their commit.'),
  plumbline_database_up: gauge('Whether the database can be read, and written.'),
  plumbline_publications: gauge('Number of the last line of the publication log.'),
  plumbline_loop_delay_seconds: gauge('Delay of the event loop since the last request of the metrics.'),
  plumbline_memory_bytes: gauge('Memory of the process.'),
  plumbline_change_readers: gauge('Streams and long polls that wait for public changes.'),
  plumbline_log_lines_lost_total: counter('Lines of the log that could not be written.'),
  plumbline_cpu_seconds_total: counter('Processor time.'),
};
