import { GROUPS, testWithout } from './take-out.ts';

testWithout(GROUPS[1] ?? []);
