import { createHook } from 'node:async_hooks';

// Loaded before the tests of a run. node:test follows every promise with an async hook, to tell which test caused an error that
// nothing caught; that takes a sixth of the processor time of a test. Without the hook such an error still fails the run, but its
// process as a whole: `npm test -- PATH` names the test.

const hooks: { enable: () => unknown } = Object.getPrototypeOf(createHook({}));
const { enable } = hooks;

/** Ignores the first hook that is enabled: node:test enables it before the first test. */
hooks.enable = function ignoreFirst(this: unknown) {
  hooks.enable = enable;
  return this;
};
