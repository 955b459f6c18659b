import { counter, gauge, type MetricFamilies } from '#runtime/metric-families.ts';

export const metrics: MetricFamilies = {
  plumbline_purges_total: counter('Purges of caches in front of the server, by cache and by how they ended.'),
  plumbline_purges_waiting: gauge('Lines of the publication log that a cache was not purged of yet.'),
  plumbline_purges_lag_seconds: gauge('Age of the oldest line of the publication log that a cache was not purged of.'),
  plumbline_integration_deliveries_total: counter(
    'Messages to other sites, by kind of receiver and by how they ended.',
  ),
  plumbline_integration_lag_lines: gauge('Changes that a receiver does not have yet; the most of its kind.'),
  plumbline_integration_lag_seconds: gauge('Age of the oldest of these changes.'),
  plumbline_integrations: gauge('Receivers of messages, by kind and state.'),
};
