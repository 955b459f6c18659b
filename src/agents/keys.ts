import { resealUserCodes } from './claims.ts';

export const reseal = resealUserCodes;
