import { resealApps } from './second-factor/app-code.ts';

export const reseal = resealApps;
