/** Prints the files of tests that took longest, so that a slow one is seen when it comes. */
export default class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length < 2) return;
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ file: testFilePath, seconds: perfStats.runtime / 1000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, 10);
    const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file.slice(process.cwd().length + 1)}`);
    console.log(`\nSlowest files:\n${lines.join('\n')}`);
  }
}
