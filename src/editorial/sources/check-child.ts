import { serveChild } from '#runtime/child-process.ts';
import { checkSource, type SourceCheckJob, type SourceResult } from './check-source.ts';

// A child process that checks a few addresses of different hosts. Their answers are only parsed here, and shown to nobody.

serveChild<SourceCheckJob, SourceResult[]>(({ cited, manner }) =>
  Promise.all(cited.map((source) => checkSource(source, manner))),
);
