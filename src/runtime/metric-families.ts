/** Metric values by name and labels: `name{label="value"}`. */
export type Series = Record<string, number>;

/** Name, type and help of a metric, as Prometheus reads them. */
export type MetricFamily = { type: 'counter' | 'gauge' | 'histogram'; help: string };

/** Metrics by name. */
export type MetricFamilies = Readonly<Record<string, MetricFamily>>;

export function counter(help: string): MetricFamily {
  return { type: 'counter', help };
}

export function gauge(help: string): MetricFamily {
  return { type: 'gauge', help };
}
