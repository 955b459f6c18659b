import { serveChild } from '#runtime/child-process.ts';
import { type DeliveryReport, readReport } from './read-report.ts';

// A child process that parses one email, which anybody can send, so that a hostile one cannot keep the server busy.

export type ReportJob = { source: Uint8Array; bounceHost: string };
export type ReportResult = { report: DeliveryReport | null };

serveChild<ReportJob, ReportResult>(async ({ source, bounceHost }) => ({
  report: await readReport(source, bounceHost),
}));
