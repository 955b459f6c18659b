#!/usr/bin/env node
// The plumbline command, on the pinned runtime: `npx plumbline …` in the checkout. It installs nothing: a server may run from here.
import { run } from './run.mjs';

run('src/cli/cli.ts', process.argv.slice(2), { installs: false });
