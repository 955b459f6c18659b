import { counter, gauge, type MetricFamilies } from '#runtime/metric-families.ts';

export const metrics: MetricFamilies = {
  plumbline_integration_deliveries_total: counter('Messages to other sites, by how they ended.'),
  plumbline_integration_lag_lines: gauge('Changes that a receiver does not have yet; the most of all.'),
  plumbline_integration_lag_seconds: gauge('Age of the oldest of these changes.'),
  plumbline_integrations: gauge('Receivers of messages, by state.'),
};
