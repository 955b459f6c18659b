import { gauge, type MetricFamilies } from '#runtime/metric-families.ts';

export const metrics: MetricFamilies = {
  plumbline_export_processes: gauge(
    'Processes that export the site to EXPORT_DIR; 0 means that the files are not updated.',
  ),
};
