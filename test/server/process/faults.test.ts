import { testShortForms } from '../../support/faults/short-form.ts';

// Faults whose script compares only what was written and read. Other tests may run beside them.

testShortForms([
  ['f3-synced', 'each 201 comes after the disk was waited for (F3)'],
  ['f14-power-cut', 'a power cut loses nothing acknowledged and nothing shown (F14)'],
  ['f7-clock', 'a clock that jumps lengthens no token, and stops nothing (F7)'],
  ['f9-backed-up', 'a backup made under writes restores whole (F9)'],
  ['f12-answer-lost', 'a write whose answer was lost is there once after it is sent again (F12)'],
  [
    'f13-corrupt-at-start',
    'a damaged or outdated file is not written to, and readers get the last known edition (F13)',
  ],
]);
