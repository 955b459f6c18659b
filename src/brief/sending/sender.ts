import type { SignMessage } from '#brief/domain/sign-message.ts';
import type { BriefGateSite } from '#brief/issues/gate.ts';
import type { MailServer } from '#runtime/config/config.ts';
import type { Holder } from '#runtime/jobs/jobs.ts';
import type { MessageSettings, PrintBrief } from './message.ts';
import type { Pace } from './pace.ts';

/** What sending needs in addition to the tables. */
export type Sender = {
  me: Holder;
  mail: MailServer | null;
  message: MessageSettings;
  connections: number;
  stopSeconds: number;
  gate: BriefGateSite;
  print: PrintBrief;
  sign: SignMessage;
  pace: Pace;
  /** Ends the work: no delivery begins after it. */
  stopping: AbortSignal;
  /** Called for each delivery that ended. */
  count: (state: string) => void;
  warn: (fields: Record<string, unknown>, message: string) => void;
};
