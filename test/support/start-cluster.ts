import { type Cluster, makeTemplate, startCluster } from './postgres.ts';

// The global setup of tests on PostgreSQL: one cluster for the processes of a run.

let cluster: Cluster | undefined;

export async function globalSetup(): Promise<void> {
  cluster = await startCluster();
  await makeTemplate(cluster.url);
  process.env.TEST_CLUSTER = cluster.url;
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
