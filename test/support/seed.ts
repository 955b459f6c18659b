import fc from 'fast-check';

// Loaded before the tests of a run: random tests get the same input each time. SEED=7 gives them other input; a failure prints its seed.

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20261129) });
