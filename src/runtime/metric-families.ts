/** Metric values by name and labels: `name{label="value"}`. */
export type Series = Record<string, number>;

/** What Prometheus is told about a metric. `together`: how the values of several processes become one. */
export type MetricFamily = { type: 'counter' | 'gauge' | 'histogram'; help: string; together: 'sum' | 'max' | 'min' };

/** Metrics by name. */
export type MetricFamilies = Readonly<Record<string, MetricFamily>>;

export function counter(help: string): MetricFamily {
  return { type: 'counter', help, together: 'sum' };
}

export function gauge(help: string, together: MetricFamily['together']): MetricFamily {
  return { type: 'gauge', help, together };
}
