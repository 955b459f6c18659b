import { resealWebhooks } from './signature.ts';

export const reseal = resealWebhooks;
