/** Prints the findings and fails, or prints `detail` when there are no findings. */
export function report(findings: readonly string[], detail: string): void {
  console.log(findings.length === 0 ? detail : findings.join('\n'));
  process.exitCode = findings.length === 0 ? 0 : 1;
}
