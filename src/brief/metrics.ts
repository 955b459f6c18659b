import { counter, gauge, type MetricFamilies } from '#runtime/metric-families.ts';

export const metrics: MetricFamilies = {
  plumbline_brief_subscribers: gauge('Subscribers of the Field Brief, by state.'),
  plumbline_brief_deliveries_total: counter('Deliveries of the Field Brief that this process ended, by state.'),
};
